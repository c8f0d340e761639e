"""Live.Track: name, colour, mixer switches, grouping, meters, devices. Clips and routing have files of their own."""

from __future__ import annotations

from typing import Any

from countin.sim.kernel.behaviour import Behaviour
from countin.sim.kernel.handles import Handle, Role, maybe, owner, part_of, several
from countin.sim.kernel.states import DeviceState, SongState, TrackState
from countin.sim.model import containers, device, names, solo
from countin.sim.model.palette import color_of, nearest, snapped_index

track = Behaviour("Live.Track.Track")
track_view = Behaviour("Live.Track.Track.View")

track.do("insert_device")(containers.insert_device)
track.do("delete_device")(containers.delete_device)
track.do("duplicate_device")(containers.duplicate_device)
track.constants(performance_impact=0.0)
track_view.volatile(False, "is_collapsed")


@track.get("name", wide=True)
def get_name(handle: Handle, state: TrackState) -> str:
    """Numbered by position until renamed; returns with their letter."""
    return names.track_name(handle.sim_store, handle.sim_key, state)


@track.set("name")
def set_name(handle: Handle, _state: TrackState, value: str) -> None:
    """An empty name gives the automatic one back."""
    handle.sim_store.edit(TrackState, handle.sim_key).name = value or None


@track.get("color")
def get_color(_handle: Handle, state: TrackState) -> int:
    """0x00RRGGBB."""
    return color_of(state.color_index)


@track.set("color")
def set_color(handle: Handle, _state: TrackState, value: int) -> None:
    """Snaps to the nearest colour of the palette."""
    handle.sim_store.edit(TrackState, handle.sim_key).color_index = nearest(value & 0xFFFFFF)


@track.get("color_index")
def get_color_index(_handle: Handle, state: TrackState) -> int:
    """0..69."""
    return state.color_index


@track.set("color_index", accepts="int | None")
def set_color_index(handle: Handle, _state: TrackState, value: int | None) -> None:
    """Beyond 69 snaps; None is silently ignored on tracks."""
    if value is not None:
        handle.sim_store.edit(TrackState, handle.sim_key).color_index = snapped_index(value)


# -- mixer switches ---------------------------------------------------------------------------------------------


@track.get("mute")
def get_mute(_handle: Handle, state: TrackState) -> bool:
    """RuntimeError on the main track."""
    if state.kind == "main":
        raise RuntimeError("Main track has no 'mute' property!")
    return state.mute


@track.set("mute")
def set_mute(handle: Handle, state: TrackState, value: bool) -> None:
    """RuntimeError on the main track."""
    get_mute(handle, state)
    solo.write_mute(handle.sim_store, handle.sim_key, value)


@track.get("solo")
def get_solo(_handle: Handle, state: TrackState) -> bool:
    """RuntimeError on the main track."""
    if state.kind == "main":
        raise RuntimeError("Main track has no 'solo' property!")
    return state.solo


@track.set("solo")
def set_solo(handle: Handle, state: TrackState, value: bool) -> None:
    """Never exclusive through the API."""
    get_solo(handle, state)
    solo.write_solo(handle.sim_store, handle.sim_key, value)


@track.get("muted_via_solo", wide=True)
def get_muted_via_solo(handle: Handle, state: TrackState) -> bool:
    """Follows a tick later."""
    if state.kind == "main":
        raise RuntimeError("Main track has no 'muted_via_solo' property!")
    return solo.muted_via_solo(handle.sim_store, handle.sim_key)


@track.get("can_be_armed")
def get_can_be_armed(_handle: Handle, state: TrackState) -> bool:
    """False for groups, returns and the main track."""
    return state.kind in ("midi", "audio") and not state.frozen


_NO_ARM = "Main and Return Tracks have no 'Arm' state!"


@track.get("arm")
def get_arm(handle: Handle, state: TrackState) -> bool:
    """RuntimeError where a track cannot be armed."""
    if state.kind not in ("midi", "audio"):
        raise RuntimeError(_by_version(handle, _NO_ARM))
    return state.arm


@track.set("arm")
def set_arm(handle: Handle, state: TrackState, value: bool) -> None:
    """A frozen track silently stays unarmed."""
    get_arm(handle, state)
    handle.sim_store.edit(TrackState, handle.sim_key).arm = value and not state.frozen


