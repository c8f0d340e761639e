"""Names that Live makes itself: track numbers by position, the letters of returns, notes, sends."""

from __future__ import annotations

from countin.sim.kernel.states import ChainState, DeviceState, Key, SongState, State, TrackState
from countin.sim.kernel.store import Store

_LABELS = {"midi": "MIDI", "audio": "Audio", "group": "Group"}
_NOTES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")


def letter(index: int) -> str:
    """The letter of a return by its place: A, B, C ..."""
    return chr(ord("A") + index % 26)


def track_name(store: Store, key: Key, state: TrackState) -> str:
    """The name as Live shows it: numbered by position until it is renamed, returns with their letter."""
    song = store.get(SongState, store.song)
    if state.kind == "main":
        return state.name or ("Main" if store.version >= (12, 0, 0) else "Master")
    if state.kind == "return":
        return f"{letter(song.returns.index(key))}-{_return_name(store, state)}"
    if state.name is not None:
        return state.name
    return f"{song.tracks.index(key) + 1}-{_LABELS[state.kind]}"


def _return_name(store: Store, state: TrackState) -> str:
    """An unnamed return takes the name of its first device."""
    if state.name is not None:
        return state.name
    if not state.devices:
        return "Return"
    return store.get(DeviceState, state.devices[0]).name


def chain_name(store: Store, key: Key, state: ChainState) -> str:
    """A return chain shows its letter; an empty name reads "Chain"."""
    name = state.name or "Chain"
    if not state.is_return:
        return name
    return f"{letter(store.get(DeviceState, state.rack).return_chains.index(key))}-{name}"


def send_name(store: Store, state: State, index: int) -> str:
    """The name of a send: that of the return it feeds."""
    if isinstance(state, ChainState):
        chains = store.get(DeviceState, state.rack).return_chains
        return chain_name(store, chains[index], store.get(ChainState, chains[index]))
    returns = store.get(SongState, store.song).returns
    return track_name(store, returns[index], store.get(TrackState, returns[index]))


def note_name(pitch: int) -> str:
    """60 is C3, 36 is C1, 0 is C-2."""
    return f"{_NOTES[pitch % 12]}{pitch // 12 - 2}"
