"""From ids to Live's objects. An id that names nothing is refused with `not_found` and says what there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from . import ids
from .native import pointers
from .refusals import Refusal, quoted

if TYPE_CHECKING:
    import Live

    from .live_set import LiveSet


def element(objects: Any, index: int, what: str, argument: str) -> Any:
    """`objects[index]`, refused where there is none."""
    count = len(objects)
    if not 0 <= index < count:
        raise Refusal("not_found", f"{what} {index} does not exist: there are {count}", argument)
    return objects[index]


def track(live: LiveSet, index: int, argument: str = "track") -> Live.Track.Track:
    """An ordinary or group track by its place."""
    return element(live.song.tracks, index, "track", argument)


def scene_count(live: LiveSet) -> int:
    """How many scenes the Set has."""
    return len(live.song.scenes)


def slot(live: LiveSet, track_index: int, scene: int, arguments: tuple[str, str]) -> Live.ClipSlot.ClipSlot:
    """A Session slot; `arguments` name the track and the scene in errors."""
    return element(track(live, track_index, arguments[0]).clip_slots, scene, "scene", arguments[1])


def owner(live: LiveSet, text: str, argument: str = "owner") -> Live.Track.Track:
    """`track-N`, `return-N` or `master`."""
    try:
        kind, index = ids.parse_owner(text)
    except ids.IdError as error:
        raise Refusal("invalid_arguments", str(error), argument) from None
    if kind == "master":
        return live.song.master_track
    found = live.song.tracks if kind == "track" else live.song.return_tracks
    return element(found, index, kind, argument)


def device(live: LiveSet, text: str, argument: str = "device") -> Live.Device.Device:
    """A device at any depth. The lists on the way down are noted, so that the state version rests on them."""
    try:
        parsed = ids.parse_device(text)
    except ids.IdError as error:
        raise Refusal("invalid_arguments", str(error), argument) from None
    return _walk(live, parsed, argument)


def chain(live: LiveSet, text: str, argument: str = "chain") -> Live.Chain.Chain:
    """A chain of a rack."""
    try:
        parsed = ids.parse_chain(text)
    except ids.IdError as error:
        raise Refusal("invalid_arguments", str(error), argument) from None
    return _chain(live, _walk(live, parsed.device, argument), parsed.chains, parsed.chain, argument)


def _walk(live: LiveSet, parsed: ids.DeviceId, argument: str) -> Live.Device.Device:
    holder: Live.Track.Track | Live.Chain.Chain = owner(live, parsed.owner, argument)
    found: Live.Device.Device | None = None
    for step in parsed.steps:
        if found is not None:
            holder = _chain(live, found, step.chains, step.chain, argument)
        found = element(_noted(live, holder, "devices"), step.device, "device", argument)
    if found is None:
        raise Refusal("not_found", "the id names no device", argument)
    return found


def _chain(live: LiveSet, holder: Live.Device.Device, chains: str, index: int, argument: str) -> Live.Chain.Chain:
    if not holder.can_have_chains:
        raise Refusal("not_found", f"{quoted(holder.name)} is no rack: it has no chains", argument)
    rack = as_rack(holder)
    if chains == "chain":
        return element(_noted(live, rack, "chains"), index, "chain", argument)
    return element(_noted(live, rack, "return_chains"), index, "return chain", argument)


def as_rack(holder: Live.Device.Device) -> Live.RackDevice.RackDevice:
    """The same device, known to have chains."""
    return cast("Live.RackDevice.RackDevice", holder)


def _noted(live: LiveSet, holder: Any, member: str) -> Sequence[Any]:
    found = getattr(holder, member)
    live.version.note(holder, member, pointers(found))
    return found
