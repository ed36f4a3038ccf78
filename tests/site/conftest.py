"""Browsers. They are those of the system: nothing is downloaded.

Without a browser the tests that need one are skipped, unless SITE_TESTS_REQUIRED=1 (CI) asks for them.
"""

import os
import shutil
from functools import partial
from urllib.parse import urljoin

import pytest
from built import SITE, SUB_PATH, build, serving

CHROMIUM = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FIREFOX = ("firefox-esr", "firefox")
# No work in the background, and no sandbox where the user is root, who can have none.
FLAGS = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"]
REQUIRED = os.environ.get("SITE_TESTS_REQUIRED") == "1"


@pytest.fixture(scope="session")
def playwright():
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("Playwright is not installed: 'make test' does it")
    with sync_playwright() as playwright:
        yield playwright


def _missing(text):
    if REQUIRED:
        pytest.fail(f"SITE_TESTS_REQUIRED=1, and {text}")
    pytest.skip(text)


@pytest.fixture(scope="session")
def missing():
    """For what else `make test` installs: skips with this text, or fails where nothing may be missing."""
    return _missing


@pytest.fixture(scope="session")
def chromium(playwright):
    """Chromium or Chrome, from the PATH or from where Chrome is on macOS and Windows."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    flags = [*FLAGS, "--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else FLAGS
    try:
        browser = playwright.chromium.launch(executable_path=found, channel=None if found else "chrome", args=flags)
    except Exception as error:
        _missing(f"no Chromium starts ({CHROMIUM} on the PATH, or Chrome): {str(error).splitlines()[0]}")
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def firefox_path(playwright):
    """Firefox is asked for only where it is installed."""
    found = next(filter(None, map(shutil.which, FIREFOX)), None)
    return found or pytest.skip(f"no Firefox: none of {FIREFOX} is on the PATH")


@pytest.fixture(scope="session")
def firefox(playwright, firefox_path):
    """firefox("dark"): the Firefox of the system, with that scheme; each is started once."""
    started = {}

    def firefox(scheme):
        if scheme not in started:
            preferences = {"layout.css.prefers-color-scheme.content-override": ["dark", "light"].index(scheme)}
            settings = {"channel": "moz-firefox", "firefox_user_prefs": preferences}
            started[scheme] = playwright.firefox.launch(executable_path=firefox_path, **settings)
        return started[scheme]

    yield firefox
    for browser in started.values():
        browser.close()


@pytest.fixture(scope="session")
def published(tmp_path_factory):
    """The folder of the site as it is built for an address: it has canonical links, a site map and a 404 page."""
    folder = tmp_path_factory.mktemp("published")
    repository = "https://github.com/somebody/chapter"
    addresses = {"SITE_URL": f"https://example.org{SUB_PATH}", "REPO_URL": repository}
    build(folder, **addresses, EDIT_URI=f"{repository}/edit/main/docs/")
    return folder


@pytest.fixture(scope="session")
def base():
    """The address of the built site, served below a sub-path."""
    with serving(SITE) as address:
        yield address


# Firefox takes these settings from the system alone.
FROM_SYSTEM = dict.fromkeys(("color_scheme", "reduced_motion", "forced_colors", "contrast"), "null")


@pytest.fixture
def new_page(request):
    """new_page(width=390, scheme="dark", browser="firefox", **settings of the context): an empty window."""
    contexts = []

    def new_page(width=1280, scheme="light", browser="chromium", **settings):
        settings = {"viewport": {"width": width, "height": 900}, "color_scheme": scheme, **settings}
        started = request.getfixturevalue(browser)
        if browser == "firefox":
            started = started(scheme)
            settings |= FROM_SYSTEM
        contexts.append(started.new_context(**settings))
        contexts[-1].set_default_timeout(15_000)  # milliseconds; a page is there in a tenth of that
        return contexts[-1].new_page()

    yield new_page
    for context in contexts:
        context.close()


@pytest.fixture
def open_page(new_page, base):
    """open_page("concepts/softmax/", width=390, …): a window that shows this page."""

    def open_page(address="", browser="chromium", **settings):
        page = new_page(browser=browser, **settings)
        page.goto(urljoin(base, address))  # until it has loaded, scripts included
        return page

    return open_page


@pytest.fixture(params=["chromium", "firefox"])
def open_in_each(request, open_page):
    """The same in Chromium, and once more in Firefox."""
    return partial(open_page, browser=request.param)
