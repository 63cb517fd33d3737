# SPDX-License-Identifier: Apache-2.0
"""Last values over days: each key's is that of the newest day in which it has one."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ashlar
from change import Files
from kit import unzip
from test_archive import head_lines, write_head

DAYS = ["2026-03-06", "2026-03-07", "2026-03-08", "2026-03-09"]


def forget(folder: Path, key: str) -> None:
    """Leaves the key of a store without a value, as it is between the definition of a key and its first value."""
    with ashlar.Store(folder) as store:
        values = store.last_values("prices")
        link, at = values._places[key]
        extents = store._extents
        place = extents.begin + link.chunk % extents.extent_chunks * extents.chunk_bytes + at + link.prefix
        length = link.stride - link.prefix
        extent = link.chunk // extents.extent_chunks
    with open(folder / "extents" / f"{extent:04d}.ext", "r+b") as file:
        file.seek(place)
        file.write(bytes(length))


def test_should_find_the_newest_day_that_has_a_value(tmp_path: Path) -> None:
    folder = unzip("days", tmp_path)
    with ashlar.Archive(folder) as archive:
        assert archive.last_value_tables == ["prices"]
        prices = archive.last_values("prices")
        assert sorted(prices.keys()) == ["K0", "K1", "K2"] and len(prices) == 3
        for key in prices.keys():
            with archive.day(DAYS[-1]) as newest:
                own = newest.last_values("prices")[key]
            assert prices[key] == {"_date": np.datetime64(DAYS[-1], "ns"), **own}
        assert "K0" in prices and "K9" not in prices
        with pytest.raises(KeyError):
            prices["K9"]
        with pytest.raises(KeyError, match="prices"):
            archive.last_values("Ticks")
    for day in DAYS[1:]:
        forget(folder / day, "K1")
    forget(folder / DAYS[-1], "K2")
    with ashlar.Archive(folder) as archive:
        prices = archive.last_values("prices")
        assert [prices[key]["_date"] for key in ("K0", "K1", "K2")] == [
            np.datetime64(day, "ns") for day in (DAYS[3], DAYS[0], DAYS[2])]
        assert prices["K1"] == {"_date": np.datetime64(DAYS[0], "ns"), "symbol": "K1", "bid": 7, "ask": 8}


def test_should_have_a_row_for_each_key(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    folder = unzip("days", tmp_path)
    for day in DAYS[1:]:
        forget(folder / day, "K1")
    with ashlar.Archive(folder) as archive:
        frame = archive.last_values("prices").frame()
        assert list(frame.columns) == ["_date", "symbol", "bid", "ask", "size"]
        rows = {row.symbol: row for row in frame.itertuples()}
        assert set(rows) == {"K0", "K1", "K2"} and len(frame) == 3
        # The schema of the oldest day has no size.
        assert rows["K1"].bid == 7 and np.isnan(rows["K1"].size)
        assert rows["K0"].size == archive.last_values("prices")["K0"]["size"]


def test_should_not_answer_from_days_before_a_damaged_one(tmp_path: Path) -> None:
    folder = unzip("days", tmp_path)
    forget(folder / DAYS[-1], "K1")
    (folder / DAYS[2] / "store.head").unlink()
    with ashlar.Archive(folder) as archive:
        prices = archive.last_values("prices")
        assert prices["K0"]["_date"] == np.datetime64(DAYS[-1], "ns")
        for act in (lambda: prices["K1"], prices.keys, prices.to_arrow, lambda: "K9" in prices):
            with pytest.raises(ashlar.DamagedError) as e:
                act()
            assert e.value.day == DAYS[2]


def test_should_say_which_day_is_damaged(tmp_path: Path) -> None:
    folder = unzip("days", tmp_path)
    forget(folder / DAYS[-1], "K1")
    with ashlar.Store(folder / DAYS[2]) as store:
        link, at = store.last_values("prices")._places["K1"]
    # A slot that the cell does not have.
    Files(folder / DAYS[2]).write(link.chunk, at + link.prefix, b"\x63")
    with ashlar.Archive(folder) as archive:
        prices = archive.last_values("prices")
        for act in (lambda: prices["K1"], prices.to_arrow):
            with pytest.raises(ashlar.DamagedError) as e:
                act()
            assert e.value.day == DAYS[2] and str(e.value).startswith(DAYS[2])


def test_a_day_that_lacks_what_is_listed_should_be_damaged(tmp_path: Path) -> None:
    folder = unzip("days", tmp_path)
    lines = head_lines(folder)
    place = lines.index(next(line for line in lines if line.startswith("table prices last-values")))
    lines[place] = lines[place].replace("prices", "nobody")
    write_head(folder, lines)
    with ashlar.Archive(folder) as archive:
        for act in (lambda: archive.last_values("nobody")["K0"], lambda: archive["Ticks"].column("size")):
            with pytest.raises(ashlar.DamagedError, match="last-values=nobody is missing") as e:
                act()
            assert e.value.day == DAYS[0]
