"""Live's words beside a question: for parameters and faders that differ from what is sent, in the tick of the look."""

from __future__ import annotations

import hashlib
import importlib
import struct
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import value_rows
from countin._remote_script.Countin import columns, wire
from countin._remote_script.Countin.rows import codec
from script_stage import Client, Stage

NAN = float("nan")


@pytest.fixture
def kit(demo: Stage) -> Client:
    return demo.client()


def doubles(values: Sequence[float]) -> bytes:
    """As columns travel beside a question."""
    return struct.pack(f"<{len(values)}d", *values)


class Asked(NamedTuple):
    """The row that came, its guard bytes, and the words beside it."""

    row: Any
    guard: bytes
    words: tuple[wire.Word, ...]


def asked(
    client: Client, kind: wire.Observation[Any, Any], arguments: Any, values: bytes, faders: bytes = b""
) -> Asked:
    """What is answered with something beside the question."""
    beside = codec(wire.Beside).guard_bytes(wire.Beside(values, faders))
    question = wire.Question(kind.code, kind.arguments.guard_bytes(arguments), beside)
    number = client.ask("observe", {}, codec(wire.Questions).guard_bytes(wire.Questions((question,))))
    (answer,) = codec(wire.Answers).unpack(client.answer(number).attachment).rows
    words = codec(wire.Words).unpack(answer.words).rows
    return Asked(kind.row.unpack(answer.guard, answer.shown), answer.guard, words)


def real(chain: wire.Chain) -> list[float]:
    """The values of a capture as they stand."""
    values = [*value_rows.column(chain)]
    for entry in chain.loose:
        values[entry.place] = entry.value
    return values


def faders(chain: wire.Chain) -> list[float]:
    """The faders of a capture's chains, as places are counted."""
    found: list[float] = []
    for row in chain.chains:
        masked = {entry.place: entry.value for entry in row.masked}
        for place, value in enumerate((row.volume, row.pan, *row.sends)):
            if place >= 2 or row.has & (wire.VOLUME, wire.PAN)[place]:
                found.append(masked.get(place, value))
    return found


KIT = wire.ChainAsked("track-1", 4)


def test_parameters_that_differ_get_live_s_words_before_and_after(demo: Stage, kit: Client) -> None:
    chain = kit.see(wire.CHAIN, KIT)
    values = real(chain)
    values[1], values[3] = 17.0, 99.0
    found = asked(kit, wire.CHAIN, KIT, doubles(values))

    def says(song: Any) -> list[tuple[int, str, str]]:
        rack = song.tracks[1].devices[0]
        changed = [(place, rack.parameters[place], value) for place, value in ((1, 17.0), (3, 99.0))]
        return [(place, one.str_for_value(one.value), one.str_for_value(value)) for place, one, value in changed]

    assert [tuple(word) for word in found.words] == demo.person(says)


def test_faders_follow_the_parameters_in_their_places(demo: Stage, kit: Client) -> None:
    chain = kit.see(wire.CHAIN, KIT)
    beside = faders(chain)
    beside[0], beside[-1] = 0.123, 0.5
    found = asked(kit, wire.CHAIN, KIT, doubles(real(chain)), doubles(beside))
    count = len(chain.flags)
    assert [word.place for word in found.words] == [count, count + len(beside) - 1]
    volume = demo.person(lambda song: song.tracks[1].devices[0].chains[0].mixer_device.volume)
    assert found.words[0].after == demo.person(lambda _: volume.str_for_value(0.123))


@pytest.mark.parametrize(("owner", "level", "count"), [("return-0", 5, 2), ("master", 6, 4)])
def test_the_owner_s_faders_come_first(kit: Client, owner: str, level: int, count: int) -> None:
    arguments = wire.ChainAsked(owner, level)
    chain = kit.see(wire.CHAIN, arguments)
    beside = [0.31] * count + faders(chain)
    found = asked(kit, wire.CHAIN, arguments, doubles(real(chain)), doubles(beside))
    places = [word.place - len(chain.flags) for word in found.words]
    assert places == [*range(count)]
    assert all(word.before and word.after and word.before != word.after for word in found.words)


