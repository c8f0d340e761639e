"""For every mutation, a strategy of valid arguments on a given Set, with the steps that must come before.

A `Case` is drawn whole before anything happens, so it can be set up again and again: once for each fault, edit or cut.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import Phase
from hypothesis import strategies as st

from laws import facts
from laws.stage import Stage
from laws.stock import Clip, Control, Stock, single

Arguments = dict[str, Any]
FORMATS = tuple(f"cavi-device-chain-v{number}" for number in range(1, 7))


@dataclass(frozen=True)
class Turn:
    """A person sets one control."""

    fact: facts.Fact
    value: Any

    def act(self, song: Any) -> None:
        """Do it. A control that takes no value (a macro drives it) is left: so does a person's hand find it."""
        with contextlib.suppress(RuntimeError):
            self._set(song)

    def _set(self, song: Any) -> None:
        held, member = facts.holder_of(song, self.fact)
        if member == "output":
            held, member = facts.owner_of(song, self.fact[1]), "output_routing_channel"
            value = next(one for one in held.available_output_routing_channels if one.display_name == self.value)
        else:
            value = self.value
        setattr(held, member, value)


@dataclass(frozen=True, repr=False)
class Case:
    """A call of a mutation: what comes before it, and its arguments. `set_up` acts on a fresh Set and answers them."""

    tool: str
    text: str
    set_up: Callable[[Stage], Arguments]

    def __repr__(self) -> str:
        return f"{self.tool}({self.text})"


def plain(tool: str, arguments: Mapping[str, Any]) -> Case:
    """A case that needs nothing before it."""
    return Case(tool, repr(arguments), lambda _: dict(arguments))


UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)
"""For laws whose example is dozens of executions: shrinking one would take minutes, and cases are small as they are."""

# --- pieces ----------------------------------------------------------------------------------------------------------

NAMES = st.text(min_size=1, max_size=12).filter(lambda text: bool(text.strip()))


def _numbers(low: float, high: float) -> st.SearchStrategy[float]:
    """Numbers in a range, its ends and what no single-precision number equals among them."""
    return st.one_of(st.sampled_from((low, high)), st.floats(low, high, allow_nan=False))


def values_of(control: Control) -> st.SearchStrategy[Any]:
    """Values that a control can take and does not have."""
    if control.choices:
        return st.sampled_from([choice for choice in control.choices if choice != control.value] or [*control.choices])
    if control.bounds is None:
        return st.just(not control.value)
    low, high = control.bounds
    found = st.integers(int(low), int(high)).map(float) if control.whole else _numbers(low, high)
    different = found.filter(lambda value: single(value) != control.value)
    return different.map(int) if control.fact[-1] in ("in_note", "out_note") else different


def turns_of(controls: Sequence[Control], least: int = 1, most: int = 6) -> st.SearchStrategy[tuple[Turn, ...]]:
    """A person's hand on some of these controls, each once."""
    chosen = st.lists(
        st.sampled_from([control for control in controls if control.enabled]),
        min_size=least, max_size=most, unique_by=lambda control: control.fact,
    )  # fmt: skip
    return chosen.flatmap(
        lambda some: st.tuples(*(values_of(one).map(lambda value, one=one: Turn(one.fact, value)) for one in some))
    )


# --- the seven -------------------------------------------------------------------------------------------------------


def create_scene(stock: Stock) -> st.SearchStrategy[Case]:
    """Anywhere, or at the end."""
    places = st.one_of(st.none(), st.integers(0, stock.scenes))
    return st.tuples(NAMES, places).map(
        lambda drawn: plain("create_scene", {"name": drawn[0]} | ({} if drawn[1] is None else {"index": drawn[1]}))
    )


def _note(pitch: int, length: float, start: float, share: float, velocity: float, mute: bool) -> dict[str, Any]:
    begin = start * length
    return {
        "pitch": pitch, "start": begin, "duration": max((length - begin) * share, 1e-3), "velocity": velocity,
        "mute": mute,
    }  # fmt: skip


_FRACTIONS = st.floats(0.0, 0.9)


def create_midi_clip(stock: Stock) -> st.SearchStrategy[Case]:
    """In any empty slot of a MIDI track, with a few notes or none."""

    @st.composite
    def cases(draw: st.DrawFn) -> Case:
        track, scene = draw(st.sampled_from(stock.empty))
        length = draw(st.sampled_from((0.25, 1.0, 4.0, 7.3, 64.0)))
        pitches = draw(st.lists(st.integers(0, 127), max_size=4, unique=True))
        notes = [
            _note(
                pitch, length, draw(_FRACTIONS), draw(st.floats(0.1, 1.0)),
                draw(st.integers(1, 127)), draw(st.booleans()),
            )
            for pitch in pitches
        ]  # fmt: skip
        name = draw(st.one_of(st.none(), NAMES))
        arguments = {
            "trackId": f"track-{track}", "clipId": f"track-{track}:clip-{scene}", "lengthBeats": length, "notes": notes,
        }  # fmt: skip
        return plain("create_midi_clip", arguments if name is None else arguments | {"name": name})

    return cases()


