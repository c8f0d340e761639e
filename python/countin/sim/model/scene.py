"""Live.Scene: a row of slots with a name, a colour and optional tempo and signature."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, several
from countin.sim.kernel.states import SceneState, SlotState, SongState, TrackState
from countin.sim.model import launching, signature, transport
from countin.sim.model.palette import color_of, nearest, snapped_index
from countin.sim.model.selection import selected_scene

scene = Behaviour("Live.Scene.Scene")

scene.fields(SceneState, "name", "tempo_enabled", time_signature_enabled="signature_enabled")


def _row(handle: Handle) -> tuple[int, ...]:
    store = handle.sim_store
    song = store.get(SongState, store.song)
    index = song.scenes.index(handle.sim_key)
    return tuple(store.get(TrackState, track).slots[index] for track in song.tracks)


@scene.get("clip_slots", wide=True)
def get_clip_slots(handle: Handle, _state: SceneState) -> tuple[Handle, ...]:
    """One for each track of song.tracks, groups included."""
    return several(handle.sim_store, _row(handle))


@scene.get("is_empty")
def get_is_empty(handle: Handle, _state: SceneState) -> bool:
    """No slot of the row holds a clip."""
    return not any(handle.sim_store.get(SlotState, slot).clips for slot in _row(handle))


@scene.get("is_triggered", wide=True)
def get_is_triggered(handle: Handle, _state: SceneState) -> bool:
    """Some slot of the row waits to be launched."""
    store = handle.sim_store
    return any(launching.fired_slot(store, store.get(SlotState, slot).track) == slot for slot in _row(handle))


@scene.get("color")
def get_color(_handle: Handle, state: SceneState) -> int:
    """0x00RRGGBB; 0 without a colour."""
    return 0 if state.color_index is None else color_of(state.color_index)


@scene.set("color")
def set_color(handle: Handle, _state: SceneState, value: int) -> None:
    """Snaps to the nearest colour of the palette."""
    handle.sim_store.edit(SceneState, handle.sim_key).color_index = nearest(value & 0xFFFFFF)


@scene.get("color_index")
def get_color_index(_handle: Handle, state: SceneState) -> int | None:
    """0..69, None without a colour."""
    return state.color_index


@scene.set("color_index")
def set_color_index(handle: Handle, _state: SceneState, value: int | None) -> None:
    """None takes the colour away."""
    index = None if value is None else snapped_index(value)
    handle.sim_store.edit(SceneState, handle.sim_key).color_index = index


@scene.get("tempo")
def get_tempo(_handle: Handle, state: SceneState) -> float:
    """-1 while disabled."""
    return state.tempo if state.tempo_enabled else -1.0


@scene.set("tempo")
def set_tempo(handle: Handle, _state: SceneState, value: float) -> None:
    """20..999; setting enables."""
    if not 20 <= value <= 999:
        raise RuntimeError("Tempo out of range")
    edited = handle.sim_store.edit(SceneState, handle.sim_key)
    edited.tempo, edited.tempo_enabled = value, True


@scene.get("time_signature_numerator")
def get_numerator(_handle: Handle, state: SceneState) -> int:
    """-1 while disabled."""
    return state.numerator if state.signature_enabled else -1


@scene.get("time_signature_denominator")
def get_denominator(_handle: Handle, state: SceneState) -> int:
    """-1 while disabled."""
    return state.denominator if state.signature_enabled else -1


@scene.set("time_signature_numerator")
def set_numerator(handle: Handle, _state: SceneState, value: int) -> None:
    """1..99; setting enables."""
    signature.need_numerator(value)
    edited = handle.sim_store.edit(SceneState, handle.sim_key)
    edited.numerator, edited.signature_enabled = value, True


@scene.set("time_signature_denominator")
def set_denominator(handle: Handle, _state: SceneState, value: int) -> None:
    """1, 2, 4, 8, 16; setting enables."""
    edited_value = signature.denominator(value)
    edited = handle.sim_store.edit(SceneState, handle.sim_key)
    edited.denominator, edited.signature_enabled = edited_value, True


@scene.do("fire")
def fire(handle: Handle, _state: SceneState, force_legato: bool, can_select: bool) -> None:
    """Launches the row and applies tempo and signature. An empty scene does not start the transport."""
    transport.fire_scene(handle.sim_store, handle.sim_key)


@scene.do("fire_as_selected")
def fire_as_selected(handle: Handle, _state: SceneState, force_legato: bool) -> None:
    """Fires the selected scene, whatever this one is, then selects the next."""
    store = handle.sim_store
    chosen = selected_scene(store)
    transport.fire_scene(store, chosen)
    scenes = store.get(SongState, store.song).scenes
    store.put(store.song, "selected_scene", scenes[min(scenes.index(chosen) + 1, len(scenes) - 1)])


@scene.do("set_fire_button_state")
def set_fire_button_state(handle: Handle, _state: SceneState, state: bool) -> None:
    """True repeatedly is a held button."""
    if state:
        transport.fire_scene(handle.sim_store, handle.sim_key)
