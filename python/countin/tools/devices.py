"""The toolset `devices`: what is there. Writing parameters is in `parameters.py`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from countin._remote_script.Countin import wire
from countin.declaration import Answer, Look, Read, Seen, Stored, Tool, live
from countin.tools import addresses, paging, parameters, records, trees
from countin.tools.schemas import ARRAY, INTEGER

_AMBIGUITIES_SHOWN = 50


class ListDevices(paging.Paged, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `list_devices`."""

    track_id: Annotated[str, msgspec.Meta(description="track-N, return-N or master.")]


class ListDeviceParameters(paging.Paged, frozen=True, kw_only=True, rename="camel"):
    """Arguments of `list_device_parameters`."""

    track_id: Annotated[str, msgspec.Meta(description="track-N, return-N or master.")]
    device_id: Annotated[str, msgspec.Meta(description="Device id from list_devices.")]


def _tree_look(arguments: ListDevices) -> Look[wire.OwnerAsked, wire.Tree]:
    return live(wire.DEVICES, wire.OwnerAsked(addresses.owner(arguments.track_id)), path="/trackId")


def _observe_tree(arguments: ListDevices, _: Stored) -> Sequence[Look[Any, Any]]:
    return (_tree_look(arguments),)


def _tree(arguments: ListDevices, seen: Seen) -> Answer:
    tree = seen[_tree_look(arguments)]
    devices, count = trees.nested(tree, arguments.offset, arguments.limit)
    reached, total = arguments.offset + count, len(tree.devices)
    return Answer(
        {
            "stateVersion": seen.state_version,
            "trackId": arguments.track_id,
            "devices": devices,
            "total": total,
            "nextOffset": reached if count and reached < total else None,
        }
    )


def _parameters_look(arguments: ListDeviceParameters) -> Look[wire.DeviceAsked, wire.Parameters]:
    return parameters.look(arguments.track_id, arguments.device_id)


def _observe_parameters(arguments: ListDeviceParameters, _: Stored) -> Sequence[Look[Any, Any]]:
    return (_parameters_look(arguments),)


def _ambiguities(rows: Sequence[wire.ParameterRow]) -> list[dict[str, Any]]:
    """Names that several parameters share."""
    places: dict[str, list[str]] = defaultdict(list)
    for place, row in enumerate(rows):
        places[row.name].append(f"parameter-{place}")
    shared = [{"name": name, "parameterIds": found} for name, found in places.items() if len(found) > 1]
    return shared[:_AMBIGUITIES_SHOWN]


def _parameters(arguments: ListDeviceParameters, seen: Seen) -> Answer:
    row = seen[_parameters_look(arguments)]
    shown = [records.parameter(each, place) for place, each in enumerate(row.rows)]
    return Answer(
        {
            "stateVersion": seen.state_version,
            "trackId": arguments.track_id,
            "deviceId": arguments.device_id,
            "deviceName": row.device_name,
            **paging.part("parameters", shown, arguments),
            "nameAmbiguities": _ambiguities(row.rows),
        }
    )


TOOLS: tuple[Tool, ...] = (
    Read(
        name="list_device_parameters",
        title="List device parameters",
        description=(
            "List one device's parameters: id, raw value within min and max, displayValue in Live's units, choices, "
            "enabled, automation. Use it before set_device_parameters; list_devices finds the device. Names may "
            "repeat (nameAmbiguities): address by id. Long lists page."
        ),
        toolset="devices",
        arguments=ListDeviceParameters,
        members={
            "stateVersion": INTEGER,
            "parameters": ARRAY,
            **paging.PAGE_MEMBERS,
            "nameAmbiguities": ARRAY,
        },
        observe=_observe_parameters,
        answer=_parameters,
    ),
    Read(
        name="list_devices",
        title="List devices",
        description=(
            "List a track's, return's or the master's devices, nested as in Live: racks with chains, mixers, note "
            "routing, pads and macros. Use it to find device ids; values are in list_device_parameters. Pages count "
            "devices depth first; a rack begun earlier is repeated as continued."
        ),
        toolset="devices",
        arguments=ListDevices,
        members={"stateVersion": INTEGER, "devices": ARRAY, **paging.PAGE_MEMBERS},
        observe=_observe_tree,
        answer=_tree,
    ),
    *parameters.TOOLS,
)
