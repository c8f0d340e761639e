"""Hostile, damaged and foreign files are answered with one clear error, or read as far as they make sense."""

from __future__ import annotations

import gc
import gzip
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin.sim.document import DeviceDocument, SetDocument
from countin.sim.files import Limits, SetFileError, describe, read_preset, read_set
from sim.files.small_files import SMALL_RACK_PRESET, SMALL_SET, live_file, small_set

Write = Callable[[bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(content: bytes) -> Path:
        path = tmp_path / "Song.als"
        path.write_bytes(content)
        return path

    return write


def refusal(path: Path, limits: Limits | None = None) -> str:
    """The message with which a file is refused."""
    with pytest.raises(SetFileError) as caught:
        read_set(path, limits)
    message = str(caught.value)
    assert message.startswith("Song.als: ")
    assert str(path.parent) not in message
    return message


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"Dear diary, today I made a song.", "not well-formed XML"),
        (b"\x1f\x8b\x08 and then nothing", "gzip"),
        (gzip.compress(b"Dear diary", mtime=0), "not well-formed XML"),
        (b"<Ableton><LiveSet>", "not well-formed XML"),
        (b"<Project/>", "root element is Project"),
        (b"<Ableton/>", "is empty"),
        (b"<Ableton><LiveSet/></Ableton>", "no Tracks"),
        (b"<Ableton><LiveSet><Tracks/></LiveSet></Ableton>", "neither MainTrack nor MasterTrack"),
        (b"<Ableton><LiveSet><Tracks/><MainTrack/></LiveSet></Ableton>", "track 1 (MainTrack) has no DeviceChain"),
        (
            b"<Ableton><LiveSet><Tracks><MidiTrack><DeviceChain/></MidiTrack></Tracks><MainTrack/></LiveSet></Ableton>",
            "track 1 (MidiTrack) has no Mixer",
        ),
        (b"<Ableton><Reverb/></Ableton>", "neither a set, a rack preset nor a device"),
        (b"<Ableton><GroupDevicePreset/></Ableton>", "holds no device"),
        ("<?xml version='1.0' encoding='UTF-16'?><!DOCTYPE Ableton><Ableton/>".encode("utf-16"), "zero bytes"),
        ("<!DOCTYPE Ableton><Ableton/>".encode("utf-16-be"), "zero bytes"),
        ("<!DOCTYPE Ableton><Ableton/>".encode("utf-32"), "zero bytes"),
    ],
)
def test_a_file_that_is_no_set_is_refused_with_the_reason(content: bytes, reason: str, write: Write) -> None:
    assert reason in refusal(write(content))


def test_a_missing_file_is_refused_without_its_folder(tmp_path: Path) -> None:
    assert "could not be read" in refusal(tmp_path / "Song.als")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "Song.als"
    path.mkdir()
    assert "not a file" in refusal(path)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    "declaration",
    [
        b'<!DOCTYPE Ableton SYSTEM "http://example.org/ableton.dtd">',
        b'<!DOCTYPE Ableton [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
        b'<!DOCTYPE Ableton [<!ENTITY passwords SYSTEM "file:///etc/passwd">]>',
    ],
)
def test_declarations_are_refused_before_they_are_parsed(declaration: bytes, packed: bool, write: Write) -> None:
    content = declaration + SMALL_SET
    assert "DOCTYPE declaration" in refusal(write(gzip.compress(content) if packed else content))


@pytest.mark.parametrize("offset", range(1, 9))
def test_a_declaration_is_seen_across_the_pieces_in_which_a_file_is_read(offset: int, write: Write) -> None:
    padding = b" " * (256 * 1024 - offset)
    assert "DOCTYPE declaration" in refusal(write(padding + b"<!DOCTYPE Ableton>" + SMALL_SET))


def test_an_entity_without_a_declaration_is_refused(write: Write) -> None:
    assert "undefined entity" in refusal(write(SMALL_SET.replace(b'Value="Bass"', b'Value="&bass;"')))


def test_a_gzip_bomb_is_refused_by_its_ratio_long_before_it_is_unpacked(write: Write) -> None:
    bomb = gzip.compress(b"<Ableton>" + b" " * 40_000_000)
    assert "more than 200 times its size" in refusal(write(bomb))


def test_a_file_that_unpacks_beyond_the_limit_is_refused(write: Write) -> None:
    path = write(gzip.compress(SMALL_SET))
    limits = Limits(unpacked=len(SMALL_SET) - 1)
    assert "no Live Set is that large" in refusal(path, limits)
    assert read_set(path, Limits(unpacked=len(SMALL_SET))).tracks


def test_a_plain_file_beyond_the_limit_is_refused(write: Write) -> None:
    assert "no Live Set is that large" in refusal(write(SMALL_SET), Limits(unpacked=1000))


def test_a_file_of_nothing_but_elements_is_refused_before_they_fill_the_memory(write: Write) -> None:
    assert "too many elements" in refusal(write(b"<Ableton>" + b"<a/>" * 10_000), Limits(marks=5_000))


def test_a_file_of_nothing_but_attributes_is_refused_before_they_fill_the_memory(write: Write) -> None:
    attributes = b"".join(b' a%d=""' % index for index in range(10_000))
    assert "too many elements" in refusal(write(b"<Ableton" + attributes + b"/>"), Limits(marks=5_000))


