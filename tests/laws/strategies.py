"""For every mutation, a strategy of valid arguments on a given Set, with the steps that must come before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from laws.cases import NAMES, Arguments, Case, Turn, plain, turns_of
from laws.recalls import RECALLS
from laws.stage import Stage
from laws.stock import Clip, Control, Stock

# --- all but the recalls ----------------------------------------------------------------------------------------------


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
    **RECALLS,
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
