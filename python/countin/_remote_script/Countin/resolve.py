"""From ids to Live's objects. An id that names nothing is refused with `not_found` and says what there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """A device at any depth."""
    return Finder(live).device(text, argument)


class Finder:
    """Finds devices and chains by id. The lists on the way down are noted, so that the state version rests on them, and
    each is read once, however many ids go through it. `known` are objects that a capture has come by, where it is
    certain that the Set's structure is still that of the capture."""

    def __init__(self, live: LiveSet, known: Mapping[str, Any] | None = None) -> None:
        self._live = live
        self._known = known or {}
        self._lists: dict[tuple[str, str], Sequence[Any]] = {}
        """What was read: by the id of what holds it, and the list's name."""

    def device(self, text: str, argument: str) -> Live.Device.Device:
        """A device at any depth."""
        known = self._known.get(text)
        if known is not None:
            return known
        try:
            holder, index = ids.parse_device(text)
        except ids.IdError as error:
            raise Refusal("invalid_arguments", str(error), argument) from None
        devices = self._lists.get((holder, "devices"))
        if devices is None:
            found = self.chain(holder, argument) if ":" in holder else owner(self._live, holder, argument)
            devices = self._read(holder, found, "devices")
        return element(devices, index, "device", argument)

    def chain(self, text: str, argument: str) -> Live.Chain.Chain:
        """A chain of a rack."""
        known = self._known.get(text)
        if known is not None:
            return known
        try:
            device, kind, index = ids.parse_chain(text)
        except ids.IdError as error:
            raise Refusal("invalid_arguments", str(error), argument) from None
        member = "chains" if kind == "chain" else "return_chains"
        chains = self._lists.get((device, member))
        if chains is None:
            rack = self.device(device, argument)
            if not rack.can_have_chains:
                raise Refusal("not_found", f"{quoted(rack.name)} is no rack: it has no chains", argument)
            chains = self._read(device, as_rack(rack), member)
        return element(chains, index, kind.replace("-", " "), argument)

    def _read(self, name: str, holder: Any, member: str) -> Sequence[Any]:
        found = self._lists[name, member] = [*getattr(holder, member)]
        self._live.version.note(holder, member, pointers(found))
        return found


def as_rack(holder: Live.Device.Device) -> Live.RackDevice.RackDevice:
    """The same device, known to have chains."""
    return cast("Live.RackDevice.RackDevice", holder)