def test_a_track_s_volume_pan_and_sends_are_worded(kit: Client) -> None:
    arguments = wire.TrackStateAsked("track-1", 1)
    row = kit.see(wire.TRACK_STATE, arguments)
    own = [0.31] * (2 + len(row.sends))
    found = asked(kit, wire.TRACK_STATE, arguments, doubles(real(row.chain)), doubles(own))
    count = len(row.chain.flags)
    assert [word.place for word in found.words] == [*range(count, count + len(own))]


def test_the_columns_of_a_group_are_those_of_its_tracks_one_after_the_other(kit: Client) -> None:
    arguments = wire.TrackStateAsked("track-0", 4)
    rows = kit.see(wire.GROUP_SYSTEM, arguments).tracks
    values = [value for track in rows for value in real(track.chain)]
    own = [
        fader
        for track in rows
        for fader in (
            *(wire.real_level(one) for one in (track.volume, track.pan)),
            *(wire.real_level(send.level) for send in track.sends),
            *faders(track.chain),
        )
    ]
    values[-1] = values[-1] + 1 if values[-1] == 0 else 0.0
    own[1] = 0.7
    found = asked(kit, wire.GROUP_SYSTEM, arguments, doubles(values), doubles(own))
    assert [word.place for word in found.words] == [len(values) - 1, len(values) + 1]


def test_not_a_number_is_not_compared_and_the_same_single_does_not_differ(kit: Client) -> None:
    chain = kit.see(wire.CHAIN, KIT)
    values = real(chain)
    found = asked(kit, wire.CHAIN, KIT, doubles(values))
    assert found.words == ()
    found = asked(kit, wire.CHAIN, KIT, doubles([NAN] * len(values)), doubles([NAN] * len(faders(chain))))
    assert found.words == ()


def _changed(column: bytes, change: str) -> bytes:
    return {"a value less": column[:-4], "a byte less": column[:-1], "nothing": b"", "no singles": b"abc"}[change]


@pytest.mark.parametrize("change", ["a value less", "a byte less", "nothing", "no singles"])
def test_columns_of_another_length_ask_for_nothing(kit: Client, change: str) -> None:
    chain = kit.see(wire.CHAIN, KIT)
    values, own = doubles([77.0] * len(chain.flags)), doubles([0.3] * len(faders(chain)))
    found = asked(kit, wire.CHAIN, KIT, *(_changed(column, change) for column in (values, own)))
    assert found.words == ()
    assert found.row == chain


def test_no_more_than_two_hundred_are_worded(kit: Client) -> None:
    chain = kit.see(wire.CHAIN, KIT)
    assert len(chain.flags) > wire.WORDED
    found = asked(kit, wire.CHAIN, KIT, doubles([0.123] * len(chain.flags)), doubles([0.3] * len(faders(chain))))
    assert len(found.words) == wire.WORDED
    group = wire.TrackStateAsked("track-0", 4)
    tracks = kit.see(wire.GROUP_SYSTEM, group).tracks
    count = sum(len(track.chain.flags) for track in tracks)
    found = asked(kit, wire.GROUP_SYSTEM, group, doubles([0.123] * count))
    assert len(found.words) == wire.WORDED


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [(wire.CHAIN, KIT), (wire.TRACK_STATE, wire.TrackStateAsked("track-1", 4)),
     (wire.GROUP_SYSTEM, wire.TrackStateAsked("track-0", 4))],
)  # fmt: skip
def test_what_stands_beside_a_question_has_no_part_in_the_guard(
    kit: Client, kind: wire.Observation[Any, Any], arguments: Any
) -> None:
    plain = kit.look((kind, arguments))
    count = 20_000
    for values in (b"", doubles([0.5] * count), b"x"):
        assert asked(kit, kind, arguments, values, values).guard == kind.row.guard_bytes(plain.rows[0])


def test_rows_of_other_kinds_are_answered_as_without(kit: Client) -> None:
    found = asked(kit, wire.STATE, wire.Nothing(), doubles([1.0]))
    assert (found.row, found.words) == (kit.see(wire.STATE), ())


def test_a_parameter_that_live_has_no_words_for_gets_empty_ones(demo: Stage, kit: Client) -> None:
    chain = kit.see(wire.CHAIN, KIT)
    values = real(chain)
    values[1] = 17.0
    demo.world.faults.raise_at_read(1, "str_for_value")
    found = asked(kit, wire.CHAIN, KIT, doubles(values))
    assert [word.place for word in found.words] == [1]


