# SPDX-License-Identifier: MIT
"""The site in a real browser: filters, the map, and pictures under the mouse."""

import pytest
from browser import find_program
from samples import BROKEN, SOURCE, generated, rich_failure

from runner.report.site import page_name
from runner.sources import Sources

pytestmark = pytest.mark.skipif(not find_program(), reason="chromium is not installed")

ROWS = "[...document.querySelectorAll('#table .row')]"
COUNT = "document.getElementById('count').textContent"


def shown(browser) -> list[str]:
    return browser.evaluate(f"{ROWS}.map((row) => row.querySelector('.name').textContent)")


def search(browser, words: str) -> None:
    browser.evaluate("document.getElementById('search').select()")
    browser.type(words)


def test_search_and_filters(browser, open_site):
    open_site([rich_failure("none"), *generated()])
    assert browser.evaluate(COUNT) == "49 of 49 tests"
    search(browser, "repeat rgba-float 3D")
    assert shown(browser) == [
        f"read/3d/repeat-{kind}.cl::RGBA-FLOAT/0" for kind in ("linear", "nearest")
    ]
    search(browser, "/[23]d\\/clamp-l.*rgb/")
    assert browser.evaluate(COUNT) == "4 of 49 tests"
    search(browser, "/[23]d(/")
    assert browser.evaluate(COUNT) == "4 of 49 tests", "what was shown before stays"
    said = browser.evaluate("document.getElementById('problem').textContent")
    assert said == "This is no regular expression: Unterminated group."
    assert browser.evaluate("document.getElementById('search').getAttribute('aria-invalid')") == "true"
    search(browser, "values differ")  # in a message
    assert shown(browser) == ["hand/copy.cl::second"]
    search(browser, " ")
    assert not browser.evaluate("document.getElementById('problem').textContent")
    browser.click("[data-status]:first-child")  # fail: the worst comes first
    assert browser.evaluate(COUNT) == "5 of 49 tests"
    address = browser.evaluate("location.href")
    browser.open(address)
    assert browser.evaluate(COUNT) == "5 of 49 tests", "the address keeps the view"


LONG_NAMES = [f"read/{kind}_array/read_imageui-float4/mirrored_repeat-nearest-unnormalized.cl::RGBA-UNSIGNED_INT{bits}/outside/power"
              for kind in ("1d", "2d") for bits in (8, 16, 32)]  # fmt: skip


@pytest.mark.parametrize("width, cut", [(375, True), (1280, False), (1920, False)])
def test_names_are_not_cut(browser, open_site, width, cut):
    """Names as long as those of generated tests; on a telephone their folders are, and nothing else."""
    open_site([{"test": name, "status": "pass"} for name in LONG_NAMES], width=width)
    spans = "[...document.querySelectorAll('#table .test-name .%s')].map((one) => one.scrollWidth > one.clientWidth)"
    assert browser.evaluate(spans % "file") == [cut] * len(LONG_NAMES)
    assert browser.evaluate(spans % "own") == [False] * len(LONG_NAMES)
    ends = browser.evaluate("[...document.querySelectorAll('#table .file')].map((one) => one.getBoundingClientRect().right -"
                            " one.querySelector('bdi').getBoundingClientRect().right)")  # fmt: skip
    assert not cut or all(abs(end) < 1 for end in ends), "the end is seen"


def test_order(browser, open_site):
    open_site([rich_failure("none"), *generated(3)])
    assert shown(browser)[0] == "hand/copy.cl::second"
    assert "read/" in shown(browser)[1] and BROKEN in shown(browser)[1], "failures come first"
    browser.click("[data-sort=seconds]")
    assert shown(browser)[0] == "hand/copy.cl::second"
    browser.click("[data-sort=seconds]")
    assert shown(browser)[0].endswith("/0")
    browser.click("[data-sort=names]")
    assert shown(browser)[1] == "read/2d/clamp-linear.cl::R-FLOAT/0"


def test_row_leads_to_the_failure(browser, open_site):
    open_site([rich_failure("none"), *generated()])
    browser.click("#table a[href*=copy]")
    browser.wait_for("document.title === 'fail: hand/copy.cl::second'")


