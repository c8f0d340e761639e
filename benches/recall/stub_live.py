"""A Live that costs nothing: plain objects built from a snapshot, the real Remote Script in front of them, and ticks
that follow each other without a pause. `python -m benches.recall.stub_live SNAPSHOT` runs it until its input ends.

It holds one track with one device chain, and knows no more of Live than a recall asks.
"""

# pyright: basic
# Objects with whatever members the script asks for: there is no more to say about their types.

from __future__ import annotations

import gc
import importlib
import itertools
import json
import select
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

_pointers = itertools.count(1)


class Thing:
    """Anything of Live: a pointer, and listeners that are never called. Accesses are those of a slot where its kind
    names the members."""

    __slots__ = ("__dict__", "_live_ptr")

    def __init__(self, **members: Any) -> None:
        self._live_ptr = next(_pointers)
        for name, value in members.items():
            setattr(self, name, value)


class Parameter:
    """A parameter whose accesses are those of a slot."""

    __slots__ = (
        "_live_ptr", "automation_state", "is_enabled", "is_quantized", "max", "min", "name", "original_name",
        "value", "value_items",
    )  # fmt: skip

    def __init__(self, row: dict[str, Any]) -> None:
        self._live_ptr = next(_pointers)
        self.original_name = self.name = row["originalName"]
        self.min, self.max, self.value = row["min"], row["max"], row["value"]
        self.is_quantized, self.value_items = row["quantized"], row["valueItems"]
        self.is_enabled, self.automation_state = True, 0

    def str_for_value(self, value: float) -> str:
        """As a Live that shows plain numbers."""
        return f"{value:.2f}"


def _listens(member: str) -> dict[str, Callable[..., None]]:
    def nothing(self: Any, callback: Any) -> None:
        """Nothing changes behind the script's back here."""

    return {f"add_{member}_listener": nothing, f"remove_{member}_listener": nothing}


def _nothing(self: Any) -> None:
    """Live's history is of no interest here."""


def _kind(name: str, *lists: str, base: type[Thing] = Thing, slots: str = "", **members: Any) -> Any:
    """A class of Live: the lists it tells the changes of (and, in slots, holds), what else it holds in slots, and what
    is a feature of the class."""
    for member in lists:
        members |= _listens(member)
    return type(name, (base,), members | {"__slots__": (*lists, *slots.split())})


Device = _kind(
    "Device", "parameters",
    slots="name class_name class_display_name type can_have_chains can_have_drum_pads is_active",
)  # fmt: skip
RackDevice = _kind("RackDevice", "chains", "return_chains", base=Device, slots="drum_pads")
Chain = _kind("Chain", "devices", slots="name mixer_device mute solo")
DrumChain = _kind("DrumChain", base=Chain, slots="in_note out_note")
Track = _kind("Track", "devices", "arrangement_clips")
Channel = _kind("Channel", identifier="")
Master = _kind("Master", base=Track, output_routing_channel=None, available_output_routing_channels=())
Song = _kind(
    "Song", "tracks", "return_tracks", "scenes", "cue_points", begin_undo_step=_nothing, end_undo_step=_nothing
)


def _level(value: float, low: float = 0.0, name: str = "Volume") -> Parameter:
    row = {"originalName": name, "min": low, "max": 1.0, "quantized": False, "valueItems": (), "value": value}
    return Parameter(row)


def _mixer(row: dict[str, Any] | None) -> Any:
    row = row or {"volume": 0.85, "pan": 0.0, "sends": []}
    return Thing(
        volume=_level(row["volume"] or 0.0),
        panning=_level(row["pan"] or 0.0, -1.0, "Pan"),
        sends=[_level(value, name="Send") for value in row["sends"]],
    )


