"""`countin snapshots` as a user types it: everything on this machine, without a Live, and files checked in full."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from countin.cli import main
from countin.cli.embedded import embedded_live
from countin.core import Snapshot

Run = Callable[..., tuple[int, str, str]]


def snapshot(name: str = "Reverb", decay: float = 0.5) -> Snapshot:
    knob: dict[str, Any] = {
        "originalName": "Decay",
        "min": 0.0,
        "max": 1.0,
        "quantized": False,
        "valueItems": [],
        "value": decay,
    }
    device: dict[str, Any] = {"name": name, "className": "Reverb", "type": "audio_effect", "parameters": [knob]}
    return Snapshot.from_object({"format": "cavi-device-chain-v1", "devices": [device]})


def track(name: str, volume: float, kind: str = "midi") -> dict[str, Any]:
    """A whole track with one send and one device."""
    return {
        "format": "cavi-track-state-v1",
        "track": {"name": name, "type": kind, "isGroup": kind == "group"},
        "mixer": {
            "volume": volume,
            "pan": 0.0,
            "mute": False,
            "solo": False,
            "sends": [{"id": "send-0", "name": "A-Reverb", "value": 0.0}],
        },
        "routing": dict.fromkeys(
            ("inputTypeId", "inputChannelId", "outputTypeId", "outputChannelId", "monitoring"), None
        ),
        "devices": snapshot().to_object()["devices"],
    }


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COUNTIN_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def run(home: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs an action; its exit code, output and complaints."""

    def act(*words: object) -> tuple[int, str, str]:
        code = main(["snapshots", *map(str, words)])
        told = capsys.readouterr()
        return code, told.out, told.err

    return act


@pytest.fixture
def imported(run: Run, tmp_path: Path) -> Callable[[Snapshot, str], str]:
    """Imports a snapshot under a name; its reference."""

    def act(one: Snapshot, name: str) -> str:
        file = tmp_path / "import.json"
        file.write_text(json.dumps(one.to_object(), indent=2), encoding="utf-8")
        code, out, err = run("import", file, "--name", name)
        assert (code, err) == (0, "")
        assert one.reference in out
        return one.reference

    return act


Imported = Callable[[Snapshot, str], str]


def test_an_empty_home_lists_and_verifies_nothing(run: Run) -> None:
    assert run("list") == (0, "0 captures without a name\n", "")
    assert run("verify") == (0, "0 snapshots and 0 names checked, none damaged or missing\n", "")


def test_what_was_imported_is_listed_shown_and_exported_in_canonical_form(
    run: Run, imported: Imported, tmp_path: Path
) -> None:
    reference = imported(snapshot(), "Verb")
    code, out, _ = run("list")
    assert (code, out.count("\n")) == (0, 1)
    assert reference in out
    assert out.endswith("  Verb\n")
    _, shown, _ = run("show", "Verb")
    assert shown.splitlines() == [
        reference,
        "saved as: Verb",
        "cavi-device-chain-v1: 1 devices, 1 parameters, 0 chains, 0 pads",
        '  "Reverb" (Reverb), 1 parameters',
    ]
    assert json.loads(run("show", reference, "--json")[1]) == snapshot().to_object()
    file = tmp_path / "export.json"
    assert run("export", reference[:17], file)[0] == 0
    assert file.read_bytes() == snapshot().canonical


def test_an_export_replaces_no_file(run: Run, imported: Imported, tmp_path: Path) -> None:
    imported(snapshot(), "Verb")
    file = tmp_path / "mine.json"
    file.write_bytes(b"mine")
    code, _, err = run("export", "Verb", file)
    assert code == 1
    assert "there already" in err
    assert file.read_bytes() == b"mine"


def test_an_exported_file_comes_back_as_the_same_reference(
    run: Run, imported: Imported, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference = imported(snapshot(), "Verb")
    run("export", "Verb", tmp_path / "out.json")
    monkeypatch.setenv("COUNTIN_HOME", str(tmp_path / "other"))
    assert run("import", tmp_path / "out.json") == (0, f"{reference}  -\n", "")
    assert run("list")[1] == "1 captures without a name (--all lists them)\n"
    assert run("list", "--all")[1] == f"{reference}\n"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "holds no snapshot"),
        (b"[1]", "holds no snapshot"),
        (b'{"format":"cavi-device-chain-v1","devices":[{"name":1}]}', "/devices/0"),
        (snapshot().canonical.replace(b"0.5", b"7"), "/devices/0/parameters/0/value"),
    ],
)
def test_a_file_that_holds_no_snapshot_is_refused_with_its_place_and_nothing_is_kept(
    run: Run, home: Path, tmp_path: Path, content: bytes, words: str
) -> None:
    (tmp_path / "bad.json").write_bytes(content)
    code, out, err = run("import", tmp_path / "bad.json", "--name", "Bad")
    assert (code, out) == (1, "")
    assert words in err
    assert err.count("\n") == 1
    assert str(tmp_path) not in err
    assert not home.exists()


def test_a_name_is_checked_and_never_comes_to_mean_something_else(run: Run, imported: Imported, tmp_path: Path) -> None:
    reference = imported(snapshot(), "Verb")
    assert imported(snapshot(), "Verb") == reference
    (tmp_path / "other.json").write_bytes(snapshot("Other").canonical)
    for name, words in (("Verb", reference), ("snap_x", "is no name"), ("a/b", "is no name")):
        code, _, err = run("import", tmp_path / "other.json", "--name", name)
        assert code == 1
        assert words in err
    assert run("import", tmp_path / "none.json")[0] == 1


