"""The colours of both themes can be read, and the six seats be told apart by everybody."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import pytest

from eclipse_site.stylesheet import joined
from tests.infra.colours import SIGHT, contrast, distance, lab, over, tokens

THEMES = ("dark", "light", "device")
TEXT, GRAPHICS = 4.5, 3.0
"""Least contrast of text and of graphics that mean something (WCAG 2.2, 1.4.3 and 1.4.11)."""
APART = 14.0
"""Least distance of two seats (CIEDE2000): what is called another colour at a glance, not a shade."""

SEATS = ("--p-red", "--p-blue", "--p-green", "--p-yellow", "--p-white", "--p-black")
SURFACES = ("--bg", "--surface-1", "--surface-2", "--surface-3", "--act-soft", "--danger-soft")
HEXES = ("--hex-center", "--hex-inner", "--hex-middle", "--hex-outer")
WORDS = ("--text", "--text-2", "--text-3", "--link", "--ok", "--danger", "--act-text")
RESOURCES = ("--money", "--science", "--materials", "--any")
DICE = ("--die-yellow", "--die-orange", "--die-blue", "--die-red", "--die-rift")
RIM = 0.1
"""Share of the owner's colour in the ground of a sector."""


def low(theme: str, pairs: list[tuple[str, str]], least: float) -> list[str]:
    """The pairs that fall short."""
    colours = tokens(theme)
    found = [(a, b, contrast(colours[a], colours[b])) for a, b in pairs]
    return [f"{a} on {b}: {ratio:.2f}" for a, b, ratio in found if ratio < least]


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read(theme: str) -> None:
    pairs = [
        *product(WORDS, SURFACES),
        *product(("--hex-text", "--danger", *RESOURCES), (*HEXES, "--map-bg")),
        ("--zone-text", "--zone"),
        ("--zone-text", "--map-bg"),
        ("--act-ink", "--act"),
        *product(("--ink",), (*SEATS, "--npc", "--ok", *RESOURCES, "--text")),
        *product(("--die-ink",), DICE),
    ]
    assert low(theme, pairs, TEXT) == []


@pytest.mark.parametrize("theme", THEMES)
def test_graphics_can_be_seen(theme: str) -> None:
    """Borders of controls, outlines of what can be chosen, resources, seats, wormholes."""
    lines = ("--line-strong", "--legal", "--act-line", "--check", "--focus")
    map_marks = ("--legal", "--worm", "--worm-dead", "--focus", "--text-2", "--npc", *SEATS)
    pairs = [
        *product((*lines, *RESOURCES, *SEATS, "--npc"), SURFACES),
        *product(map_marks, HEXES),
        ("--zone-open", "--zone"),
        ("--zone-open", "--map-bg"),
        ("--focus", "--focus-gap"),
    ]
    assert low(theme, pairs, GRAPHICS) == []


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_of_ships(theme: str) -> None:
    """They stand in the seat's colour, on any sector with an edge of the map's ground around them;
    on sectors of their owner, which are tinted with the same colour, they need no edge."""
    assert low(theme, [*product((*SEATS, "--npc"), ("--map-bg",))], TEXT) == []
    assert ".cnt { fill: currentColor; stroke: var(--map-bg); stroke-width: 3.5;" in joined()
    colours = tokens(theme)
    for seat, ground in product(SEATS, HEXES):
        own = over(colours[seat], RIM, colours[ground])
        assert contrast(colours[seat], own) >= TEXT, (seat, ground)
    assert ".rim { fill: currentColor; fill-opacity: .1;" in joined()


@pytest.mark.parametrize("theme", THEMES)
def test_dice_stand_out_by_their_colour_or_their_outline(theme: str) -> None:
    colours = tokens(theme)
    for die, surface in product(DICE, SURFACES):
        edges = [colours[die]]
        if colours["--die-line"] != "transparent":
            edges.append(colours["--die-line"])
        ratio = max(contrast(edge, colours[surface]) for edge in edges)
        assert ratio >= GRAPHICS, f"{die} on {surface}: {ratio:.2f}"


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", THEMES)
def test_six_seats_are_told_apart(theme: str, sight: str) -> None:
    colours = tokens(theme)
    seen = {seat: lab(colours[seat], sight) for seat in SEATS}
    near = {
        pair: round(distance(seen[pair[0]], seen[pair[1]]), 1) for pair in combinations(SEATS, 2)
    }
    assert {pair: found for pair, found in near.items() if found < APART} == {}


def test_seats_on_paper_differ_as_greys() -> None:
    """Printed without colours too; emblems and patterns do the rest."""
    colours = tokens("paper")
    greys = sorted(lab(colours[seat])[0] for seat in SEATS)
    steps = [round(b - a, 1) for a, b in pairwise(greys)]
    assert min(steps) >= 4, steps
    assert (
        low("paper", [*product((*SEATS, "--npc", *RESOURCES), ("--bg", "--ink"))], GRAPHICS) == []
    )
    assert low("paper", [*product(WORDS, ("--bg", "--surface-3"))], TEXT) == []
    assert {colours[ground] for ground in ("--bg", "--map-bg", *HEXES)} == {"#ffffff"}


def test_light_is_the_same_by_choice_and_by_device() -> None:
    assert tokens("device") == tokens("light")


# --- the measures themselves -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, -0.001, 2.49), (50, 0.0009, -2.49), 4.8045),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_distance_agrees_with_the_published_data(one, other, expected: float) -> None:
    """Pairs from the table of Sharma, Wu and Dalal."""
    assert round(distance(one, other), 4) == expected
    assert round(distance(other, one), 4) == expected


def test_contrast_and_sight_at_their_ends() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert lab("#ffffff") == pytest.approx((100, 0, 0), abs=0.02)
    assert lab("#ff0000") == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
    assert over("#ffffff", 0.5, "#000000") == "#808080"
    # Red and green of the same lightness are one colour for a deuteranope, not for others.
    red, green = "#c0392b", "#6b7d12"
    assert distance(lab(red), lab(green)) > 40
    assert distance(lab(red, "deuteranopia"), lab(green, "deuteranopia")) < 15
    # Greys look the same to everybody.
    for sight in SIGHT:
        assert distance(lab("#808080"), lab("#808080", sight)) < 0.5