def _chain(row: dict[str, Any]) -> Thing:
    mixer, notes = row.get("mixer"), row.get("noteRouting") or {}
    kind = DrumChain if notes.get("inputNote") is not None else Chain
    members: dict[str, Any] = {"name": row["name"], "mixer_device": _mixer(mixer), "devices": _devices(row["devices"])}
    members |= {"mute": bool((mixer or {}).get("mute")), "solo": bool((mixer or {}).get("solo"))}
    if kind is DrumChain:
        members |= {"in_note": notes["inputNote"], "out_note": notes["outputNote"]}
    return kind(**members)


TYPES = {"unknown": 0, "instrument": 1, "audio_effect": 2, "midi_effect": 4}


def _device(row: dict[str, Any]) -> Thing:
    is_rack, pads = "chains" in row, row.get("drumPads")
    chains: list[Any] = [_chain(chain) for chain in row.get("chains", ())]
    members: dict[str, Any] = {
        "name": row["name"],
        "class_name": row["className"],
        "class_display_name": row["className"],
        "type": TYPES.get(row["type"], 0),
        "parameters": [Parameter(parameter) for parameter in row["parameters"]],
        "can_have_chains": is_rack,
        "can_have_drum_pads": pads is not None,
        "is_active": True,
    }
    if is_rack:
        members |= {"chains": chains, "return_chains": [_chain(chain) for chain in row.get("returnChains", ())]}
    if pads is not None:
        by_note = {chain.in_note: [chain] for chain in chains}
        held = {pad["note"]: pad for pad in pads}
        members["drum_pads"] = [
            Thing(
                note=note, chains=by_note.get(note, []) if note in held else [],
                mute=held.get(note, {}).get("mute", False), solo=held.get(note, {}).get("solo", False),
            )
            for note in range(128)
        ]  # fmt: skip
    return (RackDevice if is_rack else Device)(**members)


def _devices(rows: list[dict[str, Any]]) -> list[Thing]:
    return [_device(row) for row in rows]


def song(snapshot: dict[str, Any]) -> Thing:
    """A Set whose master holds the snapshot's devices and mixer (of format v6)."""
    owner = snapshot["ownerMixer"]
    mixer = _mixer({"volume": owner["volume"], "pan": owner["pan"], "sends": []})
    mixer.cue_volume, mixer.crossfader = _level(owner["cueVolume"]), _level(owner["crossfader"], -1.0)
    outputs = [Channel(display_name=name, identifier=name) for name in (owner["outputChannelId"], "3/4")]
    master = Master(
        name="Main", devices=_devices(snapshot["devices"]), mixer_device=mixer,
        output_routing_channel=outputs[0], available_output_routing_channels=outputs,
    )  # fmt: skip
    return Song(
        tracks=[], return_tracks=[], scenes=[], cue_points=[], master_track=master, tempo=120.0,
        signature_numerator=4, signature_denominator=4, root_note=0, scale_name="Major", is_playing=False,
        current_song_time=0.0, song_length=0.0, can_undo=True, can_redo=False,
    )  # fmt: skip


class Timer:
    """Live's timer, as far as somebody calls `callback`."""

    def __init__(self, callback: Callable[[], None], interval: int, repeat: bool, start: bool) -> None:
        self.callback, self.running = callback, start
        TIMERS.append(self)

    def start(self) -> None:
        """Run."""
        self.running = True

    def stop(self) -> None:
        """Do not run."""
        self.running = False


TIMERS: list[Timer] = []


def install() -> None:
    """Put the stub in place of the module `Live`."""
    application = _kind("Application", get_version_string=lambda _: "12.2.0")()
    live: Any = types.ModuleType("Live")
    live.Base = types.SimpleNamespace(Timer=Timer)
    live.Application = types.SimpleNamespace(get_application=lambda: application)
    live.Device = types.SimpleNamespace(DeviceType=types.SimpleNamespace(**TYPES))
    live.RackDevice = types.SimpleNamespace(RackDevice=RackDevice)
    sys.modules["Live"] = live


