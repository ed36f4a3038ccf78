"""The same bytes on every machine: what surrounds a run changes nothing."""

import os
import re
import shutil
import subprocess

import pytest


def test_two_cold_runs(built, tmp_path):
    first, second = built.copy_to(tmp_path / "first"), built.copy_to(tmp_path / "second")
    first.clean()
    second.clean()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert first.run(PYTHONHASHSEED="1").returncode == 0
    assert second.run("--jobs", "1", cwd=elsewhere, PYTHONHASHSEED="2").returncode == 0
    assert first.published() == second.published() == built.published()
    assert list(elsewhere.iterdir()) == []


def test_folder_with_spaces_and_other_letters(built, tmp_path):
    project = built.copy_to(tmp_path / "mes idées (猫) 100%")
    project.clean()
    done = project.run()
    assert (done.returncode, done.stderr) == (0, "")
    assert project.published() == built.published()
    # Also where the stack is written by the dying process itself.
    row = "snippets/examples/softmax/rows.py"
    line = project.replace(row, "A = softmax(S)", "while True: pass")
    project.replace(
        "snippets/examples/softmax/map.py", "fig = heatmap", "import ctypes; ctypes.string_at(0); fig = heatmap"
    )
    done = project.run("--timeout", "1")
    assert done.stderr.splitlines() == [
        "snippets/examples/softmax/map.py:9: ProcessExpired: the process was ended by SIGSEGV",
        f"{row}:{line}: TimeoutError: still running after 1 s",
        "2 problems; nothing was published",
    ]


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_locale_without_other_letters(built, tmp_path, locale):
    project = built.copy_to(tmp_path / "idées")
    project.clean()
    assert project.run(LC_ALL=locale).returncode == 0
    assert project.published() == built.published()
    # The message, the file and the reviewed output hold letters that ASCII lacks.
    project.replace("tests/outputs/softmax/rows.txt", "sum", "Σ")
    done = project.run(LC_ALL=locale)
    assert done.stderr.startswith("tests/outputs/softmax/rows.txt:2: expected 'Σ 1.000'")
    assert done.returncode == 1


def test_ascii_streams(built, tmp_path):
    """Even where Python may not switch to UTF-8 by itself, the command prints what it can."""
    project = built.copy_to(tmp_path / "idées")
    project.clean()
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    assert project.run(**ascii_only).returncode == 0
    assert project.published() == built.published()
    project.replace("docs/concepts/softmax.md", "[bridle1990]", "[bridle1990, größe]")
    done = project.run(**ascii_only)
    assert done.returncode == 1
    assert done.stderr.endswith("no paper 'gr\\xf6\\xdfe' in docs/data/papers.yml\n1 problem; nothing was published\n")


def test_without_git(built, tmp_path):
    project = built.copy_to(tmp_path / "project")
    project.clean()
    empty = tmp_path / "empty"
    empty.mkdir()
    assert project.run(PATH=str(empty)).returncode == 0
    assert project.published() == built.published()
    done = project.mkdocs(PATH=str(empty))
    assert done.returncode == 0, done.stderr


def test_settings_of_the_user(built, tmp_path):
    """A style of one's own must not change the figures, nor break them."""
    project = built.copy_to(tmp_path / "project")
    settings = tmp_path / "settings"
    settings.mkdir()
    mine = "savefig.dpi: 300\nfont.size: 20\nsvg.fonttype: none\ntext.usetex: True\nfigure.max_open_warning: 1\n"
    (settings / "matplotlibrc").write_text(mine)
    done = project.run("--force", MPLCONFIGDIR=str(settings), MPLBACKEND="tkagg")
    assert (done.returncode, done.stderr) == (0, "")
    assert project.published() == built.published()


GUARD = """
import sys
def refuse(event, arguments):
    if event in ("socket.getaddrinfo", "socket.gethostbyname") or (
        event == "socket.connect" and isinstance(arguments[1], tuple)
    ):
        raise RuntimeError(f"no network: {event} {arguments[1:]}")
sys.addaudithook(refuse)
"""


def test_offline(built, tmp_path):
    project = built.copy_to(tmp_path / "project")
    project.clean()
    guard = tmp_path / "guard"
    guard.mkdir()
    (guard / "sitecustomize.py").write_text(GUARD)
    paths = os.pathsep.join([str(project.root), str(guard)])
    probe = project.python("-c", "import socket; socket.create_connection(('127.0.0.1', 9))", PYTHONPATH=paths)
    assert "RuntimeError: no network" in probe.stderr
    done = project.mkdocs(PYTHONPATH=paths)
    assert done.returncode == 0, done.stderr
    assert project.published() == built.published()


def test_two_cold_builds_of_the_site(built, tmp_path):
    """Without git and SOURCE_DATE_EPOCH there is no clock at all."""
    first, second = built.copy_to(tmp_path / "first"), built.copy_to(tmp_path / "second")
    for project in (first, second):
        project.clean()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    site = {"SITE_URL": "https://example.org/book/"}  # the map of the site has dates then
    settings = {"PYTHONHASHSEED": "2", "TZ": "Pacific/Auckland", "cwd": elsewhere}
    for project, extra in ((first, {}), (second, settings)):
        done = project.mkdocs("--config-file", str(project.root / "mkdocs.yml"), **site, **extra)
        assert done.returncode == 0, done.stderr
    assert first.files("site") == second.files("site")
    assert "site/concepts/softmax/index.html" in first.files("site")


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_clock_of_the_site_is_the_last_commit(project):
    date = "2020-02-03T04:05:06Z"
    environment = project.environment(GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date, GIT_CONFIG_GLOBAL=os.devnull)
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q"], ["add", "pyproject.toml"], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *arguments], cwd=project.root, env=environment, check=True)
    address = {"SITE_URL": "https://example.org/book/"}
    assert project.mkdocs(**address).returncode == 0
    assert set(re.findall("<lastmod>(.*)</lastmod>", project.read("site/sitemap.xml"))) == {"2020-02-03"}
    assert project.mkdocs(SOURCE_DATE_EPOCH="86400", **address).returncode == 0
    assert set(re.findall("<lastmod>(.*)</lastmod>", project.read("site/sitemap.xml"))) == {"1970-01-02"}