def test_elements_may_nest_two_hundred_deep_and_no_deeper(write: Write) -> None:
    def nested(depth: int) -> bytes:
        return SMALL_SET.replace(b"<Annotation/>", b"<x>" * depth + b"</x>" * depth)

    assert read_set(write(nested(198))).tracks  # the root and LiveSet are the first two
    assert "nest deeper than 200" in refusal(write(nested(199)))
    assert "nest deeper than 200" in refusal(write(nested(100_000)))


def test_bytes_after_the_zipped_part_are_ignored_with_a_warning(write: Write) -> None:
    document = read_set(write(gzip.compress(SMALL_SET) + b"left over"))
    assert any("after the end of the gzip data" in warning for warning in document.warnings)


def test_a_preset_is_not_opened_as_a_set_and_a_set_not_as_a_preset(write: Write) -> None:
    assert "is a preset, not a Live Set" in refusal(write(SMALL_RACK_PRESET))
    with pytest.raises(SetFileError, match="is a Live Set, not a preset"):
        read_preset(write(SMALL_SET))


def test_what_is_unknown_is_skipped_with_a_warning(write: Write) -> None:
    content = small_set(tracks="<HologramTrack/>").replace(b"<ClipSlotList>", b"<ClipSlotList><Mystery/>")
    document = read_set(write(content))
    assert any("HologramTrack" in warning for warning in document.warnings)
    assert document.tracks == ()


def test_warnings_are_bounded(write: Write) -> None:
    document = read_set(write(small_set(tracks="".join(f"<Unknown{index}/>" for index in range(500)))))
    assert len(document.warnings) == 101
    assert document.warnings[-1] == "400 more warnings"


@pytest.mark.parametrize("nonsense", ["nan", "inf", "-1e400", "12,5", "", "1" * 5000, "true"])
def test_a_number_that_is_none_takes_its_default_and_a_warning(nonsense: str, write: Write) -> None:
    document = read_set(write(SMALL_SET.replace(b'<Manual Value="133"/>', f'<Manual Value="{nonsense}"/>'.encode())))
    assert 20.0 <= document.tempo <= 999.0
    assert document.warnings or nonsense == "true"


def test_the_garbage_collector_is_as_it_was_after_reading_and_after_refusing(write: Write) -> None:
    assert gc.isenabled()
    read_set(write(SMALL_SET))
    assert gc.isenabled()
    refusal(write(b"<Ableton/>"))
    assert gc.isenabled()
    gc.disable()
    try:
        read_set(write(SMALL_SET))
        assert not gc.isenabled()
    finally:
        gc.enable()


SEEDS = {
    "plain set": SMALL_SET,
    "zipped set": gzip.compress(SMALL_SET, mtime=0),
    "rack preset": SMALL_RACK_PRESET,
}


def _survives(content: bytes, folder: Path) -> None:
    """The file gives a document, or SetFileError; any other exception fails the test that calls."""
    path = folder / "Song.als"
    path.write_bytes(content)
    with suppress(SetFileError):
        assert isinstance(read_set(path), SetDocument)
    with suppress(SetFileError):
        assert isinstance(read_preset(path), DeviceDocument)
        assert describe(path)["totals"]


@pytest.mark.parametrize("seed", SEEDS)
@given(data=st.data())
def test_a_file_cut_anywhere_is_refused_or_read(seed: str, data: st.DataObject, tmp_path: Path) -> None:
    content = SEEDS[seed]
    _survives(content[: data.draw(st.integers(0, len(content)))], tmp_path)


@pytest.mark.parametrize("seed", SEEDS)
@given(data=st.data())
def test_a_file_with_any_flipped_bits_is_refused_or_read(seed: str, data: st.DataObject, tmp_path: Path) -> None:
    content = bytearray(SEEDS[seed])
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    _survives(bytes(content), tmp_path)


@given(data=st.data())
def test_a_set_with_any_value_replaced_is_refused_or_read(data: st.DataObject, tmp_path: Path) -> None:
    """Bit flips mostly break the XML; this keeps it well-formed and breaks what it says."""
    pieces = SMALL_SET.decode().split('Value="')
    index = data.draw(st.integers(1, len(pieces) - 1))
    wild = st.one_of(
        st.sampled_from(["", "-1", "1e308", "-1e308", "1e39", "nan", "128", "99999999999999999999", "true", "16"]),
        st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters='<>&"'), max_size=8),
        st.floats().map(str),
    )
    pieces[index] = data.draw(wild) + '"' + pieces[index].split('"', 1)[1]
    _survives('Value="'.join(pieces).encode(), tmp_path)


@given(data=st.data())
def test_a_set_with_any_element_missing_or_renamed_is_refused_or_read(data: st.DataObject, tmp_path: Path) -> None:
    text = live_file("<LiveSet>" + SMALL_SET.decode().split("<LiveSet>", 1)[1].removesuffix("</Ableton>")).decode()
    names = sorted({part.split(" ")[0].split("/")[0].split(">")[0] for part in text.split("<")[1:]} - {"", "Ableton"})
    old = data.draw(st.sampled_from(names))
    new = data.draw(st.sampled_from([*names, "Renamed"]))
    for start, end in ((f"<{old} ", f"<{new} "), (f"<{old}>", f"<{new}>"), (f"</{old}>", f"</{new}>")):
        text = text.replace(start, end)
    _survives(text.replace(f"<{old}/>", f"<{new}/>").encode(), tmp_path)
