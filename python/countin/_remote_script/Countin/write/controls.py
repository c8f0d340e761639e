"""The table of everything that `set_values` can write: which object holds it, and how it is read and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .. import wire
from ..ids import Kind
from ..journal import CHANNEL, FIRST, MUTE, ROUTE, SOLO
from ..native import has
from ..refusals import Refusal, quoted
from ..resolve import as_rack, element

if TYPE_CHECKING:
    import Live

Style = Literal["parameter", "flag", "number", "name", "route"]


class Holder:
    """An addressed object. Its lists are read once, however many rows write into them; `parameters` are a device's."""

    def __init__(self, kind: Kind, found: Any, parameters: Sequence[Live.DeviceParameter.DeviceParameter] = ()) -> None:
        self.kind: Kind = kind
        self.object = found
        self.parameters = parameters

    @cached_property
    def pads(self) -> list[Live.DrumPad.DrumPad]:
        """A Drum Rack's; no other device has any."""
        return [*as_rack(self.object).drum_pads] if self.object.can_have_drum_pads else []

    @cached_property
    def mixer(self) -> Any:
        """A chain's or an owner's."""
        return self.object.mixer_device

    @cached_property
    def sends(self) -> list[Live.DeviceParameter.DeviceParameter]:
        """The mixer's."""
        return [*self.mixer.sends]


class Control(NamedTuple):
    """One kind of value. `find` gives, from the addressed object and the row's member, what is written: a
    DeviceParameter, or the object whose property `member` is."""

    holder: Kind
    style: Style
    find: Callable[[Holder, int], Any]
    member: str = "value"
    rank: int = FIRST
    """Its turn when things are put back: a routing's channel after its type, solos before mutes."""


def _itself(holder: Holder, _: int) -> Any:
    return holder.object


def _parameter(device: Holder, place: int) -> Any:
    return element(device.parameters, place, "parameter", "member")


def _fader(name: str) -> Callable[[Holder, int], Any]:
    def find(holder: Holder, _: int) -> Any:
        return getattr(holder.mixer, name)

    return find


def _send(holder: Holder, place: int) -> Any:
    return element(holder.sends, place, "send", "member")


def _pad(device: Holder, note: int) -> Any:
    pad = element(device.pads, note, "pad", "member")
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
    wire.OWNER_OUTPUT: Control("owner", "route", _itself, "output_routing_channel", CHANNEL),
    wire.DEVICE_NAME: Control("device", "name", _itself, "name"),
    wire.OWNER_NAME: Control("owner", "name", _itself, "name"),
    wire.OWNER_SEND: Control("owner", "parameter", _send),
    wire.OWNER_INPUT_TYPE: Control("owner", "route", _itself, "input_routing_type", ROUTE),
    wire.OWNER_INPUT_CHANNEL: Control("owner", "route", _itself, "input_routing_channel", CHANNEL),
    wire.OWNER_OUTPUT_TYPE: Control("owner", "route", _itself, "output_routing_type", ROUTE),
    wire.OWNER_MONITORING: Control("owner", "number", _itself, "current_monitoring_state"),
}


CHANNEL_OF = {wire.OWNER_INPUT_TYPE: wire.OWNER_INPUT_CHANNEL, wire.OWNER_OUTPUT_TYPE: wire.OWNER_OUTPUT}
"""Which routing Live resets when another is written."""


def require(control: Control, held: Any) -> None:
    """This Live knows the member."""
    if not has(held, control.member):
        raise Refusal("unsupported_by_live", f"this Live has no {control.member} here")


def describe(control: Control, held: Any, holder: Any) -> str:
    """The control's name for messages: `Dry/Wet of 'Reverb'`, `mute of 'Kick'`."""
    word = str(held.name) if control.style == "parameter" else control.member.replace("_", " ")
    return f"{word} of {quoted(str(getattr(holder, 'name', '')))}"
