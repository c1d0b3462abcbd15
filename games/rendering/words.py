"""Words of the game in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django.utils.translation import ngettext

from games.speech import get_language, gettext as _, gettext_lazy as _l
from rules.content.schema import Catalog, Part, Species, Tech
from rules.editions import edition_named
from rules.notation.prose import parts as w
from rules.state.model import RulesetSpec

RESOURCES = {"money": _l("money"), "science": _l("science"), "materials": _l("materials")}
RESOURCE_TITLES = {"money": _l("Money"), "science": _l("Science"), "materials": _l("Materials")}
TRACKS = {"military": _l("Military"), "grid": _l("Grid"), "nano": _l("Nano"), "rare": _l("Rare")}
ACTIVATIONS = {
    "explore": _l("explore"),
    "influence": _l("influence"),
    "research": _l("research"),
    "upgrade": _l("upgrade"),
    "build": _l("build"),
    "move": _l("move"),
}
PHASES = {
    "setup": _l("setup"),
    "action": _l("actions"),
    "combat": _l("combat"),
    "upkeep": _l("upkeep"),
    "cleanup": _l("cleanup"),
}
SCORE_SOURCES = {
    "reputation": _l("Reputation tiles"),
    "ambassadors": _l("Ambassadors"),
    "sectors": _l("Sectors"),
    "discoveries": _l("Discovery tiles"),
    "monoliths": _l("Monoliths"),
    "warp_portals": _l("Warp portals"),
    "artifact_codex": _l("Artifacts, by a discovery tile"),
    "reputation_codex": _l("Reputation, by a discovery tile"),
    "traitor": _l("Traitor card"),
    "score_per_sector": _l("Sectors, by the species"),
    "score_per_ancient": _l("Ancients left, by the species"),
}

MODULES = {
    "warp_portals": _l("warp portals"),
    "extras": _l("small additions that are not in the box"),
    "pulsars": _l("pulsars"),
    "black_holes": _l("a black hole"),
    "supernovas": _l("supernovae"),
    "nebulas": _l("nebulae"),
}


def rules_title(spec: RulesetSpec) -> str:
    """The edition with the modules added to it."""
    title = _(edition_named(spec.edition).title)
    added = [str(MODULES.get(module, module.replace("_", " "))) for module in spec.modules]
    if not added:
        return title
    return _("%(edition)s with %(modules)s") % {"edition": title, "modules": ", ".join(added)}


def player(names: Mapping[int, str], seat: int | None) -> str:
    """The name of whoever sits there."""
    if seat is None:
        return _("nobody")
    if seat < 0:
        return _("non-player ships")
    return names.get(seat) or _("Player %(number)d") % {"number": seat + 1}


def unit_name(catalog: Catalog, kind: str, number: int = 1) -> str:
    """``cruiser`` or ``cruisers``; names of non-players have one form."""
    if number != 1 and kind in w.MANY_UNITS:
        return _(w.MANY_UNITS[kind].english)
    return _(w.ship_name(catalog, kind).english)


def unit_title(catalog: Catalog, kind: str) -> str:
    """A unit's name at the beginning of a line."""
    name = unit_name(catalog, kind)
    return name[:1].upper() + name[1:]


def resource_square(name: str) -> str:
    """``advanced science square``."""
    return _square(name, get_language())


@lru_cache(maxsize=256)
def _square(name: str, language: str | None) -> str:
    return _(w.SQUARES[name].english)


def phase_name(phase: str) -> str:
    return str(PHASES.get(phase, phase.replace("_", " ")))


def score_source(source: str) -> str:
    """What a line of the score is called."""
    if source in SCORE_SOURCES:
        return str(SCORE_SOURCES[source])
    if (track := source.removesuffix("_techs")) in TRACKS:
        return _("%(track)s technologies") % {"track": TRACKS[track]}
    return source.replace("_", " ").capitalize()


DIE_DAMAGE = {"yellow": 1, "orange": 2, "blue": 3, "red": 4}
"""What a hit does, by the colour of the die: the same in every edition."""


def die_name(colour: str, face: int = 0, missile: bool = False) -> str:
    """A die in words: its colour, and what it does or, once it is rolled, what it shows."""
    said = _(w.COLOURS[colour].english)
    if missile:
        said = _("%(colour)s missile") % {"colour": said}
    if face:
        return f"{said} {face}"
    if colour in DIE_DAMAGE:
        said = _("%(die)s, damage %(points)s") % {"die": said, "points": DIE_DAMAGE[colour]}
    return said


# --- what parts and technologies do ---------------------------------------------------------------


def part_facts(part: Part) -> str:
    """What a part adds to its ship, in a few words."""
    return _part_facts(part, get_language())


