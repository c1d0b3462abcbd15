"""How long the page takes to answer a click, measured in the browser."""

from __future__ import annotations

from statistics import median

from tests.e2e.player import Player

CLICKS = 15
_CLICK = """(link) => new Promise((answered) => {
  const start = performance.now();
  document.body.addEventListener("htmx:afterSettle", () =>
    requestAnimationFrame(() => answered(performance.now() - start)), { once: true });
  link.click();
})"""


def reaction_times(player: Player) -> str:
    """From a click on an action to the next picture with its answer: the median of some clicks."""
    times = []
    for number in range(CLICKS + 1):
        label = ("Build", "Research", "Influence")[number % 3]
        link = player.page.locator("nav.actions").get_by_role("link", name=label)
        times.append(link.evaluate(_CLICK))
    # The first one fills the caches.
    times = sorted(times[1:])
    return f"click to answer: median {median(times):.0f} ms, slowest {times[-1]:.0f} ms"
