"""What contributors meet first: the guide, the forms, the settings; and that the guide agrees with the code."""

import ast
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from snippets._book import concepts, new

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def files():
    """Every file that is or would be committed."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        pytest.skip("no checkout of git")
    return [path for path in (ROOT / name for name in done.stdout.split("\0")[:-1]) if path.is_file()]


def faults_of(data):
    """What is wrong with the bytes of a text file."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return [f"byte {error.start} is no UTF-8"]
    lines = text.split("\n")
    faults = ["ends without a line end"] if lines[-1] else []
    faults += ["ends with an empty line"] if text.endswith("\n\n") else []
    return faults + [f"line {n} ends with a blank" for n, line in enumerate(lines, 1) if line != line.rstrip()]


def test_text_files_are_clean():
    others = {"LICENSE-text", "GUST-FONT-LICENSE.txt"}  # as their authors publish them
    paths = [path for path in files() if path.suffix not in (".woff2", ".png") and path.name not in others]
    texts = {path: path.read_bytes() for path in paths}
    faults = {path.relative_to(ROOT).as_posix(): faults_of(data) for path, data in texts.items()}
    assert {name: found for name, found in faults.items() if found} == {}


@pytest.mark.parametrize("data", [b"a", b"a\n\n", b"a \n", b"a\r\n", b"\xe9\n", b"a\n\tb\t\n"])
def test_faults_of_a_text_file_are_found(data):
    assert len(faults_of(data)) == 1
    assert faults_of(b"a\n\n\tb\n") == []


def test_folders_that_the_settings_name_are_in_a_clone():
    """Git keeps no empty folder, and MkDocs stops where custom_dir is missing."""
    named = re.findall(r"^ *custom_dir: (\S+)", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    kept = {folder for path in files() for folder in path.relative_to(ROOT).parents}
    assert [folder for folder in named if Path(folder) not in kept] == []


# Issue forms, by GitHub's rules for them


def faults_of_form(form):
    faults = [f"expected {key}" for key in ("name", "description", "body") if not form.get(key)]
    faults += [f"unknown key {key}" for key in form.keys() - {"name", "description", "title", "labels", "body"}]
    ids = [field.get("id") for field in form.get("body", [])]
    faults += [f"id {one}" for one in ids if not re.fullmatch(r"[\w-]+", str(one)) or ids.count(one) > 1]
    for field in form.get("body", []):
        kind, attributes = field.get("type"), field.get("attributes", {})
        allowed = {"input": {"placeholder", "value"}, "textarea": {"placeholder", "value", "render"}}
        allowed |= {"dropdown": {"options", "multiple", "default"}, "checkboxes": {"options"}}
        if kind not in allowed:
            faults.append(f"type {kind}")
            continue
        faults += [f"no label in {field.get('id')}"] if not attributes.get("label") else []
        faults += [f"unknown key {key}" for key in attributes.keys() - allowed[kind] - {"label", "description"}]
        faults += [f"unknown key {key}" for key in field.keys() - {"type", "id", "attributes", "validations"}]
        required = field.get("validations", {"required": True})
        faults += [f"validations {required}"] if required != {"required": True} else []
        options = attributes.get("options", [])
        faults += ["no options"] if "options" in allowed[kind] and not options else []
        texts = [one.get("label") if kind == "checkboxes" and isinstance(one, dict) else one for one in options]
        faults += [f"option {one!r}" for one in texts if not isinstance(one, str) or texts.count(one) > 1]
    return faults


def test_there_is_a_form_for_each_kind_of_issue():
    names = {path.stem for path in FORMS} - {"config"}
    assert names == {"wrong-fact", "broken-example", "confusing-passage", "new-concept"}


@pytest.mark.parametrize("path", [path for path in FORMS if path.stem != "config"], ids=lambda path: path.stem)
def test_issue_form_is_valid(path):
    assert faults_of_form(yaml.safe_load(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("old", "new_"),
    [
        ("name:", "nam:"),
        ("id: source", "id: right"),
        ("id: source", "id: the source"),
        ("type: textarea", "type: text"),
        ("required: true", "required: yes please"),
        ("label: Source", "labels: Source"),
        ("placeholder: arXiv", "place: arXiv"),
    ],
)
def test_faults_of_an_issue_form_are_found(old, new_):
    text = (ROOT / ".github" / "ISSUE_TEMPLATE" / "wrong-fact.yml").read_text(encoding="utf-8")
    assert old in text
    assert faults_of_form(yaml.safe_load(text.replace(old, new_, 1))) != []


def test_wrong_fact_asks_for_a_source():
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / "wrong-fact.yml").read_text(encoding="utf-8"))
    required = {field["id"] for field in form["body"] if field.get("validations") == {"required": True}}
    assert required == {"says", "right", "source"}


