# SPDX-License-Identifier: MIT
"""The files of the site, and how long they take. What scripts make of them is in test_browser."""

import html.parser
import os
import re
import time

import pytest
from samples import SOURCE, generated, rich_failure

from runner.commands import run_command
from runner.report.pictures import place
from runner.report.site import page_name
from runner.sources import Sources

MOST_SECONDS = 5.0  # of the processor, for 30,000 results


class Links(html.parser.HTMLParser):
    """Collects what a page refers to, and minds that elements are closed in order."""

    VOID = {"meta", "link", "input", "br"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.links += [value for name, value in attrs if name in ("href", "src")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture
def site(make_results, tmp_path):
    file = tmp_path / "copy.cl"
    file.write_text(SOURCE, encoding="utf-8")
    kept = Sources(tmp_path / "r").keep(str(file))
    file.unlink()
    failure = {**rich_failure("copy.cl:10"), "source": "copy.cl", "kept_source": kept}
    results = make_results("r", [failure, *generated()])
    folder = tmp_path / "site"
    assert run_command("report", [str(results), "-o", str(folder)]) == 0
    return folder


def test_links_stay_in_the_site(site):
    pages = [site / "index.html", *(site / "failures").iterdir()]
    assert len(pages) == 1 + 1 + 4
    for page in pages:
        for link in Links(page.read_text(encoding="utf-8")).links:
            assert (page.parent / link).exists(), f"{page.name}: {link}"
    for file in site.rglob("*"):
        if file.suffix in (".html", ".css") or file.name in ("table.js", "map.js", "picture.js"):
            assert "http" not in file.read_text(encoding="utf-8")


def test_failure_page(site):
    page = (site / page_name("hand/copy.cl::second")).read_text(encoding="utf-8")
    text = html.unescape(re.sub(r"<script type.*?</script>|<[^>]*>", "", page, flags=re.DOTALL))
    for words in (
        "argument 0: 3 of 32 values differ </script><b>",
        "program-tester copy.cl --test 'second'",
        "argument 0: 2d image 4 × 2, RGBA UNORM_INT8",
        "argument 1: buffer of 2 float",
        "3 of 32 values differ.",
        "said by a kernel",
        "warning: <unused>",
        "a fault",
    ):
        assert words in text
    rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td>", page)
    assert rows == [
        ("(1, 0).g", "(64 80 96 112)|(0 0 0 0)", "7", "-73"),
        ("(1, 0).b", "(64 80 96 112)|(0 0 0 0)", "8", "-88"),
        ("(3, 1).a", "1|240", "9", "-231"),
        ("[1]", "0.5..0.75", "nan", ""),
    ]


def test_source_has_what_concerns_the_test(site):
    page = (site / page_name("hand/copy.cl::second")).read_text(encoding="utf-8")
    lines = re.findall(r'data-line="(\d+)">(.*?)</span>', page)
    numbers = [int(number) for number, _ in lines]
    assert numbers == [1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15]
    assert dict(lines)["3"] == "name: &lt;copies&gt;"
    assert dict(lines)["11"] == "name: second"
    assert "<p>copy.cl</p>" in page


SECRET = "the secret that nobody is to see"


@pytest.mark.parametrize("way", ["path", "name", "root", "link", "linked folder", "fifo"])
def test_results_of_somebody_else_show_no_file_of_mine(way, make_results, tmp_path):
    """Whatever they name: only copies in the results folder itself are shown."""
    secret = tmp_path / "secret.cl"
    secret.write_text(SECRET, encoding="utf-8")
    failure = rich_failure(f"{secret}:1")
    failure["source"] = str(secret)
    failure["kept_source"] = name = f"{'0' * 32}.cl"
    run = {"cwd": str(tmp_path), "roots": {"": str(tmp_path)}}
    if way == "name":
        failure["kept_source"] = "../../secret.cl"
    if way == "root":
        failure["test"] = "secret.cl::one"
    folder = make_results("r", [failure], **run)
    if way == "linked folder":
        (tmp_path / name).write_text(SECRET, encoding="utf-8")
        (folder / "sources").symlink_to(tmp_path)
    else:
        (folder / "sources").mkdir()
    if way == "link":
        (folder / "sources" / name).symlink_to(secret)
    if way == "fifo":
        os.mkfifo(folder / "sources" / name)
    assert run_command("report", [str(folder), "-o", str(tmp_path / "site")]) == 0
    page = (tmp_path / "site" / page_name(failure["test"])).read_text(encoding="utf-8")
    assert "no copy of the test" in page
    for file in (tmp_path / "site").rglob("*"):
        assert file.is_dir() or SECRET not in file.read_text(encoding="utf-8")


def test_places():
    image = {"shape": [4, 3, 2], "image": {}, "channels": "bgra"}
    assert place(image, 4, 4 * (12 + 4 + 2) + 1) == "(2, 1, 1).g"
    assert place({"shape": [4, 1, 1], "image": {}, "channels": "r"}, 1, 3) == "(3)"
    assert place({"shape": [8, 1, 1]}, 16, 31) == "[1].f"
    assert place({"shape": [2, 2, 1]}, 1, 3) == "[3]"


def test_only_reports_are_replaced(site, make_results, tmp_path, capsys):
    results = make_results("other", {"x.cl::a": "fail"})
    assert run_command("report", [str(results), "-o", str(site)]) == 0
    assert list((site / "failures").iterdir()) == [site / page_name("x.cl::a")]
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "thesis.tex").write_text("words", encoding="utf-8")
    assert run_command("report", [str(results), "-o", str(precious)]) == 3
    assert "left alone" in capsys.readouterr().err
    assert [path.name for path in precious.iterdir()] == ["thesis.tex"]


def test_large_run(make_results, tmp_path):
    results = list(generated(625))
    assert len(results) == 30000
    folder = make_results("large", results)
    started = time.process_time()
    assert run_command("report", [str(folder), "-o", str(tmp_path / "site")]) == 0
    assert time.process_time() - started < MOST_SECONDS


def test_empty_run(make_results, tmp_path, capsys):
    """Nothing is no success."""
    empty, full = str(make_results("none", {})), str(make_results("some", {"a": "pass"}))
    for arguments in (["report", empty, "-o", str(tmp_path / "site")], ["show", empty],
                      ["compare", full, empty], ["merge", str(tmp_path / "out"), full, empty]):
        assert run_command(arguments[0], arguments[1:]) == 2
        assert "none: there are no results in it" in capsys.readouterr().err
    assert not (tmp_path / "out").exists() and not (tmp_path / "site").exists()
