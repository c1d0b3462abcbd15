"""Which hits go to which ships so that a whole attack does the most.

Dice that do the same damage and hit the same targets are alike, so an attack is a count of each
kind of die, a *pool*. Shields sort the targets: a die that hits through a high shield also hits
through every lower one. The number of different shields a die gets through is its *level*; level
0 misses everybody.

The best assignment is found exactly:

- A ship is only ever destroyed by a *cover*, a set of dice none of which could be missing; a
  needless die is of more use elsewhere.
- Among dice of equal damage that hit a ship, those of the lowest level are used up first: the
  others can do all that they could.
- Once no better set of ships can be destroyed, no remaining die or group of dice can destroy any
  survivor, so each remaining die counts in full wherever it hits.
"""

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rules.battle.dice import hits
from rules.battle.ships import Target

Pool = tuple[int, ...]
"""Counts of dice: level 1 to the highest of the first damage, then of the next damage."""

Worth = Callable[[int, int], tuple[int, ...]]
"""What destroying a ship of a rank is worth, given the rank and the number of ranks. Sums of
worths are compared like words in a dictionary; every worth is above all zeros."""


class _Likes(NamedTuple):
    """Targets that the dice cannot tell apart."""

    rank: int
    shield: int
    """Position of the shield among the different shields, lowest first."""
    remaining: int
    members: tuple[int, ...]
    """Positions among the targets."""


class Part(NamedTuple):
    """Dice of one kind, given to a target."""

    target: int
    """Position among the targets."""
    kind: int
    """Position in the pool."""
    dice: int
    """How many."""


class _Way(NamedTuple):
    """A step of the search, with the highest worth that it leads to."""

    worth: tuple[int, ...]
    group: int
    done: int
    left: Pool


class _Leaf(NamedTuple):
    """A finished assignment: how good it is among those that destroy equally much."""

    quality: tuple[tuple[int, ...], ...]
    parts: tuple[Part, ...]


