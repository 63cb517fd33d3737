# SPDX-License-Identifier: Apache-2.0
"""Follows a store in which everything follows from its number, for some seconds: LiveWriter.java says how. Started by
PythonLiveTest.java.

    follow.py FOLDER SECONDS [--read-only | --elsewhere]

--read-only: on a mount of its own that is read-only, where nothing can be held back. --elsewhere: with a boot id of its
own, as in another container.
"""
from __future__ import annotations

import os
import struct
import sys
import time
from typing import Iterator

import numpy as np

import ashlar

KEYS = 2
TURN = 1_000
LEVELS = 30
VALUE_READS = 300
DECODED = 300
MOUNT = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'


class Ticks:
    """Views of the ticks, some of which are kept to see that they do not change."""

    def __init__(self) -> None:
        self.rows = 0
        self.kept: list[tuple[np.ndarray, np.ndarray]] = []

    def check(self, table: ashlar.Table, keep: bool) -> None:
        expected = table.first_row
        for chunk in table.chunks():
            time_ = chunk["time"].astype(np.int64)
            assert int(time_[0]) == expected, f"first row of a chunk: {time_[0]}, {expected}"
            assert (np.diff(time_) == 1).all(), "rows are missing"
            assert (chunk["price"] == 3 * time_).all(), "torn rows: price"
            assert (chunk["size"] == time_.astype(np.int32)).all(), "torn rows: size"
            assert (chunk["venue"] == ~time_.astype(np.int32)).all(), "torn rows: venue"
            expected += len(chunk)
            self.rows += len(chunk)
            if keep:
                self.kept.append((chunk, chunk.copy()))
        assert expected == table.end_row, "rows are missing at the end"

    def check_kept(self) -> None:
        for view, copy in self.kept:
            assert (view == copy).all(), "rows of a view have changed"


class Orders:
    """The journal and the tables that it fills."""

    def __init__(self) -> None:
        self.messages = self.retired_parents = 0

    def check(self, store: ashlar.Store) -> None:
        order = store["Order"]
        rows = numbers(order)
        assert (order.column("id").values == rows).all(), "torn rows: id"
        assert (order.column("_time").values.astype(np.int64) == 1_000 * rows).all(), "torn rows: time"
        account = order.column("account")
        assert (account.mask == (rows % 2 == 1)).all(), "torn rows: account is null"
        assert (account.values[rows % 2 == 0] == rows[rows % 2 == 0]).all(), "torn rows: account"
        positions = order.column("_position").values
        assert (np.diff(positions) > 0).all(), "positions do not grow"
        self.check_groups(store, order.first_row)
        self.check_messages(store, dict(zip(rows.tolist(), positions.tolist())), order.end_row)

    def check_groups(self, store: ashlar.Store, first_order: int) -> None:
        """Rows of groups, their parents, and what they show of these: nothing where a parent is retired."""
        table = store["Order_parties"]
        party = numbers(table)
        self.require(table, "party", party)
        self.require(table, "_parent", party)
        self.require(table, "id", party, party < first_order)

        table = store["Order_legs"]
        leg = numbers(table)
        order = leg // 3 * 3 + np.array([1, 2, 2])[leg % 3]
        self.require(table, "leg", 10 * order + np.array([0, 0, 1])[leg % 3])
        self.require(table, "_parent", order)
        self.require(table, "id", order, order < first_order)
        first_leg = table.first_row

        table = store["Order_legs_fills"]
        fill = numbers(table)
        leg = fill // 4 * 3 + np.array([0, 1, 2, 2])[fill % 4]
        order = leg // 3 * 3 + np.array([1, 2, 2])[leg % 3]
        self.require(table, "fill", 10 * leg + np.array([0, 0, 0, 1])[fill % 4])
        self.require(table, "_parent", leg)
        self.require(table, "leg", 10 * order + np.array([0, 0, 1])[leg % 3], leg < first_leg)
        self.require(table, "id", order, (leg < first_leg) | (order < first_order))

    def require(self, table: ashlar.Table, column: str, expected: np.ndarray, retired: np.ndarray | None = None
                ) -> None:
        found = table.column(column)
        null = np.zeros(len(expected), bool) if found.mask is None else found.mask
        wrong = null if retired is None else null != retired
        assert not wrong.any(), f"{table.name}.{column}: is null or not, as it should not be: " \
            f"rows={numbers(table)[wrong]}, of {table.first_row} to {table.end_row}"
        assert (found.values[~null] == expected[~null]).all(), f"{table.name}.{column}: torn or misplaced rows"
        self.retired_parents += int(null.sum())

    def check_messages(self, store: ashlar.Store, positions: dict[int, int], end: int) -> None:
        """Every message equals what was written, and its row names its position."""
        number = -1
        for message in store.messages("orders", decode=False):
            number = message.sequence if number < 0 else number + 1
            self.require_message(message, number)
            assert positions.get(number, message.position) == message.position, f"position of row {number}"
            self.messages += 1
        assert number >= end - 1, f"rows without messages: last message={number}, rows end at {end}"
        start = max(min(positions), end - DECODED)
        number = start
        for message in store.messages("orders", positions[start]):
            self.require_message(message, number)
            legs = [{"leg": 10 * number + i, "fills": [{"fill": f} for f in fills]}
                    for i, fills in enumerate(fills_of(number))]
            assert message.fields == {"id": number, "account": number if number % 2 == 0 else None, "legs": legs,
                                      "parties": [{"party": number}], "note": "x" * (number % 9)}, message
            number += 1

    @staticmethod
    def require_message(message: ashlar.Message, number: int) -> None:
        assert message.sequence == number, f"messages are missing: sequence={message.sequence}, expected={number}"
        assert message.data == encoded(number), f"torn message: {message}"
        assert message.time.astype(np.int64) == 1_000 * number and message.row == number, f"wrong frame: {message}"


