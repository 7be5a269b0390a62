# SPDX-License-Identifier: MIT
"""--serve makes the page again when its file is saved, and answers this machine's own pages alone."""

import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import find_program
from kernels import BUILD, ROOT, SAMPLE

from runner.explore import command, serve
from runner.places import find_places

TEXT = SAMPLE.replace("MODE", "repeat").replace("FILTER", "linear").replace("COORDINATES", "repeat 0.3")


@pytest.fixture(name="address")
def fixture_address(tmp_path: Path) -> Iterator[str]:
    if not (BUILD / "driver" / "rootle.icd").exists():
        pytest.skip("the driver is not built")
    file = tmp_path / "live.cl"
    file.write_text(TEXT, encoding="utf-8")
    arguments = command._parser().parse_args([str(file)])

    def make(version: str) -> str:
        return command._make(arguments, find_places(ROOT), file, "", version)

    with serve.server(file, make, 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def get(address: str, host: str = "") -> str:
    request = urllib.request.Request(address, headers={"Host": host} if host else {})
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
        text: str = answer.read().decode("utf-8")
        return text


def test_changes(address, tmp_path):
    first, text = get(f"{address}/version"), get(f"{address}/")
    assert "out[i]" in text and f'"version":"{first}"' in text and get(f"{address}/version") == first
    (tmp_path / "live.cl").write_text(TEXT.replace("size_t i", "int number").replace("[i]", "[number]"), encoding="utf-8")
    assert get(f"{address}/version") != first
    assert "out[number]" in get(f"{address}/")
    (tmp_path / "live.cl").write_text("/*!\n[config]\n<wrong>\n!*/", encoding="utf-8")
    assert "<wrong>" not in get(f"{address}/") and "refresh" in get(f"{address}/")


@pytest.mark.parametrize("path, host, status", [("/", "evil.example:80", 403), ("/", "", 200), ("/etc/passwd", "", 404)])
def test_strangers(address, path, host, status):
    if status == 200:
        assert get(address + path)
        return
    with pytest.raises(urllib.error.HTTPError) as error:
        get(address + path, host)
    assert error.value.code == status


@pytest.mark.skipif(not find_program(), reason="chromium is not installed")
def test_browser_loads_it_again(browser, address, tmp_path):
    browser.problems.clear()
    browser.open(f"{address}/")
    assert browser.evaluate("page.kernel") == "sample" and not browser.problems
    (tmp_path / "live.cl").write_text(TEXT.replace("sample(", "changed(").replace("name: sample", "name: changed"), encoding="utf-8")
    browser.wait_for("document.getElementById('about')?.textContent.includes('Kernel changed ')")
