"""Live.Envelope and the envelope members of Live.Clip: breakpoints of a session clip, by the model of LIVE_API 2.10."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from countin.sim.document import STRAIGHT, ParameterLayout
from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, owner, several
from countin.sim.kernel.states import ClipState, DeviceState, EnvelopeState, Key, Point, SlotState, State
from countin.sim.kernel.store import Store
from countin.sim.kernel.values import EnvelopeEvent, EnvelopeEventControlCoefficients
from countin.sim.model import mixer_parts, parameter
from countin.sim.model.clip import clip
from countin.sim.model.device import owning_track

envelope = Behaviour("Live.Envelope.Envelope")
older_envelope = Behaviour("Live.Clip.AutomationEnvelope")
BOUND: Final = 1576800.0
_HALVINGS: Final = 40
_FOREIGN: Final = "Not a session clip or parameter belongs to another track."


def _found(store: Store, state: ClipState, target: Handle) -> Key | None:
    for key in state.envelopes:
        known = store.get(EnvelopeState, key)
        if (known.owner, known.part) == (target.sim_key, target.sim_part):
            return key
    return None


def _fits(store: Store, state: ClipState, target: Handle | None) -> bool:
    """A session clip, and a parameter of its own track."""
    if target is None or state.place != "session":
        return False
    return owning_track(store, target.sim_key) == store.get(SlotState, state.parent).track


@clip.do("automation_envelope")
def automation_envelope(handle: Handle, state: ClipState, target: Handle | None) -> Handle | None:
    """None for arrangement clips, foreign parameters, and where there is none yet."""
    store = handle.sim_store
    if target is None or not _fits(store, state, target):
        return None
    key = _found(store, state, target)
    return None if key is None else owner(store, key)


@clip.do("create_automation_envelope")
def create_automation_envelope(handle: Handle, state: ClipState, target: Handle | None) -> Handle:
    """RuntimeError when there is one already, for arrangement clips and foreign parameters."""
    store = handle.sim_store
    if target is None or not _fits(store, state, target):
        raise RuntimeError(_FOREIGN)
    if _found(store, state, target) is not None:
        raise RuntimeError("There is already an envelope for the parameter")
    store.gate()
    value = parameter.get_value(target, store.records[target.sim_key].state)
    points = (Point(0.0, value),) if store.switches.fresh_envelope == "one" else ()
    made = store.add(EnvelopeState(handle.sim_key, target.sim_key, target.sim_part, points))
    store.edit(ClipState, handle.sim_key).envelopes = (*state.envelopes, made)
    return owner(store, made)


@clip.do("clear_envelope")
def clear_envelope(handle: Handle, state: ClipState, target: Handle | None) -> None:
    """Nothing where there is none."""
    store = handle.sim_store
    key = _found(store, state, target) if target is not None else None
    if key is not None:
        edited = store.edit(ClipState, handle.sim_key)
        edited.envelopes = tuple(other for other in state.envelopes if other != key)
        store.remove(key)


@clip.do("clear_all_envelopes")
def clear_all_envelopes(handle: Handle, state: ClipState) -> None:
    """No envelope is left."""
    store = handle.sim_store
    edited = store.edit(ClipState, handle.sim_key)
    edited.envelopes, edited.unread_envelopes = (), 0
    for key in state.envelopes:
        if key in store.records:
            store.remove(key)


@clip.get("has_envelopes")
def get_has_envelopes(_handle: Handle, state: ClipState) -> bool:
    """Whether it has any."""
    return bool(state.envelopes) or state.unread_envelopes > 0


@clip.get("automation_envelopes")
def get_automation_envelopes(handle: Handle, state: ClipState) -> tuple[Handle, ...]:
    """All that were read or made here; those of a file whose points nobody read are not among them."""
    return several(handle.sim_store, state.envelopes)


# -- the envelope -----------------------------------------------------------------------------------------------


def _layout(store: Store, state: EnvelopeState) -> ParameterLayout:
    return parameter.layout_of(store, state.owner, store.records[state.owner].state, state.part)


def _current(store: Store, state: EnvelopeState) -> float:
    """The parameter's own value: what an envelope without points evaluates to."""
    target: State = store.records[state.owner].state
    if isinstance(target, DeviceState):
        return target.values[state.part & 0xFFFF]
    return mixer_parts.value_of(store, state.owner, target, state.part)