class Depths:
    """Last values, read again and again while they are replaced."""

    def __init__(self) -> None:
        self.last = [-1] * KEYS
        self.changed = 0

    def check(self, depths: ashlar.LastValues) -> None:
        assert sorted(depths.keys()) == [f"K{key}" for key in range(KEYS)]
        for i in range(VALUE_READS):
            key = i % KEYS
            before = depths.version(f"K{key}")
            value = depths[f"K{key}"]
            after = depths.version(f"K{key}")
            number = value["levels"][0]
            assert value["levels"] == list(range(number, number + LEVELS)), f"torn value: {value}"
            assert value["symbol"] == f"K{key}" and number // TURN % KEYS == key, f"value of another key: {value}"
            version = number // (KEYS * TURN) * TURN + number % TURN + 1
            assert before <= version <= after, f"version: {before}, {version}, {after}"
            assert number >= self.last[key], f"an older value: {number}, after {self.last[key]}"
            self.changed += number > self.last[key] >= 0
            self.last[key] = number


def numbers(table: ashlar.Table) -> np.ndarray:
    """The rows of a table, of which none is missing."""
    rows: np.ndarray = table.column("_row").values
    assert len(rows) == table.end_row - table.first_row and (rows == np.arange(table.first_row, table.end_row)).all()
    return rows


def fills_of(order: int) -> Iterator[list[int]]:
    """Of each leg."""
    first_leg = order // 3 * 3 + max(0, order % 3 - 1)
    for i in range(order % 3):
        yield [10 * (first_leg + i) + fill for fill in range(1 + i)]


def encoded(order: int) -> bytes:
    account = order & 0xffffffff if order % 2 == 0 else 0xffffffff
    parts = [struct.pack("<HHHHQIHB", 12, 3, 910, 0, order, account, 8, order % 3)]
    for i, fills in enumerate(fills_of(order)):
        parts.append(struct.pack(f"<QHB{len(fills)}Q", 10 * order + i, 8, len(fills), *fills))
    parts.append(struct.pack("<HBIH", 4, 1, order & 0xffffffff, order % 9) + b"x" * (order % 9))
    return b"".join(parts)


def ends(store: ashlar.Store) -> tuple[int, int]:
    """Rows of all tables, and bytes of the journal, that were ever written."""
    return sum(store[name].end_row for name in store), store._chains["orders"].end


def check_lag(store: ashlar.Store, path: str) -> tuple[int, int]:
    """The lag is at least what another reader, opened before, sees; a refresh after it shows that much.

    :return: the ends that a refresh has to show
    """
    global behind
    rows, size = ends(store)
    with ashlar.open(path) as other:
        other_rows, other_size = ends(other)
    lag = store.lag
    assert lag.rows >= other_rows - rows >= 0 and lag.bytes >= other_size - size >= 0, f"lag={lag}"
    behind = max(behind, min(lag.rows, lag.bytes))
    return rows + lag.rows, size + lag.bytes


behind = 0


def main(path: str, seconds: float, pinned: bool, boot: tuple[int, int] | None) -> None:
    end = time.monotonic() + seconds
    rounds = retired = 0
    begun = False
    last = order = -1
    ticks, orders, depths = Ticks(), Orders(), Depths()
    with ashlar.Store(path, boot) as store:
        # As long as it takes to mean something.
        while time.monotonic() < end or rounds < 3 or ticks.rows <= 100_000 or last <= 200_000:
            before = check_lag(store, path) if rounds and pinned else (0, 0)
            store.refresh()
            assert all(now >= then for now, then in zip(ends(store), before)), "the lag was more than there was"
            assert (store._pin is not None) == pinned
            try:
                ticks.check(store["Ticks"], rounds % 4 == 0)
                orders.check(store)
                assert store["Ticks"].end_row > last
                last = store["Ticks"].end_row - 1
                order = store["Order"].end_row - 1
                rounds += 1
            except ashlar.DamagedError as e:
                assert not pinned and "retired" in str(e), e
                retired += 1
                ticks.kept.clear()
            depths.check(store.last_values("depths"))
            if not begun and rounds and depths.changed and (behind or not pinned):
                # The writer was at work meanwhile, and may be killed from here on.
                print("begun", flush=True)
                begun = True
            ticks.check_kept()
            if rounds % 4 == 3:
                # Or the store is full before long: a pin holds back all that is retired after it.
                ticks.kept.clear()
    assert begun, f"the writer stood still: lag={behind}, values={depths.changed}"
    print(f"last={last}, order={order}, rounds={rounds}, rows={ticks.rows}, messages={orders.messages}, "
          f"values={depths.changed}, retired={retired}, retired parents={orders.retired_parents}, lag={behind}, "
          f"native={ashlar.is_native()}")


if __name__ == "__main__":
    if sys.argv[3:] == ["--read-only"]:
        os.execvp("unshare", ["unshare", "-rm", "sh", "-c", MOUNT, "sh", sys.argv[1], sys.executable, __file__,
                              *sys.argv[1:3], "--mounted"])
    main(sys.argv[1], float(sys.argv[2]), sys.argv[3:] != ["--mounted"], (1, 2) if "--elsewhere" in sys.argv else None)
