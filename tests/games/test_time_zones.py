"""Time zones in the profile: by region, none lost, none refused that was taken before."""

from __future__ import annotations

import re
from zoneinfo import available_timezones

import pytest

from games.forms import ProfileForm
from games.models import Profile
from games.time_zones import REGIONS, zone_choices
from tests.games.pages import get

OTHERS = ("Etc/GMT+5", "EST", "US/Pacific", "GMT")
"""Names that the system knows and nobody looks for."""


def offered(stored: str = "") -> dict[str, list[tuple[str, str]]]:
    """Values and texts by region; those without one under an empty name."""
    found: dict[str, list[tuple[str, str]]] = {"": []}
    for value, text in zone_choices(stored):
        if isinstance(text, str):
            found[""].append((value, text))
        else:
            found[str(value)] = text
    return found


def test_zones_are_offered_by_region() -> None:
    zones = offered()
    assert zones.pop("") == [("UTC", "UTC")]
    assert list(zones) == [str(name) for name in REGIONS.values()]
    assert ("America/New_York", "New York") in zones["America"]
    assert ("America/Argentina/Buenos_Aires", "Buenos Aires (Argentina)") in zones["America"]
    assert ("Indian/Maldives", "Maldives") in zones["Indian Ocean"]
    for places in zones.values():
        texts = [text for _value, text in places]
        assert texts == sorted(texts)
        assert not re.search(r"[_/]", "".join(texts))
    values = [value for places in zones.values() for value, _text in places]
    assert len(values) == len(set(values))
    regions = tuple(f"{region}/" for region in REGIONS)
    assert set(values) == {name for name in available_timezones() if name.startswith(regions)}
    assert not {"Factory", "localtime", *OTHERS} & set(values)


@pytest.mark.parametrize("zone", [*OTHERS, "Mars/Olympus_Mons"])
@pytest.mark.django_db
def test_a_stored_zone_stays(client, north, zone) -> None:
    """Whoever saves their name keeps the zone, even one that the system does not know any more."""
    Profile.objects.create(user=north, time_zone=zone)
    client.force_login(north)
    page = get(client, "/profile/")
    assert f'<option value="{zone}" selected>{zone.replace("_", " ")}</option>' in page.html
    form = next(f for f in page.forms if "time_zone" in f.fields)
    assert client.post("/profile/", form.data(name="North L.")).status_code == 302
    assert Profile.objects.get(user=north).time_zone == zone
    north.refresh_from_db()
    assert north.name == "North L."


@pytest.mark.django_db
def test_every_zone_is_taken_as_before(north) -> None:
    def errors(zone: str) -> object:
        data = {"name": "North", "time_zone": zone, "language": "", "theme": "auto"}
        return ProfileForm(north, data, instance=Profile(user=north)).errors

    for zone in available_timezones():
        assert not errors(zone), zone
    for nonsense in ("Mars/Olympus_Mons", "Africa", "", "UTC\0"):
        assert "time_zone" in errors(nonsense), nonsense
