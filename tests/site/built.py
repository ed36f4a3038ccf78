"""The built site, as files and behind a server below a sub-path, for the tests of this folder."""

import functools
import os
import re
import subprocess
import sys
import threading
from contextlib import contextmanager
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "site"
PAGES = sorted(SITE.rglob("*.html"))
assert PAGES, "site/ is empty: build it with 'make site'"
# Where the site is served: below the path that it was built for, or any other.
SUB_PATH = urlsplit(os.environ.get("SITE_URL") or "https://example.org/some/course").path.rstrip("/") + "/"


@cache
def soup(path):
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


def address(path, site=SITE):
    """The address of a file, relative to the site's root: "" is the start page."""
    return path.relative_to(site).as_posix().removesuffix("index.html")


def links(path):
    for element in soup(path).find_all(["a", "link", "img", "script", "source", "iframe"]):
        for attribute in ("href", "src"):
            if element.get(attribute):
                yield element, element[attribute]


def dead_links(path, site=SITE):
    """The links of a page to files or anchors that the site in this folder, served below SUB_PATH, does not have."""
    dead = []
    for _, link in links(path):
        parts = urlsplit(urljoin(f"http://site{SUB_PATH}{address(path, site)}", link))
        if parts.netloc != "site":
            continue
        if not parts.path.startswith(SUB_PATH):  # it begins at the root of the host, or climbs above the site
            dead.append(link)
            continue
        file = site / unquote(parts.path).removeprefix(SUB_PATH)
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            dead.append(link)
        elif parts.fragment and file.suffix == ".html":
            names = {tag.get("id") for tag in soup(file).find_all(id=True)}
            if unquote(parts.fragment) not in names | {"__skip", "__tabbed_1"}:
                dead.append(link)
    return dead


each_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: f"/{address(path)}")


class Handler(SimpleHTTPRequestHandler):
    """A static server like those that publish sites: one folder below SUB_PATH, 404.html for all else."""

    def translate_path(self, path):
        path = re.sub(r"[?#].*", "", path)
        below = path.removeprefix(SUB_PATH) if path.startswith(SUB_PATH) else "no such page"
        return super().translate_path(f"/{below}")

    def send_error(self, code, message=None, explain=None):
        page = Path(self.directory, "404.html")
        if code != 404 or not page.is_file():
            return super().send_error(code, message, explain)
        body = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextmanager
def serving(folder):
    """The address at which the site in `folder` is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{SUB_PATH}"
    server.shutdown()
    server.server_close()


def build(folder, **environment):
    """Build the same pages into another folder, with these environment variables."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder]
    run = functools.partial(subprocess.run, cwd=ROOT, capture_output=True, text=True, check=False)
    done = run(command, env={**os.environ, **environment})
    run([sys.executable, "-m", "snippets"])  # what pages include is as it was: some of it names the site's address
    assert done.returncode == 0, done.stdout + done.stderr
