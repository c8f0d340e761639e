"""The toolset `mixer`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from countin._remote_script.Countin import wire
from countin.declaration import Answer, Look, Read, Seen, Stored, Tool, live
from countin.tools import paging, records, trees
from countin.tools.schemas import ARRAY, INTEGER, OBJECT
from countin.tools.state import NoArguments

_MIXER = live(wire.SET_MIXER, wire.Nothing())


def _observe(_: NoArguments, __: Stored) -> Sequence[Look[Any, Any]]:
    return (_MIXER,)


def _output(row: wire.SetMixer) -> dict[str, Any]:
    choices = [{"id": choice.id, "name": choice.name} for choice in row.output_choices]
    channel = next((choice for choice in choices if choice["id"] == row.output_channel), None)
    return {"supported": row.output_supported, "channel": channel, "availableChannels": choices}


def _master(row: wire.SetMixer) -> dict[str, Any]:
    return {
        "id": "master",
        "name": row.master_name,
        "volume": records.level(row.volume),
        "pan": records.level(row.pan),
        "cueVolume": records.level(row.cue_volume),
        "crossfader": records.level(row.crossfader),
        "outputRouting": _output(row),
    }


def _return(row: wire.ReturnRow, place: int, names: Sequence[str], room: int) -> dict[str, Any]:
    sends = [
        {"id": f"send-{at}", "returnTrackId": f"return-{at}", "name": name, **records.level(send)}
        for at, (send, name) in enumerate(zip(row.sends, names, strict=False))
    ]
    return {
        "id": f"return-{place}",
        "name": row.name,
        "volume": records.level(row.volume),
        "pan": records.level(row.pan),
        "mute": row.mute,
        "solo": row.solo,
        "sends": sends,
        **trees.whole(row.tree, room),
    }


def _answer(_: NoArguments, seen: Seen) -> Answer:
    row = seen[_MIXER]
    names = [each.name for each in row.returns]
    room = (paging.BUDGET - 12_000) // max(len(names), 1)
    returns = [_return(each, place, names, room) for place, each in enumerate(row.returns)]
    return Answer({"stateVersion": seen.state_version, "master": _master(row), "returns": returns})


TOOLS: tuple[Tool, ...] = (
    Read(
        name="get_set_mixer",
        title="Get master and returns",
        description=(
            "Read the master's volume, pan, cue volume, crossfader and output, and each return with mixer, sends and "
            "devices. Use it to find return-N ids; tracks are in list_tracks. Values are raw with min and max. Big "
            "racks are cut (devicesCut): see list_devices."
        ),
        toolset="mixer",
        arguments=NoArguments,
        members={"stateVersion": INTEGER, "master": OBJECT, "returns": ARRAY},
        observe=_observe,
        answer=_answer,
    ),
)
