"""Somebody who has nothing but a keyboard, and looks where the focus is at every step."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

MOST = 250
"""Presses of Tab after which a page is thought to have no end."""

_FOCUS = """() => {
  const e = document.activeElement;
  if (!e || e === document.body || e === document.documentElement) return null;
  window.__stops ??= new Map();
  if (!window.__stops.has(e)) window.__stops.set(e, window.__stops.size);
  const style = getComputedStyle(e);
  let ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  if (e.closest("svg")) {
    const focus = getComputedStyle(document.documentElement).getPropertyValue("--focus").trim();
    const probe = document.createElement("i");
    probe.style.color = focus;
    document.body.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    ring = [...e.querySelectorAll(".halo, .rim, .hx")].some((shape) => {
      const line = getComputedStyle(shape);
      return line.stroke === colour && parseFloat(line.strokeWidth) >= 8;
    });
  }
  const box = e.getBoundingClientRect();
  const shares = [0.04, 0.25, 0.5, 0.75, 0.96];
  const seen = shares.some((x) => shares.some((y) => {
    const hit = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
    if (hit === null) return false;
    // What cannot be clicked is hit through; what lies around it does not cover it.
    const through = style.pointerEvents === "none" && hit.contains(e);
    return e.contains(hit) || through || hit.closest("label")?.control === e;
  }));
  const name = e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.[0]?.textContent || "";
  const part = e.closest(".part, header, footer, main");
  return {
    number: window.__stops.get(e), tag: e.tagName.toLowerCase(), id: e.id, ring, seen,
    name: name.trim().replace(/\\s+/g, " ").slice(0, 60), part: part?.id || part?.tagName.toLowerCase() || "",
  };
}"""


@dataclass(frozen=True)
class Stop:
    """Where the focus is. ``ring``: a mark around it is drawn; ``seen``: it is not wholly covered by
    something else or outside the window; ``part``: the region of the page."""

    number: int
    tag: str
    id: str
    ring: bool
    seen: bool
    name: str
    part: str

    @property
    def faults(self) -> list[str]:
        """What is wrong with it (WCAG 2.2: 2.4.7, 2.4.11)."""
        what = f"{self.tag}#{self.id} {self.name!r} in {self.part}"
        hidden = [] if self.seen else [f"{what} is hidden"]
        return hidden if self.ring else [*hidden, f"{what} shows no focus"]


class Keyboard:
    """The keyboard at a page. Every stop of the focus must be seen."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def stop(self) -> Stop | None:
        """Where the focus is; nowhere on the page: None."""
        found = self.page.evaluate(_FOCUS)
        return Stop(**found) if found else None

    def press(self, key: str) -> Stop | None:
        """Press a key; where the focus is then."""
        self.page.keyboard.press(key)
        stop = self.stop()
        assert stop is None or stop.faults == []
        return stop

    def tab_to(self, tag: str, name: str = "", part: str = "", key: str = "Tab") -> Stop:
        """Go on by Tab to the next element of that kind whose name begins so, in a part. ``key``:
        pressed for it, such as Shift+Tab to go back."""
        for _ in range(MOST):
            stop = self.press(key)
            if stop and stop.tag == tag and stop.name.startswith(name) and part in ("", stop.part):
                return stop
        raise AssertionError(f"no {tag} {name!r} in {part or 'the page'} is reached by Tab")

    def walk(self) -> list[Stop]:
        """All stops from the start of the page to its end. Fails where the focus is caught."""
        stops: list[Stop] = []
        for _ in range(MOST):
            self.page.keyboard.press("Tab")
            stop = self.stop()
            if stop is None or (stops and stop.number == stops[0].number):
                return stops
            assert stop.number not in {s.number for s in stops}, f"Tab goes back to {stop}"
            stops.append(stop)
        raise AssertionError(f"Tab finds no end: {stops[-3:]}")