def value_at(points: tuple[Point, ...], time: float, empty: float) -> float:
    """Along the curve between points, held before the first and after the last; at a border the value before it."""
    if not points:
        return empty
    if time <= points[0].time:
        return points[0].value
    for before, after in pairwise(points):
        if before.time < time <= after.time:
            share = _along(before.curve, (time - before.time) / (after.time - before.time))
            return before.value + (after.value - before.value) * share
    return points[-1].value


def _along(curve: tuple[float, float, float, float], share: float) -> float:
    """How far the value is on its way when this share of the time is over: a cubic from (0, 0) to (1, 1), whose first
    coordinate is found by halving, to a millionth of a millionth."""
    if curve == STRAIGHT:
        return share
    x1, y1, x2, y2 = curve
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _cubic(x1, x2, middle) < share else (low, middle)
    return _cubic(y1, y2, high)


def _cubic(first: float, second: float, at: float) -> float:
    rest = 1.0 - at
    return 3 * rest * rest * at * first + 3 * rest * at * at * second + at * at * at


def _need_inside(*times: float) -> None:
    if not all(abs(time) <= BOUND for time in times):
        raise ValueError("Range out of bounds.")


@envelope.do("value_at_time")
@older_envelope.do("value_at_time")
def value_at_time(handle: Handle, state: EnvelopeState, time: float) -> float:
    """In the parameter's units."""
    return value_at(state.points, time, _current(handle.sim_store, state))


@envelope.do("insert_step")
@older_envelope.do("insert_step")
def insert_step(handle: Handle, state: EnvelopeState, start: float, length: float, value: float) -> None:
    """Replaces start..start + length by four points: before, the value twice, after. Edges are exact."""
    store = handle.sim_store
    layout = _layout(store, state)
    if not layout.minimum <= value <= layout.maximum:
        raise RuntimeError(parameter.OUT_OF_RANGE)
    _need_inside(start, start + length)
    empty, end = _current(store, state), start + length
    before, after = value_at(state.points, start, empty), _value_after(state.points, end, empty)
    left = tuple(point for point in state.points if point.time < start)
    right = tuple(point for point in state.points if point.time > end)
    step = (Point(start, before), Point(start, value), Point(end, value), Point(end, after))
    store.edit(EnvelopeState, handle.sim_key).points = (*left, *step, *right)


def _value_after(points: tuple[Point, ...], time: float, empty: float) -> float:
    """The value just behind a time."""
    at = [point for point in points if point.time == time]
    return at[-1].value if at else value_at(points, time, empty)


@envelope.do("events_in_range")
def events_in_range(handle: Handle, state: EnvelopeState, start: float, end: float) -> list[EnvelopeEvent]:
    """The points from start to end. ValueError beyond Live's timeline."""
    _need_inside(start, end)
    return [_event(point) for point in state.points if start <= point.time <= end]


def _event(point: Point) -> EnvelopeEvent:
    return EnvelopeEvent(point.time, point.value, EnvelopeEventControlCoefficients(*point.curve))


@envelope.do("create_event")
def create_event(handle: Handle, state: EnvelopeState, event: EnvelopeEvent | None) -> None:
    """A breakpoint (12.4); its curve is not imitated: it is straight."""
    if event is None:
        raise RuntimeError("An EnvelopeEvent is needed")
    _need_inside(event.time)
    points = sorted((*state.points, Point(event.time, event.value)), key=lambda point: point.time)
    handle.sim_store.edit(EnvelopeState, handle.sim_key).points = tuple(points)


@envelope.do("delete_events_in_range")
def delete_events_in_range(handle: Handle, state: EnvelopeState, start: float, end: float) -> None:
    """Both ends included."""
    _need_inside(start, end)
    kept = tuple(point for point in state.points if not start <= point.time <= end)
    handle.sim_store.edit(EnvelopeState, handle.sim_key).points = kept


@envelope.get("parameter")
def get_parameter(handle: Handle, state: EnvelopeState) -> Handle:
    """The parameter it moves (12.4)."""
    return owner(handle.sim_store, state.owner, state.part)
