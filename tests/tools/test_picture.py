"""The picture of what differs, as SVG: well-formed whatever the names, a lane a device, the largest changes first."""

from __future__ import annotations

import struct
import unicodedata
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

import countin.face
from countin.core import Snapshot
from countin.declaration import Drawing
from countin.tools import picture_lanes
from countin.tools.differences import compare
from countin.tools.picture import WIDTH
from countin.tools.picture_text import ELLIPSIS, MISSING, Weight, cut, held, plain, width
from tools.chain_objects import chain, compared, device, group, parameter, track
from tools.chain_objects import held as whole

SVG = "{http://www.w3.org/2000/svg}"
TALLEST = 2400
ANY_TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=80)
"""Any characters, lone surrogates left out: no JSON holds them."""


def drawn(before: dict[str, Any], after: dict[str, Any], **more: Any) -> Drawing:
    picture = compared(before, after, **more)["picture"]
    assert isinstance(picture, Drawing)
    return picture


def lanes(picture: Drawing) -> list[list[str]]:
    """The texts of each lane, the first that of its path."""
    root = ElementTree.fromstring(picture.svg)
    return [
        [each.text or "" for each in lane.iter() if each.tag in (f"{SVG}text", f"{SVG}title")]
        for lane in root.iter(f"{SVG}g")
    ]


def texts(picture: Drawing) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(picture.svg).iter(f"{SVG}text")]


def test_a_picture_comes_only_where_it_is_asked_for() -> None:
    one, other = whole(device("A", parameter("P", 0.1))), whole(device("A", parameter("P", 0.2)))
    assert isinstance(compared(one, other)["picture"], Drawing)
    assert "picture" not in compared(one, other, picture=False)


def test_every_changed_device_and_chain_has_one_lane_with_its_changes() -> None:
    def built(level: float, wave: float, *, mute: bool, name: str) -> dict[str, Any]:
        operator = device("Operator", parameter("Level", level), parameter("Wave", wave, 0.0, 2.0, ("A", "B", "C")))
        same = device("Same", parameter("Level", 0.5))
        return whole(
            device("Kit", parameter("Macro", level), chains=[chain(name, operator, mute=mute), chain("x", same)])
        )

    picture = drawn(built(0.25, 1.0, mute=False, name="Kick"), built(0.75, 2.0, mute=True, name="Boom"))
    assert lanes(picture) == [
        ["device-0", "device-0", "Kit", "0.25", "→", "0.75", "Macro"],
        [
            "device-0/chain-0", "device-0/chain-0", "Kick", "in Kit",
            "off", "→", "on", "mute", "“Kick”", "→", "“Boom”", "name",
        ],
        [
            "device-0/chain-0/device-0", "device-0/chain-0/device-0", "Operator", "in Kick",
            "0.25", "→", "0.75", "Level", "0", "2", "B", "→", "C", "Wave",
        ],
    ]  # fmt: skip
    assert "5 changes on 2 devices and 1 chain, same topology" in texts(picture)
    assert picture.about == {"mimeType": "image/png", "width": 1100, "height": picture.height, "shown": 5, "left": 0}


def test_a_bar_goes_from_the_least_to_the_greatest_value_with_both_values_on_it() -> None:
    picture = drawn(
        whole(device("A", parameter("P", -12.0, -24.0, 24.0))), whole(device("A", parameter("P", 24.0, -24.0, 24.0)))
    )
    lane = next(ElementTree.fromstring(picture.svg).iter(f"{SVG}g"))
    bar = next(each for each in lane.iter(f"{SVG}rect") if each.get("height") == "4")
    start, length = float(bar.get("x", "")), float(bar.get("width", ""))
    before, after = (float(each.get("cx", "")) for each in lane.iter(f"{SVG}circle"))
    assert (before, after) == (start + length / 4, start + length)
    assert {"-24", "24", "-12"} <= set(texts(picture))


def test_what_came_and_went_is_marked_where_it_stands() -> None:
    lead, sub = chain("Lead", device("Operator")), chain("Sub", device("Bass"))
    before = whole(device("Reverb"), device("Layers", chains=[lead]), device("Delay", parameter("Old", 0.5)))
    lead = chain("Lead", device("Operator"), device("Chorus"))
    after = whole(device("Layers", chains=[lead, sub]), device("Delay", parameter("New", 0.25)))
    picture = drawn(before, after)
    assert [(lane[0], lane[2]) for lane in lanes(picture)] == [
        ("device-0", "–"),
        ("device-0/chain-0/device-1", "+"),
        ("device-0/chain-1", "+"),
        ("device-2 → device-1", "Delay"),
    ]
    assert lanes(picture)[3][3:] == ["–", "Old", "0.5", "+", "New", "0.25"]
    assert "5 changes on 3 devices and 1 chain: 5 in topology, 0 in values and names" in texts(picture)


