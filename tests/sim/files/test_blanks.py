"""Line breaks and tabs are taken out before the parser; what is read is the same wherever they stand."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin.sim.document import SetDocument
from countin.sim.files import SetFileError, read_set
from sim.files.rare_files import RARE_SET
from sim.files.small_files import SMALL_SET, small_set, track


def plain(content: bytes) -> bytes:
    """The XML of a file."""
    return gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content


PLAIN = {"small": plain(SMALL_SET), "rare": plain(RARE_SET)}
BETWEEN = [b"\n", b"\r\n", b"\t", b"\n\t\t\t", b"\r", b"  "]


def opened(folder: Path, content: bytes) -> SetDocument:
    """What is read of these bytes."""
    path = folder / "Song.als"
    path.write_bytes(content)
    return read_set(path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("blanks")


@pytest.mark.parametrize("name", PLAIN)
@given(data=st.data())
def test_blanks_between_elements_change_nothing(name: str, data: st.DataObject, folder: Path) -> None:
    before = opened(folder, PLAIN[name])
    blank = data.draw(st.sampled_from(BETWEEN))
    assert opened(folder, PLAIN[name].replace(b"><", b">" + blank + b"<")) == before


@pytest.mark.parametrize("name", PLAIN)
@given(data=st.data())
def test_line_breaks_between_attributes_change_nothing(name: str, data: st.DataObject, folder: Path) -> None:
    before = opened(folder, PLAIN[name])
    blank = data.draw(st.sampled_from(BETWEEN))
    assert opened(folder, PLAIN[name].replace(b' Value="', blank + b'Value="')) == before


def test_a_name_keeps_its_blanks_and_the_breaks_that_live_writes(tmp_path: Path) -> None:
    document = opened(tmp_path, small_set(tracks=track("MidiTrack", 1, "Low  end&#x0A;&#x9;two")))
    assert document.tracks[0].name == "Low  end\n\ttwo"


def test_a_broken_file_is_refused_at_the_line_that_is_broken(tmp_path: Path) -> None:
    content = PLAIN["small"].replace(b"><", b">\n<").replace(b"</Tracks>", b"</Trucks>")
    line = content[: content.index(b"</Trucks>")].count(b"\n") + 1
    with pytest.raises(SetFileError, match=rf"not well-formed XML \(mismatched tag: line {line}, "):
        opened(tmp_path, content)


def test_states_of_plug_ins_between_lines_are_no_matter(tmp_path: Path) -> None:
    state = b"<ProcessorState>\n" + b"\t\t00FF12AB\n" * 100_000 + b"</ProcessorState>"
    with_state = PLAIN["small"].replace(b"<Tracks>", state + b"<Tracks>", 1)
    assert opened(tmp_path, with_state) == opened(tmp_path, PLAIN["small"])
