"""`mkdocs serve`: one edit, one rebuild; a broken snippet is shown as one error and the server lives on."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

PAGE = "docs/concepts/softmax.md"
ROWS = "snippets/examples/softmax/rows.py"
QUIET = 1.2  # seconds; the server looks for changes twice a second


class Server:
    def __init__(self, project):
        self.project = project
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = f"127.0.0.1:{free.getsockname()[1]}"
        self.url = f"http://{address}/"
        self.log = project.root.parent / "serve.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", address],
                cwd=project.root,
                env=project.environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def text(self):
        return self.log.read_text(encoding="utf-8")

    def wait_for(self, text, start=0):
        """The log from `start` on, once it holds the text."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            found = self.text()[start:]
            if text in found:
                return found
            assert self.process.poll() is None, self.text()
            time.sleep(0.05)
        pytest.fail(f"no {text!r} in the log:\n{self.text()}")

    def page(self):
        with urllib.request.urlopen(self.url + "concepts/softmax/", timeout=30) as answer:
            return answer.read().decode()

    def epoch(self):
        """What an open page asks for; it loads itself again when the number moves."""
        return int(re.search(r"livereload\((\d+), \d+\);", self.page())[1])

    def log_of(self, path, old, new, last="Reloading browsers"):
        """What the server logs about one edit, until well after it is done."""
        time.sleep(0.1)
        start = len(self.text())
        self.project.replace(path, old, new)
        self.wait_for(last, start)
        time.sleep(QUIET)
        return self.text()[start:]


@pytest.fixture(scope="module")
def server(built, tmp_path_factory):
    server = Server(built.copy_to(tmp_path_factory.mktemp("serve") / "project"))
    server.wait_for("Serving on")
    yield server
    if server.process.poll() is None:
        os.killpg(server.process.pid, signal.SIGINT)
    server.process.wait(timeout=30)


@pytest.fixture(autouse=True)
def unchanged(server):
    """Undo what a test edits, and wait until the server has noticed."""
    files = {path: server.project.read(path) for path in (PAGE, ROWS, "snippets/softmax.py")}
    yield
    start = len(server.text())
    changed = {path: text for path, text in files.items() if server.project.read(path) != text}
    for path, text in changed.items():
        server.project.write(path, text)
    if changed:
        server.wait_for("Reloading browsers", start)


def test_start_is_one_build(server):
    assert "[[0.659 0.242 0.099]]" in server.page()
    assert server.text().count("Building documentation...") == 1


def test_edit_of_an_example_is_one_rebuild_and_moves_the_page(server):
    before = server.epoch()
    log = server.log_of(ROWS, "2.0, 1.0, 0.1", "2.0, 1.0, 0.2")
    assert log.count("Building documentation...") == 1
    assert "4 examples: 1 run, 3 from the cache" in log
    assert "[[0.652 0.24  0.108]]" in server.page()
    assert server.epoch() > before
    # The reviewed output is another one now: a warning here, an error in `mkdocs build`.
    assert "WARNING -  snippets: tests/outputs/softmax/rows.txt:1: expected '[[0.659 0.242 0.099]]'" in log


def test_edit_of_a_snippet_that_changes_a_figure_is_one_rebuild(server):
    figures = server.project.files("docs/figures")
    log = server.log_of("snippets/softmax.py", "E = np.exp(S - largest)", "E = np.exp((S - largest) / 2)")
    assert log.count("Building documentation...") == 1
    assert "4 examples: 2 run, 2 from the cache" in log
    assert server.project.files("docs/figures") != figures


def test_edit_of_a_page_is_one_rebuild(server):
    """Here one that the builder warns of: `strict: true` is for builds, and stops no server."""
    before = server.epoch()
    log = server.log_of(PAGE, "Scores are not weights.", "No score is a [weight](nowhere.md).")
    assert log.count("Building documentation...") == 1
    assert "4 examples: 0 run, 4 from the cache" in log
    assert log.count("WARNING") == 1
    assert "No score is a" in server.page()
    assert server.epoch() > before


def test_broken_example_is_one_error_and_the_fix_shows(server):
    before = server.epoch()
    log = server.log_of(ROWS, "A = softmax(S)", "A = softmax(S, S)", last="An error happened")
    line = server.project.read(ROWS).splitlines().index("A = softmax(S, S)") + 1
    message = f"{ROWS}:{line}: TypeError: softmax() takes 1 positional argument but 2 were given"
    assert log.count(message) == 1
    assert log.count("1 problem; nothing was published") == 1
    assert log.count("Building documentation...") == 1
    assert "Traceback" not in log
    assert server.process.poll() is None
    log = server.log_of(ROWS, "A = softmax(S, S)", "A = softmax(S + S)")
    assert log.count("Building documentation...") == 1
    assert "[[0.864 0.117 0.019]]" in server.page()
    assert server.epoch() > before


def is_gone(group):
    """Whether no process of a group is left, or not for long."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_starts_with_an_output_that_nobody_reviewed_and_ends_whole(project):
    project.replace("tests/outputs/softmax/rows.txt", "sum", "total")
    server = Server(project)
    log = server.wait_for("Serving on")
    assert log.count("WARNING") == 1
    assert "expected 'total 1.000', received 'sum 1.000'" in log
    os.killpg(server.process.pid, signal.SIGINT)
    assert server.process.wait(timeout=30) == 0
    assert is_gone(server.process.pid)
