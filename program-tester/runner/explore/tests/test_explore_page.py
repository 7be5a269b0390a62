# SPDX-License-Identifier: MIT
"""The page in Chromium, as somebody uses it: lines and their counterparts, steps, texels, differences; at any
width, light and dark, from the keyboard and by a screen reader. And how large it is, and how long it takes."""

import html
import os
import subprocess
import time
from pathlib import Path

import pytest
from browser import find_program
from kernels import BANKS, BLUR, BUILD, ROOT, SAMPLE, TOUCHES

pytestmark = pytest.mark.skipif(not find_program(), reason="chromium is not installed")

RULES = (ROOT / "program-tester/runner/report/tests/rules.js").read_text(encoding="utf-8").replace("'use strict';", "")
LONG = os.environ.get("ROOTLE_TEST_REPORTS") == "all"  # in the long check
TEXTS = {
    "blur": BLUR,
    "banks": BANKS.replace("STRIDE", "32"),
    "touches": TOUCHES,
    "sample": SAMPLE.replace("MODE", "repeat").replace("FILTER", "linear").replace(
        "COORDINATES", "0.15625 0.53125  1.34375 0.40625  -0.21875 0.5  2.28125 1.0"),
}  # fmt: skip
FILES = (
    "image/read-write.cl", "image/arrays-and-volumes.cl", "image/read-srgb.cl", "image/write-saturate.cl", "sampler/border-colour.cl",
    "sampler/three-sources.cl", "image/atomics.cl", "image/buffer-read.cl",
)  # fmt: skip
WIDTHS = (375, 400, 1000, 1280, 1920, 2560) if LONG else (375, 1280, 1920)
KERNELS = (*TEXTS, *FILES) if LONG else tuple(TEXTS)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Makes the page of a kernel, once."""
    if not (BUILD / "driver" / "rootle.icd").exists():
        pytest.skip("the driver is not built")
    folder = tmp_path_factory.mktemp("pages")
    made: dict[str, Path] = {}

    def make(name: str) -> Path:
        if name not in made:
            file = ROOT / "program-tester" / "tests" / name
            if name in TEXTS:
                file = folder / f"{name}.cl"
                file.write_text(TEXTS[name], encoding="utf-8")
            made[name] = folder / (name.replace("/", "-") + ".html")
            subprocess.run([ROOT / "ci" / "explore", file, "-o", made[name]], check=True, capture_output=True)
        return made[name]

    return make


@pytest.fixture
def open_page(browser, pages):
    def open_it(name: str, width: int = 1400) -> None:
        browser.problems.clear()
        browser.resize(width)
        browser.open(pages(name).as_uri())
        assert not browser.problems
        browser.evaluate(f"globalThis.rule = (() => {{ {RULES} return (name) => eval(name)(); }})(); 0")

    return open_it


def texts(browser, selector: str) -> list[str]:
    found = browser.evaluate(f"[...document.querySelectorAll({selector!r})].map((one) => one.textContent)")
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("name", KERNELS)
def test_everything_is_there(browser, open_page, name):
    open_page(name)
    for pane in ("source", "asm", "ir", "mir"):
        assert texts(browser, f"#pane-{pane} [role=option]"), pane
    assert texts(browser, "#step-registers tr") and texts(browser, ".packet summary")
    assert not browser.evaluate("document.querySelector('main > section[hidden]:not(#images):not(#buffers)')")
    # Every step can be shown.
    browser.evaluate(
        "for (const wave of [...waves.values()].slice(0, 1)) { chooseItem(wave.group, wave.wave * launch.wave);"
        " for (let step = 0; step < wave.steps.length; step++) goTo(step); } 0"
    )
    assert not browser.problems


def test_counterparts(browser, open_page):
    """Pointing at the line of the read marks the fetch, and what became of it in between, and brings it into view."""
    open_page("blur")
    line = BLUR.splitlines().index("    return read_imagef(image, texels, (float2)(x + 0.25f, y + 0.5f));") + 1
    browser.evaluate(
        f"document.querySelector('#pane-source [data-lines=\"{line}\"]').dispatchEvent(new PointerEvent('pointerover', {{bubbles: true}}))"
    )
    assert any("SAMPLE_LZ" in text for text in texts(browser, "#pane-asm .hot"))
    assert any("tex SAMPLE_LZ" in text for text in texts(browser, "#pane-mir .hot"))
    assert texts(browser, "#pane-ir .hot")
    assert not any("STORE_TYPED" in text for text in texts(browser, "#pane-asm .hot"))
    for pane in ("asm", "ir", "mir"):
        inside = browser.evaluate(
            f"(() => {{ const list = document.getElementById('pane-{pane}').getBoundingClientRect();"
            " return [...document.querySelectorAll('#pane-" + pane + " .hot')].some((one) => {"
            " const box = one.getBoundingClientRect(); return box.bottom > list.top && box.top < list.bottom; }); })()"
        )
        assert inside, pane


def test_buffers(browser, open_page):
    """Elements before and behind the launch, what was touched, and a way to who stored it."""
    open_page("touches")
    heads = texts(browser, "#buffers h3")
    assert [head.split()[-1] for head in heads] == ["out", "in", "bytes", "count", "large"]
    about = texts(browser, "#buffers .buffer p")
    assert "0 were read and 64 written" in about[0] and "64 were read and 0 written" in about[1]
    cells = texts(browser, "#buffers .buffer:nth-of-type(1) td")
    assert len(cells) == 64 and cells[3].endswith(" → 109") and "→" not in cells[1]
    titles = browser.evaluate("[...document.querySelectorAll('#buffers .buffer:nth-of-type(2) td')].map((one) => one.title)")
    assert titles[:3] == ["byte 0, read", "byte 4, not touched", "byte 8, read"]
    # The fourth element of out is the second that is written: by work-item 1.
    browser.evaluate("document.querySelectorAll('#buffers .buffer:nth-of-type(1) td')[3].click(); 0")
    assert "written by work-item 1 of group 0" in texts(browser, "#buffers output")[0]
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "Enter"):
        browser.evaluate(
            "document.querySelector('#buffers .elements').dispatchEvent("
            f"new KeyboardEvent('keydown', {{key: {key!r}, bubbles: true, cancelable: true}})); 0"
        )
    # From element 3 on to 4, 12 and 11, which nobody wrote.
    assert texts(browser, "#buffers output")[0].endswith(": byte 44, not touched")
    browser.evaluate(
        "(() => { const select = document.querySelector('#buffers .buffer:nth-of-type(2) select'); select.value = 'hex';"
        " select.dispatchEvent(new Event('change')); })(); 0"
    )
    assert texts(browser, "#buffers .buffer:nth-of-type(2) td")[0] == "0x3fc00000"
    # The first 256 elements of 8,192, then others.
    assert len(texts(browser, "#buffers .buffer:nth-of-type(5) td")) == 256
    assert not browser.problems


def test_heat(browser, open_page):
    """The read ran 1,280 times with three of four lanes; the store 256 times with all."""
    open_page("blur")
    (read,) = [text for text in texts(browser, "#pane-asm [role=option]") if "SAMPLE_LZ" in text]
    (stored,) = [text for text in texts(browser, "#pane-asm [role=option]") if "STORE_TYPED" in text]
    assert read.startswith("1,28075 %") and stored.startswith("256100 %")
    work = texts(browser, "#work tbody tr")
    assert any("read_imagef" in row and "1,280" in row and "75 %" in row for row in work)
    assert any(call.startswith("at: ") for call in texts(browser, ".flame .call"))


@pytest.mark.parametrize("width", WIDTHS)
def test_slots(browser, open_page, width):
    """All five of a group are in view, and no line sticks out of its pane."""
    open_page("blur", width)
    groups = browser.evaluate("[...document.querySelectorAll('#pane-asm .slots')].map((one) => one.children.length)")
    assert groups and set(groups) == {5}
    assert any(text.startswith("t: ") for text in texts(browser, "#pane-asm .slot"))
    hidden = browser.evaluate(
        "[...document.querySelectorAll('.list .text, .list .slot:not(.empty)')].filter((one) => {"
        " const [own, list] = [one, one.closest('.list')].map((box) => box.getBoundingClientRect());"
        " return own.width < 40 || own.right > list.left + list.width || one.scrollWidth > one.clientWidth; }).map((one) => one.textContent)"
    )
    assert not hidden
    assert not browser.evaluate("panes.filter(({list}) => list.scrollWidth > list.clientWidth).map(({name}) => name)")


def test_colours(browser, open_page):
    """The source has those of its words; counts have none that tell of errors."""
    open_page("blur")
    assert {"kernel", "if", "return"} <= set(texts(browser, "#pane-source .of-keyword"))
    assert {"float4", "image2d_t", "sampler_t"} <= set(texts(browser, "#pane-source .of-type"))
    colours = browser.evaluate("['.text', '.of-keyword', '.of-type', '.of-number'].map((one) => getComputedStyle("
                               "document.querySelector(`#pane-source ${one}`)).color)")  # fmt: skip
    assert len(set(colours)) == 4
    assert [line for line in browser.evaluate("page.source") if line] == [line for line in BLUR.split("\n") if line]
    counts = "[...document.querySelectorAll('.runs, .use, .call')].map((one) => JSON.stringify([getComputedStyle(one).background]))"
    before = browser.evaluate(counts)
    browser.evaluate("for (const name of ['--bad', '--bad-text', '--wrong']) document.documentElement.style.setProperty(name, 'lime'); 0")
    assert before and browser.evaluate(counts) == before


def test_without_scripts(browser, open_page, pages):
    """The page says so, and says what shows the same."""
    with browser.without_scripts():
        browser.open(pages("blur").as_uri())
        said = browser.evaluate("document.body.innerText")
    assert "blur.cl::" in said and "scripts are off" in said and "ROOTLE_DEBUG" in said
    open_page("blur")
    assert "scripts are off" not in browser.evaluate("document.body.innerText")


def test_arrow_keys(browser, open_page):
    open_page("blur")
    browser.evaluate("document.getElementById('pane-source').focus(); 0")
    key = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: %r, bubbles: true, cancelable: true}))"
    browser.evaluate(key % "Home")
    for _ in range(3):
        browser.evaluate(key % "ArrowDown")
    assert texts(browser, "#pane-source [aria-selected=true]")[0].endswith("kernel_name: blur")
    active = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).textContent"
    assert browser.evaluate(active).endswith("kernel_name: blur")
    browser.evaluate(key % "End")
    assert texts(browser, "#pane-source [aria-selected=true]")[0].endswith("}")


def test_steps(browser, open_page):
    """Forward to the sample, whose way is drawn; what it fetched is in the registers, and gone a step before."""
    open_page("sample")
    at = browser.evaluate("currentWave().steps.findIndex(({fetch}) => fetch?.axes)")
    assert at > 0
    for _ in range(at):
        browser.evaluate("[...document.querySelectorAll('button')].find((one) => one.textContent === 'Forward').click()")
    said = " ".join(texts(browser, "#step-memory"))
    # 0.15625 of 4 texels is 0.625: texels 0 and 1, with 7/8 and 1/8.
    assert "0.15625 × 4 = 0.625, repeat → texel 0 (weight 0.875) and texel 1 (weight 0.125)" in said
    assert browser.evaluate("document.querySelectorAll('.texels .read').length") == 4
    assert "'image' (texture 2)" in said
    written = texts(browser, "#step-registers .written")
    assert len(written) == 4
    browser.evaluate("[...document.querySelectorAll('button')].find((one) => one.textContent === 'Back').click()")
    assert "SAMPLE" not in texts(browser, "#step-text")[0]
    browser.evaluate("goTo(1e9)")
    assert browser.evaluate("life.step") == browser.evaluate("currentWave().steps.length - 1")


def test_registers_have_names(browser, open_page):
    """Where the fetch is, x and y are in registers, with the numbers of the work-item; where the kernel begins they are not."""
    open_page("blur")
    at = browser.evaluate("currentWave().steps.findIndex(({fetch}) => fetch?.axes)")
    browser.evaluate(f"chooseItem(0, 35); goTo({at})")
    named = {text.split()[0]: text.split()[1].rstrip(",") for text in texts(browser, "#step-registers td:has(.variable)")}
    assert named["x"] == "3" and named["y"] == "2"  # of groups of 16 x 16
    browser.evaluate("goTo(0)")
    assert not texts(browser, "#step-registers .variable")


def test_formats_of_numbers(browser, open_page):
    open_page("sample")
    shown = browser.evaluate("[SHOWN.float(0x3f800000), SHOWN.integer(0xffffffff), SHOWN.hex(255), SHOWN.auto(0x40490fdb), SHOWN.auto(7)]")
    assert shown == ["1", "-1", "0x000000ff", "3.141593", "7"]


def test_divergence(browser, open_page):
    """Lanes 0 to 9 take one side of the branch, the others the other one."""
    open_page("banks")
    masks = browser.evaluate("currentWave().steps.filter(({store}) => store).map(({mask}) => mask.toString(16))")
    assert "3ff" in masks and "fffffffffffffc00" in masks
    assert any("bank conflicts" in text for text in texts(browser, "#work th"))


def test_pixel_leads_to_its_work_item(browser, open_page):
    open_page("blur")
    browser.evaluate(
        "{ const canvas = [...document.querySelectorAll('#images canvas')].find((one) => one.getAttribute('aria-label').includes('after'));"
        " const box = canvas.getBoundingClientRect(); const scale = box.width / 256;"
        " canvas.dispatchEvent(new MouseEvent('click', {clientX: box.left + 5.5 * scale, clientY: box.top + 7.5 * scale, bubbles: true})); }"
    )
    assert browser.evaluate("[life.key, life.lane]") == ["0:1", 7 * 16 + 5 - 64]
    assert "texel (5, 7, " in texts(browser, "#step-memory")[0]


def test_texels_have_values(browser, open_page):
    """Texel (2, 1) of the image has red 6."""
    open_page("sample")
    browser.evaluate("document.querySelector('#images canvas').focus(); 0")
    key = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: %r, bubbles: true, cancelable: true}))"
    for name in ("ArrowRight", "ArrowRight", "ArrowDown"):
        browser.evaluate(key % name)
    assert texts(browser, ".texel-value")[0] == "(2, 1): 6, 0, 0, 1"


def test_differences(browser, open_page):
    open_page("blur")
    than = "{ const select = document.querySelectorAll('#pane-%s')[0].previousSibling.querySelectorAll('select')[1];"
    than += " select.value = %r; select.dispatchEvent(new Event('change')); }"
    browser.evaluate(than % ("asm", "1"))
    assert texts(browser, "#pane-asm .added") and texts(browser, "#pane-asm .gone")
    same = browser.evaluate("(() => { const a = ['x', 'y', 'z']; return difference(a, a).map(([sign]) => sign).join(''); })()")
    assert same == "   "
    changed = browser.evaluate("difference(['a', 'b', 'c', 'd'], ['a', 'c', 'x', 'd']).map(([sign, i]) => sign + i).join(' ')")
    assert changed == " 0 −1  1 +2  3"
    browser.evaluate(than % ("asm", ""))
    assert not texts(browser, "#pane-asm .added")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["sample", "banks"])
def test_layout(browser, open_page, name, width):
    open_page(name, width)
    browser.evaluate("goTo(currentWave().steps.findIndex(({fetch}) => fetch)); 0")
    for rule in ("overflowing", "overlapping", "small"):
        assert not browser.evaluate(f"rule({rule!r})"), rule


@pytest.mark.parametrize("width", WIDTHS if LONG else (1280,))
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read(browser, open_page, scheme, width):
    browser.prefer(scheme)
    open_page("sample", width)
    browser.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; }); selectLine(19, null);")
    ratios = browser.evaluate("rule('contrasts')")
    faint = browser.evaluate("rule('faint')")
    browser.prefer("light")
    assert len(ratios) > 50
    assert not {text: ratio for text, ratio in ratios.items() if ratio < 4.5} and not faint


@pytest.mark.parametrize("width", WIDTHS if LONG else (375, 1280))
def test_keyboard(browser, open_page, width):
    """Tab goes through the page in its order, and one sees where it is."""
    open_page("sample", width)
    steps = 0
    for steps in range(120):
        browser.press("Tab")
        at = browser.evaluate("rule('focused')")
        if at["isBody"]:
            break
        assert at["hasOutline"] and not at["isCovered"] and at["comesNext"], at
    assert 15 < steps < 119


@pytest.mark.parametrize("name", ["sample", "banks"])
def test_everything_that_can_be_used_has_a_name(browser, open_page, name):
    open_page(name)
    browser.call("Accessibility.enable")
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    browser.call("Accessibility.disable")
    used = [node for node in nodes if not node["ignored"] and any(
        p["name"] == "focusable" and p["value"].get("value") for p in node.get("properties", []))]  # fmt: skip
    assert len(used) > 15
    assert not [node["role"] for node in used if not node.get("name", {}).get("value")]


def test_nothing_is_loaded(pages):
    text = pages("sample").read_text(encoding="utf-8")
    assert "default-src 'none'" in html.unescape(text)
    assert "src=" not in text.partition("<body>")[0] and "<link" not in text


# Limits of the page of 64 groups over an image of 256 x 256, on a machine with nothing else to do.
MOST_BYTES = 5_000_000
MOST_SECONDS_TO_MAKE = 2.0
MOST_SECONDS_TO_OPEN = 1.0


def test_bars(browser, tmp_path):
    """Time is the processor's where the machine may be busy: making starts processes, which are waited for."""
    file, to = tmp_path / "blur.cl", tmp_path / "blur.html"
    file.write_text(BLUR, encoding="utf-8")
    before = os.times()
    subprocess.run([ROOT / "ci" / "explore", file, "-o", to], check=True, capture_output=True)
    after = os.times()
    made = after.children_user + after.children_system - before.children_user - before.children_system
    assert made < MOST_SECONDS_TO_MAKE
    assert to.stat().st_size < MOST_BYTES
    taken = []
    for _ in range(3):
        began = time.monotonic()
        browser.open(to.as_uri())
        browser.evaluate("document.getElementById('step-text').textContent")
        taken.append(time.monotonic() - began)
    print(f"made in {made:.2f} s of the processor, {to.stat().st_size:,} bytes, opened in {min(taken):.2f} s")
    # On the clock: a machine that does twelve things at a time may take as long as that.
    busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    assert min(taken) < MOST_SECONDS_TO_OPEN * busy
