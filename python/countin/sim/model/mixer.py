"""Live.MixerDevice and Live.ChainMixerDevice: where the parameters of a track's or a chain's mixer hang."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, Role, owner, part_of
from countin.sim.kernel.states import ChainState, TrackState
from countin.sim.model import mixer_layouts as parts

mixer = Behaviour("Live.MixerDevice.MixerDevice")
chain_mixer = Behaviour("Live.ChainMixerDevice.ChainMixerDevice")


def _parameter(handle: Handle, index: int) -> Handle:
    return owner(handle.sim_store, handle.sim_key, part_of(Role.PARAMETER, index))


def _sends(handle: Handle, count: int) -> tuple[Handle, ...]:
    return tuple(owner(handle.sim_store, handle.sim_key, part_of(Role.SEND, index)) for index in range(count))


@mixer.get("volume")
@chain_mixer.get("volume")
def get_volume(handle: Handle, state: TrackState | ChainState) -> Handle:
    """RuntimeError on the chain of a MIDI effect rack, which has no audio."""
    _need_audio(state)
    return _parameter(handle, parts.VOLUME)


@mixer.get("panning")
@chain_mixer.get("panning")
def get_panning(handle: Handle, state: TrackState | ChainState) -> Handle:
    """RuntimeError on the chain of a MIDI effect rack."""
    _need_audio(state)
    return _parameter(handle, parts.PANNING)


def _need_audio(state: TrackState | ChainState) -> None:
    if isinstance(state, ChainState) and state.volume is None:
        raise RuntimeError("This chain has no audio output")


@mixer.get("track_activator")
@chain_mixer.get("chain_activator")
def get_activator(handle: Handle, _state: TrackState | ChainState) -> Handle:
    """1 while not muted."""
    return _parameter(handle, parts.ACTIVATOR)


@mixer.get("sends")
@chain_mixer.get("sends")
def get_sends(handle: Handle, state: TrackState | ChainState) -> tuple[Handle, ...]:
    """One for each return; none on the main track. RuntimeError on the chain of a MIDI effect rack."""
    _need_audio(state)
    return _sends(handle, len(state.sends))


@mixer.get("crossfader")
def get_crossfader(handle: Handle, state: TrackState) -> Handle:
    """Main track only."""
    _need_main(state, "Only the main track has a crossfader!")
    return _parameter(handle, parts.CROSSFADER)


@mixer.get("cue_volume")
def get_cue_volume(handle: Handle, state: TrackState) -> Handle:
    """Main track only."""
    _need_main(state, "Cue volume available on the main track only!")
    return _parameter(handle, parts.CUE)


@mixer.get("song_tempo")
def get_song_tempo(handle: Handle, state: TrackState) -> Handle:
    """Main track only; mirrors Song.tempo."""
    _need_main(state, "Only the main track has the song tempo!")
    return _parameter(handle, parts.TEMPO)


def _need_main(state: TrackState, text: str) -> None:
    if state.kind != "main":
        raise RuntimeError(text)


@mixer.get("left_split_stereo")
def get_left_split(handle: Handle, _state: TrackState) -> Handle:
    """Pan of the left channel in split mode."""
    return _parameter(handle, parts.SPLIT_LEFT)


@mixer.get("right_split_stereo")
def get_right_split(handle: Handle, _state: TrackState) -> Handle:
    """Pan of the right channel in split mode."""
    return _parameter(handle, parts.SPLIT_RIGHT)


@mixer.get("crossfade_assign")
def get_crossfade_assign(_handle: Handle, state: TrackState) -> int:
    """0 A, 1 none, 2 B."""
    if state.kind == "main":
        raise RuntimeError("Main track has no crossfader assignment!")
    return state.crossfade_assign


@mixer.set("crossfade_assign")
def set_crossfade_assign(handle: Handle, state: TrackState, value: int) -> None:
    """0 A, 1 none, 2 B."""
    get_crossfade_assign(handle, state)
    if value not in (0, 1, 2):
        raise RuntimeError("Invalid crossfader assignment!")
    handle.sim_store.edit(TrackState, handle.sim_key).crossfade_assign = value


@mixer.set("panning_mode")
def set_panning_mode(handle: Handle, _state: TrackState, value: int) -> None:
    """0 stereo, 1 split stereo."""
    if value not in (0, 1):
        raise RuntimeError("Invalid panning mode!")
    handle.sim_store.edit(TrackState, handle.sim_key).panning_mode = value


@mixer.get("panning_mode")
def get_panning_mode(_handle: Handle, state: TrackState) -> int:
    """0 stereo, 1 split stereo."""
    return state.panning_mode
