"""Readers of the Set's mixer: the master's controls, all returns with their devices, an owner's own mixer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..live_set import LiveSet
from ..native import pointer
from ..reading import Reading
from ..wire import Nothing, OwnerMixer, ReturnRow, SetMixer
from .devices import tree_of
from .levels import level, route

if TYPE_CHECKING:
    import Live


def read_set_mixer(live: LiveSet, _: Nothing) -> Reading[SetMixer]:
    """The master's mixer and all returns."""
    master = live.song.master_track
    mixer = master.mixer_device
    output = route(master, "output_routing_channel")
    returns: list[ReturnRow] = []
    for place, track in enumerate(live.song.return_tracks):
        returns.append((yield from _return(live, track, place)))
    return SetMixer(
        master_pointer=pointer(master),
        master_name=master.name,
        volume=level(mixer.volume),
        pan=level(mixer.panning),
        cue_volume=level(mixer.cue_volume),
        crossfader=level(mixer.crossfader),
        output_supported=output.id is not None,
        output_channel=output.id,
        output_choices=output.choices,
        returns=tuple(returns),
    )


def _return(live: LiveSet, track: Live.Track.Track, place: int) -> Reading[ReturnRow]:
    mixer = track.mixer_device
    tree = yield from tree_of(live, track, f"return-{place}")
    return ReturnRow(
        pointer=pointer(track),
        name=track.name,
        volume=level(mixer.volume),
        pan=level(mixer.panning),
        mute=bool(track.mute),
        solo=bool(track.solo),
        sends=tuple(level(send) for send in mixer.sends),
        tree=tree,
    )


def return_mixer(track: Live.Track.Track) -> OwnerMixer:
    """What a snapshot of a return keeps of its mixer."""
    mixer = track.mixer_device
    return OwnerMixer(
        volume=level(mixer.volume),
        pan=level(mixer.panning),
        cue_volume=None,
        crossfader=None,
        mute=bool(track.mute),
        solo=bool(track.solo),
        output_supported=False,
        output_channel=None,
        output_choices=(),
    )


def master_mixer(track: Live.Track.Track) -> OwnerMixer:
    """What a snapshot of the master keeps of its mixer."""
    mixer = track.mixer_device
    output = route(track, "output_routing_channel")
    return OwnerMixer(
        volume=level(mixer.volume),
        pan=level(mixer.panning),
        cue_volume=level(mixer.cue_volume),
        crossfader=level(mixer.crossfader),
        mute=None,
        solo=None,
        output_supported=output.id is not None,
        output_channel=output.id,
        output_choices=output.choices,
    )
