"""The whole Set as plain facts, read through the `Live` module by somebody who knows nothing of Countin: the second
opinion beside the digests, which can say *what* differs.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Fact = tuple[str, ...]
"""What it is, then where: `("parameter", "track-1:device-0", "3")`."""
Facts = Mapping[Fact, Any]

_LEVELS = ("volume", "panning")
_TRACK_MEMBERS = ("name", "mute", "solo", "color_index")
ROUTES = ("input_routing_type", "input_routing_channel", "output_routing_type", "output_routing_channel")
MONITORING = "current_monitoring_state"


def facts(song: Any) -> dict[Fact, Any]:
    """All facts of a Set."""
    return dict(_song(song))


def of_owner(song: Any, owner: str) -> dict[Fact, Any]:
    """The facts of one owner's devices and mixer, and of an ordinary track its name and routing."""
    track = owner_of(song, owner)
    name = {("track", owner, "name"): track.name} if owner.startswith("track-") else {}
    return name | dict(_holder(track, owner))


def groups_of(song: Any) -> dict[str, tuple[str, ...]]:
    """The group tracks that each ordinary track sits in, the nearest first."""
    tracks = [*song.tracks]

    def above(track: Any) -> tuple[str, ...]:
        if not track.is_grouped:
            return ()
        place = tracks.index(track.group_track)
        return (f"track-{place}", *above(tracks[place]))

    return {f"track-{place}": above(track) for place, track in enumerate(tracks)}


def owners(song: Any) -> dict[str, Any]:
    """Every track that can hold devices, by id."""
    ordinary = {f"track-{place}": track for place, track in enumerate(song.tracks)}
    returns = {f"return-{place}": track for place, track in enumerate(song.return_tracks)}
    return {**ordinary, **returns, "master": song.master_track}


def owner_of(song: Any, owner: str) -> Any:
    """A track by its id."""
    return owners(song)[owner]


class Objects:
    """The objects of a Set by the ids that facts carry, each found once."""

    def __init__(self, song: Any) -> None:
        self._owners = owners(song)
        self._found: dict[str, Any] = {}
        self._parameters: dict[str, Sequence[Any]] = {}

    def at(self, name: str) -> Any:
        """The device or chain of an id, or the owner where the id names nothing below it."""
        if name not in self._found:
            above, _, part = name.rpartition("/" if "/" in name else ":")
            self._found[name] = self._below(above, part) if above else self._owners[name]
        return self._found[name]

    def _below(self, above: str, part: str) -> Any:
        kind, _, place = part.rpartition("-")
        member = {"device": "devices", "chain": "chains", "return-chain": "return_chains"}[kind]
        return getattr(self.at(above), member)[int(place)]

    def _parameter(self, name: str, place: int) -> Any:
        if name not in self._parameters:
            self._parameters[name] = [*self.at(name).parameters]
        return self._parameters[name][place]

    def holder_of(self, fact: Fact) -> tuple[Any, str]:
        """The object that holds a settable fact, and the member to read or write there."""
        kind, name, *rest = fact
        if kind == "parameter":
            return self._parameter(name, int(rest[0])), "value"
        found = self.at(name)
        if kind == "pad":
            return found.drum_pads[int(rest[0])], rest[1]
        if kind == "device":
            return found, "name"
        member = rest[0]
        mixer = found.mixer_device
        if member.startswith("send-"):
            return mixer.sends[int(member[5:])], "value"
        if member in (*_LEVELS, "cue_volume", "crossfader"):
            return getattr(mixer, member), "value"
        return found, member

    def is_driven(self, fact: Fact, value: Any) -> bool:
        """Whether a macro drives it, so that it takes no value of its own. A pad's mute is that of its chains."""
        if fact[-1] == "mute" and fact[0] in ("chain", "pad"):
            found = self.at(fact[1])
            chains = found.drum_pads[int(fact[2])].chains if fact[0] == "pad" else (found,)
            return not all(chain.mixer_device.chain_activator.is_enabled for chain in chains)
        is_number = fact[0] in ("parameter", "chain") and type(value) is float
        return is_number and not self.holder_of(fact)[0].is_enabled


def object_at(song: Any, name: str) -> Any:
    """The device or chain of an id, or the owner where the id names nothing below it."""
    return Objects(song).at(name)


def holder_of(song: Any, fact: Fact) -> tuple[Any, str]:
    """The object that holds a settable fact, and the member to read or write there."""
    return Objects(song).holder_of(fact)