def test_pages_link_to_a_form_that_exists():
    code = (ROOT / "snippets" / "_book" / "cards.py").read_text(encoding="utf-8")
    names = re.findall(r"issues/new\?template=([\w.-]+)", code)
    assert names == ["wrong-fact.yml"]
    assert names[0] in {path.name for path in FORMS}


# CI and hooks


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_code_of_strangers_runs_with_no_rights(path):
    text = path.read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    assert "pull_request_target" not in text
    assert "workflow_run" not in text
    assert workflow["permissions"] == {}
    for job in workflow["jobs"].values():
        if "pull_request" in workflow[True] and "refs/heads/main" not in job.get("if", ""):  # True: YAML's "on"
            assert set(job["permissions"].values()) == {"read"}
            assert "secrets" not in yaml.safe_dump(job)
    for used in re.findall(r"uses: (\S+)", text):
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", used), used


def test_a_pull_request_gets_a_summary_and_its_site():
    text = (ROOT / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8")
    steps = yaml.safe_load(text)["jobs"]["test"]["steps"]
    mine = [step for step in steps if step.get("if") == "github.event_name == 'pull_request'"]
    assert any("snippets._book.summary HEAD^1" in step.get("run", "") for step in mine)
    assert any("upload-artifact@" in step.get("uses", "") and step["with"]["path"] == "site/" for step in mine)
    assert steps[0]["with"]["fetch-depth"] == 2  # HEAD^1 is there


def test_the_hook_before_a_commit_is_make_check():
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repo["repo"] for repo in config["repos"]] == ["local"]
    assert [hook["entry"] for hook in config["repos"][0]["hooks"]] == ["make check"]


# The guide


def recipe(target):
    """The commands of a make target and of the targets that it names, less the name of the interpreter."""
    found = re.search(rf"^{target}:(.*?)(?:##.*)?\n((?:\t.*\n)*)", MAKEFILE, re.MULTILINE)
    before = [line for name in found[1].split() if not name.startswith(".") for line in recipe(name)]
    return before + [line.strip().removeprefix("@").replace("$(VENV_PYTHON) ", "") for line in found[2].splitlines()]


def test_commands_for_windows_are_those_of_make():
    block = re.search(r"^``` powershell\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)[1]
    given = re.findall(r"^\.venv\\Scripts\\python (.*?) *(?:#.*)?$", block, re.MULTILINE)
    needed = [*recipe("outputs"), *recipe("check"), re.sub(r"\$\(if .*?\) ", "", recipe("serve")[0])]
    assert [command for command in needed if command not in given] == []
    assert "-m snippets._book.new my-idea --requires softmax" in given


def test_targets_and_files_that_the_guide_names_exist():
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)", GUIDE)) <= targets
    named = re.findall(r"`((?:docs|snippets|tests)/[\w./-]+)`", GUIDE)
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert len(named) >= 5


def test_the_first_heading_is_add_a_concept():
    assert re.search(r"^## (.*?) \{", GUIDE, re.MULTILINE)[1] == "Add a concept"