def test_where_not_all_have_room_the_largest_are_drawn_and_the_rest_is_counted() -> None:
    def rows(value: float) -> dict[str, Any]:
        moved = ((value * place * 37 % 100) / 100 for place in range(1, 401))
        knobs = [parameter(f"P{place}", move) for place, move in enumerate(moved)]
        return whole(*(device(f"D{place}", *knobs[place * 20 : place * 20 + 20]) for place in range(20)))

    result = compared(rows(0.0), rows(1.0), limit=2)
    picture = result["picture"]
    sizes = [float(lane[at + 1]) for lane in lanes(picture) for at, text in enumerate(lane) if text == "→"]
    shown, left = picture.about["shown"], picture.about["left"]
    assert picture.height <= TALLEST
    assert (len(sizes), shown + left) == (shown, result["total"])
    every = sorted(((place * 37 % 100) / 100 for place in range(1, 401)), reverse=True)
    assert sorted(sizes, reverse=True) == every[:shown]
    assert any(text.startswith(f"and {left} more on 20 devices") for text in texts(picture))


def test_thousands_of_topology_changes_stay_bounded() -> None:
    picture = drawn(whole(), whole(*(device(f"D{place}") for place in range(3000))))
    assert picture.height <= TALLEST
    assert picture.about["shown"] + picture.about["left"] == 3000
    assert picture.about["shown"] > 50


def test_the_words_of_live_stand_for_values_and_beside_one_that_has_none() -> None:
    snapshots = (
        Snapshot.from_object(whole(device("A", parameter("P", 0.5), parameter("Q", 0.5)))),
        Snapshot.from_object(whole(device("A", parameter("P", 1.0), parameter("Q", 1.0)))),
    )
    found, _ = compare(*snapshots)
    words = {("before", 0): "-6.0 dB", ("after", 0): "0.0 dB", ("after", 1): "200 ms"}
    (lane,), _ = picture_lanes.lanes(snapshots, found, picture_lanes.chosen(found), words)
    assert [(row.before, row.after) for row in lane.rows] == [("-6.0 dB", "0.0 dB"), ("0.5", "1 (200 ms)")]
    (lane,), _ = picture_lanes.lanes(snapshots, found, picture_lanes.chosen(found), {("after", 1): "1.00"})
    assert [(row.before, row.after) for row in lane.rows] == [("0.5", "1"), ("0.5", "1")]


def test_a_tracks_own_controls_have_a_lane_before_its_devices() -> None:
    before = track("Bass", device("EQ", parameter("Gain", 0.5)), sends=(("A-Reverb", 0.0),))
    after = track("Bass", device("EQ", parameter("Gain", 0.25)), sends=(("A-Reverb", 0.5),), mute=True)
    after["routing"]["monitoring"] = 2
    picture = drawn(before, after)
    assert lanes(picture) == [
        [
            "owner", "owner", "Bass", "off", "→", "on", "mute",
            "0", "→", "0.5", "send-0 · A-Reverb", "Auto", "→", "Off", "monitoring",
        ],
        ["device-0", "device-0", "EQ", "0.5", "→", "0.25", "Gain"],
    ]  # fmt: skip
    assert "4 changes on 1 track and 1 device, same topology" in texts(picture)


def test_in_a_group_every_track_has_a_heading_above_its_devices_and_they_stay_bounded() -> None:
    def built(value: float, *more: dict[str, Any], pan: float = 0.0) -> dict[str, Any]:
        eq = device("EQ", parameter("Gain", value))
        return group(track("Bass", eq), track("Keys", eq, pan=pan), *more)

    picture = drawn(built(0.25), built(0.75, track("New"), pan=0.5))
    assert [lane[0] for lane in lanes(picture)] == [
        "track-1", "track-1:device-0", "track-2", "track-2:device-0", "track-3"
    ]  # fmt: skip
    assert lanes(picture)[0][2:] == ["Bass"]
    assert lanes(picture)[2][2:] == ["Keys", "-1", "1", "0", "→", "0.5", "pan"]
    assert lanes(picture)[4][2:] == ["+", "New"]
    assert "4 changes on 2 tracks and 2 devices: 1 in topology, 3 in values and names" in texts(picture)
    many = drawn(group(*(track(f"T{n}") for n in range(90))), group(*(track(f"T{n}", pan=1.0) for n in range(90))))
    assert many.height <= TALLEST
    assert many.about["shown"] + many.about["left"] == 90
    assert many.about["shown"] > 40


def test_no_difference_is_said() -> None:
    assert "No difference" in texts(drawn(whole(device("A")), whole(device("A"))))


def test_a_device_without_a_name_is_named_so() -> None:
    picture = drawn(whole(device("", parameter("P", 0.1))), whole(device("", parameter("P", 0.2))))
    assert "(no name)" in texts(picture)


# --- any names and values ------------------------------------------------------------------------------------------


