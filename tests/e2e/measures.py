"""Sizes of what is pressed, and whether a page fits its window."""

from __future__ import annotations

from playwright.sync_api import Page

_SMALL = """(least) => {
  const targets = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length;
  // Links in a sentence are as high as its line (WCAG 2.5.8, "inline").
  const inline = (e) => getComputedStyle(e).display === "inline" && !e.closest("svg") &&
    e.parentElement.innerText.trim().length > e.innerText.trim().length + 3;
  const box = (e) => {
    const all = [e, ...(e.labels ?? [])].map((one) => one.getBoundingClientRect());
    if (!e.matches("[type=checkbox], [type=radio]")) all.length = 1;
    return [
      Math.max(...all.map((b) => b.right)) - Math.min(...all.map((b) => b.left)),
      Math.max(...all.map((b) => b.bottom)) - Math.min(...all.map((b) => b.top)),
    ];
  };
  return [...document.querySelectorAll(targets)]
    .filter((e) => shown(e) && !inline(e) && !e.matches(".skip:not(:focus)"))
    .map((e) => [e, ...box(e)])
    // The map can be enlarged, and what is marked on it is listed beside it (2.5.8, "equivalent").
    .filter(([e, w, h]) => Math.min(w, h) < (e.closest("svg.map") ? 20 : least) - 0.01)
    .map(([e, w, h]) => `${e.outerHTML.slice(0, 90)}: ${w.toFixed(1)} x ${h.toFixed(1)}`);
}"""

_WIDE = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const over = [...document.querySelectorAll("body *")].filter((e) =>
    e.getBoundingClientRect().right > root.clientWidth + 0.5 && !e.closest("svg"));
  return [`${root.scrollWidth} px`, ...over.slice(0, 6).map((e) => e.outerHTML.slice(0, 80))];
}"""


def small_targets(page: Page, least: int) -> list[str]:
    """What is to be pressed and measures less than ``least`` CSS pixels in a direction."""
    found: list[str] = page.evaluate(_SMALL, least)
    return found


def too_wide(page: Page) -> list[str]:
    """The width of a page that does not fit its window, and what sticks out."""
    found: list[str] = page.evaluate(_WIDE)
    return found
