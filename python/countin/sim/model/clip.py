"""Live.Clip: name, colour, launching, loop and markers by LIVE_API 2.7, and what only audio clips have."""

from __future__ import annotations

from countin.sim.kernel.behaviour import Behaviour, within
from countin.sim.kernel.handles import Handle, Role, maybe, owner, part_of
from countin.sim.kernel.states import ClipState, SlotState, single
from countin.sim.model import arrangement, launching, names, signature
from countin.sim.model.curves import clip_gain_text
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


# -- bounds -----------------------------------------------------------------------------------------------------


@clip.get("length")
def get_length(_handle: Handle, state: ClipState) -> float:
    """loop_end - loop_start at all times."""
    return state.loop_end - state.loop_start


@clip.get("looping")
def get_looping(_handle: Handle, state: ClipState) -> bool:
    """Whether the brace repeats."""
    return state.looping


@clip.set("looping")
def set_looping(handle: Handle, state: ClipState, value: bool) -> None:
    """Live remembers two braces and swaps them. Unwarped audio can not loop."""
    if value and state.kind == "audio" and not state.warping:
        raise RuntimeError("Unwarped audio clips can not be looped")
    if value == state.looping:
        return
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    brace = (edited.loop_start, edited.loop_end)
    edited.loop_start, edited.loop_end = edited.other_brace
    edited.other_brace, edited.looping = brace, value
    if edited.place != "session" and not value:
        _fit_timeline(edited)


def _fit_timeline(edited: ClipState) -> None:
    """An unlooped clip is as long as its bounds; on the timeline that may shorten it, never lengthen."""
    span = min(edited.end_time - edited.start_time, edited.loop_end - edited.loop_start)
    edited.loop_end = edited.loop_start + span
    edited.end_time = edited.start_time + span


@clip.get("loop_start")
def get_loop_start(_handle: Handle, state: ClipState) -> float:
    """Beats; seconds for unwarped audio."""
    return state.loop_start


@clip.set("loop_start")
def set_loop_start(handle: Handle, state: ClipState, value: float) -> None:
    """RuntimeError at or behind loop_end."""
    if not value < state.loop_end:
        raise RuntimeError("Cannot set LoopStart behind LoopEnd")
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    edited.loop_start = value
    _follow_bounds(handle, edited)


@clip.get("loop_end")
def get_loop_end(_handle: Handle, state: ClipState) -> float:
    """Beats; seconds for unwarped audio."""
    return state.loop_end


@clip.set("loop_end")
def set_loop_end(handle: Handle, state: ClipState, value: float) -> None:
    """RuntimeError at or before loop_start. Unwarped audio ends with its file."""
    if state.kind == "audio" and not state.warping and state.sample_length:
        value = min(value, state.sample_length / state.sample_rate)
    if not value > state.loop_start:
        raise RuntimeError("Cannot set LoopEnd before LoopStart")
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    edited.loop_end = value
    _follow_bounds(handle, edited)


def _follow_bounds(handle: Handle, edited: ClipState) -> None:
    """On the timeline the bounds of an unlooped clip are its length, which stops at the next clip."""
    if edited.place == "session" or edited.looping:
        return
    end = edited.start_time + edited.loop_end - edited.loop_start
    if edited.place == "arrangement" and end > edited.end_time:
        end = min(end, arrangement.next_start(handle.sim_store, handle.sim_key))
        edited.loop_end = edited.loop_start + end - edited.start_time
    edited.end_time = end


@clip.get("start_marker")
def get_start_marker(_handle: Handle, state: ClipState) -> float:
    """Tied to loop_start while looping is off."""
    return state.start_marker if state.looping else state.loop_start


@clip.set("start_marker")
def set_start_marker(handle: Handle, state: ClipState, value: float) -> None:
    """Ignored while looping is off; RuntimeError behind end_marker."""
    if not state.looping:
        return
    if not value < state.end_marker:
        raise RuntimeError("Cannot set StartMarker behind EndMarker")
    handle.sim_store.edit(ClipState, handle.sim_key).start_marker = value


@clip.get("end_marker")
def get_end_marker(_handle: Handle, state: ClipState) -> float:
    """Not clamped to the file."""
    return state.end_marker