def known_of(answer: wire.Answered) -> bytes:
    """What an asker who holds an answer calls it."""
    return hashlib.sha256(answer.guard).digest() + hashlib.sha256(answer.shown).digest()


def answered(
    client: Client, kind: wire.Observation[Any, Any], arguments: Any, known: bytes = b"", beside: bytes = b""
) -> wire.Answered:
    """The answer as it comes."""
    question = wire.Question(kind.code, kind.arguments.guard_bytes(arguments), beside, known)
    number = client.ask("observe", {}, codec(wire.Questions).guard_bytes(wire.Questions((question,))))
    (answer,) = codec(wire.Answers).unpack(client.answer(number).attachment).rows
    return answer


def at_places(wanted: dict[int, float]) -> bytes:
    """Some values to have words for, packed."""
    places = sorted(wanted)
    values = doubles([wanted[place] for place in places])
    return codec(wire.Beside).guard_bytes(wire.Beside(values, b"", struct.pack(f"<{len(places)}I", *places)))


def worded(answer: wire.Answered) -> dict[int, tuple[str, str]]:
    """The words that came, by place."""
    return {word.place: (word.before, word.after) for word in codec(wire.Words).unpack(answer.words).rows}


ASKED: list[tuple[Any, Any]] = [
    (wire.CHAIN, KIT), (wire.CHAIN, wire.ChainAsked("master", 6)),
    (wire.TRACK_STATE, wire.TrackStateAsked("track-1", 4)),
    (wire.GROUP_SYSTEM, wire.TrackStateAsked("track-0", 4)), (wire.TRACKS, wire.Nothing()),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "arguments"), ASKED)
def test_what_the_asker_holds_is_not_told_again_until_it_is_another(
    demo: Stage, kit: Client, kind: wire.Observation[Any, Any], arguments: Any
) -> None:
    first = answered(kit, kind, arguments)
    known = known_of(first)
    assert not first.as_known
    for _ in range(2):
        assert answered(kit, kind, arguments, known) == wire.Answered(b"", b"", b"", True)
    other = demo.client()
    assert answered(other, kind, arguments, known).as_known
    for wrong in (b"x", known[:-1], known[:32], known[32:] + known[:32]):
        assert answered(kit, kind, arguments, wrong) == first

    def turned(song: Any) -> None:
        song.tracks[1].devices[0].chains[0].mixer_device.volume.value = 0.123
        song.tracks[1].mixer_device.volume.value = song.master_track.mixer_device.volume.value = 0.123
        song.tracks[0].name = "Another"

    demo.person(turned)
    second = answered(kit, kind, arguments, known)
    assert second == answered(kit, kind, arguments)
    assert not second.as_known
    assert answered(kit, kind, arguments, known_of(second)).as_known


def test_what_is_only_shown_is_told_where_it_alone_is_another(demo: Stage, kit: Client) -> None:
    arguments = wire.TrackStateAsked("track-1", 1)
    first = answered(kit, wire.TRACK_STATE, arguments)
    demo.world.faults.raise_at_read(1, "str_for_value")
    second = answered(kit, wire.TRACK_STATE, arguments, known_of(first))
    assert not second.as_known
    assert second.guard == first.guard
    assert second.shown != first.shown


def test_of_places_only_those_are_worded_that_differ(demo: Stage, kit: Client) -> None:
    chain = kit.see(wire.CHAIN, KIT)
    count, own = len(chain.flags), faders(chain)
    wanted = {0: NAN, 1: 17.0, 2: real(chain)[2], 3: 99.0, count: 0.123, count + len(own) - 1: own[-1]}
    beyond = {count + len(own): 1.0, 4_000_000_000: 1.0}
    found = answered(kit, wire.CHAIN, KIT, beside=at_places(wanted | beyond))
    rack = demo.person(lambda song: song.tracks[1].devices[0])
    fader = rack.chains[0].mixer_device.volume

    def says(_: Any) -> dict[int, tuple[str, str]]:
        changed = {1: rack.parameters[1], 3: rack.parameters[3], count: fader}
        return {
            place: (one.str_for_value(one.value), one.str_for_value(wanted[place])) for place, one in changed.items()
        }

    assert worded(found) == demo.person(says)
    assert not found.as_known