class Attack:
    """The best use of dice against given targets.

    `damages` are the damages that dice may have; `worth` says which ships are to be destroyed
    first. Results are remembered, so that many rolls against the same targets are cheap.
    """

    def __init__(self, targets: Sequence[Target], damages: Sequence[int], worth: Worth) -> None:
        self.targets = tuple(targets)
        self.damages = tuple(sorted(set(damages), reverse=True))
        self.shields = tuple(sorted({target.shield for target in targets if target.remaining}))
        self._likes = _likes(self.targets, self.shields)
        ranks = sorted({like.rank for like in self._likes})
        self._worths = tuple(worth(ranks.index(like.rank), len(ranks)) for like in self._likes)
        self._nothing = (0,) * len(worth(0, len(ranks)) if ranks else ())
        self._limits = _limits(self._likes, self._worths)
        self._ranks = ranks
        self._must = _forced(self._worths)
        self.caps = tuple(
            sum(-(-like.remaining // damage) * len(like.members) for like in self._likes)
            for damage in self.damages
            for _ in self.shields
        )
        """Dice of each kind beyond which more of it change nothing."""
        self._best: dict[tuple[int, int, Pool], tuple[int, ...]] = {}
        self._dealt: dict[Pool, tuple[int, ...]] = {}
        self._search = _Search(self)

    @property
    def kinds(self) -> tuple[tuple[int, int], ...]:
        """Damage and level of each position of a pool."""
        levels = range(1, len(self.shields) + 1)
        return tuple((damage, level) for damage in self.damages for level in levels)

    def level(self, roll: int, computer: int) -> int:
        """How many of the different shields of the targets a die showing `roll` gets through."""
        return sum(hits(roll, computer, shield) for shield in self.shields)

    def kind(self, damage: int, level: int) -> int:
        """Position in a pool of dice of that damage and level (which is above 0)."""
        return self.damages.index(damage) * len(self.shields) + level - 1

    def parts(self, pool: Pool) -> tuple[Part, ...]:
        """Who gets which dice of the pool; dice without use are left out."""
        return self._search.leaf(0, 0, pool, ()).parts if any(pool) else ()

    def knows(self, pool: Pool) -> bool:
        """Whether `dealt` has its answer for `pool` at hand."""
        return tuple(map(min, pool, self.caps)) in self._dealt

    def dealt(self, pool: Pool) -> tuple[int, ...]:
        """The damage that each target receives, the excess on destroyed ships included."""
        pool = tuple(map(min, pool, self.caps))
        known = self._dealt.get(pool)
        if known is None:
            levels = len(self.shields)
            received = [0] * len(self.targets)
            for target, kind, count in self.parts(pool):
                received[target] += self.damages[kind // levels] * count
            known = self._dealt[pool] = tuple(received)
        return known

    def _value(self, index: int, done: int, pool: Pool) -> tuple[int, ...]:
        """The highest worth of what `pool` can destroy from the targets numbered `index`, of
        which `done` are destroyed already, onwards."""
        if index == len(self._likes) or not any(pool):
            return self._nothing
        key = (index, done, pool)
        known = self._best.get(key)
        if known is None:
            known = self._nothing
            limit = self._limits[index][done]
            for way in self._ways(index, done, pool):
                known = max(known, way.worth)
                if known == limit:
                    break
            self._best[key] = known
        return known

    def _ways(self, index: int, done: int, pool: Pool) -> Iterator[_Way]:
        """Ways on from here: destroy one more of these targets, or turn to the next ones."""
        like = self._likes[index]
        destroyable = False
        if done < len(like.members):
            worth = self._worths[index]
            for left in self._after_cover(like, pool):
                destroyable = True
                later = self._value(index, done + 1, left)
                yield _Way(tuple(map(int.__add__, worth, later)), index, done + 1, left)
        if not (destroyable and self._must[index]):
            yield _Way(self._value(index + 1, 0, pool), index + 1, 0, pool)

    def _after_cover(self, like: _Likes, pool: Pool) -> list[Pool]:
        """What is left of the pool after each way to destroy one of these targets."""
        levels = len(self.shields)
        usable = tuple(
            sum(pool[start + like.shield : start + levels]) for start in range(0, len(pool), levels)
        )
        lefts = []
        for cover in _covers(like.remaining, self.damages):
            if any(need > have for need, have in zip(cover, usable, strict=True)):
                continue
            left = list(pool)
            for position, need in enumerate(cover):
                kind = position * levels + like.shield
                while need:
                    used = min(need, left[kind])
                    left[kind] -= used
                    need -= used
                    kind += 1
            lefts.append(tuple(left))
        return lefts


class _Search:
    """One walk over the assignments that destroy the most, for the best of them."""

    def __init__(self, attack: Attack) -> None:
        self._attack = attack
        self._known: dict[tuple[int, int, Pool, tuple[int, ...]], _Leaf] = {}

    def leaf(self, index: int, done: int, pool: Pool, destroyed: tuple[int, ...]) -> _Leaf:
        """The best assignment from here on; `destroyed` counts by kind of target so far."""
        attack = self._attack
        if index == len(attack._likes) or not any(pool):
            counts = (*destroyed, done) if index < len(attack._likes) else destroyed
            return self._spread(pool, counts)
        key = (index, done, pool, destroyed)
        known = self._known.get(key)
        if known is None:
            best = attack._value(index, done, pool)
            all_die = best == attack._limits[index][done] and all(
                count == len(like.members)
                for like, count in zip(attack._likes, destroyed, strict=False)
            )
            found: _Leaf | None = None
            for way in attack._ways(index, done, pool):
                if way.worth != best:
                    continue
                leaf = self._along(way, index, done, pool, destroyed)
                if found is None or leaf.quality > found.quality:
                    found = leaf
                if all_die:
                    break
            assert found is not None
            known = self._known[key] = found
        return known

    def _along(
        self, way: _Way, index: int, done: int, pool: Pool, destroyed: tuple[int, ...]
    ) -> _Leaf:
        if way.group != index:
            return self.leaf(way.group, way.done, way.left, (*destroyed, done))
        leaf = self.leaf(way.group, way.done, way.left, destroyed)
        return _Leaf(leaf.quality, self._used(index, done, pool, way.left) + leaf.parts)

    def _used(self, index: int, done: int, before: Pool, after: Pool) -> tuple[Part, ...]:
        target = self._attack._likes[index].members[done]
        return tuple(
            Part(target, kind, have - left)
            for kind, (have, left) in enumerate(zip(before, after, strict=True))
            if have != left
        )

    def _spread(self, pool: Pool, destroyed: tuple[int, ...]) -> _Leaf:
        """Gives the dice that destroy nothing to the survivors, and judges the result."""
        attack = self._attack
        levels = len(attack.shields)
        counts = destroyed + (0,) * (len(attack._likes) - len(destroyed))
        survivors = [
            (like.rank, like.shield, like.remaining, member)
            for like, count in zip(attack._likes, counts, strict=True)
            for member in like.members[count:]
        ]
        counted = sum(
            like.remaining * count for like, count in zip(attack._likes, counts, strict=True)
        )
        by_rank: list[int] = []
        remaining: list[int] = []
        parts: tuple[Part, ...] = ()
        left = list(pool)
        for rank in attack._ranks:
            here = [survivor[1:] for survivor in survivors if survivor[0] == rank]
            lowest = min((shield for shield, _, _ in here), default=levels)
            dice = [n if kind % levels >= lowest else 0 for kind, n in enumerate(left)]
            left = [have - used for have, used in zip(left, dice, strict=True)]
            by_rank.append(
                sum(attack.damages[kind // levels] * count for kind, count in enumerate(dice))
            )
            after, given = _concentrate(tuple(here), tuple(dice), attack.damages, levels)
            remaining += [-points for points in after]
            parts += given
        return _Leaf(((counted + sum(by_rank),), tuple(by_rank), tuple(remaining)), parts)


def _concentrate(
    survivors: tuple[tuple[int, int, int], ...], dice: Pool, damages: tuple[int, ...], levels: int
) -> tuple[tuple[int, ...], tuple[Part, ...]]:
    """Gives dice to survivors of one size so that one ends as near to destruction as possible,
    then the next, and so on.

    Survivors are (shield, remaining, position of the target). Returns what remains of each
    survivor, lowest first, and who got what.
    """
    if not any(dice):
        return tuple(sorted(points for _, points, _ in survivors)), ()
    results: dict[tuple[int, int], tuple[int, int]] = {}
    for position, (shield, points, _) in enumerate(survivors):
        taken = sum(
            damages[kind // levels] * count
            for kind, count in enumerate(dice)
            if kind % levels >= shield
        )
        results.setdefault((shield, points), (points - taken, position))
    nearest = min(end for end, _ in results.values())
    best: tuple[tuple[int, ...], tuple[Part, ...]] | None = None
    for end, position in results.values():
        if end != nearest:
            continue
        shield, _, target = survivors[position]
        given = tuple(
            Part(target, kind, count)
            for kind, count in enumerate(dice)
            if count and kind % levels >= shield
        )
        rest = tuple(n if kind % levels < shield else 0 for kind, n in enumerate(dice))
        others = survivors[:position] + survivors[position + 1 :]
        after, more = _concentrate(others, rest, damages, levels)
        result = (tuple(sorted((end, *after))), given + more)
        if best is None or result[0] < best[0]:
            best = result
    assert best is not None
    return best


def _likes(targets: Sequence[Target], shields: tuple[int, ...]) -> tuple[_Likes, ...]:
    """The targets in groups of equals, largest first, in the given order within a size."""
    groups: dict[tuple[int, int, int], list[int]] = {}
    for position, target in enumerate(targets):
        if target.remaining:
            key = (target.size_rank, shields.index(target.shield), target.remaining)
            groups.setdefault(key, []).append(position)
    likes = [_Likes(*key, tuple(members)) for key, members in groups.items()]
    return tuple(sorted(likes, key=lambda like: like.rank))


def _forced(worths: tuple[tuple[int, ...], ...]) -> tuple[bool, ...]:
    """For each group of equal targets: whether one of them must be destroyed if it can be.

    So it is when everything that comes later is worth less: all later worths together begin
    with more zeros.
    """
    leads = [next(i for i, points in enumerate(worth) if points) for worth in worths]
    return tuple(
        all(lead < later for later in leads[position + 1 :]) for position, lead in enumerate(leads)
    )


def _limits(
    likes: tuple[_Likes, ...], worths: tuple[tuple[int, ...], ...]
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each group of equal targets, by how many of them are destroyed already: the worth of
    destroying the rest of them and all later targets."""
    limits: list[tuple[tuple[int, ...], ...]] = []
    later = (0,) * max(map(len, worths), default=0)
    for like, worth in zip(reversed(likes), reversed(worths), strict=True):
        rows = [later]
        for _ in like.members:
            rows.append(tuple(map(int.__add__, worth, rows[-1])))
        limits.append(tuple(reversed(rows)))
        later = rows[-1]
    return tuple(reversed(limits))


@functools.cache
def _covers(points: int, damages: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every way to reach `points` with dice of `damages` (highest first) none of which could be
    missing: the number of dice of each damage."""
    found: list[tuple[int, ...]] = []

    def extend(chosen: tuple[int, ...], need: int) -> None:
        position = len(chosen)
        if need <= 0:
            found.append(chosen + (0,) * (len(damages) - position))
            return
        if position == len(damages):
            return
        # The smallest die used is the last one added, so a set that reaches the points only
        # with it has no die to spare.
        for count in range(-(-need // damages[position]) + 1):
            extend((*chosen, count), need - count * damages[position])

    extend((), points)
    return tuple(found)