def _by_version(handle: Handle, text: str) -> str:
    return text if handle.sim_store.version >= (12, 0, 0) else text.replace("Main", "Master")


@track.get("implicit_arm")
def get_implicit_arm(handle: Handle, _state: TrackState) -> bool:
    """The second arm that Push uses."""
    return handle.sim_store.seen(handle.sim_key, "implicit_arm", False)


@track.set("implicit_arm")
def set_implicit_arm(handle: Handle, _state: TrackState, value: bool) -> None:
    """The second arm that Push uses."""
    handle.sim_store.put(handle.sim_key, "implicit_arm", value)


@track.get("current_monitoring_state")
def get_monitoring(handle: Handle, state: TrackState) -> int:
    """0 in, 1 auto, 2 off; RuntimeError on groups, returns and the main track."""
    if state.kind not in ("midi", "audio"):
        raise RuntimeError(_by_version(handle, "Main and Return Tracks have no monitoring state!"))
    return state.monitoring


@track.set("current_monitoring_state")
def set_monitoring(handle: Handle, state: TrackState, value: int) -> None:
    """RuntimeError for any other number."""
    get_monitoring(handle, state)
    if value not in (0, 1, 2):
        raise RuntimeError("Invalid monitoring state!")
    handle.sim_store.edit(TrackState, handle.sim_key).monitoring = value


# -- kind and grouping ------------------------------------------------------------------------------------------


@track.get("has_midi_input")
def get_has_midi_input(_handle: Handle, state: TrackState) -> bool:
    """A MIDI track."""
    return state.kind == "midi"


@track.get("has_audio_input")
def get_has_audio_input(_handle: Handle, state: TrackState) -> bool:
    """An audio track, a return, the main track."""
    return state.kind in ("audio", "return", "main")


@track.get("has_midi_output", wide=True)
def get_has_midi_output(handle: Handle, state: TrackState) -> bool:
    """A MIDI track without an instrument."""
    return state.kind == "midi" and not containers.has_instrument(handle.sim_store, handle.sim_key)


@track.get("has_audio_output", wide=True)
def get_has_audio_output(handle: Handle, state: TrackState) -> bool:
    """Everything else."""
    return not get_has_midi_output(handle, state)


@track.get("is_foldable")
def get_is_foldable(_handle: Handle, state: TrackState) -> bool:
    """A group track."""
    return state.kind == "group"


@track.get("fold_state")
def get_fold_state(handle: Handle, state: TrackState) -> int:
    """0 unfolded, 1 folded; RuntimeError on a track that is no group."""
    if state.kind != "group":
        raise RuntimeError("This Track can not be collapsed")
    return int(handle.sim_store.seen(handle.sim_key, "fold_state", False))


@track.set("fold_state")
def set_fold_state(handle: Handle, state: TrackState, value: bool) -> None:
    """View state: no undo."""
    get_fold_state(handle, state)
    handle.sim_store.put(handle.sim_key, "fold_state", value)


@track.get("is_grouped")
def get_is_grouped(_handle: Handle, state: TrackState) -> bool:
    """Whether it sits in a group."""
    return state.group is not None


@track.get("group_track")
def get_group_track(handle: Handle, state: TrackState) -> Handle | None:
    """The group it sits in."""
    return maybe(handle.sim_store, state.group)


@track.get("is_visible")
def get_is_visible(handle: Handle, _state: TrackState) -> bool:
    """False inside a folded group."""
    store = handle.sim_store
    return not any(store.seen(group, "fold_state", False) for group in solo.ancestors(store, handle.sim_key))


@track.get("is_part_of_selection")
def get_is_part_of_selection(handle: Handle, _state: TrackState) -> bool:
    """Whether it is the selected track."""
    from countin.sim.model.selection import selected_track

    return selected_track(handle.sim_store) == handle.sim_key


@track.get("is_frozen")
def get_is_frozen(_handle: Handle, state: TrackState) -> bool:
    """There is no way to freeze through the API."""
    return state.frozen


@track.get("can_be_frozen")
def get_can_be_frozen(_handle: Handle, state: TrackState) -> bool:
    """MIDI and audio tracks."""
    return state.kind in ("midi", "audio")


