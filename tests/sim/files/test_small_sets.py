"""What a set means, on small files written for it: names, groups, mixers, clips, notes, scenes, automation."""

from __future__ import annotations

from pathlib import Path

import pytest

from countin.sim.document import ClipDocument, CueDocument, NoteDocument, SetDocument, TrackDocument
from countin.sim.files import read_set
from sim.files.small_files import (
    SMALL_SET,
    audio_clip,
    device,
    envelope,
    key_track,
    live_file,
    loop,
    main_track,
    midi_clip,
    mixer,
    number,
    scene,
    send,
    slots,
    small_set,
    track,
)


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    return Reader(tmp_path / "Song.als")


class Reader:
    """Writes a file and reads it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, content: bytes) -> SetDocument:
        self.path.write_bytes(content)
        return read_set(self.path)

    def track(self, text: str, minor: str = "12.0_12300") -> TrackDocument:
        """The only track of a set."""
        document = self(small_set(tracks=text, scenes=scene(), minor=minor))
        return (*document.tracks, *document.returns)[0]

    def clip(self, text: str) -> ClipDocument:
        """A clip in the only slot of the only track."""
        clip = self.track(track("MidiTrack", 1, sequencer=slots(text))).slots[0]
        assert clip is not None
        return clip


def test_the_small_set_holds_all_that_was_written(read: Reader) -> None:
    document = read(SMALL_SET)
    assert document.warnings == ()
    assert (document.name, document.tempo, document.signature) == ("Song", 133.0, (4, 4))
    assert (document.loop, document.loop_start, document.loop_length) == (True, 8.0, 4.0)
    assert (document.root_note, document.scale_name, document.scale_mode) == (2, "Minor", True)
    assert document.cues == (CueDocument("Drop", 8.0), CueDocument("", 4.0))
    assert [track.name for track in document.tracks] == ["Drums", "Inner", "Bass", "Loops"]
    assert [track.group for track in document.tracks] == [None, 0, 1, None]
    bass = document.tracks[2]
    assert (bass.arm, bass.monitoring, bass.automated) == (True, 0, ("volume",))
    assert [name for name, _ in bass.take_lanes] == ["Take 1"]
    assert bass.slots[0] is not None
    assert bass.slots[0].groove == 0
    assert bass.slots[1] is None
    assert document.scenes[0].tempo == 90.0
    assert document.scenes[1].tempo is None


def test_a_group_that_stands_after_its_member_is_read_as_none(read: Reader) -> None:
    document = read(small_set(tracks=track("MidiTrack", 1, "Lost", group=2) + track("GroupTrack", 2, "Late")))
    assert [entry.group for entry in document.tracks] == [None, None]
    assert any("group" in warning for warning in document.warnings)


def test_a_group_that_contains_itself_is_read_as_none(read: Reader) -> None:
    assert read.track(track("GroupTrack", 3, "Ouroboros", group=3)).group is None


@pytest.mark.parametrize(
    ("tag", "shown", "user", "name"),
    [
        ("MidiTrack", "1-MIDI", "", None),
        ("AudioTrack", "1-Audio", "", None),
        ("GroupTrack", "1-Group", "", None),
        ("MidiTrack", "1-MIDI", "1-MIDI", "1-MIDI"),
        ("MidiTrack", "1-Operator", "", "1-Operator"),
        ("MidiTrack", "1 Keys", "# Keys", "1 Keys"),
        ("ReturnTrack", "A-Return", "", None),
        ("ReturnTrack", "A-Space", "Space", "Space"),
    ],
)
def test_a_track_name_is_none_where_live_counts(
    tag: str, shown: str, user: str, name: str | None, read: Reader
) -> None:
    text = track(tag, 1, "?").replace('EffectiveName Value="?"', f'EffectiveName Value="{shown}"')
    assert read.track(text.replace('UserName Value="?"', f'UserName Value="{user}"')).name == name


def test_a_return_called_after_its_device_has_no_name_of_its_own(read: Reader) -> None:
    text = track("ReturnTrack", 1, "?", devices=device("Reverb")).replace('EffectiveName Value="?"', "EffectiveName")
    text = text.replace("<EffectiveName/>", '<EffectiveName Value="A-Reverb"/>').replace(
        'UserName Value="?"', "UserName"
    )
    assert read.track(text).name is None


@pytest.mark.parametrize(
    ("color", "index"),
    [
        ('<Color Value="12"/>', 12),
        ('<Color Value="-1"/>', 0),
        ('<ColorIndex Value="152"/>', 12),
        ('<ColorIndex Value="12"/>', 12),
        ('<Color Value="69"/>', 69),
        ('<Color Value="70"/>', 0),
        ("", 0),
    ],
)
def test_colours_are_indices_of_the_palette_in_every_version(color: str, index: int, read: Reader) -> None:
    assert read.track(track("MidiTrack", 1, "Any", color=color)).color_index == index


def test_volume_pan_and_sends_are_positions_of_the_object_model(read: Reader) -> None:
    document = read(
        small_set(
            tracks=track("MidiTrack", 1, "Loud", volume=1.99526238, sends=send(1) + send(0.0003162277571))
            + track("MidiTrack", 2, "Unity", volume=1, sends=send(0.5))
            + track("MidiTrack", 3, "Off", volume=0.0003162277571)
            + track("ReturnTrack", 4, "A-One")
            + track("ReturnTrack", 5, "B-Two"),
        )
    )
    loud, unity, off = document.tracks
    assert (loud.volume, loud.sends) == (1.0, (1.0, 0.0))
    assert unity.volume == 0.8500000238418579  # 32 bits, as Live answers
    assert len(unity.sends) == 2
    assert off.volume == 0.0


@pytest.mark.parametrize(
    ("code", "signature"), [(201, (4, 4)), (204, (7, 4)), (307, (11, 8)), (0, (1, 1)), (9999, (4, 4))]
)
def test_signature_codes_are_read_and_wild_ones_are_four_four(
    code: int, signature: tuple[int, int], read: Reader
) -> None:
    assert read(small_set(main=main_track(signature=code))).signature == signature


def test_scenes_of_live_11_have_tempo_and_signature_only_when_switched_on(read: Reader) -> None:
    stated = '<Tempo Value="90"/><IsTempoEnabled Value="{0}"/>' + (
        '<TimeSignatureId Value="201"/><IsTimeSignatureEnabled Value="{0}"/>'
    )
    on, off = read(small_set(scenes=scene("A", stated.format("true")) + scene("B", stated.format("false")))).scenes
    assert (on.tempo, on.signature) == (90.0, (4, 4))
    assert (off.tempo, off.signature) == (None, None)


def test_scenes_up_to_live_10_carry_tempo_and_signature_in_their_names(read: Reader) -> None:
    names = (" 1", "Verse 120 BPM", "Bridge 7/8 98.5bpm", "  ", "9/3", "Route 66/4/4")
    listed = "".join(f'<Scene Value="{name}"/>' for name in names)
    content = live_file(
        f"<LiveSet><Tracks/>{main_track()}<SceneNames>{listed}</SceneNames></LiveSet>", minor="10.0_377"
    )
    first, verse, bridge, blank, odd, route = read(content).scenes
    assert (first.name, first.tempo, first.signature) == ("", None, None)
    assert (verse.name, verse.tempo) == ("Verse 120 BPM", 120.0)
    assert (bridge.tempo, bridge.signature) == (98.5, (7, 8))
    assert blank.name == "  "
    assert odd.signature is None
    assert route.signature is None


def test_missing_note_attributes_take_lives_defaults(read: Reader) -> None:
    note, quiet = read.clip(
        midi_clip(key_track(60, 'Time="-1.5" Duration="0.25"', 'Time="2" Duration="1" Velocity="0" IsEnabled="false"'))
    ).notes
    assert note == NoteDocument(60, -1.5, 0.25, 100.0, False, 1.0, 0.0, 64.0)
    assert quiet.mute
    assert quiet.velocity == 0.0


def test_notes_come_by_pitch_and_then_time_and_without_a_pitch_not_at_all(read: Reader) -> None:
    low, high = key_track(40, 'Time="3" Duration="1"', 'Time="1" Duration="1"'), key_track(72, 'Time="0" Duration="1"')
    orphan = "<KeyTrack><Notes><MidiNoteEvent Time='0' Duration='1'/></Notes></KeyTrack>"
    notes = read.clip(midi_clip(high + orphan + low)).notes
    assert [(note.pitch, note.start) for note in notes] == [(40, 1.0), (40, 3.0), (72, 0.0)]


def test_looped_clips_keep_markers_beside_the_braces(read: Reader) -> None:
    clip = read.clip(midi_clip(braces=loop(2, 6, relative=1, out=16)))
    assert (clip.loop_start, clip.loop_end, clip.start_marker, clip.end_marker) == (2.0, 6.0, 3.0, 16.0)
    assert clip.looping
    assert clip.sleeping_loop is None


def test_unlooped_clips_start_at_their_marker_and_remember_the_brace(read: Reader) -> None:
    clip = read.clip(midi_clip(braces=loop(2, 6, on=False, relative=1, out=16)))
    assert (clip.loop_start, clip.loop_end, clip.start_marker, clip.end_marker) == (2.0, 6.0, 2.0, 16.0)
    assert clip.sleeping_loop == (1.0, 2.0)


def test_a_clip_without_a_length_gets_one(read: Reader) -> None:
    clip = read.clip(midi_clip(braces=loop(4, 4)))
    assert clip.loop_end > clip.loop_start
    assert clip.end_marker >= clip.start_marker


def test_unwarped_audio_keeps_its_seconds_and_names_its_sample(read: Reader) -> None:
    markers = '<WarpMarkers><WarpMarker SecTime="0" BeatTime="0"/><WarpMarker SecTime="1" BeatTime="2"/></WarpMarkers>'
    clip = read.clip(audio_clip(markers, warped=False, braces=loop(0.5, 2.5, on=False, out=2.5)))
    assert (clip.warping, clip.loop_start, clip.loop_end) == (False, 0.5, 2.5)
    assert clip.file_path == "/nowhere/Loop.wav"
    assert (clip.sample_length, clip.sample_rate) == (88200, 44100.0)
    assert (clip.pitch_coarse, clip.pitch_fine, clip.gain) == (-3, 12.5, pytest.approx(0.4))
    assert clip.warp_markers == ((0.0, 0.0), (1.0, 2.0))


def test_warp_markers_out_of_order_are_left_out_with_a_warning(read: Reader) -> None:
    markers = '<WarpMarkers><WarpMarker SecTime="1" BeatTime="0"/><WarpMarker SecTime="1" BeatTime="2"/></WarpMarkers>'
    document = read(small_set(tracks=track("AudioTrack", 1, sequencer=slots(audio_clip(markers))), scenes=scene()))
    clip = document.tracks[0].slots[0]
    assert clip is not None
    assert clip.warp_markers == ()
    assert any("warp markers" in warning for warning in document.warnings)


def test_paths_of_older_files_are_put_together_from_their_pieces(read: Reader) -> None:
    folders = "".join(f'<RelativePathElement Dir="{name}"/>' for name in ("Users", "me"))
    reference = f'<FileRef><Name Value="Loop.wav"/><SearchHint><PathHint>{folders}</PathHint></SearchHint></FileRef>'
    text = audio_clip().replace(
        '<FileRef><RelativePath Value="Samples/Loop.wav"/><Path Value="/nowhere/Loop.wav"/></FileRef>', reference
    )
    assert read.clip(text).file_path == "/Users/me/Loop.wav"
    relative = '<FileRef><Name Value="Loop.wav"/><RelativePath><RelativePathElement Dir=""/></RelativePath></FileRef>'
    assert read.clip(text.replace(reference, relative)).file_path == "../Loop.wav"


def test_slots_follow_the_scenes(read: Reader) -> None:
    document = read(
        small_set(
            tracks=track("MidiTrack", 1, "Few", sequencer=slots(midi_clip()))
            + track("MidiTrack", 2, "Many", sequencer=slots("", "", "", midi_clip()))
            + track("GroupTrack", 3, "Group")
            + track("ReturnTrack", 4, "A-Return"),
            scenes=scene() * 2,
        )
    )
    assert [len(entry.slots) for entry in document.tracks] == [2, 2, 2]
    assert document.returns[0].slots == ()
    assert any("below the last scene" in warning for warning in document.warnings)


def test_a_resting_envelope_is_no_automation(read: Reader) -> None:
    assert read.track(track("MidiTrack", 1, "Still", extra=envelope(7, moving=False))).automated == ()
    assert read.track(track("MidiTrack", 1, "Moving", extra=envelope(7))).automated == ("volume",)


def test_automation_of_a_device_names_its_parameters(read: Reader) -> None:
    reverb = device("Reverb", number("DecayTime", 1200, 200, 60000, target=70) + number("MixDirect", 0.5, target=71))
    (found,) = read.track(track("MidiTrack", 1, "Wet", devices=reverb, extra=envelope(71))).devices
    assert [found.layout.parameters[index].name for index in found.automated] == ["MixDirect"]


def test_a_parameter_of_live_8_has_the_value_of_its_first_event(read: Reader) -> None:
    old = (
        '<Volume><ArrangerAutomation><Events><FloatEvent Time="-63072000" Value="0.5"/>'
        '<FloatEvent Time="4" Value="1"/></Events></ArrangerAutomation><MidiControllerRange><Min Value="0"/>'
        '<Max Value="1.99526238"/></MidiControllerRange><ModulationTarget Id="1"/></Volume>'
    )
    new = number("Volume", 1, 0.0003162277571, 1.99526238, target=7)
    assert new in mixer()
    found = read.track(track("MidiTrack", 1, "Old").replace(new, old), minor="8.1_226")
    assert found.automated == ("volume",)
    assert found.volume == pytest.approx(0.6995, abs=1e-4)


@pytest.mark.parametrize("minor", ["7.0_1", "13.0_13000", "", "twelve"])
def test_an_unknown_version_is_read_as_the_nearest_with_a_warning(minor: str, read: Reader) -> None:
    document = read(small_set(tracks=track("MidiTrack", 1, "Some"), minor=minor))
    assert len(document.tracks) == 1
    assert any("version" in warning for warning in document.warnings)
