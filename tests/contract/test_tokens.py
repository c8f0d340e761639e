"""Confirmation tokens: at most one use whatever the order of calls, a minute of life, and a disk that may be hurt."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.virtual_time import run
from contract.stage import ASK, ONE, RUN, file_tokens, refusal_of, stage
from countin.contract import FileTokens, MemoryTokens, Result, Tokens
from countin.contract.tokens import LIFE_MS, MOST_REMEMBERED, Ticket, new_token, token_key
from countin.errors import Refusal

NOW = 1_800_000_000.0
TICKET = Ticket("make", "ab" * 32, "op_1", int(NOW * 1000) + LIFE_MS, "instance-a", {"names": ["A"]})


class Clock:
    """Unix seconds, moved by hand."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


Make = Callable[[Clock], Tokens]


@pytest.fixture(params=["memory", "files"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """Both stores, by the same name."""
    if request.param == "memory":
        return MemoryTokens
    return lambda clock: FileTokens(tmp_path / "tokens", clock)


def code_of(action: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        action()
    assert caught.value.path == "/confirmationToken"
    return caught.value.code


def test_a_token_is_24_random_bytes_in_base64url_without_padding() -> None:
    assert new_token(lambda count: b"\xff" * count) == "_" * 32
    assert len({new_token(os.urandom) for _ in range(100)}) == 100


def test_a_token_is_known_until_it_expires_and_told_apart_afterwards(make: Make) -> None:
    clock = Clock()
    tokens = make(clock)
    tokens.issue("t", TICKET)
    assert tokens.find("t").operation_id == "op_1"
    assert code_of(lambda: tokens.find("other")) == "token_unknown"
    clock.now += LIFE_MS / 1000
    assert tokens.find("t").plan_hash == TICKET.plan_hash
    clock.now += 0.001
    assert code_of(lambda: tokens.find("t")) == "token_expired"
    assert code_of(lambda: tokens.claim("t")) == "token_expired"
    clock.now += 2 * 3600
    tokens.issue("later", TICKET)
    assert code_of(lambda: tokens.find("t")) in ("token_expired", "token_unknown")


def test_a_claimed_token_is_in_progress_then_used_with_its_first_end(make: Make) -> None:
    clock = Clock()
    tokens = make(clock)
    tokens.issue("t", TICKET)
    tokens.claim("t")
    assert code_of(lambda: tokens.find("t")) == "in_progress"
    assert code_of(lambda: tokens.claim("t")) == "in_progress"
    tokens.settle("t", "applied", 77)
    with pytest.raises(Refusal) as caught:
        tokens.claim("t")
    assert caught.value.code == "token_used"
    assert caught.value.details["earlier"] == {"operationId": "op_1", "tool": "make", "status": "applied", "at": 77}
    clock.now += 600
    assert code_of(lambda: tokens.find("t")) == "token_used"
    ticket = tokens.ticket_of("t")
    assert ticket is not None
    assert ticket.operation_id == "op_1"


def test_memory_stays_bounded(make: Make) -> None:
    clock = Clock()
    tokens = MemoryTokens(clock)
    for number in range(MOST_REMEMBERED + 50):
        tokens.issue(f"t{number}", TICKET)
    assert tokens.ticket_of("t0") is None
    assert tokens.ticket_of(f"t{MOST_REMEMBERED + 49}") is not None


# --- once, whatever the order ------------------------------------------------------------------------------------


@given(st.lists(st.sampled_from(["execute", "run", "ask", "plan"]), min_size=2, max_size=8), st.randoms())
@settings(max_examples=25)
def test_a_plan_is_written_once_whatever_calls_are_made_at_the_same_time(
    tmp_path_factory: pytest.TempPathFactory, calls: list[str], random: Random
) -> None:
    async def main() -> None:
        async with stage(tmp_path_factory.mktemp("home")) as on:
            offer = await on.plan()
            makers: dict[str, Callable[[], Coroutine[Any, Any, Result]]] = {
                "execute": lambda: on.execute(offer),
                "run": lambda: on.call(RUN, confirmationToken=offer.token, planHash=offer.plan_hash),
                "ask": lambda: on.call(ASK, operationId=offer.operation),
                "plan": lambda: on.call(ONE, names=["Other"], expectedStateVersion=1000),
            }
            random.shuffle(calls)
            made = [makers[name]() for name in calls]
            ends = await asyncio.gather(*made, return_exceptions=True)
            confirming = [end for end, name in zip(ends, calls, strict=True) if name in ("execute", "run")]
            refused = [end.code for end in confirming if isinstance(end, Refusal)]
            assert len(on.live.scenes) == 2 + min(1, len(confirming))
            assert len(refused) == max(0, len(confirming) - 1)
            assert set(refused) <= {"in_progress", "token_used"}

    run(main)


def test_two_servers_with_the_same_token_on_disk_write_once(tmp_path: Path) -> None:
    async def main() -> None:
        tokens = file_tokens(tmp_path)
        async with stage(tmp_path, tokens=tokens) as on:
            offer = await on.plan()
            other = on.second(file_tokens(tmp_path))
            call = msgspec.convert(
                offer.arguments | {"dryRun": False, "confirmationToken": offer.token, "planHash": offer.plan_hash},
                ONE.arguments,
            )
            ends = await asyncio.gather(on.execute(offer), other.call(ONE, call), return_exceptions=True)
            refused = [end for end in ends if isinstance(end, Refusal)]
            assert [end.code for end in refused] in (["in_progress"], ["token_used"], ["state_version_moved"])
            assert len(on.live.scenes) == 3
            await other.close()

    run(main)


def test_a_plan_made_by_one_process_runs_in_another(tmp_path: Path) -> None:
    async def main() -> None:
        async with stage(tmp_path, tokens=file_tokens(tmp_path)) as on:
            offer = await on.plan()
            other = on.second(file_tokens(tmp_path))
            told = (await other.call(ASK, ASK.arguments(confirmation_token=offer.token))).body  # type: ignore[call-arg]
            assert (told["status"], told["operationId"]) == ("planned", offer.operation)
            again = RUN.arguments(confirmation_token=offer.token, plan_hash=offer.plan_hash)  # type: ignore[call-arg]
            result = await other.call(RUN, again)
            assert result.body["operationOutcome"]["status"] == "applied"
            used = await refusal_of(on.execute(offer))
            assert used.details["earlier"]["status"] == "applied"
            told = (await on.second().call(ASK, ASK.arguments(operation_id=offer.operation))).body  # type: ignore[call-arg]
            assert told["status"] == "applied"
            await other.close()

    run(main)


# --- a disk that is hurt -----------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tokens"


def test_the_token_itself_is_never_on_disk_and_the_files_are_the_owners_alone(folder: Path) -> None:
    tokens = FileTokens(folder, Clock())
    tokens.issue("very-secret-token", TICKET)
    (file,) = folder.iterdir()
    assert b"very-secret-token" not in file.read_bytes()
    assert file.name == f"{token_key('very-secret-token')}.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


BAD = [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"tokenHash": 1}', b"[" * 100_000, b"{}" * 3_000_000]


@pytest.mark.parametrize("content", BAD, ids=range(len(BAD)))
def test_a_bad_file_is_an_unknown_token_and_blocks_no_other(folder: Path, content: bytes) -> None:
    tokens = FileTokens(folder, Clock())
    tokens.issue("good", TICKET)
    (folder / f"{token_key('bad')}.json").write_bytes(content)
    (folder / "stray.json").write_bytes(content)
    assert code_of(lambda: tokens.find("bad")) == "token_unknown"
    tokens.issue("another", TICKET)
    tokens.claim("good")
    assert code_of(lambda: tokens.find("good")) == "in_progress"


def test_a_file_copied_to_another_tokens_name_confirms_nothing(folder: Path) -> None:
    tokens = FileTokens(folder, Clock())
    tokens.issue("mine", TICKET)
    (folder / f"{token_key('forged')}.json").write_bytes((folder / f"{token_key('mine')}.json").read_bytes())
    assert code_of(lambda: tokens.find("forged")) == "token_unknown"


def test_a_link_in_a_tokens_place_is_not_followed(folder: Path) -> None:
    tokens = FileTokens(folder, Clock())
    tokens.issue("mine", TICKET)
    original = folder / f"{token_key('mine')}.json"
    moved = folder.parent / "elsewhere.json"
    original.rename(moved)
    original.symlink_to(moved)
    assert code_of(lambda: tokens.find("mine")) == "token_unknown"


def test_a_process_that_died_after_claiming_leaves_the_token_in_progress(folder: Path) -> None:
    FileTokens(folder, Clock()).issue("t", TICKET)
    FileTokens(folder, Clock()).claim("t")
    later = FileTokens(folder, Clock())
    with pytest.raises(Refusal) as caught:
        later.claim("t")
    assert caught.value.code == "in_progress"
    assert caught.value.details["earlier"]["operationId"] == "op_1"


def test_a_folder_that_is_no_folder_is_refused_without_its_path(folder: Path) -> None:
    folder.write_text("in the way")
    with pytest.raises(Refusal) as caught:
        FileTokens(folder, Clock()).issue("t", TICKET)
    assert caught.value.code == "internal_error"
    assert str(folder.parent) not in caught.value.message


def test_old_and_unfinished_files_are_swept_when_a_token_is_issued(folder: Path) -> None:
    clock = Clock()
    tokens = FileTokens(folder, clock)
    tokens.issue("old", TICKET)
    left_over = folder / ".x.unfinished"
    left_over.write_bytes(b"half")
    for path in folder.iterdir():
        os.utime(path, (NOW - 7200, NOW - 7200))
    tokens.issue("new", TICKET)
    assert [path.name for path in folder.iterdir()] == [f"{token_key('new')}.json"]


def test_arguments_over_a_mebibyte_are_not_kept_on_disk(folder: Path) -> None:
    tokens = FileTokens(folder, Clock())
    tokens.issue("big", replace(TICKET, arguments={"notes": "x" * (1024 * 1024)}))
    assert tokens.find("big").arguments is None
    tokens.issue("small", TICKET)
    assert tokens.find("small").arguments == {"names": ["A"]}