def slow_accesses(micros: float) -> None:
    """Let each access to a parameter cost so much: what Live itself takes is not known, and more than nothing."""
    seconds, clock = micros / 1e6, time.perf_counter
    kept = {name: vars(Parameter)[name] for name in ("value", "is_enabled", "automation_state", "min", "max")}

    def spend() -> None:
        until = clock() + seconds
        while clock() < until:
            pass

    def slow(slot: Any) -> property:
        def get(self: Parameter) -> Any:
            spend()
            return slot.__get__(self)

        def put(self: Parameter, value: Any) -> None:
            spend()
            slot.__set__(self, value)

        return property(get, put)

    for name, slot in kept.items():
        setattr(Parameter, name, slow(slot))


class Holds:
    """How long Live's main thread was held, in seconds of a single tick: by the clock, and of those it ran. A shared
    machine may be elsewhere in the middle of a tick, which the first has in it and the second has not."""

    def __init__(self) -> None:
        self.longest = self.longest_running = 0.0

    def time(self, tick: Callable[[], None]) -> None:
        """One tick."""
        begun, ran = time.perf_counter(), time.thread_time()
        tick()
        self.longest_running = max(self.longest_running, time.thread_time() - ran)
        self.longest = max(self.longest, time.perf_counter() - begun)

    def report(self) -> None:
        """Say the longest since the last report."""
        print(f"{self.longest:.6f} {self.longest_running:.6f}", flush=True)
        self.longest = self.longest_running = 0.0


def read_once() -> None:
    """Remember every reading, and how it is packed, until something is written."""
    names = ("observing", "guard", "write.values")
    modules: list[Any] = [importlib.import_module(f"Countin.{name}") for name in names]
    observing, guard, values = modules
    look_at, in_turns, apply = observing.look_at, getattr(observing, "_in_turns"), values.ValueJob.apply  # noqa: B009
    known: dict[Any, Any] = {}
    shown: dict[int, bytes] = {}

    def look_once(live: Any, look: Any, item: int | None = None) -> Any:
        if look.key not in known:
            known[look.key] = yield from look_at(live, look, item)
            live.remember_cost(look.key, 0.0)
        return known[look.key]

    def packed_once(look: Any, row: Any, *, guard: bool) -> Any:
        if guard:
            return (yield from in_turns(look, row, guard=True))
        if id(row) not in shown:
            shown[id(row)] = yield from in_turns(look, row, guard=False)
        return shown[id(row)]

    def apply_and_forget(job: Any, journal: Any) -> None:
        known.clear()
        shown.clear()
        apply(job, journal)

    observing.look_at = guard.look_at = look_once
    setattr(observing, "_in_turns", packed_once)  # noqa: B010
    values.ValueJob.apply = apply_and_forget


def main(arguments: list[str]) -> int:
    """Serve the snapshot in a file until standard input ends; a line there is answered with the longest tick since the
    last one. With `--read-once`, reading what has not been written since costs nothing, so that what is left is
    everything but the reading; with `--access-us N` each access to a parameter costs N microseconds."""
    install()
    held = song(json.loads(Path(arguments[0]).read_text(encoding="utf-8")))
    package = Path(importlib.import_module("countin._remote_script").__file__ or "").parent
    sys.path.insert(0, str(package))
    script = importlib.import_module("Countin.script")
    if "--read-once" in arguments:
        read_once()
    if "--access-us" in arguments:
        slow_accesses(float(arguments[arguments.index("--access-us") + 1]))
    instance = types.SimpleNamespace(song=lambda: held, log_message=lambda line: print(line, file=sys.stderr))
    surface = script.Countin(instance)
    # Live's own objects are not Python's: the collector must not walk through their stand-ins.
    gc.collect()
    gc.freeze()
    print("ready", flush=True)
    display, holds = 0.0, Holds()
    while True:
        if select.select([sys.stdin], [], [], 0)[0]:
            if not sys.stdin.readline():
                break
            holds.report()
        now = time.perf_counter()
        if now >= display:
            holds.time(surface.update_display)
            display = now + 0.1
        for timer in TIMERS:
            if timer.running:
                holds.time(timer.callback)
    surface.disconnect()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
