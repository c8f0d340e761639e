"""What only audio clips of Live.Clip have: gain, pitch, file."""

from __future__ import annotations

from countin.sim.kernel.handles import Handle
from countin.sim.kernel.states import ClipState, single
from countin.sim.model.clip import clip
from countin.sim.model.curves import clip_gain_text


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
