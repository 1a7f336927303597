"""The speed of an `explore` page of a million events in a browser: first picture and frames.

    python -m benchmarks.explore_page [EVENTS]

It requires playwright and chromium. A frame more than 50 ms after the last one is visible as a
jerk.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import games
from benchmarks.command_line import start
from engine.explore import Scene, from_searches, page_of
from games.errors import EngineError
from searchers import Limits

FRAMES = """
async (work) => {
  const step = new Function("frame", work);
  const gaps = [];
  let last = performance.now();
  for (let frame = 0; frame < 120; frame++) {
    step(frame);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    gaps.push(now - last);
    last = now;
  }
  return gaps.slice(5);
}
"""
PLAY = "if (!frame) { starling.go(0); starling.speed(100000); starling.play(); }"
WORK = {
    "steps of one event": "starling.step(1)",
    "steps back": "starling.step(-1)",
    "scrubbing, a hundredth a frame": "starling.go(starling.length * ((frame * 13) % 100) / 100)",
    "scrubbing from end to end": "starling.go(frame % 2 ? starling.length : 0)",
    "playing 100,000 events a second": PLAY,
}


def scene_of(events: int) -> Scene:
    """Return a recorded search of chess by `pvs` with at least that many events."""
    nodes = int(events * 0.41)
    while True:
        scene = from_searches(games.make("chess"), ["pvs"], Limits(nodes=nodes))
        if len(scene.recordings[0]) >= events:
            return scene
        nodes = int(nodes * 1.1)


def measure(page: Path) -> None:
    """Open the page in a browser, and print the times of its first picture and frames."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        tab = chromium.new_page(viewport={"width": 1400, "height": 860}, bypass_csp=True)
        begun = time.perf_counter()
        tab.goto(page.as_uri())
        tab.wait_for_selector("body.ready", timeout=120_000)
        tab.evaluate("() => new Promise(requestAnimationFrame)")
        print(f"first picture: {time.perf_counter() - begun:.2f} s")
        for name, work in WORK.items():
            _print(name, tab.evaluate(FRAMES, work))
        tab.evaluate("starling.pause()")
        tab.select_option("#most", "5000")
        _print("steps, 5,000 nodes drawn", tab.evaluate(FRAMES, WORK["steps back"]))
        chromium.close()


def _print(name: str, gaps: list[Any]) -> None:
    """Print the median and the worst time of frames in milliseconds, and how many took over 50."""
    late = sum(gap > 50 for gap in gaps)
    worst, middle = max(gaps), statistics.median(gaps)
    print(f"{name}: {middle:.0f} ms a frame, worst {worst:.0f}; {late} of {len(gaps)} above 50 ms")


def main(events: int = 1_000_000) -> None:
    """Write an `explore` page of many events, and measure it in a browser.

    :raises EngineError: if playwright is missing.
    """
    if find_spec("playwright") is None:  # before minutes of work
        raise EngineError("a browser needs playwright: pip install playwright")
    begun = time.perf_counter()
    scene = scene_of(events)
    searched = time.perf_counter()
    text = page_of(scene)
    made = time.perf_counter()
    count, nodes = len(scene.recordings[0]), len(scene.tree)
    print(f"{count:,} events, {nodes:,} nodes: searched and recorded in {searched - begun:.1f} s")
    print(f"page: {len(text) / 1e6:.1f} MB, made in {made - searched:.1f} s")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        page.write_text(text, encoding="utf-8")
        measure(page)


if __name__ == "__main__":
    start(main, __doc__)