def test_reading_time_is_the_rule_of_the_code():
    rule = re.search(r"^Minutes, too: (.*)$", GUIDE, re.MULTILINE)[1]
    assert float(re.search(r"`(\d+)` words a minute", rule)[1]) == concepts.WORDS_A_MINUTE
    stated = {}
    for minutes, kinds in re.findall(r"`([\d.]+)` minutes? for each (.*?)(?=, `|, and `|, rounded)", rule):
        stated |= dict.fromkeys(re.findall(r"\((\w+)\)", kinds), float(minutes))
    assert stated == concepts.MINUTES


def test_front_matter_is_told_in_full():
    told = GUIDE.split("{ #front-matter }")[1].split("\n\n")[1]
    keys = re.findall(r"`([a-z]\w*)`", told)
    assert [key for key in keys if key not in ("essential", "further")] == list(concepts.FrontMatter.model_fields)


def test_sections_are_those_of_the_template():
    told = re.search(r"fixed ids and this order: (.*?)\. ", GUIDE)[1]
    template = (new.TEMPLATES / "my-idea.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## .*\{ #([\w-]+) \}$", template, re.MULTILINE)
    assert re.findall(r"`([\w-]+)`", told) == [name for name in headings if name != "about"]


def test_the_form_of_a_pull_request_asks_what_the_guide_says():
    text = (ROOT / ".github" / "pull_request_template.md").read_text(encoding="utf-8")
    asked = ["Page:", "What changes for a reader:", "Source of each new fact:", "Which test failed before:"]
    assert re.findall(r"^\*\*(.*?)\*\*", text, re.MULTILINE) == asked


# Messages. A template is the text of a message with … for each part that is put in.


def template(node):
    """The template of an expression, None for one that holds no text of its own."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.replace("{}", "…")  # of str.format
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "…" for part in node.values]
        return re.sub("…+", "…", "".join(parts))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left = template(node.left)
        return None if left is None else re.sub("…+", "…", left + (template(node.right) or "…"))
    return None


def messages(tree):
    """The templates of all problems that a module reports."""
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        values = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                chosen = [node.value.body, node.value.orelse] if isinstance(node.value, ast.IfExp) else [node.value]
                values.setdefault(node.targets[0].id, []).extend(chosen)
        for node in ast.walk(function):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            last = node.args[-1]
            if isinstance(last, ast.BinOp) and isinstance(last.left, ast.Name):
                last = last.left
            if (name, len(node.args)) in {("problem", 3), ("append", 1), ("LabError", 2)}:
                for value in values.get(last.id, []) if isinstance(last, ast.Name) else [last]:
                    if name != "append" or "expected" in (template(value) or ""):  # other lists get texts, too
                        yield template(value)


def in_code():
    """(templates of problems in the machine and the test of figures, of all texts there and in tests/site)."""
    problems, texts = set(), set()
    for path in [*(ROOT / "snippets" / "_book").glob("*.py"), *(ROOT / "tests" / "site").glob("*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if path.parent.name == "_book" or path.name == "test_figures.py":
            problems |= {one for one in messages(tree) if one}
        texts |= {one for one in map(template, ast.walk(tree)) if one and len(one.replace("…", "")) >= 5}
    return problems, texts


def fits(row, text):
    """Whether a row of the guide is the message `text`; … in the row stands for anything, as in the text."""
    return bool(re.fullmatch(re.escape(text.strip()).replace("…", ".*"), row, re.DOTALL))


PROBLEMS, TEXTS = in_code()
ROWS = re.findall(r"^\| `([^`]+)` \|", GUIDE, re.MULTILINE)


def test_every_message_of_the_guide_is_in_the_code():
    assert [row for row in ROWS if not any(fits(row, text) for text in TEXTS)] == []


def test_every_message_in_the_code_is_in_the_guide():
    assert sorted(text for text in PROBLEMS if not any(fits(row, text) for row in ROWS)) == []


def test_the_search_for_messages_sees_them():
    assert len(PROBLEMS) > 50
    assert {"a blank is left: …", "requires: no concept …", "expected UTF-8 text, received byte 0x…"} <= PROBLEMS
    assert not any(fits("a blank was left: …", text) for text in TEXTS)
    assert not any(fits("nothing to include", text) for text in TEXTS)