@given(names=st.lists(ANY_TEXT, min_size=6, max_size=6), values=st.lists(st.floats(-9.0, 9.0), min_size=4, max_size=4))
def test_any_names_and_values_make_a_well_formed_picture_of_one_line_texts(
    names: list[str], values: list[float]
) -> None:
    rack, inner, strip, one, other, word = names

    def built(*held: float, name: str, extra: str) -> dict[str, Any]:
        within = device(
            inner,
            parameter(one, held[0], -9.0, 9.0),
            parameter(other, 1.0 + (name != rack), 0.0, 2.0, (word, "a", word)),
        )
        return whole(
            device(
                name, parameter(one, held[1], -9.0, 9.0), chains=[chain(strip, within), chain(extra, device(inner))]
            ),
            device(extra),
        )

    picture = drawn(built(*values[:2], name=rack, extra=inner), built(*values[2:], name=f"{rack}!", extra=strip))
    root = ElementTree.fromstring(picture.svg)
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg", "g", "title", "rect", "circle", "text", "clipPath",
    }  # fmt: skip
    assert root.get("width") == str(WIDTH)
    assert picture.height <= TALLEST
    for each in root.iter(f"{SVG}text"):
        assert all(held(character) for character in each.text or "")
        assert not any(unicodedata.category(character) in ("Cc", "Cf") for character in each.text or "")
        if each.get("text-anchor") is None:
            weight: Any = each.get("font-weight", "normal")
            size = float(each.get("font-size", "12.5"))
            assert float(each.get("x", "")) + width(each.text or "", size, weight) <= WIDTH - 20


@given(text=ANY_TEXT, room=st.floats(0, 400), size=st.floats(8, 20))
def test_a_cut_text_fits_and_says_that_it_was_cut(text: str, room: float, size: float) -> None:
    short = cut(text, room, size)
    assert short == plain(text) or (short.endswith(ELLIPSIS) and plain(text).startswith(short[:-1]))
    assert width(short, size) <= max(room, width(ELLIPSIS, size)) + 1e-6


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=80))
def test_plain_letters_stay_as_they_are(text: str) -> None:
    assert plain(text) == text


def test_what_could_mislead_is_shown_as_what_it_is() -> None:
    assert plain("a\u202eb\x1b[31m\x00c") == f"a{MISSING}b{MISSING}[31m{MISSING}c"
    assert plain("Line\nbreak\ttab") == "Line break tab"
    assert plain("Z\u0301\u0301\u0301\u0301") == "Ź\u0301"
    assert plain("日本 Ж é → ♭") == f"{MISSING}{MISSING} Ж é → ♭"


# --- the fonts -----------------------------------------------------------------------------------------------------


def characters_of(font: Path) -> dict[int, int]:
    """The code points of a font and their widths in thousandths, from its tables `cmap` (format 4) and `hmtx`."""
    data = font.read_bytes()
    tables = {
        data[at : at + 4]: struct.unpack(">II", data[at + 8 : at + 16])
        for at in range(12, 12 + 16 * struct.unpack(">H", data[4:6])[0], 16)
    }
    start = tables[b"cmap"][0]
    records = struct.iter_unpack(
        ">HHI", data[start + 4 : start + 4 + 8 * struct.unpack(">H", data[start + 2 : start + 4])[0]]
    )
    table = next(start + offset for _, _, offset in records if data[start + offset : start + offset + 2] == b"\0\x04")
    count = struct.unpack(">H", data[table + 6 : table + 8])[0] // 2

    def column(place: int, sign: str = "H") -> tuple[int, ...]:
        at = table + 14 + place * 2 * count + (2 if place else 0)
        return struct.unpack(f">{count}{sign}", data[at : at + 2 * count])

    glyphs: dict[int, int] = {}
    offsets = table + 16 + 6 * count
    for segment, (last, first, delta, offset) in enumerate(
        zip(column(0), column(1), column(2), column(3), strict=True)
    ):
        for code in range(first, last + 1):
            if offset:
                at = offsets + 2 * segment + offset + 2 * (code - first)
                glyph = struct.unpack(">H", data[at : at + 2])[0]
            else:
                glyph = (code + delta) & 0xFFFF
            if glyph:
                glyphs[code] = glyph
    em = struct.unpack(">H", data[tables[b"head"][0] + 18 : tables[b"head"][0] + 20])[0]
    widths = tables[b"hmtx"][0]
    return {
        code: round(struct.unpack(">H", data[widths + 4 * glyph : widths + 4 * glyph + 2])[0] * 1000 / em)
        for code, glyph in glyphs.items()
        if code != 0xFFFF
    }


def test_what_is_taken_for_drawable_is_what_the_fonts_hold_and_as_wide() -> None:
    fonts = Path(countin.face.__file__).parent / "fonts"
    files: dict[Weight, str] = {"normal": "DejaVuSans-subset.ttf", "bold": "DejaVuSans-Bold-subset.ttf"}
    for weight, name in files.items():
        found = characters_of(fonts / name)
        if weight == "normal":
            assert {code for code in range(0x110000) if held(chr(code))} == set(found)
        for code in (*range(0x20, 0x7F), *map(ord, "“”…→□·–")):
            assert width(chr(code), 1000, weight) == found[code]


def test_the_fonts_have_their_licence_beside_them() -> None:
    licence = (Path(countin.face.__file__).parent / "fonts" / "LICENSE").read_text(encoding="utf-8")
    assert "Bitstream" in licence
    assert "Arev" in licence
