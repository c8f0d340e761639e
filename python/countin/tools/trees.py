"""An owner's devices as nested records, and the part of them that fits into an answer.

Devices are counted depth first. A page that begins inside a rack repeats the rack around it, marked `continued`, so
every device stands where it belongs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from countin._remote_script.Countin import wire
from countin.tools.paging import BUDGET, fitting, weight
from countin.tools.records import Record, bare_level


def device(row: wire.DeviceRow) -> Record:
    """A device without what is in it."""
    record: Record = {
        "id": row.id,
        "name": row.name,
        "className": row.class_name,
        "classDisplayName": row.class_display_name,
        "type": row.type,
        "active": row.active,
        "canHaveChains": row.can_have_chains,
        "canHaveDrumPads": row.can_have_drum_pads,
        "parameterCount": row.parameters,
    }
    if row.sample_path is not None:
        record["sampleSource"] = {"path": row.sample_path}
    if row.multi_sample_mode is not None:
        record["multiSampleMode"] = row.multi_sample_mode
    return record


def _chain(row: wire.ChainRow) -> Record:
    record: Record = {"id": row.id, "name": row.name}
    record["mixer"] = {
        "volume": None if row.volume is None else bare_level(row.volume),
        "pan": None if row.pan is None else bare_level(row.pan),
        "sends": [{"index": place, **bare_level(send)} for place, send in enumerate(row.sends)],
        "mute": row.mute,
        "solo": row.solo,
    }
    if not row.is_return:
        record["noteRouting"] = {"inputNote": row.in_note, "outputNote": row.out_note}
    if row.choke_group is not None:
        record["chokeGroup"] = row.choke_group
    return record


def _pad(row: wire.PadRow) -> Record:
    return {"note": row.note, "name": row.name, "mute": row.mute, "solo": row.solo, "chainIds": list(row.chains)}


def _macros(row: wire.MacroRow) -> Record:
    return {
        "hasMappings": row.has_mappings,
        "visibleCount": row.visible_count,
        "variationCount": row.variation_count,
        "selectedVariationIndex": row.selected_variation,
        "controls": [
            {"macroIndex": place, "name": name, "mapped": place < len(row.mapped) and row.mapped[place]}
            for place, name in enumerate(row.names)
        ],
    }


class _Parts:
    """A tree's rows by what they belong to."""

    def __init__(self, tree: wire.Tree) -> None:
        self.rows = {row.id: row for row in tree.devices}
        self.chains: dict[str, list[wire.ChainRow]] = defaultdict(list)
        for chain in tree.chains:
            self.chains[chain.device].append(chain)
        self.pads: dict[str, list[Record]] = defaultdict(list)
        for pad in tree.pads:
            self.pads[pad.device].append(_pad(pad))
        self.macros = {row.device: _macros(row) for row in tree.macros}

    def opened(self, row: wire.DeviceRow) -> Record:
        """A device with its chains, pads and macros, the chains still empty."""
        record = device(row)
        if row.id in self.macros:
            record["rackMacros"] = self.macros[row.id]
        if row.can_have_chains:
            record |= self._chains(row.id)
        if row.can_have_drum_pads:
            record["drumPads"] = self.pads[row.id]
        return record

    def _chains(self, rack: str) -> Record:
        chains = [(chain.is_return, _chain(chain)) for chain in self.chains[rack]]
        if sum(weight(record) for _, record in chains) > BUDGET * 3 // 4:
            # A rack of hundreds of chains: their mixers would not fit into any answer.
            chains = [(is_return, {"id": record["id"], "name": record["name"]}) for is_return, record in chains]
        return {
            "chains": [{**record, "devices": []} for is_return, record in chains if not is_return],
            "returnChains": [{**record, "devices": []} for is_return, record in chains if is_return],
        }


def _chain_of(device_id: str) -> str:
    """The id of the chain that a device is in, empty at the top."""
    chain, slash, _ = device_id.rpartition("/")
    return chain if slash else ""


class _Nest:
    """Devices put into each other, with the racks around them where those are not among them."""

    def __init__(self, parts: _Parts) -> None:
        self._parts = parts
        self._chains: dict[str, Record] = {}
        self.top: list[Record] = []
        self.repeated = 0
        """Bytes of what only stands around devices of the page."""

    def add(self, record: Record) -> None:
        """Put a device where it belongs."""
        for kind in ("chains", "returnChains"):
            for chain in record.get(kind, ()):
                self._chains[chain["id"]] = chain
        home = _chain_of(record["id"])
        (self._inside(home)["devices"] if home else self.top).append(record)

    def _inside(self, chain_id: str) -> Record:
        """The record of a chain, made together with its rack where that rack stands on an earlier page."""
        if chain_id not in self._chains:
            self._repeat(chain_id)
        return self._chains[chain_id]

    def _repeat(self, chain_id: str) -> None:
        rack = chain_id.rpartition("/")[0]
        row = self._parts.rows[rack]
        chains = self._parts.chains[rack]
        names = {chain.id: chain.name for chain in chains}
        kind = "returnChains" if "/return-chain-" in chain_id[len(rack) :] else "chains"
        known = next((record for record in self._around(rack) if record["id"] == rack), None)
        if known is None:
            known = Record(id=rack, name=row.name, continued=True)
            self.repeated += weight(known)
            self.add(known)
        chain: Record = {"id": chain_id, "name": names.get(chain_id, ""), "devices": []}
        self.repeated += weight(chain)
        known.setdefault(kind, []).append(chain)
        self._chains[chain_id] = chain

    def _around(self, rack: str) -> Sequence[Record]:
        home = _chain_of(rack)
        if not home:
            return self.top
        return self._chains[home]["devices"] if home in self._chains else ()


def nested(tree: wire.Tree, offset: int = 0, limit: int | None = None) -> tuple[list[Record], int]:
    """The devices from `offset` on, nested, as many as fit (at most `limit`), and how many those are."""
    parts = _Parts(tree)
    nest = _Nest(parts)
    taken = count = 0
    for row in tree.devices[offset : None if limit is None else offset + limit]:
        record = parts.opened(row)
        taken += weight(record)
        if taken + nest.repeated > BUDGET and count:
            break
        nest.add(record)
        count += 1
    return nest.top, count


def whole(tree: wire.Tree, room: int = BUDGET) -> Record:
    """All devices nested as `devices`; where they take more than `room` bytes only the top ones, and a count."""
    records, count = nested(tree)
    if count == len(tree.devices) and weight(records) <= room:
        return {"devices": records}
    top: list[Any] = [
        {"id": row.id, "name": row.name, "className": row.class_name, "type": row.type}
        for row in tree.devices
        if "/" not in row.id
    ]
    return {"devices": top[: fitting(top)], "devicesCut": True, "deviceCount": len(tree.devices)}
