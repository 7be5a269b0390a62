# SPDX-License-Identifier: MIT
"""The page in a browser: two clicks from a question to an answer, search, addresses, and rules of every page."""

from pathlib import Path

import pytest
from browser import find_program
from matrices import columns, described, run
from matrices import rule as fault_of

from runner.matrix import column, page

pytestmark = pytest.mark.skipif(not find_program(), reason="chromium is not installed")
RULES = (Path(__file__).resolve().parents[2] / "report" / "tests" / "rules.js").read_text(encoding="utf-8").replace("'use strict';", "")
WIDTHS = (375, 1280, 1920)
ROWS = "[...document.querySelectorAll('#matrix tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))"
ANSWER = "document.getElementById('answer').textContent"


@pytest.fixture
def open_page(browser, tmp_path):
    def open_it(place="", width=1280):
        page.write(tmp_path / "site", columns())
        browser.problems.clear()
        browser.resize(width)
        browser.open((tmp_path / "site" / "index.html").as_uri() + place)
        browser.evaluate(f"globalThis.rule = (() => {{ {RULES} return (name) => eval(name)(); }})(); 0")
        assert not browser.problems

    return open_it


def click(browser, text):
    """A link by its words; the table is made anew then."""
    browser.evaluate(
        f"[...document.querySelectorAll('#matrix a')].find((one) => one.textContent === {text!r}).click();"
        "new Promise((done) => setTimeout(done, 50))"
    )


def test_two_clicks_lead_to_an_answer(browser, open_page):
    open_page()
    assert ["filter (OpenCL)", "2 right", "1 of 2 wrong", "2 right, 1 mended"] in browser.evaluate(ROWS)
    click(browser, "filter (OpenCL)")
    assert browser.evaluate(ROWS) == [["CL_R CL_HALF_FLOAT", "right", "wrong: 2 of 2", "right, mended"], ["CL_RGBA CL_UNORM_INT8", "right", "right", "right"]]
    click(browser, "wrong: 2 of 2")
    told = browser.evaluate(ANSWER)
    assert "2d repeat linear normalized: wrong, 2 of 2 tests" in told and "wrong values: alpha is 0" in told and "read/2d/linear.cl::R-HALF_FLOAT/inside" in told
    assert browser.evaluate("location.hash") == "#/OpenCL/filter/R%20HALF_FLOAT/two%201.0"
    assert browser.evaluate("document.querySelector('#answer b')") is None


def test_two_clicks_lead_to_the_version_that_changed_an_answer(browser, open_page):
    open_page()
    click(browser, "filter (OpenCL)")
    click(browser, "right, mended")
    versions = browser.evaluate("[...document.querySelectorAll('#versions li')].map((one) => one.textContent)")
    assert versions == ["two 1.0: wrong", "two 2.0: right; mended: 2d repeat linear normalized"]
    assert browser.evaluate("[...document.querySelectorAll('#versions a')].map((one) => one.hash)")[0] == "#/OpenCL/filter/R%20HALF_FLOAT/two%201.0"


def test_what_broke_is_told_and_other_drivers_are_not(browser, tmp_path):
    wrong, right = (column.make(run(letters, "two", version), described(), []) for letters, version in (("ppppppffp", "10.0"), ("ppppppppp", "9.1")))
    page.write(tmp_path / "site", [wrong, *columns()[:1], right])
    browser.open((tmp_path / "site" / "index.html").as_uri() + "#/OpenCL/filter/R%20HALF_FLOAT/two%209.1")
    assert browser.evaluate(ROWS)[0] == ["CL_R CL_HALF_FLOAT", "right", "right", "wrong: 2 of 2, broke"]
    versions = browser.evaluate("[...document.querySelectorAll('#versions li')].map((one) => one.textContent)")
    assert versions == ["two 9.1: right", "two 10.0: wrong; broke: 2d repeat linear normalized"]
    browser.open((tmp_path / "site" / "index.html").as_uri() + "#/OpenCL/filter/R%20HALF_FLOAT/one%201.0")
    browser.evaluate("location.hash = '#/OpenCL/filter/R%20HALF_FLOAT/one%201.0'; new Promise((done) => setTimeout(done, 50))")
    assert browser.evaluate("document.getElementById('versions')") is None


def write_in(browser, field, text):
    browser.evaluate(f"document.getElementById({field!r}).value = {text!r}; document.getElementById({field!r}).dispatchEvent(new Event('input')); 0")


def test_modes_are_searched_by(browser, open_page):
    """As whoever asks whether linear filters of a format are right."""
    open_page()
    write_in(browser, "search", "linear")
    assert [row[0] for row in browser.evaluate(ROWS)] == ["filter (OpenCL)"]
    click(browser, "filter (OpenCL)")
    write_in(browser, "search", "linear cl_half_float")
    assert [row[0] for row in browser.evaluate(ROWS)] == ["CL_R CL_HALF_FLOAT"]


def test_formats_that_are_right_on_all_drivers_that_are_named(browser, open_page):
    open_page("#/OpenCL/filter")
    write_in(browser, "drivers", "two 1, one")
    browser.evaluate("document.getElementById('everywhere').click(); 0")
    assert not browser.problems, browser.problems
    assert browser.evaluate(ROWS) == [["CL_RGBA CL_UNORM_INT8", "right", "right"]]
    place = browser.evaluate("location.hash")
    assert place == "#/OpenCL/filter?drivers=two+1%2C+one&right=all"
    click(browser, "CL_RGBA CL_UNORM_INT8")
    assert browser.evaluate("location.hash").endswith("UNORM_INT8?drivers=two+1%2C+one&right=all")