@clip.set("end_marker")
def set_end_marker(handle: Handle, state: ClipState, value: float) -> None:
    """RuntimeError before start_marker."""
    if value < get_start_marker(handle, state):
        raise RuntimeError("Cannot set EndMarker before StartMarker")
    handle.sim_store.edit(ClipState, handle.sim_key).end_marker = value


@clip.get("position")
def get_position(_handle: Handle, state: ClipState) -> float:
    """Where the brace starts."""
    return state.loop_start


@clip.set("position")
def set_position(handle: Handle, state: ClipState, value: float) -> None:
    """Slides the whole brace, and pushes markers that would fall outside."""
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    length = state.loop_end - state.loop_start
    edited.loop_start, edited.loop_end = value, value + length
    if edited.start_marker >= edited.loop_end:
        edited.start_marker = edited.loop_start
    edited.end_marker = max(edited.end_marker, edited.loop_end)


@clip.get("start_time")
def get_start_time(handle: Handle, state: ClipState) -> float:
    """The left edge on the timeline; in a slot the song time of its last launch."""
    if state.place == "session":
        return handle.sim_store.seen(handle.sim_key, "launched at", state.start_time)
    return state.start_time


@clip.get("end_time")
def get_end_time(handle: Handle, state: ClipState) -> float:
    """The right edge on the timeline; in a slot the end of its bounds."""
    return state.end_time if state.place != "session" else state.loop_end


@clip.do("crop")
def crop(handle: Handle, state: ClipState) -> None:
    """Keeps the brace, and before it what the start marker reaches when looped."""
    first = min(state.start_marker, state.loop_start) if state.looping else state.loop_start
    last = state.loop_end
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    edited.notes = tuple(note for note in state.notes if first <= note.start < last)
    edited.end_marker = last
    edited.start_marker = max(edited.start_marker, first)


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


# -- audio ------------------------------------------------------------------------------------------------------


def need_audio(state: ClipState) -> None:
    """RuntimeError on a MIDI clip."""
    if state.kind != "audio":
        raise RuntimeError("This property is only available for audio clips")


def _audio_field(name: str) -> None:
    def getter(_handle: Handle, state: ClipState) -> object:
        need_audio(state)
        return getattr(state, name)

    clip.get(name)(getter)


for _name in ("file_path", "gain", "pitch_coarse", "pitch_fine", "ram_mode", "sample_length", "sample_rate"):
    _audio_field(_name)
_audio_field("warp_mode")


@clip.set("gain")
def set_gain(handle: Handle, state: ClipState, value: float) -> None:
    """0..1, 0.4 is 0 dB."""
    need_audio(state)
    if not 0 <= value <= 1:
        raise RuntimeError("Gain out of range")
    handle.sim_store.edit(ClipState, handle.sim_key).gain = single(value)


@clip.get("gain_display_string")
def get_gain_display_string(_handle: Handle, state: ClipState) -> str:
    """The gain in decibels."""
    need_audio(state)
    return clip_gain_text(state.gain)


@clip.set("pitch_coarse")
def set_pitch_coarse(handle: Handle, state: ClipState, value: int) -> None:
    """-48..48."""
    need_audio(state)
    if not -48 <= value <= 48:
        raise RuntimeError("Pitch out of range")
    handle.sim_store.edit(ClipState, handle.sim_key).pitch_coarse = value


@clip.set("pitch_fine")
def set_pitch_fine(handle: Handle, state: ClipState, value: float) -> None:
    """Cents; beyond 50 either way carries into pitch_coarse."""
    need_audio(state)
    carry = 0
    if value > 50 or value < -50:
        carry = round(value / 100)
        value -= carry * 100
    edited = handle.sim_store.edit(ClipState, handle.sim_key)
    edited.pitch_fine, edited.pitch_coarse = value, min(max(edited.pitch_coarse + carry, -48), 48)


@clip.set("ram_mode")
def set_ram_mode(handle: Handle, state: ClipState, value: bool) -> None:
    """Whether the sample is held in memory."""
    need_audio(state)
    handle.sim_store.edit(ClipState, handle.sim_key).ram_mode = value
