# SPDX-License-Identifier: Apache-2.0
"""Follows a store whose rows follow from their numbers, for some seconds; started by PythonLiveTest.java.

    follow.py FOLDER SECONDS [--read-only]     on a mount of its own that is read-only, where nothing can be held back
"""
from __future__ import annotations

import os
import sys
import time

import numpy as np

import ashlar


def check(chunk: np.ndarray) -> None:
    time_ = chunk["time"].astype(np.int64)
    assert (np.diff(time_) == 1).all(), "rows are missing"
    assert (chunk["price"] == 3 * time_).all(), "torn rows: price"
    assert (chunk["size"] == time_.astype(np.int32)).all(), "torn rows: size"
    assert (chunk["venue"] == ~time_.astype(np.int32)).all(), "torn rows: venue"


def check_lag(store: ashlar.Store, path: str) -> int:
    """The lag is at least what another reader, opened before, sees; a refresh after it shows that much.

    :return: the end that a refresh has to show
    """
    global behind
    shown = store["Ticks"].end_row
    with ashlar.open(path) as other:
        ahead = other["Ticks"].end_row - shown
    lag = store.lag
    assert lag.rows >= ahead >= 0 and lag.bytes == 0, f"lag={lag}, ahead={ahead}"
    behind = max(behind, lag.rows)
    return shown + lag.rows


behind = 0
MOUNT = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'


def main(path: str, seconds: float, pinned: bool) -> None:
    end = time.monotonic() + seconds
    rounds = rows = retired = 0
    kept: list[tuple[np.ndarray, np.ndarray]] = []
    last = -1
    with ashlar.open(path) as store:
        # As long as it takes to mean something.
        while time.monotonic() < end or rounds < 3 or rows <= 100_000 or last <= 200_000:
            before = check_lag(store, path) if rounds and pinned else 0
            store.refresh()
            assert store["Ticks"].end_row >= before, "the lag was more than there was"
            assert (store._pin is not None) == pinned
            table = store["Ticks"]
            expected = table.first_row
            try:
                for chunk in table.chunks():
                    assert int(chunk["time"][0]) == expected, f"first row of a chunk: {chunk['time'][0]}, {expected}"
                    check(chunk)
                    expected += len(chunk)
                    rows += len(chunk)
                    if rounds % 4 == 0:
                        kept.append((chunk, chunk.copy()))
                assert expected == table.end_row and expected > last
                last = expected - 1
                rounds += 1
            except ashlar.DamagedError as e:
                assert not pinned and "retired" in str(e), e
                retired += 1
                kept.clear()
            if rounds == 1:
                print("begun", flush=True)
            for view, copy in kept:
                assert (view == copy).all(), "rows of a view have changed"
            if rounds % 4 == 3:
                # Or the store is full before long: a pin holds back all that is retired after it.
                kept.clear()
        alive = store._live is not None and store._live.is_writer_alive()
    assert behind > 0 or not alive, "the writer stood still"
    print(f"lag={behind}, rounds={rounds}, rows={rows}, last={last}, retired={retired}, native={ashlar.is_native()}")


if __name__ == "__main__":
    if sys.argv[3:] == ["--read-only"]:
        os.execvp("unshare", ["unshare", "-rm", "sh", "-c", MOUNT, "sh", sys.argv[1], sys.executable, __file__,
                              *sys.argv[1:3], "--mounted"])
    main(sys.argv[1], float(sys.argv[2]), len(sys.argv) == 3)