def test_what_has_moved_since_the_known_answer_is_worded_as_it_was_there(demo: Stage, kit: Client) -> None:
    first = answered(kit, wire.CHAIN, KIT)
    chain = wire.CHAIN.row.unpack(first.guard, first.shown)
    before, count, own = real(chain), len(chain.flags), faders(chain)
    beside = at_places({1: 17.0})
    assert [*worded(answered(kit, wire.CHAIN, KIT, known_of(first), beside))] == [1]

    def turned(song: Any) -> Any:
        rack = song.tracks[1].devices[0]
        rack.parameters[3].value, rack.chains[0].mixer_device.volume.value = 99.0, 0.123
        return rack

    rack = demo.person(turned)
    second = answered(kit, wire.CHAIN, KIT, known_of(first), beside)
    assert not second.as_known

    def says(_: Any) -> dict[int, tuple[str, str]]:
        changed = {
            1: (rack.parameters[1], 17.0),
            3: (rack.parameters[3], before[3]),
            count: (rack.chains[0].mixer_device.volume, own[0]),
        }
        return {place: (one.str_for_value(one.value), one.str_for_value(old)) for place, (one, old) in changed.items()}

    assert worded(second) == demo.person(says)
    less = answered(kit, wire.CHAIN, wire.ChainAsked("track-1", 3), known_of(first), beside)
    assert worded(less) == worded(second)
    unknown = answered(kit, wire.CHAIN, KIT, known_of(first)[::-1], beside)
    assert [*worded(unknown)] == [1]


@pytest.mark.parametrize("change", ["a value less", "a byte less", "nothing", "no singles"])
def test_places_without_a_value_each_ask_for_nothing(kit: Client, change: str) -> None:
    beside = wire.Beside(_changed(doubles([17.0, 99.0]), change), b"", struct.pack("<2I", 1, 3))
    found = answered(kit, wire.CHAIN, KIT, beside=codec(wire.Beside).guard_bytes(beside))
    assert worded(found) == {}


def test_a_guard_holds_over_an_answer_that_was_as_known(demo: Stage, kit: Client) -> None:
    first = answered(kit, wire.CHAIN, KIT)
    assert answered(kit, wire.CHAIN, KIT, known_of(first)).as_known
    packed, digest = wire.CHAIN.arguments.guard_bytes(KIT), hashlib.sha256(first.guard).digest()
    guards = wire.Guards((wire.Guard(wire.CHAIN.code, packed, digest),))
    done = kit.execute((wire.CREATE_SCENE, wire.SceneToCreate(0, "x")), guards=guards)
    assert done.status == "applied"
    answered(kit, wire.CHAIN, KIT, known_of(first))
    demo.person(lambda song: setattr(song.tracks[1].devices[0].parameters[1], "value", 3.0))
    done = kit.execute((wire.CREATE_SCENE, wire.SceneToCreate(0, "y")), guards=guards)
    assert (done.status, done.code) == ("refused", "observation_changed")


def test_a_bounded_number_of_answers_is_remembered_and_of_bytes(
    demo: Stage, kit: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = demo.script._live.told
    module = importlib.import_module(type(told).__module__)
    for scene in range(module.KEPT + 5):
        kit.see(wire.SCENES, wire.Window(scene, 1))
    assert len(told._answers) == module.KEPT
    first = answered(kit, wire.CHAIN, KIT)
    size = len(first.guard) + len(first.shown)
    monkeypatch.setattr(module, "KEPT_BYTES", size + 10)
    kit.see(wire.TRACKS)
    assert [answer.subject[0] for answer in told._answers] == [wire.TRACKS.code]
    monkeypatch.setattr(module, "KEPT_BYTES", 10)
    kit.see(wire.CHAIN, KIT)
    assert [answer.subject[0] for answer in told._answers] == [wire.CHAIN.code]
    assert answered(kit, wire.CHAIN, KIT, known_of(first)).as_known


@given(st.lists(st.tuples(st.sampled_from([0.0, -0.0, 1.0, NAN]), st.sampled_from([0.0, 1.0, 1e-300])), max_size=80))
def test_places_that_differ_are_found_in_their_order(pairs: list[tuple[float, float]]) -> None:
    first, second = (doubles([pair[side] for pair in pairs]) for side in (0, 1))
    expected = [place for place, pair in enumerate(pairs) if doubles([pair[0]]) != doubles([pair[1]])]
    assert [*columns.differing(first, second)] == expected
    assert [*columns.differing(first, first)] == []
