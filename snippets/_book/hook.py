"""MkDocs hook: runs `python -m snippets` before each build, and watches the snippets while serving."""

import logging
import os
import subprocess
import sys
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from mkdocs.utils import CountHandler

from snippets._book import lab_pages

log = get_plugin_logger("snippets")
ROOT = Path(__file__).resolve().parents[2]
GENERATED = ("figures", "downloads")
SERVING = "BOOK_SERVING"  # survives the reload of this hook, which MkDocs does before each build


def on_startup(command, **_):
    if command == "serve":
        os.environ[SERVING] = "1"


def on_config(config):
    # mkdocs.yml says [build], which is relative to the folder that MkDocs is started in.
    config.mdx_configs.setdefault("pymdownx.snippets", {})["base_path"] = [str(ROOT / "build")]
    if os.environ.get(SERVING):
        _only_show_warnings()
    os.environ.setdefault("SOURCE_DATE_EPOCH", _last_commit() or "0")
    return config


def _only_show_warnings():
    """`strict: true` is for builds: a server that stops at a warning is of no use to a writer."""
    counted = logging.getLogger("mkdocs")
    for handler in [one for one in counted.handlers if isinstance(one, CountHandler)]:
        counted.removeHandler(handler)


def on_pre_build(config):
    command = [sys.executable, "-m", "snippets"]
    if os.environ.get(SERVING):
        command.append("--lenient")
    if os.environ.get("BOOK_ONLY"):
        command += ["--only", os.environ["BOOK_ONLY"]]
    environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", cwd=ROOT)
    if done.returncode:
        raise PluginError(f"the examples or pages have problems\n{done.stderr.strip() or done.stdout.strip()}")
    for line in done.stderr.splitlines():
        if line.startswith("warning: "):
            log.warning(line.removeprefix("warning: "))
    log.info(done.stdout.strip().rsplit("\n", 1)[-1])
    lab_pages.set_up(config)


def on_pre_page(page, config, files):
    lab_pages.prepare(page, config)
    return page


def on_serve(server, config, builder):
    """One edit, one rebuild: watch the sources, and of docs/ all but what a build itself writes there."""
    docs = Path(config.docs_dir)
    server.unwatch(str(docs))
    server.watch(str(docs), builder, recursive=False)
    for folder in sorted(path for path in docs.iterdir() if path.is_dir() and path.name not in GENERATED):
        server.watch(str(folder), builder)
    server.watch(str(ROOT / "snippets"), builder)
    server.watch(str(ROOT / "tests" / "outputs"), builder)


def _last_commit():
    """Seconds since 1970 of the last commit, or None without git or outside a checkout."""
    try:
        done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, encoding="utf-8")
    except FileNotFoundError:
        return None
    return done.stdout.strip() or None