def test_two_snapshots_and_a_file_are_compared(run: Run, imported: Imported, tmp_path: Path) -> None:
    imported(snapshot(), "A")
    imported(snapshot("Hall", 0.25), "B")
    code, out, _ = run("diff", "A", "B")
    assert code == 0
    assert out.splitlines() == [
        "A → B: 0 in topology, 2 in values and names",
        'device-0 "Reverb"',
        '  name: "Reverb" → "Hall"',
        '  "Decay": 0.5 → 0.25',
    ]
    (tmp_path / "a.json").write_bytes(snapshot().canonical)
    assert run("diff", tmp_path / "a.json", "A")[1].endswith("no difference\n")
    lines = run("diff", "A", "B", "--json")[1].splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["device_name", "parameter"]


def test_every_page_of_a_long_comparison_is_printed(run: Run, imported: Imported) -> None:
    def many(value: float) -> Snapshot:
        one = snapshot().to_object()
        (knob,) = one["devices"][0]["parameters"]
        one["devices"][0]["parameters"] = [{**knob, "originalName": f"P{n}", "value": value} for n in range(2000)]
        return Snapshot.from_object(one)

    imported(many(0.25), "A")
    imported(many(0.75), "B")
    out = run("diff", "A", "B")[1]
    assert [line for line in out.splitlines() if line.startswith("  ")] == [
        f'  "P{n}": 0.25 → 0.75' for n in range(2000)
    ]
    assert out.count("in topology") == 1


def test_a_track_and_a_group_are_imported_listed_shown_and_compared(
    run: Run, imported: Imported, tmp_path: Path
) -> None:
    one, other = track("Bass", 0.5), track("Lead", 0.25)
    imported(Snapshot.from_object(one), "A")
    imported(Snapshot.from_object(other), "B")
    group = {
        "format": "cavi-group-system-v1",
        "tracks": [{"sourceTrackId": "track-3", "snapshot": track("Band", 0.5, "group")}],
    }
    imported(Snapshot.from_object(group), "G")
    listed = {tuple(line.split()[3::2]) for line in run("list")[1].splitlines()}
    assert listed == {("track-state", "A"), ("track-state", "B"), ("group-system", "G")}
    assert run("show", "A")[1].splitlines()[3:] == ['  "Bass" (midi), 1 sends', '    "Reverb" (Reverb), 1 parameters']
    assert run("show", "G")[1].splitlines()[3] == '  track-3 "Band" (group), 1 sends'
    picture = tmp_path / "picture.png"
    code, out, _ = run("diff", "A", "B", "--picture", picture)
    assert code == 0
    assert out.splitlines() == [
        "A → B: 0 in topology, 2 in values and names",
        'owner "Bass"',
        '  name: "Bass" → "Lead"',
        "  volume: 0.5 → 0.25",
    ]
    assert picture.read_bytes().startswith(b"\x89PNG")
    code, _, err = run("diff", "A", "B", "--picture", picture)
    assert (code, "there already" in err) == (1, True)
    code, _, err = run("diff", "A", "G")
    assert (code, "group-system" in err) == (1, True)


def test_what_is_not_there_is_one_clear_line_and_exit_code_1(run: Run, tmp_path: Path) -> None:
    for words in (
        ("show", "Nothing"),
        ("show", "snap_" + "0" * 64),
        ("export", "Nothing", tmp_path / "x.json"),
        ("diff", "Nothing", "Nothing"),
        ("diff", tmp_path / "none.json", "Nothing"),
        ("diff", "live:track-0", "live:track-1", "--timeout", "0.2"),
    ):
        code, out, err = run(*words)
        assert (code, out) == (1, "")
        assert err.startswith("countin: ")
        assert err.count("\n") == 1
    assert not (tmp_path / "x.json").exists()


def test_verify_names_every_bad_file_and_every_name_without_one(run: Run, imported: Imported, home: Path) -> None:
    good, bad, gone = (imported(snapshot(name), name) for name in ("Good", "Bad", "Gone"))
    folder = home / "snapshots"
    (folder / f"{bad[5:]}.json").write_bytes(snapshot("Else").canonical)
    (folder / f"{gone[5:]}.json").unlink()
    code, out, err = run("verify")
    assert code == 1
    assert out == "2 snapshots and 3 names checked, 2 damaged or missing\n"
    first, second = err.splitlines()
    assert f"{bad[5:]}.json" in first
    assert "does not hash" in first
    assert "'Gone'" in second
    assert good[5:] not in err
    assert run("show", "Good")[0] == 0
    assert run("show", "Bad")[0] == 1


def test_a_name_from_a_file_cannot_steer_the_terminal(run: Run, imported: Imported) -> None:
    imported(snapshot("a\x1b[2Jb"), "A")
    imported(snapshot("c\x1b[2Jd"), "B")
    for words in (("show", "A"), ("show", "A", "--json"), ("diff", "A", "B"), ("diff", "A", "B", "--json")):
        assert "\x1b" not in run(*words)[1]


def test_live_itself_is_a_side_with_its_own_words(run: Run, imported: Imported, home: Path, tmp_path: Path) -> None:
    with embedded_live("demo", clock="fast", home=home):
        assert main(["call", "save_device_chain_snapshot", "--args", '{"trackId": "track-1", "name": "Kit"}']) == 0
        run("export", "Kit", tmp_path / "kit.json")
        kit = json.loads((tmp_path / "kit.json").read_bytes())
        kit["devices"][0]["parameters"][1]["value"] = 100
        imported(Snapshot.from_object(kit), "Turned")
        code, out, _ = run("diff", "Turned", "live:track-1")
        two, states, _ = run("diff", "live:track-state:track-1", "live:track-state:track-1")
    assert (code, two) == (0, 0)
    assert states.endswith("no difference\n")
    assert out.splitlines()[1:] == ['device-0 "Demo Kit"', '  "Macro 1": 100 → 64']