def followers(song: Any) -> set[Fact]:
    """Everything that macros drive."""
    objects = Objects(song)
    return {fact for fact, value in facts(song).items() if objects.is_driven(fact, value)}


def _song(song: Any) -> Iterator[tuple[Fact, Any]]:
    for member in ("tempo", "signature_numerator", "signature_denominator", "root_note", "scale_name", "loop"):
        yield ("song", member), getattr(song, member)
    yield ("cues",), tuple((cue.name, cue.time) for cue in song.cue_points)
    yield ("scenes",), tuple(_scene(scene) for scene in song.scenes)
    for name, track in owners(song).items():
        yield from _track(track, name)
        yield from _holder(track, name)


def _scene(scene: Any) -> tuple[Any, ...]:
    return scene.name, scene.color, scene.tempo_enabled, scene.tempo, scene.time_signature_enabled


def _track(track: Any, name: str) -> Iterator[tuple[Fact, Any]]:
    for member in _TRACK_MEMBERS:
        if name != "master" or member in ("name", "color_index"):
            yield ("track", name, member), getattr(track, member)
    if not name.startswith("track-"):
        return
    for place, slot in enumerate(track.clip_slots):
        yield ("slot", name, str(place)), _clip(slot.clip) if slot.has_clip else None
    if not track.is_foldable:
        yield (
            ("timeline", name),
            tuple((*_clip(clip), clip.start_time, clip.end_time) for clip in track.arrangement_clips),
        )


def _clip(clip: Any) -> tuple[Any, ...]:
    notes: tuple[Any, ...] = ()
    if clip.is_midi_clip:
        notes = tuple(
            sorted(
                (one.start_time, one.pitch, one.duration, one.velocity, one.mute)
                for one in clip.get_all_notes_extended()
            )
        )
    return clip.name, clip.looping, clip.loop_start, clip.loop_end, clip.muted, clip.color_index, notes


def _holder(track: Any, name: str) -> Iterator[tuple[Fact, Any]]:
    mixer = track.mixer_device
    for member in (*_LEVELS, *(("cue_volume", "crossfader") if name == "master" else ())):
        yield ("mixer", name, member), getattr(mixer, member).value
    for place, send in enumerate(mixer.sends):
        yield ("mixer", name, f"send-{place}"), send.value
    if name == "master":
        yield ("mixer", name, "output"), track.output_routing_channel.display_name
    else:
        yield ("mixer", name, "mute"), track.mute
        yield ("mixer", name, "solo"), track.solo
    if name.startswith("track-"):
        yield from _routes(track, name)
    yield from _devices(track, name)


def _routes(track: Any, name: str) -> Iterator[tuple[Fact, Any]]:
    for member in ROUTES:
        yield ("route", name, member), getattr(track, member).display_name
    with contextlib.suppress(RuntimeError):  # of a track that has none
        yield ("route", name, MONITORING), int(getattr(track, MONITORING))


def _devices(holder: Any, name: str) -> Iterator[tuple[Fact, Any]]:
    separator = "/" if ":" in name else ":"
    for place, device in enumerate(holder.devices):
        yield from _device(device, f"{name}{separator}device-{place}")


def _device(device: Any, name: str) -> Iterator[tuple[Fact, Any]]:
    yield ("device", name), device.name
    for place, parameter in enumerate(device.parameters):
        yield ("parameter", name, str(place)), parameter.value
    if not device.can_have_chains:
        return
    for kind, chains in (("chain", device.chains), ("return-chain", device.return_chains)):
        for place, chain in enumerate(chains):
            yield from _chain(chain, f"{name}/{kind}-{place}")
    for pad in device.drum_pads if device.can_have_drum_pads else ():
        if pad.chains:
            yield ("pad", name, str(pad.note), "mute"), pad.mute
            yield ("pad", name, str(pad.note), "solo"), pad.solo


def _chain(chain: Any, name: str) -> Iterator[tuple[Fact, Any]]:
    yield ("chain", name, "name"), chain.name
    for member in ("mute", "solo", *(("in_note", "out_note") if hasattr(chain.__class__, "in_note") else ())):
        yield ("chain", name, member), getattr(chain, member)
    if chain.has_audio_output:
        mixer = chain.mixer_device
        for member in _LEVELS:
            yield ("chain", name, member), getattr(mixer, member).value
        for place, send in enumerate(mixer.sends):
            yield ("chain", name, f"send-{place}"), send.value
    yield from _devices(chain, name)
