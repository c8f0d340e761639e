"""Devices as documents: name, layout, values, chains, macro mappings."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from countin.sim.document import ChainDocument, DeviceDocument
from countin.sim.files.catalog import class_display_name
from countin.sim.files.colors import color_index
from countin.sim.files.fields import Fields, singles
from countin.sim.files.layouts import LaidOut, LayoutBook
from countin.sim.files.macros import mixer_mappings, rack_mappings
from countin.sim.files.mixers import chain_sends, is_muted, pan_of, volume_of
from countin.sim.files.nodes import ChainNode, DeviceNode
from countin.sim.files.paths import referenced_path, referenced_stem

DEFAULT_MACROS = 8
DEFAULT_CHAIN = "Chain"
ALL_NOTES = -1
"""The receiving note of a drum chain that hears every note."""
HIGHEST_NOTE = 128
"""Receiving notes are stored counted down from here; 0 stands for all notes."""

SAMPLE_PATHS = (
    "Player/MultiSampleMap/SampleParts/MultiSamplePart/SampleRef/FileRef",
    "UserSample/Value/SampleRef/FileRef",
)
VARIATIONS_PATH = "MacroVariations/MacroSnapshots/MacroSnapshot"
PATCH_PATH = "PatchSlot/Value/MxPatchRef/FileRef"
PRESET_PATH = "LastPresetRef/Value/FilePresetRef/FileRef"


@dataclass(frozen=True, slots=True)
class DeviceReader:
    """Turns the nodes of one file into documents. `automated` holds the targets of arrangement envelopes that move."""

    book: LayoutBook
    fields: Fields
    automated: frozenset[str] = frozenset()

    def device(self, node: DeviceNode) -> DeviceDocument:
        """One device with everything in it."""
        laid_out = self.book.lay_out(node)
        fields = self.fields
        returns = len(node.return_chains)
        variations = tuple(fields.text(found, "SnapshotName") for found in node.element.findall(VARIATIONS_PATH))
        return DeviceDocument(
            name=device_name(node, fields),
            layout=laid_out.layout,
            values=_values(laid_out),
            chains=tuple(self._chain(chain, returns) for chain in node.chains),
            return_chains=tuple(
                self._chain(chain, returns, f"{chr(ord('A') + index % 26)} ")
                for index, chain in enumerate(node.return_chains)
            ),
            mappings=rack_mappings(node, laid_out, self.book, fields) if node.is_rack else (),
            visible_macro_count=fields.whole(node.element, "NumVisibleMacroControls", DEFAULT_MACROS, 1, 16),
            variation_count=len(variations),
            sample_path=_sample_path(node, fields),
            automated=self._automated(laid_out),
            mixer_mappings=mixer_mappings(node, fields) if node.is_rack else (),
            variation_names=variations,
            stored_parameters=len(node.parameters),
        )

    def _automated(self, laid_out: LaidOut) -> tuple[int, ...]:
        if not self.automated and not self.fields.events_in_parameters:
            return ()
        return tuple(
            index
            for index, node in enumerate(laid_out.nodes)
            if node is not None and (node.events > 1 or node.target in self.automated)
        )

    def _chain(self, chain: ChainNode, returns: int, prefix: str = "") -> ChainDocument:
        """`prefix` is the letter that Live puts before the name of a return chain, which is not part of the name."""
        fields, mixer = self.fields, chain.mixer
        devices = tuple(self.device(device) for device in chain.devices)
        has_audio = mixer is not None and mixer.find("Volume") is not None
        in_note, out_note, choke = _notes(chain, fields) if chain.is_drum else (None, None, 0)
        return ChainDocument(
            name=_chain_name(chain, devices, fields).removeprefix(prefix),
            devices=devices,
            volume=volume_of(mixer, fields) if has_audio else None,
            pan=pan_of(mixer, "Panorama", fields) if has_audio else None,
            sends=chain_sends(mixer, returns, fields) if has_audio else (),
            mute=is_muted(mixer, fields),
            solo=fields.truth(chain.element, "IsSoloed"),
            color_index=color_index(chain.element, fields) or 0,
            in_note=in_note,
            out_note=out_note,
            choke_group=choke,
        )


def device_name(node: DeviceNode, fields: Fields) -> str:
    """The title the user or the preset gave; else the preset's file, where the device shows it; else the patch of a Max
    device; else the class."""
    title = fields.text(node.element, "UserName")
    if not title and fields.truth(node.element, "ShouldShowPresetName"):
        title = referenced_stem(node.element.find(PRESET_PATH), fields)
    return title or referenced_stem(node.element.find(PATCH_PATH), fields) or class_display_name(node)


def _values(laid_out: LaidOut) -> tuple[float, ...]:
    held = singles(0.0 if node is None else node.value for node in laid_out.nodes)
    pairs = zip(laid_out.layout.parameters, held, strict=True)
    return tuple(
        value if layout.minimum <= value <= layout.maximum else min(max(value, layout.minimum), layout.maximum)
        for layout, value in pairs
    )


def _chain_name(chain: ChainNode, devices: tuple[DeviceDocument, ...], fields: Fields) -> str:
    """As Live shows it; where a file does not say (Live 8, presets), the names of its devices, as Live makes it up."""
    name = chain.element.find("Name")
    shown = fields.text(name, "EffectiveName") or fields.text(name, "UserName") or _plain(name)
    return shown or " | ".join(device.name for device in devices) or DEFAULT_CHAIN


def _plain(name: Element | None) -> str:
    return "" if name is None else name.get("Value", "")


def _notes(chain: ChainNode, fields: Fields) -> tuple[int, int, int]:
    zone = chain.element.find("BranchInfo")
    zone = chain.element.find("ZoneSettings") if zone is None else zone
    stored = fields.whole(zone, "ReceivingNote", 0, 0, HIGHEST_NOTE)
    in_note = HIGHEST_NOTE - stored if stored else ALL_NOTES
    return in_note, fields.whole(zone, "SendingNote", 60, 0, 127), fields.whole(zone, "ChokeGroup", 0, 0, 16)


def _sample_path(node: DeviceNode, fields: Fields) -> str | None:
    for path in SAMPLE_PATHS:
        reference = node.element.find(path)
        if reference is not None:
            return referenced_path(reference, fields)
    return None
