"""What axe-core finds on a page: rules of WCAG 2.2, levels A and AA, and good practice."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_RUN = "([context, options]) => axe.run(context, options).then((found) => found.violations)"


def faults(page: Page, *rules: str, within: str = "body") -> list[str]:
    """What keeps somebody out of the page: rule, gravity, place and reason of each. ``rules``: only
    these are checked; ``within``: this part of the page."""
    only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": TAGS}
    options = {"runOnly": only, "resultTypes": ["violations"], "preload": False}
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(_RUN, [{"include": [[within]]}, options])
    return [
        f"{rule['id']} ({rule['impact']}) at {node['target']}: {_reason(node)}"
        for rule in found
        for node in rule["nodes"]
    ]


def _reason(node: dict[str, Any]) -> str:
    checks = [*node["any"], *node["all"], *node["none"]]
    return "; ".join(check["message"] for check in checks)
