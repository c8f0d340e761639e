"""`countin demo`: the main job, end to end, through the official MCP client and real child processes.

It starts an embedded Live and a server that finds it, in a home of their own, and prints what each step took: time,
ticks of Live, bytes between client and server.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from countin.cli.embedded import embedded_live
from countin.sim.hosting.child import Child

PARAMETERS = 500
PLACEMENTS = 64
_GAP_BEATS = 8.0


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("set", nargs="?", default="demo", metavar="SET.als", help="a Live Set (default: the demo Set)")
    parser.add_argument("--clock", choices=("real", "fast"), default="real", help="the embedded Live's clock")


def run(options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="countin-demo-") as folder:
        home = Path(folder)
        with embedded_live(options.set, clock=options.clock, home=home) as embedded:
            print(embedded.ready.get("says", "The embedded Live runs."))
            return asyncio.run(_demo(embedded, home))


class DemoFailed(Exception):
    """A step did not do what it must; the demo ends with exit code 1."""


@dataclass
class Desk:
    """Where the demo works: the client, the embedded Live, and what has been counted since the last line."""

    client: Any
    live: Child
    ticks: int = 0
    sent: int = 0
    received: int = 0
    calls: int = 0

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool; an error fails the demo."""
        body, is_error = await self.ask(tool, arguments)
        if is_error:
            raise DemoFailed(f"{tool}: {body}")
        return body

    async def refused(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool that must be refused with nothing written, and give the error."""
        body, is_error = await self.ask(tool, arguments)
        if not is_error or body.get("error", {}).get("outcome") != "not_executed":
            raise DemoFailed(f"{tool} was not refused: {body}")
        return body["error"]

    async def ask(self, tool: str, arguments: dict[str, Any]) -> tuple[dict[str, Any], bool]:
        result = await self.client.call_tool(tool, arguments)
        self.calls += 1
        self.sent += len(msgspec.json.encode(arguments))
        self.received += len(result.content[0].text)
        meta: Mapping[str, Any] = result.meta or {}
        self.ticks += int(meta.get("countin/ticks", 0))
        return result.structured_content or {}, bool(result.is_error)

    async def version(self) -> int:
        """The state version of now."""
        return int((await self.call("get_live_state"))["stateVersion"])

    async def plan(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Plan a change against the state of now."""
        return await self.call(tool, expectedStateVersion=await self.version(), **arguments)

    async def execute(self, planned: Mapping[str, Any]) -> dict[str, Any]:
        """Run a plan; anything but `applied` fails the demo."""
        confirmation = planned["confirmation"]
        done = await self.call(
            "execute_plan", confirmationToken=confirmation["token"], planHash=confirmation["planHash"]
        )
        if done["operationOutcome"]["status"] != "applied":
            raise DemoFailed(f"not applied: {done['operationOutcome']}")
        return done

    async def apply(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Plan, then run."""
        return await self.execute(await self.plan(tool, **arguments))


@dataclass(frozen=True)
class Target:
    """What the demo works on: a track with the devices whose chain it captures, and a MIDI track to arrange."""

    owner: str
    devices: tuple[str, ...]
    chain: str | None
    """The path, for the person, of a chain fader inside a rack of the owner."""
    midi_track: int


async def _demo(live: Child, home: Path) -> int:
    from mcp import Client, StdioServerParameters

    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "countin", "serve", "--live", str(live.pid)],
        env=dict(os.environ) | {"COUNTIN_HOME": str(home)},
    )
    started = time.perf_counter()
    async with Client(server) as client:
        desk = Desk(client, live)
        print(f"\nA server on MCP {client.protocol_version}, in {time.perf_counter() - started:.1f} s\n")
        try:
            await _main_job(desk)
        except DemoFailed as failure:
            print(f"\nFAILED: {failure}", file=sys.stderr)
            return 1
    return 0


async def _main_job(desk: Desk) -> None:
    async with _step(desk, "open the Set, show its state") as say:
        state = await desk.call("get_live_state")
        say(f"{state['setName'] or 'untitled'}: {state['tempo']:g} BPM, state version {state['stateVersion']}")
    async with _step(desk, "look for the largest rack") as say:
        target = await _target(desk)
        say(f"{target.owner}: {len(target.devices)} devices")
    await _recall(desk, target)
    async with _step(desk, "create a scene") as say:
        await desk.apply("create_scene", name="Bridge", index=1)
        scenes = (await desk.call("list_scenes"))["scenes"]
        say(f"scene-1 is {scenes[1]['name']!r} of {len(scenes)}")
    await _arrange(desk, target)
    await _browse(desk)
    await _refusals(desk, target)


async def _recall(desk: Desk, target: Target) -> None:
    async with _step(desk, "capture the device chain") as say:
        captured = await desk.call("capture_device_chain_snapshot", trackId=target.owner)
        reference = captured["snapshot"]
        say(f"{reference[:17]}… {captured['summary']}")
    async with _step(desk, f"turn {PARAMETERS} parameters") as say:
        say(f"{await _turn(desk, target)} turned")
    async with _step(desk, "plan the recall: nothing is written") as say:
        planned = await desk.plan("recall_device_chain_snapshot", trackId=target.owner, snapshot=reference)
        total, first = _changes(planned["plan"]["changes"])
        say(f"{total} changes, plan {planned['confirmation']['planHash'][:12]}…")
    for change in first[:3]:
        print(f"      {change['what']}: {change['before']} -> {change['after']}")
    async with _step(desk, "execute it: one callback, one undo step") as say:
        done = await desk.execute(planned)
        say(f"{done['operationOutcome']['status']}: {done['operationOutcome']['reason']}")
    async with _step(desk, "capture again: the same") as say:
        await _same(desk, target, reference)
        say("the reference is equal")
    async with _step(desk, "undo it in one step") as say:
        await desk.apply("undo")
        again = await desk.call("capture_device_chain_snapshot", trackId=target.owner)
        if again["snapshot"] == reference:
            raise DemoFailed("the undo changed nothing")
        say("the turned values are back")
    async with _step(desk, "redo, and capture: the same") as say:
        await desk.apply("redo")
        await _same(desk, target, reference)
        say("the reference is equal")


def _changes(changes: Any) -> tuple[int, list[dict[str, Any]]]:
    """How many changes a plan holds, and the first of them (a long list stands shortened)."""
    return (changes["count"], changes["first"]) if "first" in changes else (len(changes), changes)


async def _same(desk: Desk, target: Target, reference: str) -> None:
    again = await desk.call("capture_device_chain_snapshot", trackId=target.owner)
    if again["snapshot"] != reference:
        raise DemoFailed("the capture differs from the snapshot that was recalled")


async def _arrange(desk: Desk, target: Target) -> None:
    async with _step(desk, f"arrange {PLACEMENTS} placements") as say:
        scene, length = await _source_clip(desk, target.midi_track)
        timeline = await desk.call("list_arrangement_clips", trackId=f"track-{target.midi_track}")
        start = max((clip["endBeats"] for clip in timeline["clips"]), default=0.0) + _GAP_BEATS
        placements = [
            {"track": target.midi_track, "slot": scene, "at_beat": start + number * length}
            for number in range(PLACEMENTS)
        ]
        done = await desk.apply("arrange", placements=placements)
        say(f"{done['placed_count']} placed, {done['failed_count']} failed")
    async with _step(desk, "read the timeline back") as say:
        timeline = await desk.call("list_arrangement_clips", trackId=f"track-{target.midi_track}", limit=1000)
        landed = {clip["startBeats"] for clip in timeline["clips"]}
        if not {placement["at_beat"] for placement in placements} <= landed:
            raise DemoFailed("a placement is not on the timeline")
        say(f"{len(timeline['clips'])} clips, up to beat {max(landed):g}")


async def _browse(desk: Desk) -> None:
    async with _step(desk, "list a browser folder") as say:
        roots = (await desk.call("list_browser_roots"))["roots"]
        page = await desk.call("get_browser_items", root="instruments")
        available = sum(1 for root in roots if root["available"])
        say(f"{available} of {len(roots)} roots; instruments: {page['totalChildren']} items")


async def _refusals(desk: Desk, target: Target) -> None:
    print("\n  What is refused")
    async with _step(desk, "a used token") as say:
        planned = await desk.plan("create_scene", name="Once")
        await desk.execute(planned)
        token, plan_hash = planned["confirmation"]["token"], planned["confirmation"]["planHash"]
        error = await desk.refused("execute_plan", confirmationToken=token, planHash=plan_hash)
        say(f"{error['code']}; the first call: {error['earlier']['status']}")
    if target.chain is not None:
        async with _step(desk, "a chain fader moved by a person between plan and execute") as say:
            error = await _refused_after(desk, target, lambda: _move(desk, f"{target.chain}.mixer_device.volume"))
            say(error["code"])
    async with _step(desk, "a track fader moved: not what the plan rests on") as say:
        planned = await _turned_recall(desk, target)
        _move(desk, f"{_path(target.owner)}.mixer_device.volume")
        say((await desk.execute(planned))["operationOutcome"]["status"])
    async with _step(desk, "a scene inserted by a person") as say:
        error = await _refused_after(desk, target, lambda: desk.live.person("song", call="create_scene", args=[0]))
        if error["code"] != "state_version_moved":
            raise DemoFailed(f"refused, but as {error['code']}")
        say(error["code"])


async def _refused_after(desk: Desk, target: Target, edit: Callable[[], object]) -> dict[str, Any]:
    planned = await _turned_recall(desk, target)
    edit()
    confirmation = planned["confirmation"]
    return await desk.refused(
        "execute_plan", confirmationToken=confirmation["token"], planHash=confirmation["planHash"]
    )


async def _turned_recall(desk: Desk, target: Target) -> dict[str, Any]:
    """A planned recall that has something to do: capture, turn a few parameters, plan the way back."""
    captured = await desk.call("capture_device_chain_snapshot", trackId=target.owner)
    await _turn(desk, target, wanted=3)
    return await desk.plan("recall_device_chain_snapshot", trackId=target.owner, snapshot=captured["snapshot"])


def _move(desk: Desk, path: str) -> None:
    """A person moves a fader to another place."""
    value = desk.live.person(path, get="value")
    desk.live.person(path, set="value", to=0.3 if value > 0.5 else 0.7)


def _path(owner: str) -> str:
    if owner == "master":
        return "song.master_track"
    kind, _, number = owner.partition("-")
    return f"song.{'tracks' if kind == 'track' else 'return_tracks'}[{number}]"


async def _target(desk: Desk) -> Target:
    tracks = (await desk.call("list_tracks"))["tracks"]
    best = Target("", (), None, -1)
    for track in tracks:
        listed = await desk.call("list_devices", trackId=track["id"])
        devices = tuple(device["id"] for device in _devices(listed["devices"]))
        if len(devices) > len(best.devices):
            best = Target(track["id"], devices, _fader(track["id"], listed["devices"]), -1)
    midi = next((number for number, track in enumerate(tracks) if track["type"] == "midi"), None)
    if midi is None or not best.devices:
        raise DemoFailed("the Set has no MIDI track or no device: the demo needs both")
    return Target(best.owner, best.devices, best.chain, midi)


def _devices(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for node in nodes:
        found.append(node)
        for chain in [*node.get("chains", []), *node.get("returnChains", [])]:
            found += _devices(chain["devices"])
    return found


def _fader(owner: str, devices: list[dict[str, Any]]) -> str | None:
    for number, device in enumerate(devices):
        if device.get("chains"):
            return f"{_path(owner)}.devices[{number}].chains[0]"
    return None


async def _turn(desk: Desk, target: Target, *, wanted: int = PARAMETERS) -> int:
    """Turn up to `wanted` parameters, device by device, each a guarded change of its own."""
    turned = 0
    for device in target.devices:
        listed = await desk.call("list_device_parameters", trackId=target.owner, deviceId=device, limit=500)
        changes = [change for row in listed["parameters"][1:] if (change := _other_value(row)) is not None]
        changes = changes[: wanted - turned]
        if changes:
            await desk.apply("set_device_parameters", trackId=target.owner, deviceId=device, changes=changes)
            turned += len(changes)
        if turned == wanted:
            break
    return turned


def _other_value(row: Mapping[str, Any]) -> dict[str, Any] | None:
    low, high, now = row["min"], row["max"], row["value"]
    if not row["enabled"] or low == high or row["originalName"].startswith("Macro "):
        return None
    if row["quantized"]:
        return {"id": row["id"], "value": low if now != low else low + 1}
    return {"id": row["id"], "value": low + (high - low) * (0.25 if now > low + (high - low) / 2 else 0.75)}


async def _source_clip(desk: Desk, track: int) -> tuple[int, float]:
    """A Session clip to arrange: one that is there, else a new one with notes."""
    slots = (await desk.call("list_clips", trackId=f"track-{track}"))["clips"]
    for number, slot in enumerate(slots):
        if slot["hasClip"] and slot["durationUnit"] == "beats":
            return number, slot["lengthBeats"]
    notes = [{"pitch": 36 + 2 * step, "start": step / 2, "duration": 0.5, "velocity": 100} for step in range(8)]
    await desk.apply(
        "create_midi_clip", trackId=f"track-{track}", clipId=f"track-{track}:clip-0", lengthBeats=4, notes=notes
    )
    return 0, 4.0


@asynccontextmanager
async def _step(desk: Desk, title: str) -> AsyncGenerator[Callable[[str], None]]:
    """Print one line for a step: its title, what it found, and what it took."""
    lines: list[str] = []
    ticks, sent, received, calls = desk.ticks, desk.sent, desk.received, desk.calls
    started = time.perf_counter()
    yield lines.append
    took = (time.perf_counter() - started) * 1000
    cost = (
        f"{took:7.0f} ms {desk.ticks - ticks:4d} ticks {desk.calls - calls:3d} calls "
        f"{desk.sent - sent:7d} B out {desk.received - received:8d} B in"
    )
    print(f"  {title:58} {cost}\n      {'; '.join(lines)}")
