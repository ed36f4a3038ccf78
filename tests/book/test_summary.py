"""What CI tells about a pull request."""

import subprocess

import pytest

OUTPUT = "tests/outputs/softmax/rows.txt"


def git(project, *arguments):
    names = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *names, *arguments], cwd=project.root, check=True, capture_output=True)


@pytest.fixture
def changed(project):
    """A project under git in which a branch changed pages and an output, merged as GitHub merges a pull request."""
    git(project, "init", "--quiet", "--initial-branch=main")
    git(project, "add", ".")
    git(project, "commit", "--quiet", "--message=before")
    git(project, "checkout", "--quiet", "-b", "branch")
    project.replace("docs/concepts/softmax.md", "Scores are not weights.", "Scores are no weights.")
    project.write("docs/reference/new page.md", "# New\n")
    project.write("docs/<b>`|x`.md", "# Strange\n")
    project.replace(OUTPUT, "sum 1.000", "total 1.000\n````\n<script>")
    (project.root / "tests/outputs/shift/largest.txt").unlink()
    git(project, "add", ".")
    git(project, "commit", "--quiet", "--message=change")
    git(project, "checkout", "--quiet", "main")
    project.write("docs/index.md", "# Map, changed on main meanwhile\n")
    git(project, "commit", "--quiet", "--all", "--message=meanwhile")
    git(project, "merge", "--quiet", "--no-ff", "--message=merge", "branch")
    return project


def summary(project, base="HEAD^1"):
    return project.python("-m", "snippets._book.summary", base)


def test_pages_and_outputs_of_the_branch_alone(changed):
    done = summary(changed)
    assert (done.returncode, done.stderr) == (0, "")
    pages, outputs = done.stdout.split("## What examples leave\n")
    rows = [line for line in pages.splitlines() if line.startswith("| <code>")]
    assert rows == [
        "| <code>docs/&#60;b&#62;&#96;&#124;x&#96;.md</code> | new |",
        "| <code>docs/concepts/softmax.md</code> | changed |",
        "| <code>docs/reference/new&#32;page.md</code> | new |",
    ]
    assert "- <code>tests/outputs/shift/largest.txt</code>: removed\n" in outputs
    assert "- <code>tests/outputs/softmax/rows.txt</code>: changed\n" in outputs
    assert "\n-sum 1.000\n+total 1.000\n" in outputs


def test_no_output_ends_the_listing(changed):
    lines = summary(changed).stdout.splitlines()
    start = lines.index("`````diff")
    end = lines.index("`````")
    assert start < lines.index("+<script>") < end == len(lines) - 1


def test_long_diff_is_cut(changed):
    changed.write(OUTPUT, "x" * 70 + "\n" + f"{'y' * 70}\n" * 1000)
    git(changed, "commit", "--quiet", "--all", "--message=long")
    printed = summary(changed).stdout
    assert 60_000 < len(printed) < 62_000
    assert "more characters\n`````\n" in printed


def test_nothing_changed(changed):
    expected = "## Pages\n\nNo page changes.\n\n## What examples leave\n\nNo reviewed output changes.\n"
    assert summary(changed, "HEAD").stdout == expected


def test_unknown_commit(changed):
    done = summary(changed, "no-such-commit")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("BASE: expected a commit, received 'no-such-commit': fatal: ")
