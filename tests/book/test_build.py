"""`mkdocs build`: the hook runs the command, and its failure is one clean error."""

import pytest

ROWS = "snippets/examples/softmax/rows.py"


@pytest.fixture(scope="module")
def with_site(built, tmp_path_factory):
    project = built.copy_to(tmp_path_factory.mktemp("site") / "project")
    done = project.mkdocs("--strict")
    assert done.returncode == 0, done.stderr
    return project


def test_page_holds_what_the_examples_left(with_site):
    page = with_site.read("site/concepts/softmax/index.html")
    assert "[[0.659 0.242 0.099]]" in page
    assert 'src="../../figures/softmax/map-1.svg"' in page
    assert '<td style="text-align: right;">1,024</td>' in page
    assert "<math" in page
    assert "--8&lt;--" not in page
    published = with_site.published()
    site = with_site.files("site")
    for name, data in published.items():
        if name.startswith("docs/"):
            assert site[name.replace("docs/", "site/", 1)] == data
    assert not any(name.startswith("site/build") for name in site)


def one_error(project, done):
    """The lines of the log that tell of a failed build."""
    assert done.returncode == 1
    assert "Traceback" not in done.stderr + done.stdout
    return [line for line in done.stderr.splitlines() if line and not line.startswith("INFO")]


def test_failing_example_stops_the_build(with_site, tmp_path):
    project = with_site.copy_to(tmp_path / "project")
    before = project.files("site") | project.published()
    line = project.replace(ROWS, "A = softmax(S)", "A = softmax(S).no_such_thing")
    done = project.mkdocs("--strict")
    assert one_error(project, done) == [
        "ERROR   -  the examples or pages have problems",
        f"{ROWS}:{line}: AttributeError: 'numpy.ndarray' object has no attribute 'no_such_thing'",
        "1 problem; nothing was published",
    ]
    assert done.stdout == "\nAborted with a BuildError!\n"
    assert project.files("site") | project.published() == before


def test_another_output_stops_the_build(with_site, tmp_path):
    project = with_site.copy_to(tmp_path / "project")
    project.replace("tests/outputs/softmax/rows.txt", "sum", "total")
    lines = one_error(project, project.mkdocs())
    assert lines[1].startswith("tests/outputs/softmax/rows.txt:2: expected 'total 1.000', received 'sum 1.000'; ")


def test_the_command_that_cannot_start_is_an_error_too(with_site, tmp_path):
    project = with_site.copy_to(tmp_path / "project")
    project.replace("snippets/_book/cli.py", "import argparse\n", "import argparse\nimport no_such_module\n")
    before = project.files("site")
    done = project.mkdocs()
    assert done.returncode == 1
    assert "No module named 'no_such_module'" in done.stderr
    assert project.files("site") == before


def test_builds_from_another_folder(with_site, tmp_path):
    project = with_site.copy_to(tmp_path / "mes idées")
    done = project.mkdocs("--config-file", str(project.root / "mkdocs.yml"), "--strict", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert project.files("site") == with_site.files("site")
    assert {path.name for path in tmp_path.iterdir()} == {"mes idées"}


def test_only_one_concept(with_site, tmp_path):
    project = with_site.copy_to(tmp_path / "project")
    project.replace(ROWS, '"sum"', '"total"')
    done = project.mkdocs(BOOK_ONLY="softmax")
    assert done.returncode == 0, done.stderr
    assert "3 examples: 1 run, 2 from the cache" in done.stderr
    assert "total 1.000" in project.read("site/concepts/softmax/index.html")


def test_without_hooks(with_site, tmp_path):
    """Any builder that speaks Python-Markdown can build what the command prepared."""
    project = with_site.copy_to(tmp_path / "project")
    project.replace("mkdocs.yml", "hooks:\n  - snippets/_book/hook.py\n", "")
    done = project.mkdocs(SOURCE_DATE_EPOCH="0")
    assert done.returncode == 0, done.stderr
    assert project.files("site") == with_site.files("site")