class Room:
    """The timelines while placements are drawn: what is free, and what a placement takes."""

    def __init__(self, stock: Stock) -> None:
        self._taken = [list(spans) for spans in stock.timelines]

    def take(self, track: int, wanted: float, beats: float) -> float:
        """The first beat from `wanted` on with room for a copy."""
        beat = wanted
        for start, end in sorted(self._taken[track]):
            if start < beat + beats and end > beat:
                beat = end
        self._taken[track].append((beat, beat + beats))
        return beat


def targets_of(stock: Stock, clip: Clip) -> list[int]:
    """Tracks that can hold a copy."""
    return [place for place, kind in enumerate(stock.kinds) if kind == clip.kind]


def arrange(stock: Stock, most: int = 6) -> st.SearchStrategy[Case]:
    """One placement by the short form, or a list; next to each other, in gaps, far away."""

    @st.composite
    def cases(draw: st.DrawFn) -> Case:
        room, placements = Room(stock), list[Arguments]()
        for _ in range(draw(st.integers(1, most))):
            clip = draw(st.sampled_from(stock.clips))
            target = draw(st.sampled_from(targets_of(stock, clip)))
            wanted = draw(st.one_of(st.just(0.0), st.integers(0, 40).map(float), st.floats(0.0, 900.0)))
            beat = room.take(target, wanted, clip.beats)
            placement: Arguments = {"track": clip.track, "slot": clip.scene, "at_beat": beat}
            placements.append(placement if target == clip.track else placement | {"to_track": target})
        single_form = len(placements) == 1 and draw(st.booleans())
        return plain("arrange", placements[0] if single_form else {"placements": placements})

    return cases()


def set_device_parameters(stock: Stock) -> st.SearchStrategy[Case]:
    """Some parameters of one device, at any depth."""
    devices: dict[str, list[Control]] = {}
    for control in stock.controls:
        if control.fact[0] == "parameter" and control.enabled:
            devices.setdefault(control.fact[1], []).append(control)

    def case(device: str, turns: tuple[Turn, ...]) -> Case:
        changes = [{"id": f"parameter-{turn.fact[2]}", "value": turn.value} for turn in turns]
        owner = device.partition(":")[0]
        return plain("set_device_parameters", {"trackId": owner, "deviceId": device, "changes": changes})

    return st.sampled_from(sorted(devices)).flatmap(
        lambda device: turns_of(devices[device], most=5).map(lambda turns: case(device, turns))
    )


def level_of_format(name: str) -> int:
    """The number of a format."""
    return FORMATS.index(name) + 1


def as_format(snapshot: Mapping[str, Any], level: int) -> dict[str, Any]:
    """A snapshot cut down to what an older format holds."""
    cut = copy.deepcopy(dict(snapshot))
    cut["format"] = FORMATS[level - 1]
    if level < 5:
        cut.pop("ownerMixer", None)
    for device in cut["devices"]:
        _cut_device(device, level)
    return cut


def _cut_device(device: dict[str, Any], level: int) -> None:
    if level < 4:
        device.pop("drumPads", None)
    if level < 2:
        device.pop("chains", None)
        device.pop("returnChains", None)
    for chain in (*device.get("chains", ()), *device.get("returnChains", ())):
        if level < 3:
            chain.pop("mixer", None)
            chain.pop("noteRouting", None)
        for inner in chain["devices"]:
            _cut_device(inner, level)


def levels_of(owner: str) -> tuple[int, ...]:
    """The formats that fit an owner."""
    last = {"master": (6,), "return": (5,)}.get(owner.partition("-")[0], ())
    return (1, 2, 3, 4, *last)


@dataclass(frozen=True)
class Recall:
    """A recall: whose, in which format, by reference or as an object, and what a person turned since the capture."""

    owner: str
    level: int
    by_reference: bool
    turns: tuple[Turn, ...]

    def set_up(self, stage: Stage) -> Arguments:
        """Capture, turn."""
        reference, snapshot = stage.snapshot(self.owner)
        for turn in self.turns:
            stage.person(turn.act)
        stage.rig.tick()
        if self.by_reference and level_of_format(snapshot["format"]) == self.level:
            return {"trackId": self.owner, "snapshot": reference}
        if self.level > level_of_format(snapshot["format"]):
            return {"trackId": self.owner, "snapshot": snapshot}
        return {"trackId": self.owner, "snapshot": as_format(snapshot, self.level)}