def test_no_line_begins_within_an_option(browser, open_site):
    command = "build/bin/program-tester program-tester/tests/image/copy.cl --test second"
    open_site([{**rich_failure("none"), "reproduce": command}, *generated()])
    browser.click("#table a[href*=copy]")
    browser.wait_for("document.querySelector('.command .option')")
    assert browser.evaluate("document.querySelector('.command').textContent") == command
    lines = "document.querySelector('.command .option').getClientRects().length"
    try:
        for width in range(320, 1000, 20):
            browser.resize(width)
            assert browser.evaluate(lines) == 1, width
    finally:
        browser.resize(1000)


def test_map(browser, open_site):
    open_site(generated(2))
    cells = browser.evaluate(
        "[...document.querySelectorAll('#map tbody tr')].map((row) =>"
        " [row.querySelector('th').textContent, [...row.querySelectorAll('.cell')].map("
        " (cell) => cell.textContent)])"
    )
    columns = browser.evaluate(
        "[...document.querySelectorAll('#map thead th')].map((head) => head.textContent)"
    )
    assert columns == ["linear", "nearest"], "the axes that tell failures apart, and no other"
    assert len(cells) == 6
    for name, counts in cells:
        assert counts == (["8", ""] if name == BROKEN else [""] * 2)
    browser.click(f"#map [title^='{BROKEN} × linear']")
    assert browser.evaluate(COUNT) == "8 of 96 tests"
    assert all(BROKEN in name and "-linear" in name for name in shown(browser))
    browser.click("#chips button")
    assert browser.evaluate(COUNT) == "96 of 96 tests"


@pytest.mark.parametrize("width", [375, 1280, 1920])
def test_map_is_wide(browser, open_site, width):
    """It comes before what went wrong, its cells fill the page, and names of columns lie as soon as there is room."""
    open_site(generated(2), width=width)
    map_box, problems = browser.evaluate("['map', 'problems'].map((id) => document.getElementById(id).getBoundingClientRect().toJSON())")
    assert map_box["bottom"] <= problems["top"]
    cells = browser.evaluate("[...document.querySelectorAll('#map .cell')].map((one) => one.getBoundingClientRect().width)")
    assert min(cells) > (34 if width == 375 else 120)
    assert browser.evaluate("document.getElementById('map').scrollWidth <= document.getElementById('map').clientWidth")
    assert browser.evaluate("getComputedStyle(document.querySelector('#map thead th span')).writingMode") == "horizontal-tb"


def test_names_of_many_columns_stand(browser, open_site):
    names = [f"all/{x}.cl::a-column-of-a-long-name-{y}" for x in range(30) for y in range(20)]
    open_site([{"test": name, "status": "pass"} for name in names], width=1280)
    assert browser.evaluate("getComputedStyle(document.querySelector('#map thead th span')).writingMode") == "vertical-rl"


def test_map_counts_as_people_do(browser, open_site):
    """Numbers in names are in order of size."""
    names = [f"sizes/{side}.cl::{kind}/{n}" for side in (2, 10, 1) for kind in "ab" for n in "xy"]
    open_site([{"test": name, "status": "pass"} for name in names])
    rows = "[...document.querySelectorAll('#map tbody th')].map((head) => head.textContent)"
    assert browser.evaluate(rows) == ["1", "2", "10"]


def test_bar_has_a_part_for_each_status(browser, open_site):
    open_site(generated(2))
    parts = "[...document.querySelectorAll('.bar rect')].map((part) => part.textContent)"
    assert browser.evaluate(parts) == ["88 pass", "8 fail"]
    widths = "[...document.querySelectorAll('.bar rect')].map((p) => p.getBoundingClientRect().width)"
    good, bad = browser.evaluate(widths)
    assert 8 < good / bad < 11


def pixel(browser, panel: int, x: int, y: int) -> list[int]:
    """The colour in the middle of a texel of the first picture."""
    return browser.evaluate(
        f"(() => {{ const c = document.querySelectorAll('.pictures canvas')[{panel}];"
        f" const t = c.width / 4; return [...c.getContext('2d').getImageData("
        f"({x} + .5) * t, ({y} + .5) * t, 1, 1).data].slice(0, 3); }})()"
    )


def test_pictures(browser, open_site):
    open_site([rich_failure("none")], page_name("hand/copy.cl::second"))
    titles = browser.evaluate(
        "[...document.querySelectorAll('.panel h3')].map((title) => title.textContent)"
    )
    assert titles == ["expected", "actual", "difference"] * 2 + ["given"]
    assert pixel(browser, 0, 1, 0) == [64, 80, 96]
    assert pixel(browser, 1, 1, 0) == [64, 7, 8]
    same, wrong, wrong_alpha = (pixel(browser, 2, *at) for at in ((0, 0), (1, 0), (3, 1)))
    assert same == pixel(browser, 2, 2, 1)
    assert same != wrong and same != wrong_alpha


