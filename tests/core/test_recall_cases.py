"""Single cases of recalls: words, modes, macros, routings and ranges, each by hand."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from core.captured_rows import LAYOUT, Told, digest_of
from countin._remote_script.Countin import wire
from countin.core import Capture, CoreError, Layout, Snapshot

FREE, PLAYED, SHUT = wire.ENABLED, wire.ENABLED | wire.AUTOMATED, 0
MODE = wire.LayoutParameter("Mode", "Mode", 0.0, 2.0, True, ("A", "B", "C"))
DRIVE = wire.LayoutParameter("Drive", "Drive", 0.0, 1.0, False, ())
CHOICES = (wire.OutputRow("1", "1/2"), wire.OutputRow("2", "3/4"))


def level(value: float, *, enabled: bool = True, now: float | None = None, low: float = 0.0) -> wire.Level:
    return wire.Level(value, low, 1.0, enabled, "", now)


def chain(
    values: list[float],
    flags: list[int],
    *,
    layout: tuple[wire.LayoutParameter, ...] = (MODE, DRIVE),
    strip: dict[str, Any] | None = None,
    mapped: bool = False,
    mixer: wire.OwnerMixer | None = None,
    words: tuple[wire.Word, ...] = (),
    owner: str = "track-0",
) -> Told:
    """A device, or (with `strip`) a rack of no parameters whose one chain holds it."""
    digests = (digest_of(wire.Layout(layout)), digest_of(wire.Layout(())))
    rack = wire.ChainDevice(f"{owner}:device-0", 7, "Rack", "RackDevice", "instrument", 0, 1, 0, -1, mapped, 1)
    inside = f"{rack.id}/chain-0/device-0" if strip is not None else rack.id
    device = wire.ChainDevice(inside, 8, "Amp", "Amp", "audio_effect", len(layout), -1, -1, -1, False, 0)
    row = wire.CapturedChain(
        f"{rack.id}/chain-0", 9, False, 0, 0.0, 0.0, (), (), False, False, 0, 0, "Lead", (), (), ()
    )._replace(**(strip or {}))
    loose = [wire.Loose(place, value) for place, value in enumerate(values) if flags[place] != FREE]
    guarded = [value if flag == FREE else 0.0 for value, flag in zip(values, flags, strict=True)]
    rows = wire.Chain(
        30, mixer, (device,) if strip is None else (rack, device), struct.pack(f"<{len(values)}d", *guarded),
        bytes(flags), () if strip is None else (row,), (), b"".join(digests), tuple(loose),
    )  # fmt: skip
    return Told("chain", owner, rows, {digests[0]: wire.Layout(layout), digests[1]: wire.Layout(())}, words)


def track(**changed: Any) -> Told:
    """A track without devices that differs from the usual one."""
    route = wire.Route("1", CHOICES)
    empty = wire.Chain(30, None, (), b"", b"", (), (), b"", ())
    row = wire.TrackState(
        "track-3", "Bass", "audio", -1, level(0.5), level(0.0, low=-1.0), False, False,
        (wire.Send("A-Reverb", level(0.25)),), route, route, route, route, 1, empty,
    )._replace(**changed)  # fmt: skip
    return Told("track_state", "track-3", row)


def changes(live: Told, saved: Told) -> list[tuple[Any, ...]]:
    """What recalling what `saved` shows onto `live` changes."""
    recall = live.capture().recall(saved.capture().snapshot())
    return [(each["what"], each["before"], each["after"]) for each in recall.values.first_changes(99)]


def refused(live: Told, target: Told | Snapshot) -> CoreError:
    snapshot = target if isinstance(target, Snapshot) else target.capture().snapshot()
    with pytest.raises(CoreError) as found:
        live.capture().recall(snapshot)
    assert found.value.code == "does_not_fit"
    return found.value


MIXED: dict[str, Any] = {
    "has": wire.VOLUME | wire.PAN | wire.MUTE | wire.SOLO | wire.VOLUME_ENABLED | wire.PAN_ENABLED,
    "volume": 0.5,
    "sends": (0.25,),
    "sends_enabled": (True,),
    "volume_range": (0.0, 1.0),
    "pan_range": (-1.0, 1.0),
    "send_ranges": (0.0, 1.0),
}


def test_a_disabled_parameter_waits_for_the_mode_that_may_enable_it() -> None:
    live = chain([0.0, 0.1, 0.2], [FREE, SHUT, FREE], layout=(MODE, DRIVE, DRIVE))
    saved = chain([1.0, 0.5, 0.5], [FREE, FREE, FREE], layout=(MODE, DRIVE, DRIVE))
    recall = live.capture().recall(saved.capture().snapshot())
    assert changes(live, saved) == [
        ("track-0:device-0 parameter-0 Mode", {"value": 0.0, "displayValue": "A"}, {"value": 1.0, "displayValue": "B"}),
        ("track-0:device-0 parameter-2 Drive", 0.2, 0.5),
        ("track-0:device-0 parameter-1 Drive", 0.1, 0.5),
    ]
    assert (recall.automated, recall.followers, recall.settles) == ([], [], False)


def test_without_a_mode_a_disabled_parameter_refuses_by_name_and_place() -> None:
    error = refused(chain([1.0, 0.1], [SHUT, SHUT]), chain([1.0, 0.5], [FREE, FREE]))
    assert error.path == "/devices/0/parameters/1/value"
    assert error.details == {"disabled": ["track-0:device-0 parameter-1"], "disabledCount": 1}
    assert "1 values would have to change on controls that Live has disabled: track-0:device-0 parameter-1." in str(
        error
    )


def test_many_disabled_ones_are_counted_and_the_first_are_named() -> None:
    layout = (DRIVE,) * 25
    error = refused(chain([0.1] * 25, [SHUT] * 25, layout=layout), chain([0.5] * 25, [FREE] * 25, layout=layout))
    assert len(error.details["disabled"]) == 20
    assert error.details["disabledCount"] == 25
    assert "parameter-19, …. Enable them" in error.message


def test_what_a_macro_drives_follows_and_is_not_written() -> None:
    shut = MIXED | {"has": wire.VOLUME | wire.PAN | wire.MUTE | wire.SOLO | wire.MUTE_DRIVEN, "sends_enabled": (False,)}
    live = chain([1.0, 0.1], [FREE, SHUT], strip=shut, mapped=True)
    saved = chain([1.0, 0.5], [FREE, FREE], strip=MIXED | {"volume": 0.75, "sends": (0.5,), "mute": True})
    recall = live.capture().recall(saved.capture().snapshot())
    lead = "track-0:device-0/chain-0"
    assert recall.followers == [f"{lead} volume", f"{lead} send-0", f"{lead} mute", f"{lead}/device-0 parameter-1"]
    assert (recall.follower_count, recall.values.count, recall.settles) == (4, 0, True)
    assert (
        live.capture().remaining(saved.capture().snapshot())[0] == f"{lead} volume reads 0.5, the snapshot holds 0.75"
    )
    unmapped = chain([1.0, 0.1], [FREE, SHUT], strip=shut)
    assert refused(unmapped, saved).details["disabled"] == recall.followers


def test_live_words_stand_beside_values_and_faders() -> None:
    words = (wire.Word(1, "10 %", "50 %"), wire.Word(2, "-12 dB", "-6 dB"), wire.Word(4, "", "-9 dB"))
    live = chain([1.0, 0.1], [FREE, FREE], strip=MIXED, words=words)
    saved = chain([1.0, 0.5], [FREE, FREE], strip=MIXED | {"volume": 0.75, "sends": (0.5,)})
    lead = "track-0:device-0/chain-0"
    assert changes(live, saved) == [
        (f"{lead} volume", {"value": 0.5, "displayValue": "-12 dB"}, {"value": 0.75, "displayValue": "-6 dB"}),
        (f"{lead} send-0", 0.25, {"value": 0.5, "displayValue": "-9 dB"}),
        (
            f"{lead}/device-0 parameter-1 Drive",
            {"value": 0.1, "displayValue": "10 %"},
            {"value": 0.5, "displayValue": "50 %"},
        ),
    ]


def test_words_of_an_owners_levels_come_before_those_of_chains() -> None:
    mixer = wire.OwnerMixer(level(0.5), level(0.0, low=-1.0), None, None, False, False, False, None, ())
    words = (wire.Word(3, "C", "50R"), wire.Word(4, "-12 dB", "-6 dB"))
    live = chain([0.0, 0.1], [FREE, FREE], strip=MIXED, mixer=mixer, words=words, owner="return-0")
    turned = mixer._replace(pan=level(0.5, low=-1.0))
    saved = chain([0.0, 0.1], [FREE, FREE], strip=MIXED | {"volume": 0.75}, mixer=turned, owner="return-0")
    assert changes(live, saved) == [
        ("return-0 pan", {"value": 0.0, "displayValue": "C"}, {"value": 0.5, "displayValue": "50R"}),
        (
            "return-0:device-0/chain-0 volume",
            {"value": 0.5, "displayValue": "-12 dB"},
            {"value": 0.75, "displayValue": "-6 dB"},
        ),
    ]


def test_a_fader_outside_its_range_refuses_with_the_range() -> None:
    live = chain([0.0, 0.1], [FREE, FREE], strip=MIXED)
    saved = chain([0.0, 0.1], [FREE, FREE], strip=MIXED | {"volume": 2.0})
    error = refused(live, saved)
    assert error.path == "/devices/0/chains/0/mixer/volume"
    assert error.message == "track-0:device-0/chain-0 volume: 2.0 lies outside Live's range, 0.0 to 1.0"


def test_a_tracks_mixer_and_routing_are_written_types_before_channels() -> None:
    live = track(name="Low", volume=level(0.1), solo=True, monitoring=0, output_type=wire.Route("2", CHOICES))
    live.row = live.row._replace(input_channel=wire.Route("2", CHOICES), sends=(wire.Send("A-Reverb", level(0.5)),))
    target = track().capture().snapshot()
    assert "track-3 outputTypeId reads '2', the snapshot holds '1'" in live.capture().remaining(target)
    assert not any("outputChannelId" in each for each in live.capture().remaining(target))
    assert changes(live, track()) == [
        ("track-3 name", "Low", "Bass"),
        ("track-3 volume", 0.1, 0.5),
        ("track-3 solo", True, False),
        ("track-3 send-0", 0.5, 0.25),
        ("track-3 outputTypeId", "2", "1"),
        ("track-3 inputChannelId", "2", "1"),
        ("track-3 outputChannelId", "1", "1"),
        ("track-3 monitoring", 0, 1),
    ]


@pytest.mark.parametrize(
    ("member", "words"),
    [
        ("input_type", "input type"),
        ("input_channel", "input channel"),
        ("output_type", "output type"),
        ("output_channel", "output channel"),
    ],
)
def test_a_routing_must_be_one_that_live_offers_and_the_only_one(member: str, words: str) -> None:
    live, saved = wire.Route("1", CHOICES), wire.Route("9", CHOICES)
    first, second = member.split("_")
    error = refused(track(**{member: live}), track(**{member: saved}))
    assert error.path == f"/routing/{first}{second.capitalize()}Id"
    assert error.message == f"the {words} '9' is not available now; Live offers '1', '2'"
    twice = wire.Route("1", (*CHOICES, wire.OutputRow("2", "again")))
    error = refused(track(**{member: twice}), track(**{member: wire.Route("2", CHOICES)}))
    assert error.message == f"the {words} '2' is ambiguous: 2 of Live's choices have this id"
    assert "offers none" in refused(track(**{member: wire.Route(None, ())}), track(**{member: live})).message


def test_a_channel_is_not_checked_while_its_type_changes_too() -> None:
    live, saved = track(), track(output_type=wire.Route("2", CHOICES), output_channel=wire.Route("9", ()))
    assert changes(live, saved) == [("track-3 outputTypeId", "1", "2"), ("track-3 outputChannelId", "1", "9")]
    other = saved.row._replace(output_type=wire.Route("1", CHOICES), input_type=wire.Route("2", CHOICES))
    assert refused(live, Told("track_state", "track-3", other)).path == "/routing/outputChannelId"


def test_monitoring_must_be_a_choice_that_the_track_has() -> None:
    assert refused(track(monitoring=-1), track(monitoring=0)).path == "/routing/monitoring"
    assert "0 (In), 1 (Auto) or 2 (Off)" in refused(track(), track(monitoring=3)).message
    assert changes(track(), track(monitoring=-1)) == []


def test_a_disabled_level_of_a_track_refuses_and_an_automated_one_is_written() -> None:
    shut = level(wire.MASKED, enabled=False, now=0.1)
    error = refused(track(volume=shut), track())
    assert (error.path, error.details["disabled"]) == ("/mixer/volume", ["track-3 volume"])
    live = track(volume=level(wire.MASKED, now=0.1))
    recall = live.capture().recall(track().capture().snapshot())
    assert changes(live, track()) == [("track-3 volume", "automated", 0.5)]
    assert (recall.automated, recall.automated_count) == (["track-3 volume"], 1)
    assert live.capture().remaining(track().capture().snapshot()) == []


def test_the_masters_output_must_be_one_that_live_offers() -> None:
    levels = level(0.5), level(0.0, low=-1.0), level(0.5), level(0.0, low=-1.0)
    mixer = wire.OwnerMixer(*levels, None, None, True, "1", CHOICES)
    live = chain([0.0, 0.1], [FREE, FREE], mixer=mixer, owner="master")
    gone = chain([0.0, 0.1], [FREE, FREE], mixer=mixer._replace(output_channel="9"), owner="master")
    assert refused(live, gone).path == "/ownerMixer/outputChannelId"
    two = chain([0.0, 0.1], [FREE, FREE], mixer=mixer._replace(output_channel="2"), owner="master")
    assert changes(live, two) == [("master outputChannelId", "1", "2")]


def test_chains_that_are_named_differently_keep_their_names() -> None:
    live, saved = (chain([0.0, 0.1], [FREE, FREE], strip=MIXED | {"name": name}) for name in ("Lead", "Solo"))
    recall = live.capture().recall(saved.capture().snapshot())
    assert recall.renamed == [("track-0:device-0/chain-0", "Lead", "Solo")]
    assert recall.values.count == 0


def test_another_range_does_not_fit_and_names_both() -> None:
    saved = chain([0.0, 0.1], [FREE, FREE], layout=(MODE, DRIVE._replace(maximum=2.0)))
    error = refused(chain([0.0, 0.1], [FREE, FREE]), saved)
    assert error.path == "/devices/0/parameters/1/max"
    assert "is 2 in the snapshot and 1 in the Set" in error.message


@pytest.mark.parametrize(
    ("mode", "drive", "kept"),
    [
        (3.0, 0.5, "track-0:device-0 parameter-0 Mode reads 3.0, kept as 2.0"),
        (0.4, 0.5, "track-0:device-0 parameter-0 Mode reads 0.4, kept as 0.0"),
        (1.0, -0.25, "track-0:device-0 parameter-1 Drive reads -0.25, kept as 0.0"),
        (1.0, float("inf"), "track-0:device-0 parameter-1 Drive reads inf, kept as 1.0"),
        (1.0, float("nan"), "track-0:device-0 parameter-1 Drive reads nan, kept as 0.0"),
    ],
)
def test_a_value_outside_its_own_range_is_captured_as_the_nearest_and_told(
    mode: float, drive: float, kept: str
) -> None:
    capture = chain([mode, drive], [FREE, FREE]).capture()
    assert capture.clamped == [kept]
    snapshot = capture.snapshot()
    assert Snapshot.parse(snapshot.canonical) == snapshot
    assert capture.recall(snapshot).values.count == 0


def test_a_range_that_runs_backwards_can_be_read_but_no_snapshot_holds_it() -> None:
    capture = chain([0.0, 0.1], [FREE, FREE], layout=(MODE, DRIVE._replace(minimum=2.0))).capture()
    with pytest.raises(CoreError, match="no snapshot can hold"):
        capture.snapshot()


def _broken(**changed: Any) -> Told:
    live = chain([0.0, 0.1], [FREE, FREE], strip=MIXED)
    live.row = live.row._replace(**changed)
    return live


def _strip(**changed: Any) -> Told:
    return chain([0.0, 0.1], [FREE, FREE], strip=MIXED | changed)


def _device(**changed: Any) -> Told:
    live = chain([0.0, 0.1], [FREE, FREE])
    live.row = live.row._replace(devices=(live.row.devices[0]._replace(**changed),))
    return live


@pytest.mark.parametrize(
    ("told", "path"),
    [
        (_broken(flags=bytes(1)), "/values"),
        (_broken(values=bytes(9)), "/values"),
        (_broken(loose=(wire.Loose(2, 0.0),)), "/loose/0"),
        (_broken(layouts=b"short"), "/layouts"),
        (_broken(chains=()), "/devices/0/chains"),
        (_broken(pads=(wire.CapturedPad("track-0:device-0", 36, False, False),)), "/pads/0"),
        (_strip(id="track-0:device-0/chain-1"), "/devices/0/chains/0"),
        (_strip(is_return=True), "/devices/0/chains/0"),
        (_strip(masked=(wire.Loose(3, 0.5),)), "/devices/0/chains/0/masked/0"),
        (_strip(volume=wire.MASKED), "/devices/0/chains/0/volume"),
        (_strip(volume_range=()), "/devices/0/chains/0/volume_range"),
        (_strip(send_ranges=(0.0,)), "/devices/0/chains/0/send_ranges"),
        (_strip(sends_enabled=()), "/devices/0/chains/0/sends_enabled"),
        (_device(id="track-0:device-1"), "/devices/0"),
        (_device(parameters=3), "/devices/0/parameters"),
        (_device(parameters=1), "/devices/0/parameters"),
        (_device(layout=2), "/devices/0/layout"),
        (_device(pads=1), "/devices/0/pads"),
        (_device(chains=0), "/devices/0/return_chains"),
        (track(volume=level(wire.MASKED)), "/volume"),
        (track(monitoring=2**60), "/monitoring"),
        (track(sends=(wire.Send("A", level(0.0, now=float("nan"))),)), "/sends/0"),
    ],
)
def test_rows_that_contradict_each_other_are_refused_by_their_place(told: Told, path: str) -> None:
    with pytest.raises(CoreError) as found:
        told.capture()
    assert (found.value.code, found.value.path) == ("invalid_rows", path)


def test_an_unknown_kind_and_a_bad_layout_are_refused() -> None:
    with pytest.raises(CoreError, match="no kind of capture"):
        Capture.layouts_of("song", b"", b"")
    with pytest.raises(CoreError, match="not a finite number") as found:
        Layout.parse(LAYOUT.guard_bytes(wire.Layout((DRIVE._replace(maximum=float("inf")),))))
    assert found.value.path == "/rows/0/maximum"


@pytest.mark.parametrize("name", ["cavi-track-state-v1", "cavi-device-chain-v5", "nothing"])
def test_a_format_of_something_else_is_refused(name: str) -> None:
    with pytest.raises(CoreError) as found:
        chain([0.0, 0.1], [FREE, FREE]).capture().snapshot(name)
    assert (found.value.code, found.value.path) == ("does_not_fit", "/format")
