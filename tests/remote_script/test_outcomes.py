"""One truth about every operation, whatever was asked when."""

from __future__ import annotations

import pytest

from countin._remote_script.Countin import frames, wire
from countin._remote_script.Countin.outcomes import Outcomes
from countin._remote_script.Countin.rows import codec
from countin._remote_script.Countin.wire import OUTCOMES_KEPT, REVOCATIONS_KEPT
from script_stage import Client, Refused, Stage, unix_ms

SCENE = (wire.CREATE_SCENE, wire.SceneToCreate(1, "New"))


def test_the_outcome_of_what_ran_is_kept_with_its_results(client: Client) -> None:
    done = client.execute(SCENE, operation="op-1")
    request = client.ask("outcome", {"operation": "op-1", "instance": client.instance, "deadline": unix_ms(10)})
    frame = client.answer(request)
    assert frame.head["known"] == "outcome"
    assert frame.head["status"] == "applied"
    assert frame.head["stateVersion"] == done.head["stateVersion"]
    assert codec(wire.Results).unpack(frame.attachment) == done.results


def test_asking_for_what_has_not_run_revokes_it(stage: Stage, client: Client) -> None:
    before = stage.digest()
    assert client.outcome("op-1")["known"] == "not_executed"
    done = client.execute(SCENE, operation="op-1")
    assert (done.status, done.code) == ("refused", "cancelled")
    assert stage.digest() == before


def test_asking_for_the_bare_id_revokes_every_step_that_is_still_to_come(stage: Stage, client: Client) -> None:
    first = client.execute(SCENE, operation="op.1")
    assert first.status == "applied"
    known = client.outcome("op")
    assert (known["known"], known["operation"], known["status"]) == ("outcome", "op.1", "applied")
    before = stage.digest()
    assert client.execute(SCENE, operation="op.2").code == "cancelled"
    assert stage.digest() == before


def test_an_operation_runs_once_whatever_is_sent(stage: Stage, client: Client) -> None:
    assert client.execute(SCENE, operation="op-1").status == "applied"
    before = stage.digest()
    again = client.execute(SCENE, operation="op-1")
    assert (again.status, again.code) == ("refused", "token_used")
    assert stage.digest() == before
    assert client.outcome("op-1")["status"] == "applied"


def test_an_operation_of_another_life_is_unknown(client: Client) -> None:
    assert client.outcome("op-1", instance="another")["known"] == "unknown"


def test_a_queued_write_that_is_cancelled_never_runs(stage: Stage, client: Client) -> None:
    version, before = client.version(), stage.digest()
    request = client.order(SCENE, operation="op-1", version=version)
    client.send(frames.CANCEL, {"id": request})
    with pytest.raises(Refused, match="cancelled"):
        client.executed(request)
    assert client.outcome("op-1")["known"] == "not_executed"
    assert stage.digest() == before


def test_a_queued_write_of_a_client_that_hangs_up_never_runs(stage: Stage, client: Client) -> None:
    other = stage.client()
    version, before = client.version(), stage.digest()
    client.order(SCENE, operation="op-1", version=version)
    client.close()
    stage.host.tick(3)
    assert stage.digest() == before
    assert other.outcome("op-1")["known"] == "not_executed"


def test_a_refused_operation_is_remembered_as_refused(client: Client) -> None:
    client.execute(SCENE, operation="op-1", deadline=unix_ms(-1))
    known = client.outcome("op-1")
    assert (known["known"], known["status"], known["code"]) == ("outcome", "refused", "deadline_passed")


def test_a_deadline_far_ahead_is_refused(client: Client) -> None:
    with pytest.raises(Refused, match="deadline"):
        client.execute(SCENE, deadline=unix_ms(2 * wire.DEADLINE_BOUND_SECONDS))


# -- the memory itself ----------------------------------------------------------------------------------------------


def test_what_had_to_be_forgotten_is_unknown_and_never_called_not_executed() -> None:
    outcomes = Outcomes()
    for number in range(OUTCOMES_KEPT + 5):
        outcomes.end(f"op-{number}", 1000 + number, {"status": "applied"}, b"")
    assert outcomes.ask("op-2", 1002, 900).known == "unknown"
    assert outcomes.ask("op-5", 1005, 900).known == "outcome"
    assert outcomes.ask("fresh", 9000, 900).known == "not_executed"


def test_results_are_bounded_and_the_oldest_go_first_while_their_heads_stay() -> None:
    outcomes = Outcomes()
    megabyte = bytes(1 << 20)
    for number in range(20):
        outcomes.end(f"op-{number}", 1, {"status": "applied"}, megabyte)
    kept = [len(outcomes.ask(f"op-{number}", 1, 0).attachment) for number in range(20)]
    assert sum(kept) == 16 << 20
    assert kept[0] == 0
    assert all(outcomes.ask(f"op-{number}", 1, 0).known == "outcome" for number in range(20))


def test_a_revocation_that_had_to_be_forgotten_still_holds() -> None:
    outcomes = Outcomes()
    for number in range(REVOCATIONS_KEPT + 1):
        outcomes.revoke(f"op-{number}", 5000 + number, 100)
    assert outcomes.may_run("op-0", 5000) == "revoked"
    assert outcomes.may_run("op-7", 5007) == "revoked"
    assert outcomes.may_run("fresh", 99_999) == "yes"


def test_a_running_operation_is_in_progress_for_its_id_and_for_the_bare_one() -> None:
    outcomes = Outcomes()
    outcomes.begin("op.3")
    assert outcomes.ask("op.3", 1, 0).known == "in_progress"
    assert outcomes.ask("op", 1, 0).known == "in_progress"
    assert outcomes.may_run("op.4", 1) == "revoked"
