"""The routing of Live.Track: types and channels offered, and the older text properties with their aliases.

A new track offers nothing in the tick that made it. The current labels differ from the offered ones, as in Live:
"Ext: All Ins" for "All Ins", "Master" for "Main", an empty text for "All Channels". A track that is routed to follows
its new name; a route that a file states stays offered until another is chosen.
"""

from __future__ import annotations

from typing import Final

from countin.sim.kernel.handles import Handle, owner
from countin.sim.kernel.states import MAIN_TRACK, Key, Route, SongState, TrackState
from countin.sim.kernel.store import Store
from countin.sim.kernel.values import RoutingChannel, RoutingType
from countin.sim.model import names, transport
from countin.sim.model.track import get_has_midi_output, track

EXTERNAL, RESAMPLING, MASTER, TRACK, PARENT, NONE = 0, 2, 3, 4, 5, 6
MIDI, MONO, STEREO = 0, 1, 2
_ALIASES: Final = {"All Ins": "Ext: All Ins", "Ext. In": "Ext: Ext. In", "Main": "Master", "All Channels": ""}


@transport.effect("routing pending")
def offer_routing(store: Store, key: Key) -> None:
    """From the next tick a new track's lists are filled."""
    store.put(key, "routing pending", False)


def _pending(store: Store, key: Key) -> bool:
    return store.seen(key, "routing pending", False)


def other_tracks(store: Store, key: Key) -> list[RoutingType]:
    """Every other ordinary track, as a source or target."""
    found: list[RoutingType] = []
    for other in store.get(SongState, store.song).tracks:
        state = store.get(TrackState, other)
        if other != key and state.kind != "group":
            found.append(RoutingType(names.track_name(store, other, state), TRACK, owner(store, other)))
    return found


def _main(store: Store) -> RoutingType:
    key = store.get(SongState, store.song).main_tracks[0]
    return RoutingType(names.track_name(store, key, store.get(TrackState, key)), MASTER, owner(store, key))


def input_types(store: Store, key: Key, state: TrackState) -> list[RoutingType]:
    """What a track can record from; none in its first tick."""
    if _pending(store, key):
        return []
    if state.kind == "midi":
        heads = [RoutingType("All Ins", EXTERNAL), RoutingType("Computer Keyboard", EXTERNAL)]
        return [*heads, *other_tracks(store, key), RoutingType("No Input", NONE)]
    if state.kind == "audio":
        heads = [RoutingType("Ext. In", EXTERNAL), RoutingType("Resampling", RESAMPLING)]
        return [*heads, *other_tracks(store, key), RoutingType("No Input", NONE)]
    return [RoutingType("No Input", NONE)]


def output_types(store: Store, key: Key, state: TrackState) -> list[RoutingType]:
    """Where a track can send to; none in its first tick."""
    if _pending(store, key):
        return []
    if state.kind == "main":
        return [RoutingType("Ext. Out", EXTERNAL)]
    parent: list[RoutingType] = []
    if state.group is not None:
        group = store.get(TrackState, state.group)
        parent = [RoutingType(names.track_name(store, state.group, group), PARENT, owner(store, state.group))]
    others = [] if state.kind == "return" else other_tracks(store, key)
    return [*parent, _main(store), RoutingType("Ext. Out", EXTERNAL), *others, RoutingType("Sends Only", NONE)]


def channels(chosen: RoutingType, *, midi: bool, output: bool) -> list[RoutingChannel]:
    """The channels of a routing type."""
    if chosen.category == TRACK and not output:
        return [RoutingChannel(label, MIDI if midi else STEREO) for label in ("Pre FX", "Post FX", "Post Mixer")]
    if midi:
        head = "Track In" if chosen.category == TRACK else "All Channels"
        return [RoutingChannel(head, MIDI), *(RoutingChannel(f"Ch. {number}", MIDI) for number in range(1, 17))]
    if chosen.category == EXTERNAL:
        return [RoutingChannel("1/2", STEREO), RoutingChannel("1", MONO), RoutingChannel("2", MONO)]
    return [RoutingChannel("Track In" if chosen.category == TRACK else "", STEREO)]


def midi_output_types(store: Store, key: Key) -> list[RoutingType]:
    """Where a MIDI track without an instrument can send to: nowhere, until a track or a port is chosen."""
    if _pending(store, key):
        return []
    return [RoutingType("No Output", NONE), *other_tracks(store, key)]


