# SPDX-License-Identifier: Apache-2.0
"""Follows an archive whose rows follow from their numbers, for some seconds; started by PythonLiveTest.java."""
from __future__ import annotations

import sys
import time

import numpy as np

import ashlar

STEP_NS = 180_000_000


def check(table: ashlar.ArchiveTable) -> np.ndarray:
    """Rows of all days, of which none is missing or torn."""
    times, prices, sizes, venues = (v.values for v in table._gather(["time", "price", "size", "venue"]))
    rows: np.ndarray = times.astype(np.int64) // STEP_NS
    assert (np.diff(rows) == 1).all(), f"rows are missing: {np.flatnonzero(np.diff(rows) != 1)}"
    assert (prices == 3 * rows).all(), "torn rows: price"
    assert (sizes == rows.astype(np.int32)).all(), "torn rows: size"
    assert (venues == ~rows.astype(np.int32)).all(), "torn rows: venue"
    return rows


def main(path: str, seconds: float) -> None:
    end = time.monotonic() + seconds
    rounds = changed = 0
    days: set[str] = set()
    first = last = -1
    kept: list[tuple[np.ndarray, np.ndarray]] = []
    with ashlar.Archive(path) as archive:
        # As long as it takes to mean something.
        while time.monotonic() < end or rounds < 3 or len(days) <= 14:
            archive.refresh()
            listed = [day.name for day in archive.days]
            try:
                rows = check(archive["Ticks"])
            except ashlar.DayChangedError:
                # Dropped, or sealed, after the head was read.
                changed += 1
                continue
            days.update(listed)
            assert rows[0] >= first and rows[-1] >= last, "rows have disappeared"
            first, last = int(rows[0]), int(rows[-1])
            rounds += 1
            if rounds % 10 == 1:
                view = next(archive["Ticks"].days(None).chunks())
                kept = [*kept[-3:], (view, view.copy())]
            for view, copy in kept:
                assert (view == copy).all(), "rows of a view have changed"
    print(f"rounds={rounds}, changed={changed}, days={len(days)}, last={last}, native={ashlar.is_native()}")


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
