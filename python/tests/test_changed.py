# SPDX-License-Identifier: Apache-2.0
"""Stores of the kit that are changed as a loss of power, damage, or a writer at work change them."""
from __future__ import annotations

import errno
import gc
import os
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ashlar
from ashlar import _chains, _files, _locks, _store
from ashlar._values import LastValues
from change import Files
from kit import BOOT, answers, unzip


def other(name: str) -> tuple[int, int]:
    """A boot that is not the one that wrote the store: the machine has lost power."""
    return next(boot for boot in answers(name) if boot != BOOT)


def record_of(store: ashlar.Store, name: str) -> _files.ContainerRecord:
    return store._chains[name].record


def positions(store: ashlar.Store, start: int = 0) -> list[int]:
    return [m.position for m in store.messages(start=start, decode=False)]


# ----------------------------------------------------------------------------------------------------------------- time


def test_parents_that_are_retired_should_have_no_time(tmp_path: Path) -> None:
    with ashlar.open(unzip("versions", tmp_path), boot=BOOT) as store:
        orders = store._chains["Order"]
        store._chains = {**store._chains, "Order": replace(orders, links=orders.links[1:], first=orders.links[1].first)}
        legs = store["Order_legs"]
        gone = legs.column("_parent").values < orders.links[1].first
        assert 0 < gone.sum() < len(gone)
        times = legs.column("_time")
        assert times.mask is not None and (times.mask == gone).all() and (np.isnat(times.values) == gone).all()
        pytest.importorskip("pandas")
        assert (legs.to_pandas()["_time"].isna().values == gone).all()


def test_between_should_find_times_before_1970(tmp_path: Path) -> None:
    files = Files(unzip("retired", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        link = store._chains["Order"].links[0]
    times = np.arange(link.count) - 100
    for i, time in enumerate(times.tolist()):
        files.write(link.chunk, i * link.stride + 8, struct.pack("<q", time))
    files.seal(link.chunk, minTime=0, maxTime=2 ** 64 - 1)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        table = store["Order"]
        assert (table.column("_time").values[:link.count] == times.view("M8[ns]")).all()
        for low, high in ((-100, -50), (-1, 1), (0, 20), (-200, 5)):
            expected = np.flatnonzero((times >= low) & (times < high))
            found = table.between(np.datetime64(low, "ns"), np.datetime64(high, "ns"))
            assert found.column("_row").values.tolist() == expected.tolist()
