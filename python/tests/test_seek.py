# SPDX-License-Identifier: Apache-2.0
"""Messages from a time on: as if all before had been read, whatever is damaged, and whichever boot reads them."""
from __future__ import annotations

import datetime
import itertools
import os
from pathlib import Path
from typing import Iterator

import numpy as np
import pytest

import ashlar
from ashlar import _chains, _files
from kit import BOOT, STORES, answers, unzip


def until_damage(messages: Iterator[ashlar.Message]) -> list[int]:
    found: list[int] = []
    try:
        for message in messages:
            found.append(message.position)
    except ashlar.DamagedError as e:
        found.append(-e.end)
    return found


def times_of(store: ashlar.Store, journal: str) -> list[int]:
    found: list[int] = []
    try:
        found.extend(int(m.time.astype(np.int64)) for m in store.messages(journal, decode=False))
    except ashlar.DamagedError:
        pass
    return found


@pytest.mark.parametrize("name", STORES)
def test_should_find_what_a_walk_finds(name: str, tmp_path: Path) -> None:
    folder = unzip(name, tmp_path)
    for boot in answers(name):
        with ashlar.open(folder, boot=boot) as store:
            for journal in store.journals:
                times = times_of(store, journal)
                for time in {0, *times, *(t + 1 for t in times)}:
                    walked = itertools.dropwhile(lambda m: m.time.astype(np.int64) < time,
                                                 store.messages(journal, decode=False))
                    sought = store.messages(journal, np.datetime64(time, "ns"), False)
                    assert until_damage(sought) == until_damage(walked), time


def test_should_not_read_what_is_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ashlar.open(unzip("retired", tmp_path), boot=BOOT) as store:
        messages = list(store.messages())
        link = store._chains["orders"].links[-1]
        assert messages[0].position < link.first <= messages[-1].position
        read: list[int] = []

        def frame_at(memory: np.ndarray, of: _chains.Link, *rest: int) -> tuple[_chains.Frame, int] | None:
            read.append(of.chunk)
            return real(memory, of, *rest)

        real = _chains.frame_at
        monkeypatch.setattr(_chains, "frame_at", frame_at)
        assert [m.position for m in store.messages(start=messages[-1].time)] == [messages[-1].position]
        assert set(read) == {link.chunk}
        read.clear()
        assert [m.position for m in store.messages(start=messages[-1].position)] == [messages[-1].position]
        assert len(read) == 2


def test_rows_of_the_index_that_were_lost_should_be_left_out(tmp_path: Path) -> None:
    folder = unzip("retired", tmp_path)
    with ashlar.open(folder, boot=BOOT) as store:
        expected = [m.position for m in store.messages()][-3:]
        time = [m.time for m in store.messages()][-3]
        index = next(iter(store._records(_files.JOURNAL_INDEX)))
        link = store._chains[index.name].links[-1]
        head = store._head
        assert link.count > 3
    with open(folder / "extents" / f"{link.chunk // head.extent_chunks:04}.ext", "r+b") as file:
        at = store._extents.begin + link.chunk % head.extent_chunks * head.chunk_bytes
        for lost in (range(1, link.count), range(link.count)):
            for row in lost:
                file.seek(at + 32 * row)
                file.write(bytes(32))
            file.flush()
            os.fsync(file.fileno())
            with ashlar.open(folder, boot=BOOT) as store:
                assert [m.position for m in store.messages(start=time)] == expected


def test_times_should_be_times(tmp_path: Path) -> None:
    with ashlar.open(unzip("versions", tmp_path / "store"), boot=BOOT) as store, \
            ashlar.Archive(unzip("days", tmp_path / "days"), boot=BOOT) as archive:
        assert len(list(store.messages(start="1677-12-01"))) == len(list(store.messages())) == 40
        assert list(store.messages(start=datetime.datetime(2200, 1, 1))) == []
        for wrong in ("NaT", "2263-01-01", "1000-01-01"):
            for call in (store.messages, archive.messages):
                with pytest.raises(ValueError, match="64-bit nanoseconds"):
                    call(start=wrong)
            for table in (store["Ticks"], archive["Ticks"]):
                with pytest.raises(ValueError, match="64-bit nanoseconds"):
                    table.between("2026-01-01", wrong)
        pandas = pytest.importorskip("pandas")
        third = list(store.messages())[2]
        time = pandas.Timestamp(third.time.astype(int), unit="ns", tz="America/Chicago")
        assert next(store.messages(start=time)).position == third.position
