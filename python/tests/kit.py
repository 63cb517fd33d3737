# SPDX-License-Identifier: Apache-2.0
"""The conformance kit, and Python's values in the form of docs/json.md."""
from __future__ import annotations

import copy
import json
import math
import os
import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable

import numpy as np

KIT = Path(os.environ.get("ASHLAR_KIT", Path(__file__).resolve().parents[2] / "conformance" / "formats"))
STORES = ["types", "types-big", "versions", "retired", "live", "killed", "commits"]
BOOT = (0x1122334455667788, 0x99aabbccddeeff00)


def answers(name: str) -> dict[tuple[int, int], Any]:
    """By the boot in which the store is read."""
    found = json.loads((KIT / f"{name}.json").read_text(), parse_float=Decimal)
    first = next(iter(found.values()))
    return {(int(boot[:16], 16), int(boot[16:], 16)): copy.deepcopy(first if answer == "same" else answer)
            for boot, answer in found.items()}


def unzip(name: str, folder: Path) -> Path:
    with zipfile.ZipFile(KIT / f"{name}.zip") as archive:
        archive.extractall(folder)
    return folder


def plain(value: Any) -> Any:
    """As docs/json.md writes it, where numbers of equal value are equal."""
    if isinstance(value, float):
        return {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, value) if value == value else "NaN"
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, np.datetime64):
        return str(value) + "Z"
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    return value.item() if isinstance(value, np.generic) else value


def in_child(work: Callable[[], None]) -> None:
    """Runs something in a process that is forked off."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