class Side:
    """Input or output of a track: one set of rules for both. A MIDI track has two outputs, of which the one for MIDI
    counts while it holds no instrument."""

    def __init__(self, name: str) -> None:
        self.name, self.output = name, name == "output"

    def field(self, handle: Handle, state: TrackState) -> str:
        """The field of the state that counts."""
        sends_midi = self.output and state.kind == "midi" and get_has_midi_output(handle, state)
        return "midi_output" if sends_midi else self.name

    def route(self, handle: Handle, state: TrackState) -> tuple[Route, Key | None]:
        """The chosen route, and the track at its end unless that is gone."""
        field = self.field(handle, state)
        key: Key | None = getattr(state, f"{field}_track")
        return getattr(state, field), key if key in handle.sim_store.records else None

    def offered(self, handle: Handle, state: TrackState) -> list[RoutingType]:
        store, key = handle.sim_store, handle.sim_key
        if not self.output:
            return input_types(store, key, state)
        if self.field(handle, state) == "midi_output":
            return midi_output_types(store, key)
        return output_types(store, key, state)

    def types(self, handle: Handle, state: TrackState) -> list[RoutingType]:
        """What is offered, and what a file states."""
        offered = self.offered(handle, state)
        chosen = self._chosen(handle, state, offered)
        return offered if chosen is None or not offered or chosen in offered else [*offered, chosen]

    def _chosen(self, handle: Handle, state: TrackState, offered: list[RoutingType]) -> RoutingType | None:
        store, (route, key) = handle.sim_store, self.route(handle, state)
        if key is not None:
            return RoutingType(names.track_name(store, key, store.get(TrackState, key)), TRACK, owner(store, key))
        if route.type is None:
            return None
        for entry in offered:
            if entry.display_name == route.type or (route.type == MAIN_TRACK and entry.category == MASTER):
                return entry
        return RoutingType(route.type, EXTERNAL) if route.stated else None

    def type(self, handle: Handle, state: TrackState) -> RoutingType:
        offered = self.offered(handle, state)
        if not offered:
            return RoutingType("", 7)
        return self._chosen(handle, state, offered) or offered[0]

    def channels(self, handle: Handle, state: TrackState) -> list[RoutingChannel]:
        if _pending(handle.sim_store, handle.sim_key):
            return []
        chosen = self.type(handle, state)
        midi = state.kind == "midi" and self.field(handle, state) != "output"
        offered = channels(chosen, midi=midi, output=self.output)
        route, _ = self.route(handle, state)
        if not route.stated or not route.channel or route.channel in [entry.display_name for entry in offered]:
            return offered
        return [*offered, RoutingChannel(route.channel, offered[-1].layout)]

    def channel(self, handle: Handle, state: TrackState) -> RoutingChannel:
        wanted = self.route(handle, state)[0].channel
        offered = self.channels(handle, state)
        found = [entry for entry in offered if entry.display_name == wanted]
        return found[0] if found else offered[0] if offered else RoutingChannel("", STEREO)

    def write(self, handle: Handle, state: TrackState, route: Route, key: Key | None) -> None:
        field = self.field(handle, state)
        edited = handle.sim_store.edit(TrackState, handle.sim_key)
        setattr(edited, field, route)
        setattr(edited, f"{field}_track", key)

    def choose(self, handle: Handle, state: TrackState, chosen: RoutingType) -> None:
        """A track is kept as itself, everything else by its name. What is chosen already keeps its channel's list."""
        if chosen == self.type(handle, state) and self.route(handle, state)[0].stated:
            self.write(handle, state, self.route(handle, state)[0]._replace(channel=None), self.route(handle, state)[1])
            return
        key = chosen.attached_object.sim_key if chosen.category == TRACK and chosen.attached_object else None
        name = MAIN_TRACK if chosen.category == MASTER else chosen.display_name
        self.write(handle, state, Route(None if key else name, None), key)

    def set_type(self, handle: Handle, state: TrackState, value: RoutingType | None) -> None:
        if value is None or value not in self.types(handle, state):
            raise ValueError("The routing type is not available")
        self.choose(handle, state, value)

    def set_channel(self, handle: Handle, state: TrackState, value: RoutingChannel | None) -> None:
        if value is None or value not in self.channels(handle, state):
            raise ValueError("The routing channel is not available")
        self.choose_channel(handle, state, value)

    def choose_channel(self, handle: Handle, state: TrackState, chosen: RoutingChannel) -> None:
        """The type that shows is chosen with it, where it was only the first one."""
        route, key = self.route(handle, state)
        if key is None and not route.stated:
            shown = self.type(handle, state)
            route = route._replace(type=MAIN_TRACK if shown.category == MASTER else shown.display_name)
        self.write(handle, state, route._replace(channel=chosen.display_name), key)

    def set_type_name(self, handle: Handle, state: TrackState, value: str) -> None:
        for entry in self.types(handle, state):
            if value in (entry.display_name, _ALIASES.get(entry.display_name)):
                self.choose(handle, state, entry)
                return
        raise RuntimeError("Invalid routing name")

    def set_channel_name(self, handle: Handle, state: TrackState, value: str) -> None:
        for entry in self.channels(handle, state):
            if value in (entry.display_name, _ALIASES.get(entry.display_name)):
                self.choose_channel(handle, state, entry)
                return
        raise RuntimeError("Invalid routing name")

    def type_names(self, handle: Handle, state: TrackState) -> list[str]:
        return [entry.display_name for entry in self.types(handle, state)]

    def channel_names(self, handle: Handle, state: TrackState) -> list[str]:
        return [entry.display_name for entry in self.channels(handle, state)]

    def type_name(self, handle: Handle, state: TrackState) -> str:
        name = self.type(handle, state).display_name
        return _ALIASES.get(name, name)

    def channel_name(self, handle: Handle, state: TrackState) -> str:
        name = self.channel(handle, state).display_name
        return _ALIASES.get(name, name)


def _bind(side: Side) -> None:
    name = side.name
    track.get(f"available_{name}_routing_types", wide=True)(side.types)
    track.get(f"available_{name}_routing_channels", wide=True)(side.channels)
    track.get(f"{name}_routing_type", wide=True)(side.type)
    track.get(f"{name}_routing_channel", wide=True)(side.channel)
    track.get(f"{name}_routings", wide=True)(side.type_names)
    track.get(f"{name}_sub_routings", wide=True)(side.channel_names)
    track.get(f"current_{name}_routing", wide=True)(side.type_name)
    track.get(f"current_{name}_sub_routing", wide=True)(side.channel_name)
    track.set(f"{name}_routing_type")(side.set_type)
    track.set(f"{name}_routing_channel")(side.set_channel)
    track.set(f"current_{name}_routing")(side.set_type_name)
    track.set(f"current_{name}_sub_routing")(side.set_channel_name)


_bind(Side("input"))
_bind(Side("output"))
