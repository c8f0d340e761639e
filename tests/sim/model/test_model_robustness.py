"""Whatever a script reads, writes or calls: Live answers or refuses in its own classes, a refusal changes nothing, and
what was done can be undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countin.sim.demo import demo_set
from countin.sim.kernel.errors import LimitationError, LiveCrashed, NotSimulated
from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import DeviceState
from countin.sim.kernel.table import MemberSpec
from countin.sim.kernel.vectors import Vector
from countin.sim.world import World
from sim.model.model_sets import small_world

REFUSALS = (TypeError, RuntimeError, ValueError, IndexError, LimitationError)
NOT_UNDONE = frozenset({"undo", "redo", "begin_undo_step", "end_undo_step"})


def everything(world: World) -> list[Any]:
    """A handle of every object that can be reached by reading properties."""
    found: dict[Handle, None] = {}
    waiting: list[Any] = [world.song, world.application]
    while waiting:
        handle = waiting.pop()
        if handle not in found:
            found[handle] = None
            for value in _values(handle):
                waiting += [each for each in _each(value) if isinstance(each, Handle)]
    return list(found)


def _each(value: object) -> list[Any]:
    if isinstance(value, Vector):
        return list(value)
    return [value]


def _names(handle: Any, *, settable: bool = False) -> list[str]:
    kind = handle.__class__
    return [
        name
        for name in dir(kind)
        if not name.startswith(("__", "sim_"))
        and isinstance(found := getattr(kind, name), property)
        and (not settable or found.fset is not None)
    ]


def _values(handle: Any) -> list[object]:
    values: list[object] = []
    for name in _names(handle):
        try:
            values.append(getattr(handle, name))
        except NotSimulated:
            raise
        except RuntimeError:
            continue
    return values


@pytest.mark.parametrize("version", ["11.0.0", "12.1.0", "12.3.6", "12.4.5"])
def test_every_property_reads_or_refuses(version: str) -> None:
    """LIVE_API 1.0: RuntimeError where a property does not apply, and nothing else."""
    world = small_world(demo_set(), version=version)
    before = world.digest()
    handles = everything(world)
    counted = Counter(type(handle).__name__ for handle in handles)
    assert counted["DeviceParameter"] > 1000
    assert len(counted) >= 20, counted
    assert len({handle._live_ptr for handle in handles}) == len(handles)
    assert world.digest() == before


_STATE: dict[str, Any] = {}


def _world() -> World:
    """One small world for all examples; few parameters, so that other objects are drawn too."""
    if not _STATE:
        world = small_world(switches={"arrangement_copy_over_clip": "overwrite"})
        _STATE["world"], _STATE["saved"] = world, world.fork()
        _STATE["handles"] = _varied(everything(world))
    _STATE["world"].restore(_STATE["saved"])
    return _STATE["world"]


def _varied(handles: list[Any]) -> list[Any]:
    """At most a dozen handles of each class."""
    kept: list[Any] = []
    for kind in {handle.__class__ for handle in handles}:
        kept += [handle for handle in handles if handle.__class__ is kind][:12]
    return sorted(kept, key=lambda handle: handle._live_ptr)


def _methods(handle: Any) -> list[str]:
    kind = handle.__class__
    return [
        name
        for name in dir(kind)
        if not name.startswith(("_", "sim_"))
        and not name.endswith("_listener")
        and name not in NOT_UNDONE
        and callable(getattr(kind, name))
        and not isinstance(getattr(kind, name), type)
    ]


_anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 130),
    st.floats(-4.0, 200.0, width=32),
    st.sampled_from([float("nan"), float("inf"), 2**31, "", "Reverb", "Session", "Minor", (), [1]]),
)
_PLAIN: dict[str, st.SearchStrategy[Any]] = {
    "int": st.integers(-1, 12),
    "float": st.one_of(st.integers(-1, 40), st.floats(0.0, 2.0, width=32)),
    "bool": st.booleans(),
    "str": st.sampled_from(["Reverb", "Operator", "Session", "Dorian", "a name", "No Input"]),
}


def _of_type(type_name: str) -> st.SearchStrategy[Any]:
    """Values that fit a type of the table, and now and then one that does not."""
    first = type_name.split(" | ", maxsplit=1)[0]
    if "MidiNoteSpecification" in type_name:
        fitting = _notes
    elif type_name.startswith("Iterable[int]"):
        fitting = st.lists(st.integers(1, 4), max_size=3)
    else:
        fitting = _PLAIN[first] if first in _PLAIN else _handles(type_name)
    return st.one_of(fitting, fitting, fitting, _anything)


def _handles(type_name: str) -> st.SearchStrategy[Any]:
    wanted = type_name.split(" | ")
    known = [handle for handle in _STATE["handles"] if any(base.__name__ in wanted for base in type(handle).__mro__)]
    return st.sampled_from(known) if known else _PLAIN["int"]


@st.composite
def _some_notes(draw: st.DrawFn) -> tuple[Any, ...]:
    kind: Any = _STATE["world"].live.Clip.MidiNoteSpecification
    rows = draw(st.lists(st.tuples(st.integers(58, 62), st.integers(0, 8), st.integers(1, 4)), max_size=4))
    return tuple(kind(pitch, start / 2, length / 2) for pitch, start, length in rows)


_notes = _some_notes()


def _spec(handle: Any, name: str) -> MemberSpec:
    """The row of the table for a member, looked for up the bases."""
    classes = _STATE["world"].store.classes
    for kind in type(handle).__mro__:
        for path, made in classes.by_path.items():
            if made is kind and name in classes.table[path].members:
                return classes.table[path].members[name]
    raise KeyError(name)


def _attempt(world: World, action: Callable[[], object]) -> bool:
    """Whether an action was done. When it was refused, the Set must be as before."""
    before = (world.digest(), len(world.store.records))
    try:
        with world.main_thread():
            action()
    except REFUSALS:
        assert (world.digest(), len(world.store.records)) == before
        return False
    except LiveCrashed:
        return False
    return True


def _tried(world: World, handle: Any, name: str, action: Callable[[], object]) -> None:
    before = world.digest_undoable()
    done = _attempt(world, action)
    _TALLY["done" if done else "refused", f"{type(handle).__name__}.{name}"] += 1
    if done:
        _undone(world, before)


_TALLY: Counter[tuple[str, str]] = Counter()


@settings(max_examples=250)
@given(st.data())
def test_a_refused_write_changes_nothing_and_a_done_one_is_undone(data: st.DataObject) -> None:
    """Every settable property of every class, with values of every kind."""
    world = _world()
    handle = data.draw(st.sampled_from([each for each in _STATE["handles"] if _names(each, settable=True)]))
    name = data.draw(st.sampled_from(_names(handle, settable=True)))
    value = data.draw(_of_type(_spec(handle, name).type))
    _tried(world, handle, name, lambda: setattr(handle, name, value))


@settings(max_examples=400)
@given(st.data())
def test_a_refused_call_changes_nothing_and_a_done_one_is_undone(data: st.DataObject) -> None:
    """Every method of every class, with arguments that mostly fit."""
    world = _world()
    handle = data.draw(st.sampled_from([each for each in _STATE["handles"] if _methods(each)]))
    name = data.draw(st.sampled_from(_methods(handle)))
    arguments = [data.draw(_of_type(entry.type)) for entry in _spec(handle, name).parameters]
    _tried(world, handle, name, lambda: getattr(handle, name)(*arguments))


def test_every_method_without_arguments_is_refused_cleanly_or_undone() -> None:
    """Each on every kind of object; counted, so that a pass that tried nothing shows."""
    world = _world()
    for handle in _STATE["handles"]:
        for name in _methods(handle):
            if not _spec(handle, name).parameters:
                world.restore(_STATE["saved"])
                _tried(world, handle, name, getattr(handle, name))
    done = {name for (outcome, name), _ in _TALLY.items() if outcome == "done"}
    assert len(done) > 40


def _undone(world: World, before: str) -> None:
    """What was done is one step at most, and undoing it brings everything back, once settled."""
    world.settle()
    steps = world.counters.undo_steps
    for _ in range(3):
        if world.digest_undoable() != before:
            world.song.undo()
    world.settle()
    assert world.digest_undoable() == before, steps
    _consistent(world)


def _consistent(world: World) -> None:
    """Every record is owned by the record that it names as its owner."""
    store = world.store
    for key, record in store.records.items():
        state = record.state
        if state.OWNER:
            assert key in _owned(store.records[getattr(state, state.OWNER)].state), (key, state)
        if isinstance(state, DeviceState):
            assert len(state.values) == len(state.layout.parameters)


def _owned(state: Any) -> set[int]:
    return {key for name in state.REFERENCES for key in getattr(state, name)}