def test_channels_alone(browser, open_site):
    open_site([rich_failure("none")], page_name("hand/copy.cl::second"))
    browser.click("[data-channel='3']")
    assert pixel(browser, 0, 3, 1) == [240] * 3
    assert pixel(browser, 1, 3, 1) == [9] * 3
    assert pixel(browser, 2, 1, 0) == pixel(browser, 2, 0, 0), "its alpha is right"
    browser.click("[data-channel='-1']")
    assert pixel(browser, 1, 1, 0) == [64, 7, 8]


def test_wrong_alpha_is_seen_at_once(browser, open_site):
    failure = rich_failure("none")
    failure["details"]["arguments"][0]["contents"]["wrong"] = "31"
    open_site([failure], page_name("hand/copy.cl::second"))
    pressed = "document.querySelector('[aria-pressed=true]').textContent"
    assert browser.evaluate(pressed) == "a"
    assert pixel(browser, 1, 3, 1) == [9] * 3


def tip(browser) -> str:
    return browser.evaluate("document.getElementById('tip').textContent")


def test_values_under_the_mouse(browser, open_site):
    open_site([rich_failure("none")], page_name("hand/copy.cl::second"))
    browser.point_at("canvas", 1.5 / 4, 0.5 / 2)
    assert tip(browser) == (
        "(1, 0)\nr: expected 64, got 64\ng: expected 80, got 7  ✗\n"
        "b: expected 96, got 8  ✗\na: expected 112, got 112\n"
        "one of (64 80 96 112)|(0 0 0 0)"
    )
    assert browser.evaluate("!document.getElementById('tip').hidden")
    browser.point_at("h1")
    assert browser.evaluate("document.getElementById('tip').hidden")
    browser.evaluate("document.querySelectorAll('canvas')[3].focus()")
    for _ in range(2):
        browser.press("ArrowRight")
    assert tip(browser) == "[1]\nexpected 0.5..0.75, got nan  ✗"


def test_source_is_shown(browser, open_site, tmp_path):
    file = tmp_path / "copy.cl"
    file.write_text(SOURCE, encoding="utf-8")
    kept = Sources(tmp_path / "r0").keep(str(file))
    failure = {**rich_failure("copy.cl:10"), "kept_source": kept}
    open_site([failure], page_name("hand/copy.cl::second"))
    assert "kernel void copy" in browser.evaluate("document.querySelector('.source').innerText")


def go(browser, step: str) -> None:
    """back or forward."""
    address = browser.evaluate("location.href")
    browser.evaluate(f"history.{step}()")
    browser.wait_for(f"location.href !== {address!r}")
    browser.evaluate("new Promise((done) => setTimeout(done, 20))")


def test_the_way_back_leads_to_the_view_before(browser, open_site):
    open_site([rich_failure("none"), *generated()])
    search(browser, "repeat")
    for letter in " 3d":
        browser.type(letter)
    assert browser.evaluate(COUNT) == "12 of 49 tests"
    browser.click("[data-status]:first-child")
    assert browser.evaluate(COUNT) == "1 of 49 tests"
    browser.click("[data-sort=seconds]")
    go(browser, "back")
    go(browser, "back")
    assert browser.evaluate(COUNT) == "12 of 49 tests"
    assert browser.evaluate("document.getElementById('search').value") == "repeat 3d"
    go(browser, "back")
    assert browser.evaluate(COUNT) == "49 of 49 tests", "typing is one step"
    go(browser, "forward")
    assert browser.evaluate(COUNT) == "12 of 49 tests"


