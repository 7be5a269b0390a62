# SPDX-License-Identifier: MIT
"""The files of the site, and how long they take. What scripts make of them is in test_browser."""

import html.parser
import os
import re
import time

import pytest
from browser import find_program
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
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.attributes |= {name for name, _ in attrs}
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
            assert (page.parent / link.partition("#")[0]).exists(), f"{page.name}: {link}"
    for file in site.rglob("*"):
        if file.suffix in (".html", ".css") or file.name in ("view.js", "table.js", "axes.js", "map.js", "picture.js"):
            assert not re.search("https?:|//[a-z]+[.]", file.read_text(encoding="utf-8"))


def test_failure_page(site):
    page = (site / page_name("hand/copy.cl::second")).read_text(encoding="utf-8")
    text = html.unescape(re.sub(r"<script type.*?</script>|<[^>]*>", "", page, flags=re.DOTALL))
    for words in (
        "argument 0: 3 of 32 values differ </script><b>",
        "program-tester copy.cl --test 'second'",
        "out (argument 0): 2d image 4 × 2, RGBA UNORM_INT8",
        "Argument 1: buffer of 2 float",
        "Argument 2: 2d image 4 × 2, RGBA UNORM_INT8",
        "3 of 32 values differ.",
        "said by a kernel",
        "warning: <unused>",
        "a fault",
    ):
        assert words in text
    headings = re.findall(r"<h2>(.*?)</h2>", page)
    assert [title.partition(" ")[0] for title in map(html.unescape, headings)] == ["out", "Argument", "Images", "Run", "Build", "Output", "Driver's", "Source"]
    rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td><td[^>]*>(.*?)</td><td>(.*?)</td>", page)
    assert rows == [
        ("(1, 0).g", "(64 80 96 112)|(0 0 0 0)", "7", "-73"),
        ("(1, 0).b", "(64 80 96 112)|(0 0 0 0)", "8", "-88"),
        ("(3, 1).a", "1|240", "9", "-231"),
        ("[1]", "0.5..0.75", "nan", ""),
    ]


def test_source_does_not_turn_around(make_results, tmp_path):
    """What reads otherwise than it is compiled is spelled out."""
    file = tmp_path / "turned.cl"
    file.write_text("kernel void f() { /* \u202e } \u2066 */ }\n", encoding="utf-8")
    kept = Sources(tmp_path / "r").keep(str(file))
    folder = make_results("r", [{"test": "turned.cl", "status": "fail", "kept_source": kept, "source": "turned.cl"}])
    assert run_command("report", [str(folder), "-o", str(tmp_path / "site")]) == 0
    page = (tmp_path / "site" / page_name("turned.cl")).read_text(encoding="utf-8")
    assert "/* \\u202e } \\u2066 */" in page


def test_source_has_what_concerns_the_test(site):
    page = (site / page_name("hand/copy.cl::second")).read_text(encoding="utf-8")
    lines = re.findall(r'<span class="line" data-line="(\d+)">(.*)</span>', page)
    numbers = [int(number) for number, _ in lines]
    assert numbers == [1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15]
    assert dict(lines)["3"] == '<span class="of-type">name:</span> &lt;copies&gt;'
    assert dict(lines)["11"] == '<span class="of-type">name:</span> second'
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


HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">{{1234*5678}}"


def hostile() -> dict:
    """A failure whose every text is made to be taken for something else."""
    control = "".join(map(chr, range(32))) + "\x7f\x9b31m\u202e\u2028\u2066\ufeff"
    text = HOSTILE + control.replace("\n", "") + "x" * 100_000
    failure = rich_failure(text)
    failure["test"] = f"a/{HOSTILE}.cl::{HOSTILE}\u202egnp.exe"
    for key in ("message", "reproduce", "output", "kernel_log", "signal"):
        failure[key] = text
    for key in ("place", "source"):
        failure[key] = text.replace("\0", "")  # no path has it
    failure["attempts"] = ["fail", "crash"]
    details = failure["details"]
    details.update(build_log=text, driver_messages=[text], errors=[{"line": 1, "column": 2, "message": text}])
    details["arguments"].append(
        {"index": 7, "values": 1, "wrong": 1, "first": [{"at": text, "expected": text, "actual": text}]}
    )
    for argument in details["arguments"][:2]:
        argument["contents"]["scalar"] = text
    return failure


def hostile_site(make_results, tmp_path, count=1):
    run = {"driver": HOSTILE, "commit": HOSTILE, "host": HOSTILE, "arguments": [HOSTILE]}
    skip = {"test": f"b.cl::{HOSTILE}", "status": "skip", "message": HOSTILE}
    folders = [str(make_results(f"h{n}", [hostile(), skip], **run)) for n in range(count)]
    assert run_command("report", [*folders, "-o", str(tmp_path / "site")]) == 0
    return tmp_path / "site"


@pytest.mark.parametrize("count", [1, 2])
def test_hostile_results_stay_text(make_results, tmp_path, count):
    site = hostile_site(make_results, tmp_path, count)
    pages = [site / "index.html", *(site / "failures").iterdir()]
    assert len(pages) == 2
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert {*map(len, Links(text).links)} <= {*range(200)}
        assert "<img" not in text and "owned'</script>" not in text and "7006652" not in text
        scripts = re.findall(r"<script(?![^>]* src=)([^>]*)>", text)
        assert scripts in ([], [' type="application/json" id="pictures"'])
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
        assert re.search(r'Content-Security-Policy" content="default-src .none.; script-src .self. file:;', text)
        assert not [name for name in Links(text).attributes if name.startswith("on") or name == "style"]
    data = (site / "data.js").read_text(encoding="utf-8")
    assert len(data) < 20_000, "long messages are cut"


@pytest.mark.skipif(not find_program(), reason="chromium is not installed")
def test_hostile_results_do_nothing(make_results, tmp_path, browser):
    site = hostile_site(make_results, tmp_path)
    browser.problems.clear()
    for page in (site / "index.html", *(site / "failures").iterdir()):
        browser.open(page.as_uri())
        browser.evaluate("globalThis.change?.({test: names[0]}); new Promise((done) => setTimeout(done, 50))")
        assert browser.evaluate("document.title") != "owned"
        assert browser.evaluate("document.images.length") == 0
        assert not browser.problems
    browser.evaluate("document.body.append(Object.assign(document.createElement('script'), {text: 'document.title = 1'}))")
    assert browser.evaluate("document.title") != "1", "the policy holds"
    browser.problems.clear()


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
