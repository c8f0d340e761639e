"""Live.Clip: name, colour, launching, loop and markers by LIVE_API 2.7, and what only audio clips have."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour, within
from countin.sim.kernel.handles import Handle, Role, maybe, owner, part_of
from countin.sim.kernel.states import ClipState, SlotState
from countin.sim.model import launching, names, signature
from countin.sim.model.palette import color_of, nearest, snapped_index

clip = Behaviour("Live.Clip.Clip")

clip.fields(ClipState, "name", "muted", "legato")
clip.checked(ClipState, "velocity_amount", within(0, 1, "Velocity amount out of range"))
clip.checked(ClipState, "launch_mode", within(0, 3, "Invalid launch mode"))
clip.checked(ClipState, "launch_quantization", within(0, 14, "Invalid launch quantization"))
clip.checked(ClipState, "signature_numerator", signature.need_numerator, "numerator")
clip.constants(is_overdubbing=False, will_record_on_start=False)


@clip.get("signature_denominator")
def get_denominator(_handle: Handle, state: ClipState) -> int:
    """1, 2, 4, 8 or 16."""
    return state.denominator


@clip.set("signature_denominator")
def set_denominator(handle: Handle, _state: ClipState, value: int) -> None:
    """RuntimeError outside 1..16."""
    rounded = signature.denominator(value)
    handle.sim_store.edit(ClipState, handle.sim_key).denominator = rounded


@clip.get("color")
def get_color(_handle: Handle, state: ClipState) -> int:
    """0x00RRGGBB."""
    return color_of(state.color_index)


@clip.set("color")
def set_color(handle: Handle, _state: ClipState, value: int) -> None:
    """Snaps to the nearest colour of the palette."""
    handle.sim_store.edit(ClipState, handle.sim_key).color_index = nearest(value & 0xFFFFFF)


@clip.get("color_index")
def get_color_index(_handle: Handle, state: ClipState) -> int:
    """0..69."""
    return state.color_index


@clip.set("color_index")
def set_color_index(handle: Handle, _state: ClipState, value: int) -> None:
    """Beyond 69 snaps."""
    handle.sim_store.edit(ClipState, handle.sim_key).color_index = snapped_index(value)


# -- kind and place ---------------------------------------------------------------------------------------------


@clip.get("is_midi_clip")
def get_is_midi_clip(_handle: Handle, state: ClipState) -> bool:
    """Notes."""
    return state.kind == "midi"


@clip.get("is_audio_clip")
def get_is_audio_clip(_handle: Handle, state: ClipState) -> bool:
    """A sample."""
    return state.kind == "audio"


@clip.get("is_arrangement_clip")
def get_is_arrangement_clip(_handle: Handle, state: ClipState) -> bool:
    """On the timeline; take lanes too."""
    return state.place != "session"


@clip.get("is_session_clip")
def get_is_session_clip(_handle: Handle, state: ClipState) -> bool:
    """In a slot."""
    return state.place == "session"


@clip.get("is_take_lane_clip")
def get_is_take_lane_clip(_handle: Handle, state: ClipState) -> bool:
    """In a take lane."""
    return state.place == "lane"


@clip.get("view")
def get_view(handle: Handle, _state: ClipState) -> Handle:
    """Its view."""
    return owner(handle.sim_store, handle.sim_key, part_of(Role.VIEW))


# -- launching --------------------------------------------------------------------------------------------------


def _is_playing(handle: Handle, state: ClipState) -> bool:
    if state.place != "session":
        return False
    store = handle.sim_store
    return launching.playing_slot(store, store.get(SlotState, state.parent).track) == state.parent


@clip.get("is_playing", wide=True)
def get_is_playing(handle: Handle, state: ClipState) -> bool:
    """Always False on the timeline."""
    return _is_playing(handle, state)


@clip.set("is_playing")
def set_is_playing(handle: Handle, state: ClipState, value: bool) -> None:
    """True fires, False stops."""
    (fire if value else stop)(handle, state)


@clip.get("is_triggered", wide=True)
def get_is_triggered(handle: Handle, state: ClipState) -> bool:
    """Whether it waits to be launched."""
    store = handle.sim_store
    slot = store.find(SlotState, state.parent)
    return slot is not None and launching.fired_slot(store, slot.track) == state.parent


@clip.get("is_recording", wide=True)
def get_is_recording(handle: Handle, state: ClipState) -> bool:
    """Whether it records."""
    return state.place == "session" and launching.is_recording(handle.sim_store, state.parent)


@clip.watch("playing_status", wide=True)
def watch_playing_status(handle: Handle, state: ClipState) -> object:
    """Playing, triggered or recording."""
    return (_is_playing(handle, state), get_is_triggered(handle, state), get_is_recording(handle, state))


@clip.watch("loop_jump", wide=True)
def watch_loop_jump(handle: Handle, _state: ClipState) -> object:
    """Each time the end of the loop is passed."""
    return launching.loop_count(handle.sim_store, handle.sim_key)


@clip.get("playing_position", wide=True)
def get_playing_position(handle: Handle, _state: ClipState) -> float:
    """0 when stopped."""
    return launching.playing_position(handle.sim_store, handle.sim_key)


@clip.do("fire")
def fire(handle: Handle, state: ClipState) -> None:
    """Nothing on the timeline."""
    if state.place == "session":
        launching.fire_slot(handle.sim_store, state.parent)


@clip.do("stop")
def stop(handle: Handle, state: ClipState) -> None:
    """Nothing on the timeline."""
    if state.place == "session":
        launching.stop_track(handle.sim_store, handle.sim_store.get(SlotState, state.parent).track)


@clip.do("set_fire_button_state")
def set_fire_button_state(handle: Handle, state: ClipState, pressed: bool) -> None:
    """True repeatedly is a held button."""
    if pressed:
        fire(handle, state)


@clip.do("move_playing_pos")
def move_playing_pos(handle: Handle, state: ClipState, beats: float) -> None:
    """Relative beats; nothing when it does not play."""
    if _is_playing(handle, state):
        launching.jump(handle.sim_store, handle.sim_store.get(SlotState, state.parent).track, beats)


@clip.do("scrub")
def scrub(handle: Handle, _state: ClipState, position: float) -> None:
    """Nothing is heard here."""
    handle.sim_store.put(handle.sim_key, "scrub", position)


@clip.do("stop_scrub")
def stop_scrub(handle: Handle, _state: ClipState) -> None:
    """Safe when idle."""
    handle.sim_store.put(handle.sim_key, "scrub", None)


# -- groove -----------------------------------------------------------------------------------------------------


@clip.get("groove")
def get_groove(handle: Handle, state: ClipState) -> Handle | None:
    """The groove it plays with."""
    return maybe(handle.sim_store, state.groove)


@clip.set("groove", accepts="Groove")
def set_groove(handle: Handle, _state: ClipState, value: Handle | None) -> None:
    """None cannot be assigned."""
    if value is None:
        from countin.sim.kernel.arguments import refuse_property

        refuse_property(handle, value, "Groove")
    handle.sim_store.edit(ClipState, handle.sim_key).groove = value.sim_key


@clip.get("has_groove")
def get_has_groove(handle: Handle, state: ClipState) -> bool:
    """Whether it has one."""
    return state.groove is not None and state.groove in handle.sim_store.records


@clip.do("note_number_to_name")
def note_number_to_name(_handle: Handle, _state: ClipState, pitch: int) -> str:
    """60 is C3."""
    if not 0 <= pitch <= 127:
        raise RuntimeError("Invalid note number")
    return names.note_name(pitch)