@lru_cache(maxsize=1024)
def _part_facts(part: Part, language: str | None) -> str:
    facts = [
        *(_("%(colour)s die") % {"colour": _(w.COLOURS[die].english)} for die in part.cannons),
        *(_("%(colour)s missile") % {"colour": _(w.COLOURS[die].english)} for die in part.missiles),
    ]
    for label, amount in (
        (_("computer %+d"), part.computer),
        (_("shield %+d"), part.shield),
        (_("hull %+d"), part.hull),
        (_("move %+d"), part.movement),
        (_("initiative %+d"), part.initiative),
        (_("energy %+d"), part.energy),
        (_("repairs %d after each round of battle"), part.repair),
        (_("steps without a wormhole: %d"), part.jumps),
    ):
        if amount:
            facts.append(label % amount)
    if part.off_grid:
        facts.append(_("lies beside the slots"))
    return ", ".join(facts)


_ABILITIES = {
    "destroy_all_population_without_roll": _l("Attacks destroy all population without dice"),
    "use_half_wormholes": _l("A wormhole on one side is enough for you"),
    "colonize_advanced": _l("Settle advanced squares"),
    "extra_build": _l("Build more with each action"),
    "extra_move": _l("Move more with each action"),
    "extra_upgrade": _l("Place more parts with each action"),
    "colonize_any_advanced": _l("Settle all advanced squares"),
    "harder_to_pin": _l("Enemies need more ships to pin each of yours"),
    "keep_population_from_bombs": _l("Your population is attacked with dice, whatever others have"),
    "split_damage": _l("Damage of one die may be split among several ships"),
}


def species_facts(catalog: Catalog, species: Species) -> str:
    """What tells boards apart when one is chosen: stores, technologies, trade and actions."""
    facts = [f"{getattr(species.storage, kind)} {word}" for kind, word in RESOURCES.items()]
    facts += [_(catalog.techs[tech].name) for tech in species.starting_techs]
    give, gain = species.trade_rate
    facts.append(_("trades %(give)d for %(gain)d") % {"give": give, "gain": gain})
    actions = [f"{word} {species.activations[kind]}" for kind, word in ACTIVATIONS.items()]
    return _("%(facts)s. In an action: %(actions)s") % {
        "facts": ", ".join(facts),
        "actions": ", ".join(actions),
    }


def tech_facts(catalog: Catalog, tech: Tech) -> str:
    """What a technology gives, in a few words."""
    effect = tech.effect
    if effect.part:
        return part_facts(catalog.parts[effect.part])
    if effect.unit:
        return _("Build: %(unit)s") % {"unit": unit_name(catalog, effect.unit)}
    facts = []
    if effect.influence_discs:
        facts.append(_("Influence discs: %+d") % effect.influence_discs)
    if effect.resources_per_artifact:
        facts.append(
            _("%(amount)d resources for each artifact") % {"amount": effect.resources_per_artifact}
        )
    if effect.discoveries:
        facts.append(
            ngettext(
                "%(n)d discovery tile at once", "%(n)d discovery tiles at once", effect.discoveries
            )
            % {"n": effect.discoveries}
        )
    if effect.warp_portals:
        facts.append(
            _("A warp portal in one of your sectors: %(points)d VP") % {"points": effect.vp}
        )
    if effect.ability:
        text = str(_ABILITIES.get(effect.ability, effect.ability.replace("_", " ").capitalize()))
        if effect.resource:
            text = f"{text}: {RESOURCES[effect.resource]}"
        if more := effect.builds or effect.moves or effect.upgrades:
            text = f"{text} ({more:+d})"
        if effect.ships_to_pin:
            text = f"{text} ({effect.ships_to_pin})"
        if effect.ability == "split_damage":
            parts = ", ".join(_(catalog.parts[part].name) for part in effect.applies_to)
            text = f"{text}: {parts}"
        facts.append(text)
    return ", ".join(facts)


_PART_SYMBOLS = ("cannon", "missile", "computer", "shield", "hull", "drive", "source")


def part_symbol(part: Part) -> str:
    """The symbol of the sprite for a part."""
    return f"part-{part.kind}" if part.kind in _PART_SYMBOLS else "any"


def tech_symbol(catalog: Catalog, tech: Tech) -> str:
    """The symbol of the sprite for a technology."""
    effect = tech.effect
    if effect.part:
        return part_symbol(catalog.parts[effect.part])
    if effect.unit:
        return effect.unit
    if effect.influence_discs:
        return "act-influence"
    if effect.resources_per_artifact:
        return "artifact"
    if effect.discoveries:
        return "discovery"
    if effect.warp_portals:
        return "warp"
    return {
        "destroy_all_population_without_roll": "battle",
        "use_half_wormholes": "warp",
        "colonize_advanced": "star",
        "colonize_any_advanced": "star",
        "harder_to_pin": "pin",
        "keep_population_from_bombs": "part-shield",
        "split_damage": "target",
        "extra_move": "act-move",
        "extra_upgrade": "act-upgrade",
    }.get(effect.ability or "", "act-research")
