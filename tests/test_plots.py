"""The heatmap of attention weights: what is drawn, where, and on which scale."""

import matplotlib

matplotlib.use("Agg")  # draws without a screen

import matplotlib.pyplot as plt
import numpy as np
import pytest

from snippets.plots import WEIGHTS, heatmap

A = np.array([[0.125, 0.25, 0.625], [1, 0, 0]])
LONG = ["internationalization", "x", "antidisestablishmentarianism"]


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def drawn(*args, **kwargs):
    """The axes of a heatmap, laid out and drawn as in a file."""
    fig = heatmap(*args, **kwargs)
    fig.canvas.draw()
    return fig.axes[0]


def labels(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def texts(ax):
    """Every text of the figure that a reader sees."""
    return [text for text in ax.figure.findobj(plt.Text) if text.get_visible() and text.get_text()]


# Literals: one small figure


def test_rows_are_queries_from_top_to_bottom_and_columns_are_keys():
    ax = drawn(A, ["The", "cat"], ["a", "b", "c"], title="head 0")
    assert (labels(ax.yaxis), labels(ax.xaxis)) == (["The", "cat"], ["a", "b", "c"])
    assert (ax.get_ylabel(), ax.get_xlabel(), ax.get_title("left")) == ("query", "key", "head 0")
    assert (ax.get_ylim(), ax.get_xlim()) == ((2, 0), (0, 3))
    assert ax.get_yticks().tolist() == [0.5, 1.5]
    assert ax.get_xticks().tolist() == [0.5, 1.5, 2.5]
    np.testing.assert_array_equal(ax.collections[0].get_array(), A)


def test_every_weight_stands_in_its_cell():
    cells = {text.get_position(): text.get_text() for text in drawn(A, ["The", "cat"], ["a", "b", "c"]).texts}
    assert cells == {
        (0.5, 0.5): "0.12",
        (1.5, 0.5): "0.25",
        (2.5, 0.5): "0.62",
        (0.5, 1.5): "1.00",
        (1.5, 1.5): "0.00",
        (2.5, 1.5): "0.00",
    }


def test_keys_are_the_queries_unless_given():
    tokens = ["The", "cat", "sat"]
    ax = drawn(np.eye(3), tokens)
    assert labels(ax.xaxis) == labels(ax.yaxis) == tokens


def test_a_token_that_occurs_twice_has_two_rows_and_two_columns():
    tokens = "the cat sat on the mat".split()
    ax = drawn(np.eye(6), tokens)
    assert labels(ax.xaxis) == labels(ax.yaxis) == tokens
    assert ax.collections[0].get_array().shape == (6, 6)


@pytest.mark.parametrize(("n_tokens", "numbers"), [(8, {"0.00", "1.00"}), (9, {""})])
def test_maps_of_more_than_eight_keys_have_no_numbers(n_tokens, numbers):
    assert {text.get_text() for text in drawn(np.eye(n_tokens), ["x"] * n_tokens).texts} == numbers


@pytest.mark.parametrize("token", ["$x$", "▁the", "Ġcat", "a_b^c", "\\alpha"])
def test_tokens_are_shown_as_they_are_written(token):
    shown = [text for text in texts(drawn(np.eye(2), [token, "x"], title=token)) if text.get_text() == token]
    assert [text.get_parse_math() for text in shown] == [False] * 3  # row, column, title


# Properties


@pytest.mark.parametrize("weights", [np.full((2, 2), 0.5), np.eye(2), np.zeros((2, 2))])
def test_every_map_has_the_scale_from_0_to_1(weights):
    """An even head must not look as sharp as a peaked one."""
    ax = drawn(weights, ["a", "b"])
    assert ax.collections[0].get_clim() == (0, 1)
    (bar,) = ax.child_axes
    assert bar.images[0].get_clim() == (0, 1)
    assert labels(bar.yaxis) == ["0.0", "0.5", "1.0"]
    assert bar.get_ylabel() == "weight"


def test_the_bar_has_the_colours_of_the_map_with_1_on_top():
    (bar,) = drawn(np.eye(2), ["a", "b"]).child_axes
    (image,) = bar.images
    assert image.cmap is WEIGHTS
    assert image.origin == "upper"
    assert image.get_array()[0, 0] == 1
    assert image.get_array()[-1, 0] == 0
    assert bar.get_ylim() == (0, 1)


def luminance(colours):
    """Relative luminance of sRGB colours, as WCAG 2 defines it."""
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


@pytest.mark.parametrize("page", [0.0, 0.14, 1.0], ids=["black", "dark", "white"])
def test_more_weight_is_farther_from_the_page_in_grey_too_and_its_number_can_be_read(page):
    colours = WEIGHTS(np.linspace(0, 1, 101))
    grey = luminance(colours[:, 3:] * colours[:, :3] + (1 - colours[:, 3:]) * page)
    assert (np.diff(abs(grey - grey[0])) > 0).all()
    contrast = (grey + 0.05) / 0.05 if page == 1 else 1.05 / (grey + 0.05)  # with black, with white
    assert contrast.min() >= 4.5


@pytest.mark.parametrize(
    "tokens",
    [["The", "cat", "sat"], LONG, ["the"] * 6, [f"token {i}" for i in range(40)]],
    ids=["short", "long", "equal", "many"],
)
def test_no_label_is_cut_off_and_no_two_keys_overlap(tokens):
    n = len(tokens)
    ax = drawn(np.full((n, n), 1 / n), tokens, title="layer 0, head 2")
    canvas = ax.figure.bbox
    for text in texts(ax):
        box = text.get_window_extent()
        assert box.x0 >= canvas.x0, text
        assert box.y0 >= canvas.y0, text
        assert box.x1 <= canvas.x1, text
        assert box.y1 <= canvas.y1, text
    # labels at 45 degrees are apart if the columns are farther apart than a line is high, times the root of 2
    line = ax.get_xticklabels()[0].get_fontsize() * ax.figure.dpi / 72
    assert ax.get_window_extent().width / n > line * 2**0.5


@pytest.mark.parametrize("n_tokens", range(1, 13))
def test_maps_of_up_to_twelve_short_tokens_are_legible_on_a_phone(n_tokens):
    """Type of 9 CSS pixels or more where a map is as wide as the text of a page, 358 pixels on a phone of 390."""
    ax = drawn(np.eye(n_tokens), ["[CLS]"] * n_tokens)
    scale = min(1, 358 / (96 * ax.figure.get_figwidth()))
    assert min(text.get_fontsize() for text in texts(ax)) * 96 / 72 * scale >= 9
