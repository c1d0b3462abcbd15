"""Colours as people see them: contrast, distance, and sight without one kind of cone.

Sources: WCAG 2.2 (relative luminance, contrast ratio); Machado, Oliveira and Fernandes 2009
(matrices for dichromats, applied to linear light); CIE 1976 L*a*b* for D65; CIEDE2000 as written
down by Sharma, Wu and Dalal 2005.
"""

from __future__ import annotations

import re
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

from eclipse_site.stylesheet import SOURCES

Triple = tuple[float, float, float]

SIGHT: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Matrices of severity 1.0, by the kind of sight."""

_BLOCKS = {
    "dark": r"^:root \{(.*?)^\}",
    "light": r'^:root\[data-theme="light"\] \{(.*?)^\}',
    "paper": r"^@media print \{.*?^  :root, :root\[data-theme\] \{(.*?)^  \}",
    "device": r'^@media \(prefers-color-scheme: light\) \{\s*:root\[data-theme="auto"\] \{(.*?)^  \}',
}


def tokens(theme: str) -> dict[str, str]:
    """The custom properties of a theme, as they hold there: ``dark``, ``light``, ``device`` (light
    because the device is) or ``paper``; what a theme does not set comes from the dark one."""
    dark, own = _block("dark"), _block(theme)
    return {**dark, **own}


def _block(theme: str) -> dict[str, str]:
    text = (SOURCES / ("print.css" if theme == "paper" else "tokens.css")).read_text()
    found = re.search(_BLOCKS[theme], text, re.MULTILINE | re.DOTALL)
    assert found, f"the style sheet has no block for {theme}"
    return dict(re.findall(r"(--[\w-]+):\s*([^;]+);", found[1]))


def linear(colour: str) -> Triple:
    """Linear light of ``#rrggbb``, 0 to 1."""
    assert re.fullmatch(r"#[0-9a-f]{6}", colour), colour
    red, green, blue = (_light(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def over(colour: str, opacity: float, ground: str) -> str:
    """What is seen of a translucent colour on an opaque ground, mixed as browsers do."""
    parts = (
        opacity * int(colour[at : at + 2], 16) + (1 - opacity) * int(ground[at : at + 2], 16)
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of WCAG, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def lab(colour: str, sight: str = "normal") -> Triple:
    """L*a*b* of a colour as somebody with that sight sees it."""
    light = linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(k * part for k, part in zip(row, light, strict=True))))
        for row in SIGHT[sight]
    )
    x = _cube_root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = _cube_root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    z = _cube_root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def distance(one: Triple, other: Triple) -> float:
    """CIEDE2000 between two L*a*b* colours; 1 is about the least that is seen side by side."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    grow = 1.5 - 0.5 * sqrt(mean / (mean + 25**7))
    c1, c2 = hypot(a1 * grow, b1), hypot(a2 * grow, b2)
    h1, h2 = _hue(a1 * grow, b1), _hue(a2 * grow, b2)
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if not c1 * c2 else h1 + turn / 2
    d_l, d_c, d_h = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    chroma, offset = (c1 + c2) / 2, ((l1 + l2) / 2 - 50) ** 2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    s_l = 1 + 0.015 * offset / sqrt(20 + offset)
    s_c, s_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    blue = 60 * exp(-(((hue % 360 - 275) / 25) ** 2))
    twist = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(blue))
    l, c, h = d_l / s_l, d_c / s_c, d_h / s_h  # noqa: E741 - as the formula names them
    return sqrt(l * l + c * c + h * h + twist * c * h)


def _hue(a: float, b: float) -> float:
    return degrees(atan2(b, a)) % 360 if a or b else 0.0
