"""`countin log`: what Countin has done, newest last, one line an operation."""

from __future__ import annotations

import argparse
import json
import time

from countin.cli.terminal import plain
from countin.store.database import Database
from countin.store.folders import data_folders
from countin.store.operations import Entry, OperationRows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--last", type=int, default=20, metavar="N", help="how many operations (default 20)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, with the evidence")


def run(options: argparse.Namespace) -> int:
    places = data_folders()
    if not places.database.exists():
        print("Nothing yet: no operation has been executed.")
        return 0
    database = Database(places.database)
    try:
        entries = OperationRows(database).recent(max(1, options.last))
    finally:
        database.close()
    for entry in reversed(entries):
        print(plain(_as_json(entry) if options.json else _line(entry)))
    return 0


def _line(entry: Entry) -> str:
    intent = entry.intent
    at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(intent.sent_at / 1000))
    return f"{at}  {intent.operation}  {intent.tool}  {entry.status or 'no outcome yet'}: {entry.reason or '-'}"


def _as_json(entry: Entry) -> str:
    return json.dumps(
        {
            "operationId": entry.intent.operation,
            "tool": entry.intent.tool,
            "planHash": entry.intent.plan_hash,
            "sentAt": entry.intent.sent_at,
            "status": entry.status,
            "reason": entry.reason,
            "evidence": list(entry.evidence),
            "settledAt": entry.settled_at,
        },
        ensure_ascii=False,
    )
