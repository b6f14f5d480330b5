"""How long a player waits at the browser table: for the first board, a click's answer, a frame of dragging the map.

    python benchmarks/bench_table.py [--rounds 15] [--markdown]

Needs the built client, Playwright for Python and a Chromium. Starts a server of its own. The figures say nothing of a
machine that is busy with other things: `slowness` tells how busy, against a quiet machine of two cores.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.browser.conftest import FLAGS, chromium  # noqa: E402
from tests.browser.served import served  # noqa: E402
from tests.browser.table import QUICK, SHORT, Browser, Site, settle  # noqa: E402

import grognard  # noqa: E402

FIRST_BOARD, CLICK = 1.5, 0.1  # what is promised on a quiet two-core machine, in seconds
QUIET = 0.045  # what CALIBRATE takes there
CALIBRATE = """() => {
  const start = performance.now();
  let x = 0;
  for (let i = 0; i < 2e7; i++) x = (x * 31 + i) | 0;
  return (performance.now() - start) / 1000 + (x === 7 ? 1 : 0);
}"""
ANSWER = """async () => {
  const decide = document.querySelector('#decide');
  const look = () => [decide.querySelector('.prompt')?.innerText, decide.querySelector('.list')?.innerText,
    !!decide.querySelector('.odds')].join();
  const before = look();
  const start = performance.now();
  (document.querySelector('[data-action]') ?? document.querySelector('.main:not([disabled])')).click();
  while (look() === before && performance.now() - start < 5000) await new Promise(requestAnimationFrame);
  return (performance.now() - start) / 1000;
}"""
FRAMES = """async () => {
  const frame = document.querySelector('.frame'), box = frame.getBoundingClientRect(), times = [];
  const at = (i) => ({ clientX: box.x + box.width / 2 + 3 * i, clientY: box.y + box.height / 2 + i, pointerId: 1,
    bubbles: true, button: 0, buttons: 1, isPrimary: true, pointerType: 'mouse' });
  frame.dispatchEvent(new PointerEvent('pointerdown', at(0)));
  let last = performance.now();
  for (let i = 1; i <= 60; i++) {
    frame.dispatchEvent(new PointerEvent('pointermove', at(i)));
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last);
    last = now;
  }
  frame.dispatchEvent(new PointerEvent('pointerup', at(60)));
  return times.sort((a, b) => a - b)[30];
}"""


def middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def measure(site: Site, chrome: Browser, game: str, rounds: int) -> tuple[float, float, float, float]:
    """First board, click (medians, seconds), frame while dragging (milliseconds), how busy the machine is."""
    seat = site.match(game, SHORT.get(game), bots=None)
    boards: list[float] = []
    page: Any = None
    for _ in range(4):  # the first visit makes the server load the game, and does not count
        if page:
            page.context.close()
        start = time.monotonic()
        page = chrome.page(site, seat.path, QUICK)
        page.wait_for_selector(".unit")
        boards.append(time.monotonic() - start)
    clicks = []
    for _ in range(rounds):
        settle(page)
        clicks.append(page.evaluate(ANSWER))
        page.wait_for_timeout(60)
    frame = page.evaluate(FRAMES)
    busy = max(page.evaluate(CALIBRATE) for _ in range(3)) / QUIET
    page.context.close()
    return middle(boards[1:]), middle(clicks), frame, busy


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--markdown", action="store_true")
    args = parser.parse_args()
    if args.markdown:
        print("| game | first board | click answered | frame while dragging | machine |\n|---|---|---|---|---|")
    with TemporaryDirectory() as folder, served(Path(folder)) as site, sync_playwright() as playwright:
        chrome = Browser(playwright, playwright.chromium.launch(executable_path=chromium(), args=FLAGS))
        for game in grognard.games():
            board, click, frame, busy = measure(site, chrome, game, args.rounds)
            if args.markdown:
                print(f"| {game} | {board:.2f} s | {click * 1000:.0f} ms | {frame:.0f} ms | {busy:.1f} |")
            else:
                kept = board < FIRST_BOARD and click < CLICK
                print(
                    f"{game:18} first board {board:.2f} s ({FIRST_BOARD}), click {click * 1000:.0f} ms "
                    f"({CLICK * 1000:.0f}), frame {frame:.0f} ms, machine {busy:.1f}x slower"
                    f"{'' if kept else '  OVER'}"
                )


if __name__ == "__main__":
    main()