@track.get("can_show_chains")
def get_can_show_chains(handle: Handle, state: TrackState) -> bool:
    """Whether a rack among its devices could be unfolded in the session."""
    return any(device.get_can_have_chains(handle, handle.sim_store.get(DeviceState, key)) for key in state.devices)


@track.get("is_showing_chains")
def get_is_showing_chains(handle: Handle, _state: TrackState) -> bool:
    """View state."""
    return handle.sim_store.seen(handle.sim_key, "is_showing_chains", False)


@track.set("is_showing_chains")
def set_is_showing_chains(handle: Handle, state: TrackState, value: bool) -> None:
    """RuntimeError unless can_show_chains."""
    if not get_can_show_chains(handle, state):
        raise RuntimeError("This track can not show chains")
    handle.sim_store.put(handle.sim_key, "is_showing_chains", value)


@track.get("devices")
def get_devices(handle: Handle, state: TrackState) -> tuple[Handle, ...]:
    """The top level; the mixer is not among them."""
    return several(handle.sim_store, state.devices)


@track.get("mixer_device")
def get_mixer_device(handle: Handle, _state: TrackState) -> Handle:
    """Its mixer."""
    return owner(handle.sim_store, handle.sim_key, part_of(Role.MIXER))


@track.get("view")
def get_view(handle: Handle, _state: TrackState) -> Handle:
    """Its view."""
    return owner(handle.sim_store, handle.sim_key, part_of(Role.VIEW))


# -- meters -----------------------------------------------------------------------------------------------------


@track.get("output_meter_level", "output_meter_left", "output_meter_right", wide=True)
def get_output_meter(handle: Handle, state: TrackState) -> float:
    """0..1; something moves while a clip of the track plays. Left and right raise without audio output."""
    if not get_has_audio_output(handle, state):
        raise RuntimeError("This track has no audio output")
    return handle.sim_store.seen(handle.sim_key, "meter", 0.0)


@track.get("input_meter_level", "input_meter_left", "input_meter_right")
def get_input_meter(_handle: Handle, state: TrackState) -> float:
    """Silence comes in; RuntimeError without audio input."""
    if state.kind not in ("audio", "return", "main"):
        raise RuntimeError("This track has no audio input")
    return 0.0


# -- data -------------------------------------------------------------------------------------------------------


@track.do("get_data")
def get_data(_handle: Handle, state: TrackState | SongState, key: str, default: Any) -> Any:  # whatever was stored
    """The stored value; the default only if nothing was ever set."""
    return dict(state.data).get(key, default)


@track.do("set_data")
def set_data(handle: Handle, state: TrackState | SongState, key: str, value: Any) -> None:  # whatever a script stores
    """Stored with the Set."""
    edited = handle.sim_store.edit(type(state), handle.sim_key)
    edited.data = tuple({**dict(state.data), key: value}.items())


@track.watch("data")
def watch_data(_handle: Handle, state: TrackState | SongState) -> object:
    """Any stored value."""
    return state.data


# -- the view ---------------------------------------------------------------------------------------------------


@track_view.get("selected_device")
def get_selected_device(handle: Handle, state: TrackState) -> Handle | None:
    """The first device until another is selected; None on an empty chain."""
    store = handle.sim_store
    chosen = store.seen(handle.sim_key, "selected_device")
    if chosen in store.records and device.owning_track(store, chosen) == handle.sim_key:
        return owner(store, chosen)
    return maybe(store, next(iter(state.devices), None))


@track_view.get("device_insert_mode")
def get_device_insert_mode(handle: Handle, _state: TrackState) -> int:
    """0 end of the chain, 1 left of the selected device, 2 right of it."""
    return handle.sim_store.seen(handle.sim_key, "device_insert_mode", 0)


@track_view.set("device_insert_mode", accepts="int")
def set_device_insert_mode(handle: Handle, _state: TrackState, value: int) -> None:
    """RuntimeError for any other number."""
    if value not in (0, 1, 2):
        raise RuntimeError("Invalid device insert mode")
    handle.sim_store.put(handle.sim_key, "device_insert_mode", value)


@track_view.do("select_instrument")
def select_instrument(handle: Handle, state: TrackState) -> bool:
    """Selects the first instrument; False when there is none."""
    store = handle.sim_store
    for key in state.devices:
        if containers.type_of(store, key) == containers.INSTRUMENT:
            store.put(handle.sim_key, "selected_device", key)
            return True
    return False