def test_where_no_row_is_right_on_all_the_drivers_in_the_way_are_named(browser, open_page):
    open_page("#/OpenCL/filter?right=all")
    assert browser.evaluate("document.getElementById('count').textContent") == "1 of 2 rows"
    write_in(browser, "search", "half_float")
    told = browser.evaluate("document.getElementById('count').textContent")
    assert told == "0 of 2 rows; right by driver: two 1.0 1, one 1.0 2, two 2.0 2"


def test_an_address_has_what_was_searched(browser, open_page):
    open_page()
    write_in(browser, "search", "linear cl_half_float")
    click(browser, "filter (OpenCL)")
    assert browser.evaluate("location.hash") == "#/OpenCL/filter?search=linear+cl_half_float"
    open_page("#/OpenCL/filter?search=cl_half_float")
    assert [row[0] for row in browser.evaluate(ROWS)] == ["CL_R CL_HALF_FLOAT"]
    assert browser.evaluate("document.getElementById('search').value") == "cl_half_float"


def test_heads_tell_apis_apart_where_there_are_several(browser, tmp_path):
    made = [*columns(), {**columns()[0], "api": "Vulkan"}]
    page.write(tmp_path / "site", made)
    browser.open((tmp_path / "site" / "index.html").as_uri())
    heads = "[...document.querySelectorAll('#matrix thead th')].map((one) => one.textContent)"
    assert browser.evaluate(heads) == ["operation", "one 1.0, OpenCL", "two 1.0, OpenCL", "two 2.0, OpenCL", "one 1.0, Vulkan"]
    browser.open((tmp_path / "site" / "index.html").as_uri() + "#/OpenCL/filter")
    browser.evaluate("location.hash = '#/OpenCL/filter'; new Promise((done) => setTimeout(done, 50))")
    assert browser.evaluate(heads) == ["format", "one 1.0", "two 1.0", "two 2.0"]


def test_an_address_says_which_drivers_are_meant(browser, open_page):
    open_page("#/OpenCL/filter?drivers=two+2")
    assert browser.evaluate(ROWS) == [["CL_R CL_HALF_FLOAT", "right, mended"], ["CL_RGBA CL_UNORM_INT8", "right"]]
    assert browser.evaluate("document.getElementById('drivers').value") == "two 2"


def test_a_built_in_function_has_a_row(browser, open_page):
    open_page("#/OpenCL/built-in")
    assert browser.evaluate(ROWS) == [["clz", "right", "right", "right"]]
    open_page("#/OpenCL/built-in/clz/two%201.0")
    assert "clz, built-in, on two 1.0" in browser.evaluate(ANSWER) and "int: right" in browser.evaluate(ANSWER)


def test_an_answer_has_an_address(browser, open_page):
    open_page("#/OpenCL/read/R%20HALF_FLOAT/two%202.0")
    assert "CL_R CL_HALF_FLOAT, read, on two 2.0" in browser.evaluate(ANSWER) and "not offered" in browser.evaluate(ANSWER)


@pytest.mark.parametrize(("words", "count"), (("read_imagef cl_rgba", 2), ("CLK_FILTER_LINEAR", 1), ("clz", 1), ("built-in", 1)))
def test_search_knows_names_of_the_api(browser, open_page, words, count):
    open_page()
    browser.evaluate(f"$('search').value = {words!r}; $('search').dispatchEvent(new Event('input'))")
    assert len(browser.evaluate(ROWS)) == count


def test_a_wrong_answer_says_what_it_is_as_if(browser, tmp_path):
    fault = fault_of("read/2d/linear.cl::R-HALF_FLOAT/inside")
    fault.hypotheses.append("alpha of <b>R</b> missing (6.12.14)")
    made = column.make(run("ppppssfpp", "two"), described(), [fault])
    kept = column.read(column.write(tmp_path / "kept", made))
    page.write(tmp_path / "site", [kept])
    browser.open((tmp_path / "site" / "index.html").as_uri() + "#/OpenCL/filter/R%20HALF_FLOAT/two%201.0")
    browser.evaluate("location.hash = '#/OpenCL/filter/R%20HALF_FLOAT/two%201.0'; new Promise((done) => setTimeout(done, 50))")
    assert "as if: alpha of <b>R</b> missing (6.12.14)" in browser.evaluate(ANSWER)


def test_a_wrong_answer_leads_to_its_report(browser, tmp_path):
    made = columns()
    made[1]["rules"][0]["findings"] = [{"name": "a.cl", "report": "two-<b>a</b>", "state": "mended", "known": "two#7"}, {"name": "of no report"}]
    page.write(tmp_path / "site", made, "../reports/")
    browser.problems.clear()
    browser.open((tmp_path / "site" / "index.html").as_uri() + "#/OpenCL/filter/R%20HALF_FLOAT/two%201.0")
    told = browser.evaluate(ANSWER)
    assert "the report: two-<b>a</b>, mended since (two#7)" in told and "the finding: of no report" in told and not browser.problems
    assert browser.evaluate("document.querySelector('#answer dd a').getAttribute('href')") == "../reports/two-%3Cb%3Ea%3C%2Fb%3E.html"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("place", ("", "#/OpenCL/filter/R%20HALF_FLOAT/two%201.0"))
def test_rules_of_every_page_hold(browser, open_page, place, width):
    open_page(place, width)
    for rule in ("overflowing", "overlapping", "small", "faint"):
        assert not browser.evaluate(f"rule({rule!r})"), rule


@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_text_can_be_read(browser, open_page, scheme):
    browser.prefer(scheme)
    open_page("#/OpenCL/filter/R%20HALF_FLOAT/two%201.0")
    ratios = browser.evaluate("rule('contrasts')")
    browser.prefer("light")
    assert len(ratios) > 10 and not {text: ratio for text, ratio in ratios.items() if ratio < 4.5}
