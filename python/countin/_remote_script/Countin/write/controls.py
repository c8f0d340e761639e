"""The table of everything that `set_values` can write: which object holds it, and how it is read and written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .. import wire
from ..journal import FIRST, MUTE, SOLO
from ..native import has
from ..refusals import Refusal, quoted
from ..resolve import as_rack, element

if TYPE_CHECKING:
    import Live

Holder = Literal["device", "chain", "owner"]
Style = Literal["parameter", "flag", "number", "name", "output"]


class Control(NamedTuple):
    """One kind of value. `find` gives, from the addressed object and the row's member, what is written: a
    DeviceParameter, or the object whose property `member` is."""

    holder: Holder
    style: Style
    find: Callable[[Any, int], Any]
    member: str = "value"
    rank: int = FIRST
    """Its turn when things are put back: solos before mutes, both after all else."""


def _itself(holder: Any, _: int) -> Any:
    return holder


def _parameter(device: Live.Device.Device, place: int) -> Any:
    return element(device.parameters, place, "parameter", "member")


def _fader(name: str) -> Callable[[Any, int], Any]:
    def find(holder: Any, _: int) -> Any:
        return getattr(holder.mixer_device, name)

    return find


def _send(chain: Live.Chain.Chain, place: int) -> Any:
    return element(chain.mixer_device.sends, place, "send", "member")


def _pad(device: Live.Device.Device, note: int) -> Any:
    pads = as_rack(device).drum_pads if device.can_have_drum_pads else ()
    pad = element(pads, note, "pad", "member")
    if pad.note != note:
        raise Refusal("not_found", f"the pad of note {note} is not where Live keeps it", "member")
    return pad


CONTROLS: dict[int, Control] = {
    wire.PARAMETER: Control("device", "parameter", _parameter),
    wire.CHAIN_VOLUME: Control("chain", "parameter", _fader("volume")),
    wire.CHAIN_PAN: Control("chain", "parameter", _fader("panning")),
    wire.CHAIN_SEND: Control("chain", "parameter", _send),
    wire.CHAIN_SOLO: Control("chain", "flag", _itself, "solo", SOLO),
    wire.CHAIN_MUTE: Control("chain", "flag", _itself, "mute", MUTE),
    wire.CHAIN_IN_NOTE: Control("chain", "number", _itself, "in_note"),
    wire.CHAIN_OUT_NOTE: Control("chain", "number", _itself, "out_note"),
    wire.PAD_SOLO: Control("device", "flag", _pad, "solo", SOLO),
    wire.PAD_MUTE: Control("device", "flag", _pad, "mute", MUTE),
    wire.OWNER_VOLUME: Control("owner", "parameter", _fader("volume")),
    wire.OWNER_PAN: Control("owner", "parameter", _fader("panning")),
    wire.OWNER_CUE_VOLUME: Control("owner", "parameter", _fader("cue_volume")),
    wire.OWNER_CROSSFADER: Control("owner", "parameter", _fader("crossfader")),
    wire.OWNER_SOLO: Control("owner", "flag", _itself, "solo", SOLO),
    wire.OWNER_MUTE: Control("owner", "flag", _itself, "mute", MUTE),
    wire.OWNER_OUTPUT: Control("owner", "output", _itself, "output_routing_channel"),
    wire.DEVICE_NAME: Control("device", "name", _itself, "name"),
}


def require(control: Control, held: Any) -> None:
    """This Live knows the member."""
    if not has(held, control.member):
        raise Refusal("unsupported_by_live", f"this Live has no {control.member} here")


def describe(control: Control, held: Any, holder: Any) -> str:
    """The control's name for messages: `Dry/Wet of 'Reverb'`, `mute of 'Kick'`."""
    word = str(held.name) if control.style == "parameter" else control.member.replace("_", " ")
    return f"{word} of {quoted(str(getattr(holder, 'name', '')))}"