def test_links_can_be_shared(browser, open_site):
    """To a filter, a cell of the map, a map, a group, and a test."""
    open_site([rich_failure("none"), *generated(2)])
    index = browser.evaluate("location.href")
    browser.open(f"{index}#q=/clamp.*rgba/&status=pass&sort=-names")
    assert browser.evaluate(COUNT) == "16 of 97 tests"
    assert shown(browser)[0] == "read/3d/clamp-nearest.cl::RGBA-UNORM_INT8/1"
    browser.open(index)
    browser.evaluate("new Promise((done) => setTimeout(done, 20))")
    browser.click(f"#map [title^='{BROKEN} × linear']")
    browser.open(browser.evaluate("location.href"))
    assert browser.evaluate(COUNT) == "8 of 97 tests"
    browser.wait_for("document.querySelector('#map-controls select')")
    browser.evaluate(
        "{ const select = document.querySelectorAll('#map-controls select')[2]; select.value = '1';"
        " select.dispatchEvent(new Event('change')); }"
    )
    browser.open(browser.evaluate("location.href"))
    browser.wait_for("document.querySelector('#map thead th')")
    columns = "[...document.querySelectorAll('#map thead th')].map((head) => head.textContent)"
    assert browser.evaluate(columns) == ["2d", "3d"]
    browser.open(f"{index}#group=1")
    assert browser.evaluate(COUNT) == "1 of 97 tests", "the larger group is the first"
    browser.open(f"{index}#test=read/2d/clamp-linear.cl::R-FLOAT/0")
    assert browser.evaluate("document.getElementById('detail').open")
    words = browser.evaluate("document.getElementById('detail').textContent")
    assert "R-FLOAT/0" in words and "pass" in words


BAD_ADDRESSES = ("q=/(/", "status=none,%00", "part=x", "part=99:a", "part=1.9:a", "group=99", "group=-7",
                 "sort=__proto__", "test=nobody", "map=9/9/9/9", "map=!0/1/2/read", "%", "map=differing/1/2/read")  # fmt: skip


@pytest.mark.parametrize("address", BAD_ADDRESSES)
def test_addresses_that_make_no_sense(browser, open_site, address):
    open_site(generated())
    browser.open(f"{browser.evaluate('location.href')}#{address}")
    browser.wait_for("document.querySelector('#map thead th')")
    assert not browser.problems


def test_rows_open_a_test(browser, open_site):
    open_site(generated())
    search(browser, "rgba")
    browser.click("#table a")
    assert browser.evaluate("document.getElementById('detail').open")
    assert "test=" in browser.evaluate("location.hash")
    go(browser, "back")
    assert not browser.evaluate("document.getElementById('detail').open")
    assert browser.evaluate(COUNT) == "16 of 48 tests"


def test_map_by_keyboard(browser, open_site):
    """One cell is a stop of Tab; arrows lead to the others."""
    open_site(generated(2))
    stops = "[...document.querySelectorAll('#map button')].filter((cell) => cell.tabIndex === 0).length"
    assert browser.evaluate(stops) == 1
    browser.evaluate("document.querySelector('#map button').focus()")
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown"):
        browser.press(key)
    assert browser.evaluate("document.activeElement.title").startswith("RG-FLOAT × nearest: 0 of 8")
    assert browser.evaluate(stops) == 1
    browser.press("Enter")
    assert browser.evaluate(COUNT) == "8 of 96 tests"


def test_focus_outlives_scrolling(browser, open_site):
    """A row that has the focus stays, however far the page is scrolled."""
    open_site(generated(40))
    browser.evaluate("document.querySelector('#table a').focus({preventScroll: true})")
    name = browser.evaluate("document.activeElement.title")
    browser.evaluate("scrollTo(0, 30000)")
    browser.wait_for("Number(document.querySelector('#table .row:last-child').getAttribute('aria-posinset')) > 500")
    assert browser.evaluate("document.activeElement.title") == name
    places = browser.evaluate(f"{ROWS}.map((row) => Number(row.getAttribute('aria-posinset')))")
    assert places == sorted(places) and len(places) < 100


def test_map_is_of_generated_families_only(browser, open_site):
    hand = {f"image/read-{name}.cl::{test}": "pass" for name in "abcdef" for test in (name, f"{name}2")}
    open_site(hand)
    assert browser.evaluate("document.getElementById('map-section').hidden")


def test_map_opens_on_the_family_that_fails_by_its_axes(browser, open_site):
    """Not on the one in which most fails, if nothing tells the failures apart there."""
    many = [
        {"test": f"all/{x}/{y}.cl::{z}", "status": "fail"} for x in range(8) for y in range(8) for z in range(3)
    ]
    open_site([*many, *generated(3)])
    assert browser.evaluate("map.family") == "read"
    axes = browser.evaluate("[map.rows.id, map.columns.id]")
    assert axes == ["3", "2.1"], "format, and what kind of filter"