LEVELS = (1, 2, 3, 4, 5, 6)


def recalls(stock: Stock, only: str | None = None, levels: Sequence[int] = LEVELS) -> st.SearchStrategy[Recall]:
    """Recalls that have something to change: of `only` one owner, in these formats."""
    owners = stock.owners if only is None else (only,)

    @st.composite
    def drawn(draw: st.DrawFn) -> Recall:
        level = draw(st.sampled_from(levels))
        owner = draw(st.sampled_from([owner for owner in owners if level in levels_of(owner)]))
        controls = stock.of_owner(owner)
        # A pad's switches are its chains': what only moves back by itself is no change of its own.
        sure = [one for one in controls if 1 <= one.level <= level and one.enabled and one.fact[0] == "parameter"]
        first = draw(turns_of(sure, most=2))
        known = {turn.fact for turn in first}
        others = [one for one in controls if one.fact not in known]
        more = draw(turns_of(others, least=0, most=4))
        return Recall(owner, level, draw(st.booleans()), (*first, *more))

    return drawn()


def recall_device_chain_snapshot(stock: Stock) -> st.SearchStrategy[Case]:
    """After a capture and a person's turns."""
    return recalls(stock).map(lambda recall: Case("recall_device_chain_snapshot", repr(recall), recall.set_up))


def _before_a_move(stock: Stock) -> st.SearchStrategy[tuple[Case | Turn, ...]]:
    """What an undo takes back: steps of Countin's own, and a person's."""
    own = st.one_of(create_scene(stock), set_device_parameters(stock), create_midi_clip(stock), arrange(stock, 3))
    hand = turns_of(stock.controls, most=1).map(lambda turns: turns[0])
    return st.lists(st.one_of(own, hand), min_size=1, max_size=2).map(tuple)


def _done(stage: Stage, steps: Sequence[Case | Turn]) -> None:
    for step in steps:
        if isinstance(step, Turn):
            stage.person(step.act)
            stage.rig.tick()
        else:
            _apply_if_still_valid(stage, step)


def _apply_if_still_valid(stage: Stage, case: Case) -> None:
    """A second step may meet what the first one did: then it is left out."""
    planned = stage.rig.plan(case.tool, **case.set_up(stage))
    if not planned.is_error:
        stage.rig.execute(planned)


def undo(stock: Stock) -> st.SearchStrategy[Case]:
    """After some steps."""

    def case(steps: Sequence[Case | Turn]) -> Case:
        def set_up(stage: Stage) -> Arguments:
            _done(stage, steps)
            return {}

        return Case("undo", repr(steps), set_up)

    return _before_a_move(stock).map(case)


def redo(stock: Stock) -> st.SearchStrategy[Case]:
    """After some steps that were undone, by Countin or by a person."""

    def case(steps: Sequence[Case | Turn], by_hand: bool) -> Case:
        def set_up(stage: Stage) -> Arguments:
            _done(stage, steps)
            if by_hand:
                stage.person(lambda song: song.undo())
            else:
                stage.rig.apply("undo")  # whichever step came back
            stage.rig.tick()
            return {}

        return Case("redo", f"{steps!r}, {by_hand=}", set_up)

    return st.tuples(_before_a_move(stock), st.booleans()).map(lambda drawn: case(*drawn))


STRATEGIES: Mapping[str, Callable[[Stock], st.SearchStrategy[Case]]] = {
    "create_scene": create_scene,
    "create_midi_clip": create_midi_clip,
    "arrange": arrange,
    "set_device_parameters": set_device_parameters,
    "recall_device_chain_snapshot": recall_device_chain_snapshot,
    "undo": undo,
    "redo": redo,
}
"""A strategy for each mutation of the registry."""
MUTATIONS = tuple(STRATEGIES)
MOVES = ("undo", "redo")
"""The two that move Live's history, which its undo does not cover."""
UNDOABLE = tuple(name for name in MUTATIONS if name not in MOVES)


def long_arrangement(count: int) -> Case:
    """So many copies of the second clip of the Kit, end to end, from beat 100 on: more than one operation holds."""
    placements = [{"track": 1, "slot": 1, "at_beat": 100.0 + 1.5 * place} for place in range(count)]
    return Case("arrange", f"{count} placements", lambda _: {"placements": placements})
