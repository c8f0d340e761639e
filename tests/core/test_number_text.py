"""Numbers print as ECMAScript prints them: checked against a real one where there is one."""

from __future__ import annotations

import random
import shutil
import struct
import subprocess

import pytest

from countin.core import canonical

_SCRIPT = """
const lines = require("fs").readFileSync(0, "latin1").trim().split("\\n");
const view = new DataView(new ArrayBuffer(8));
const print = (bits) => { view.setBigUint64(0, BigInt("0x" + bits)); return JSON.stringify(view.getFloat64(0)); };
console.log(lines.map(print).join("\\n"));
"""


def _single(bits: int) -> float:
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def _doubles() -> list[float]:
    chance = random.Random(8785)
    powers = [float(f"{digits}e{power}") for power in range(-330, 309) for digits in ("1", "1.7976931348623157", "9.5")]
    edges = [2.0**power + step for power in range(40, 70) for step in (-1.0, 0.0, 1.0, 0.5)]
    drawn = [struct.unpack("<d", struct.pack("<Q", chance.getrandbits(64)))[0] for _ in range(20_000)]
    singles = [_single(chance.getrandbits(32)) for _ in range(20_000)]
    unit = [_single(struct.unpack("<I", struct.pack("<f", chance.random()))[0]) for _ in range(5_000)]
    beats = [chance.randrange(4000) / divisor for divisor in (3, 6, 12, 16) for _ in range(2_000)]
    values = [0.0, -0.0, 5e-324, 2.2250738585072014e-308, *powers, *edges, *drawn, *singles, *unit, *beats]
    return [value for value in values if abs(value) < float("inf")]


def test_tens_of_thousands_of_doubles_print_as_node_prints_them() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine")
    values = _doubles()
    bits = "\n".join(struct.pack(">d", value).hex() for value in values)
    run = subprocess.run([node, "-e", _SCRIPT], input=bits, capture_output=True, text=True, check=True, timeout=120)
    printed = run.stdout.split()
    assert len(printed) == len(values) > 50_000
    ours = canonical(values).decode()[1:-1].split(",")
    wrong = [(value, one, other) for value, one, other in zip(values, ours, printed, strict=True) if one != other]
    assert wrong == []


def test_the_numbers_on_which_writers_differ_print_as_the_standard_says() -> None:
    # The first is one that Rust's own float text prints with another last digit.
    table = {
        29.239761352539062: "29.239761352539062",
        1e21: "1e+21",
        1e20: "100000000000000000000",
        1e16: "10000000000000000",
        1e-6: "0.000001",
        1e-7: "1e-7",
        1.5e-7: "1.5e-7",
        0.8500000238418579: "0.8500000238418579",
        333333333.33333329: "333333333.3333333",
        4.35: "4.35",
        -1e-5: "-0.00001",
        123456789012345680000.0: "123456789012345680000",
        5e-324: "5e-324",
        1.7976931348623157e308: "1.7976931348623157e+308",
    }
    assert {value: canonical(value).decode() for value in table} == table
