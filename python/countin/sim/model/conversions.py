"""Live.Conversions: functions that turn clips and devices into tracks. Audio is not analysed here: what would need it
is refused with that reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from countin.sim.device_layouts import native_device
from countin.sim.kernel.building import copy_tree
from countin.sim.kernel.errors import ArgumentError
from countin.sim.kernel.handles import Handle, Role, index_of, is_alive, owner, part_of
from countin.sim.kernel.states import ChainState, ClipState, DeviceState, Key, SongState, State, TrackState
from countin.sim.kernel.store import Store
from countin.sim.model import containers, drum_pad
from countin.sim.model.device import owning_track
from countin.sim.model.rack import insert_chain
from countin.sim.model.song_tracks import create_track

NEEDS_AUDIO: Final = "The embedded Live does not analyse audio"


def _target(store: Store, value: object, kind: type[State]) -> Handle:
    if not isinstance(value, Handle) or not is_alive(value) or not isinstance(store.records[value.sim_key].state, kind):
        raise ArgumentError(f"A {kind.__name__.removesuffix('State')} is needed")
    return value


def is_convertible_to_midi(store: Store, _song: object, clip: object) -> bool:
    """A warped audio clip."""
    state = store.get(ClipState, _target(store, clip, ClipState).sim_key)
    return state.kind == "audio" and state.warping


def audio_to_midi_clip(store: Store, _song: object, clip: object, kind: int) -> None:
    """RuntimeError for a clip that is no audio, for an unknown kind, and always: nothing listens to audio here."""
    if not is_convertible_to_midi(store, _song, clip) or kind not in (0, 1, 2):
        raise RuntimeError("The clip can not be converted to MIDI")
    raise RuntimeError(NEEDS_AUDIO)


def create_drum_rack_from_audio_clip(store: Store, _song: object, clip: object) -> None:
    """A new MIDI track with a Drum Rack whose first pad plays the clip's file."""
    path = _audio(store, clip)
    track = _new_track(store, "Drum Rack", None)
    rack = owner(store, store.get(TrackState, track).devices[0])
    made = insert_chain(rack, store.get(DeviceState, rack.sim_key), -1)
    _put(store, made.sim_key, path)


def create_midi_track_with_simpler(store: Store, _song: object, clip: object) -> None:
    """A new MIDI track with a Simpler that plays the clip's file."""
    _new_track(store, "Simpler", _audio(store, clip))


def _audio(store: Store, clip: object) -> str:
    state = store.get(ClipState, _target(store, clip, ClipState).sim_key)
    if state.kind != "audio":
        raise RuntimeError("The clip is not an audio clip")
    return state.file_path


def _new_track(store: Store, device: str, path: str | None) -> Key:
    track = create_track(store, "midi", -1)
    containers.insert_document(store, track, native_device(device, sample_path=path), 0)
    return track


def _put(store: Store, chain: Key, path: str) -> None:
    containers.insert_document(store, chain, native_device("Simpler", sample_path=path), 0)


def create_midi_track_from_drum_pad(store: Store, _song: object, pad: object) -> None:
    """A new MIDI track with copies of the devices of a pad's first chain."""
    target = _target(store, pad, DeviceState)
    chains = drum_pad.chains_at(store, store.get(DeviceState, target.sim_key), index_of(target))
    if not chains:
        raise RuntimeError("The pad is empty")
    track = create_track(store, "midi", -1)
    devices = store.get(ChainState, chains[0]).devices
    containers.edit_devices(store, track, tuple(copy_tree(store, key, track) for key in devices))


def sliced_simpler_to_drum_rack(store: Store, _song: object, simpler: object) -> None:
    """RuntimeError: slices come from audio."""
    _target(store, simpler, DeviceState)
    raise RuntimeError(NEEDS_AUDIO)


def move_devices_on_track_to_new_drum_rack_pad(store: Store, _song: object, track_index: int) -> Handle | None:
    """The devices of a MIDI track move into the first pad of a new Drum Rack; answers that pad, None on an empty
    track. RuntimeError for a bad index."""
    tracks = store.get(SongState, store.song).tracks
    if not 0 <= track_index < len(tracks) or store.get(TrackState, tracks[track_index]).kind != "midi":
        raise RuntimeError("Invalid track index")
    track = tracks[track_index]
    devices = store.get(TrackState, track).devices
    if not devices:
        return None
    containers.edit_devices(store, track, ())
    rack = containers.insert_document(store, track, native_device("Drum Rack"), 0)
    made = insert_chain(owner(store, rack), store.get(DeviceState, rack), -1)
    for key in devices:
        store.edit(DeviceState, key).parent = made.sim_key
    containers.edit_devices(store, made.sim_key, devices)
    store.shape += 1
    assert owning_track(store, rack) == track
    return owner(store, rack, part_of(Role.PAD, 36))


FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "is_convertible_to_midi": is_convertible_to_midi,
    "audio_to_midi_clip": audio_to_midi_clip,
    "create_drum_rack_from_audio_clip": create_drum_rack_from_audio_clip,
    "create_midi_track_with_simpler": create_midi_track_with_simpler,
    "create_midi_track_from_drum_pad": create_midi_track_from_drum_pad,
    "sliced_simpler_to_drum_rack": sliced_simpler_to_drum_rack,
    "move_devices_on_track_to_new_drum_rack_pad": move_devices_on_track_to_new_drum_rack_pad,
}
"""By name; each takes the store first, then what a script passes."""
