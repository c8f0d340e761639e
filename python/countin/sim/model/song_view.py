"""Live.Song.View: what is selected, and what the detail view shows. Nothing here is undone."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, maybe, owner
from countin.sim.kernel.states import ChainState, SceneState, SlotState, SongState, TrackState
from countin.sim.model import selection
from countin.sim.model.device import owning_track

song_view = Behaviour("Live.Song.Song.View")

song_view.volatile(False, "draw_mode")
song_view.volatile(True, "follow_song")
song_view.constants(mod_mapping_device=None, mod_mapping_parameter=None)


@song_view.get("selected_track", wide=True)
def get_selected_track(handle: Handle, _state: SongState) -> Handle:
    """Any track, returns and the main track included."""
    return owner(handle.sim_store, selection.selected_track(handle.sim_store))


@song_view.set("selected_track")
def set_selected_track(handle: Handle, _state: SongState, value: Handle | None) -> None:
    """RuntimeError for None."""
    if value is None or not isinstance(handle.sim_store.records[value.sim_key].state, TrackState):
        raise RuntimeError("Invalid track")
    handle.sim_store.put(handle.sim_key, "selected_track", value.sim_key)


@song_view.get("selected_scene", wide=True)
def get_selected_scene(handle: Handle, _state: SongState) -> Handle:
    """The selected scene."""
    return owner(handle.sim_store, selection.selected_scene(handle.sim_store))


@song_view.set("selected_scene")
def set_selected_scene(handle: Handle, _state: SongState, value: Handle | None) -> None:
    """RuntimeError for None."""
    if value is None or not isinstance(handle.sim_store.records[value.sim_key].state, SceneState):
        raise RuntimeError("Invalid scene")
    handle.sim_store.put(handle.sim_key, "selected_scene", value.sim_key)


@song_view.get("highlighted_clip_slot")
def get_highlighted(handle: Handle, _state: SongState) -> Handle | None:
    """Where selected track and scene meet; None on returns and the main track."""
    return maybe(handle.sim_store, selection.highlighted_slot(handle.sim_store))


@song_view.set("highlighted_clip_slot")
def set_highlighted(handle: Handle, _state: SongState, value: Handle | None) -> None:
    """Selects the slot's track and scene."""
    store = handle.sim_store
    if value is None:
        raise RuntimeError("Invalid clip slot")
    track = store.get(SlotState, value.sim_key).track
    row = store.get(TrackState, track).slots.index(value.sim_key)
    store.put(handle.sim_key, "selected_track", track)
    store.put(handle.sim_key, "selected_scene", store.get(SongState, store.song).scenes[row])


@song_view.get("detail_clip", wide=True)
def get_detail_clip(handle: Handle, _state: SongState) -> Handle | None:
    """The clip in the detail view."""
    return maybe(handle.sim_store, handle.sim_store.seen(handle.sim_key, "detail_clip"))


@song_view.set("detail_clip")
def set_detail_clip(handle: Handle, _state: SongState, value: Handle | None) -> None:
    """None is allowed."""
    handle.sim_store.put(handle.sim_key, "detail_clip", None if value is None else value.sim_key)


@song_view.get("selected_chain", wide=True)
def get_selected_chain(handle: Handle, _state: SongState) -> Handle | None:
    """The chain selected last."""
    return maybe(handle.sim_store, handle.sim_store.seen(handle.sim_key, "selected_chain"))


@song_view.set("selected_chain")
def set_selected_chain(handle: Handle, _state: SongState, value: Handle | None) -> None:
    """Also selects it in its rack."""
    store = handle.sim_store
    if value is not None:
        store.put(store.get(ChainState, value.sim_key).rack, "selected_chain", value.sim_key)
    store.put(handle.sim_key, "selected_chain", None if value is None else value.sim_key)


@song_view.get("selected_parameter")
def get_selected_parameter(handle: Handle, _state: SongState) -> Handle | None:
    """Nobody clicks on a parameter here."""
    return maybe(handle.sim_store, handle.sim_store.seen(handle.sim_key, "selected_parameter"))


@song_view.do("select_device")
def select_device(handle: Handle, _state: SongState, device: Handle | None, appoint: bool) -> None:
    """Selects a device on its track, appoints it, and shows its chain."""
    store = handle.sim_store
    if device is None:
        raise RuntimeError("Invalid device")
    store.put(owning_track(store, device.sim_key), "selected_device", device.sim_key)
    store.put(store.application, "detail view", "Detail/DeviceChain")
    if appoint:
        store.put(handle.sim_key, "appointed_device", device.sim_key)
