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
from kit import BOOT, answers, in_child, unzip


def other(name: str) -> tuple[int, int]:
    """A boot that is not the one that wrote the store: the machine has lost power."""
    return next(boot for boot in answers(name) if boot != BOOT)


def record_of(store: ashlar.Store, name: str) -> _files.ContainerRecord:
    return store._chains[name].record


def positions(store: ashlar.Store, start: int = 0) -> list[int]:
    return [m.position for m in store.messages(start=start, decode=False)]


# ------------------------------------------------------------------------------------------------ after a loss of power


def test_messages_behind_the_chunk_of_the_mark_should_be_read(tmp_path: Path) -> None:
    files = Files(unzip("live", tmp_path))
    with ashlar.open(tmp_path, boot=other("live")) as store:
        expected = positions(store)
        first, second = store._chains["orders"].links
        journal = record_of(store, "orders").id
        assert expected[-1] > second.first == first.first + files.chunk_bytes
    files.mark(journal, end=first.first + second.block_length, detail=1)
    with ashlar.open(tmp_path, boot=other("live")) as store:
        assert positions(store) == expected
        assert positions(store, expected[-2]) == expected[-2:]
        with pytest.raises(ashlar.RecoveryNeededError):
            store["Order"]
    # Nothing more belongs to the chunk of the mark itself.
    files.mark(journal, end=expected[-2], detail=1)
    with ashlar.open(tmp_path, boot=other("live")) as store:
        assert positions(store) == expected[:-2]
    files.mark(journal, detail=0)
    with ashlar.open(tmp_path, boot=other("live")) as store:
        assert positions(store) == expected


def test_a_journal_should_end_where_a_chunk_is_missing(tmp_path: Path) -> None:
    files = Files(unzip("killed", tmp_path))
    with ashlar.open(tmp_path, boot=other("killed")) as store:
        first, second = store._chains["orders"].links
        expected = [p for p in positions(store) if p < second.first]
        journal = record_of(store, "orders").id
        assert store._head.marks[journal].end == second.first
    # The entry of the chunk in between has not reached the disk.
    files.entry(second.chunk, ordinal=2, first=2 * files.chunk_bytes)
    with ashlar.open(tmp_path, boot=other("killed")) as store:
        assert positions(store) == expected
        for start in (second.first, 2 * files.chunk_bytes, 2 * files.chunk_bytes + 8):
            assert positions(store, start) == []
        assert store["Order"].end_row == 60
        assert store.verify().problems == []
    # What the mark promises is missing, and what is behind nobody knows of.
    files.mark(journal, end=second.first + 64)
    with ashlar.open(tmp_path, boot=other("killed")) as store:
        with pytest.raises(ashlar.DamagedError) as raised:
            positions(store)
        assert (raised.value.first, raised.value.end) == (second.first, second.first + 64)
        assert positions(store, second.first + 64) == []


def test_a_journal_should_end_at_a_torn_frame_in_a_chunk_with_a_successor(tmp_path: Path) -> None:
    files = Files(unzip("killed", tmp_path))
    with ashlar.open(tmp_path, boot=other("killed")) as store:
        first, second = store._chains["orders"].links
        journal = record_of(store, "orders").id
        expected = positions(store)
        inside = [p for p in expected if p < second.first]
    files.mark(journal, end=inside[-4])
    files.write(first.chunk, inside[-2] + 8, b"\xff")
    with ashlar.open(tmp_path, boot=other("killed")) as store:
        assert positions(store) == inside[:-2]
        # Frames behind the end are none of the journal's, from wherever it is read.
        for start in (inside[-2], inside[-1], second.first, expected[-1]):
            assert positions(store, start) == []
    # Where they were durable, that is damage.
    files.mark(journal, end=second.first)
    with ashlar.open(tmp_path, boot=other("killed")) as store:
        with pytest.raises(ashlar.DamagedError) as raised:
            positions(store)
        assert (raised.value.first, raised.value.end) == (inside[-2], inside[-1])


def test_a_journal_without_a_mark_should_begin_at_its_begin(tmp_path: Path) -> None:
    files = Files(unzip("killed", tmp_path))
    with ashlar.open(tmp_path, boot=other("killed")) as store:
        expected = positions(store)
        journal = record_of(store, "orders").id
        first = store._chains["orders"].links[0]
    files.mark(journal, container=99)
    with ashlar.open(tmp_path, boot=other("killed")) as store:
        assert positions(store) == expected
    files.entry(first.chunk, whole=False, checksum=1)
    with ashlar.open(tmp_path, boot=other("killed")) as store:
        assert positions(store) == []


def test_without_a_pin_rows_should_be_copied_and_their_reuse_noticed(tmp_path: Path) -> None:
    files = Files(unzip("commits", tmp_path))
    files.remove_live()
    with ashlar.open(tmp_path, boot=other("commits")) as store:
        assert store.state == _chains.LOST_POWER and store._pin is None
        links = store._chains["Ticks"].links
        chunks = store["Ticks"].chunks()
        view = next(chunks)
        assert view.flags.writeable
        before = view.copy()
        files.entry(links[1].chunk, epoch=links[1].epoch + 1)
        files.write(links[0].chunk, 0, bytes(64))
        assert (view == before).all()
        with pytest.raises(ashlar.DamagedError, match="retired"):
            next(chunks)


def test_without_a_pin_the_reuse_of_messages_should_be_noticed(tmp_path: Path) -> None:
    files = Files(unzip("live", tmp_path))
    files.remove_live()
    with ashlar.open(tmp_path, boot=other("live")) as store:
        messages = store.messages(decode=False)
        next(messages)
        first, second = store._chains["orders"].links
        files.release(first.chunk)
        with pytest.raises(ashlar.DamagedError, match="retired"):
            next(messages)
        # Not even where the journal may end without damage.
        messages = store.messages(start=second.first, decode=False)
        files.release(second.chunk)
        files.write(second.chunk, 0, bytes(files.chunk_bytes))
        with pytest.raises(ashlar.DamagedError, match="retired"):
            next(messages)


@pytest.mark.parametrize("pinned", [True, False])
def test_last_values_should_stay_while_a_writer_recovers_them(pinned: bool, tmp_path: Path) -> None:
    files = Files(unzip("killed", tmp_path))
    if not pinned:
        files.remove_live()
    with ashlar.open(tmp_path, boot=other("killed")) as store:
        prices = store.last_values("prices")
        expected = {key: (prices.version(key), prices[key]) for key in prices.keys()}
        link = store._chains["prices"].links[0]
        files.write(link.chunk, 0, bytes(link.count * link.stride))
        for values in (prices, store.last_values("prices")):
            assert {key: (values.version(key), values[key]) for key in values.keys()} == expected


# --------------------------------------------------------------------------------------------------------------- damage


def test_a_damaged_first_chunk_should_be_missed_while_the_store_is_written(tmp_path: Path) -> None:
    files = Files(unzip("live", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        assert store.state == _chains.LIVE
        ticks = store._chains["Ticks"].links
        orders = store._chains["orders"].links
    files.entry(ticks[0].chunk, whole=False, checksum=1)
    files.entry(orders[0].chunk, whole=False, checksum=1)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        assert store.state == _chains.LIVE
        with pytest.raises(ashlar.DamagedError) as raised:
            list(store["Ticks"].chunks())
        assert (raised.value.first, raised.value.end) == (0, 90)
        with pytest.raises(ashlar.DamagedError) as raised:
            positions(store)
        assert (raised.value.first, raised.value.end) == (orders[0].first, orders[1].first)
        store.refresh()
        with pytest.raises(ashlar.DamagedError):
            list(store["Ticks"].chunks())
        assert len(store["Order"].column("id").values) == 110


def test_a_table_that_is_begun_while_the_directory_is_read_should_have_its_first_chunk(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unzip("live", tmp_path)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        first = store._chains["Ticks"].links[0].chunk
    passed: list[int] = []

    # It is taken behind the reader, and those after it before the reader.
    def read_link(extents: _files.Extents, chunk: int) -> _chains.Link | None:
        if chunk == first and not passed:
            passed.append(chunk)
            return None
        return real(extents, chunk)

    real = _chains.read_link
    monkeypatch.setattr(_chains, "read_link", read_link)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        assert store["Ticks"].column("_row").values.tolist() == list(range(110))
    assert passed == [first]


def test_chunks_that_are_retired_should_not_be_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = Files(unzip("live", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        first = store._chains["Ticks"].links[0]
        ticks = record_of(store, "Ticks").id
    files.entry(first.chunk, retired=1)
    files.retirements(1)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        assert store["Ticks"].column("_row").values.tolist() == list(range(90, 110))

    # It is given to another use while the directory is read.
    def scan(extents: _files.Extents) -> _chains.Scan:
        files.mark(ticks, first=90)
        files.release(first.chunk)
        return real(extents)

    real = _chains.scan
    monkeypatch.setattr(_chains, "scan", scan)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        assert store["Ticks"].column("_row").values.tolist() == list(range(90, 110))


def test_the_search_behind_damage_should_be_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    length = 1 << 14
    summed = 0

    def crc32c(data: Any, seed: int = 0) -> int:
        nonlocal summed
        summed += len(data)
        return 0

    monkeypatch.setattr(_chains, "crc32c", crc32c)
    # Each word may be the length of a frame that ends with the chunk.
    words = np.arange(length, 0, -8, dtype=np.int64)
    link = _chains.Link(0, 1, 0, 0, length, 1, 1, 0, 0, 0, 0, length, 0, 0)
    search = _chains.FrameSearch()
    assert search.behind(words.view(np.uint8), link, 0, length, 5) == length
    assert length < summed <= 64 * length
    before = summed
    assert search.behind(words.view(np.uint8), link, length // 2, length, 5) == length
    assert summed == before


def test_messages_behind_damage_should_be_found(tmp_path: Path) -> None:
    files = Files(unzip("versions", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        expected = positions(store)
    files.write(0, expected[3], b"\xff\xff")
    files.write(0, expected[7] + 9, b"\xff")
    with ashlar.open(tmp_path, boot=BOOT) as store:
        problems = store.verify().problems
        assert [(p.first, p.end) for p in problems] == [(expected[i], expected[i + 1]) for i in (3, 7)]
        assert store.verify().messages == len(expected) - 2


def test_damaged_values_should_all_be_reported(tmp_path: Path) -> None:
    files = Files(unzip("versions", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        assert store.verify().values == 7
        old, new = store._chains["prices"].links
    for i in (1, 3):
        files.write(new.chunk, i * new.stride + 24, b"?")
    # A cell with a slot that it does not have.
    files.write(new.chunk, 5 * new.stride + new.prefix, b"\x63")
    with ashlar.open(tmp_path, boot=BOOT) as store:
        report = store.verify()
        assert [p.container for p in report.problems] == ["prices"] * 3
        assert {(p.first, p.end) for p in report.problems} == {(new.first + i, new.first + i + 1) for i in (1, 3, 5)}
        with pytest.raises(ashlar.DamagedError):
            store.last_values("prices")


def test_keys_that_differ_after_a_nul_should_be_two(tmp_path: Path) -> None:
    files = Files(unzip("versions", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        expected = {key: store.last_values("prices")[key] for key in store.last_values("prices").keys()}
        old, new = store._chains["prices"].links
        length = store.last_values("prices")._key_length
    key = b"K0\0x".ljust(length, b"\0")
    for link in (old, new):
        for i in range(link.count):
            at = i * link.stride
            if files.read(link.chunk, at + 24, length).rstrip(b"\0") == b"K1":
                before = files.read(link.chunk, at + 8, 8)
                files.write(link.chunk, at + 16, struct.pack("<I", ashlar.crc32c(key, ashlar.crc32c(before))))
                files.write(link.chunk, at + 24, key)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        prices = store.last_values("prices")
        assert set(prices.keys()) == set(expected) - {"K1"} | {"K0\0x"}
        assert prices["K0"] == expected["K0"] and prices["K0\0x"] == expected["K1"]


# ------------------------------------------------------------------------------------------------------------ following


def test_last_values_should_be_found_where_they_moved_to(tmp_path: Path) -> None:
    files = Files(unzip("versions", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        chain = store._chains["prices"]
        assert len(chain.links) == 2
        expected = store.last_values("prices")
        # As before the records of the newer schema were added.
        kept = LastValues(store, chain.record, replace(chain, links=chain.links[:1], end=chain.links[0].end))
        assert set(kept.keys()) == set(expected.keys())
        for key in expected.keys():
            assert (kept.version(key), kept[key]) == (expected.version(key), expected[key])
        old, new = chain.links
        # A number that a writer left which died: another key got the record.
        moved, = struct.unpack("<q", files.read(old.chunk, 0, 8))
        assert new.first <= moved < new.end
        files.write(old.chunk, 0, struct.pack("<q", new.first + (moved - new.first + 1) % new.count))
        key, = (k for k in kept.keys() if kept._places[k] == (old, 0))
        assert kept.version(key) < expected.version(key)
        # And one of a record that is not published.
        files.write(old.chunk, 0, struct.pack("<q", new.end + 5))
        assert kept.version(key) < expected.version(key)
        files.write(old.chunk, 0, struct.pack("<q", moved))
        pytest.importorskip("pyarrow")
        assert str(kept.to_arrow().to_pylist()) == str(expected.to_arrow().to_pylist())


def test_a_refresh_that_fails_should_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = Files(unzip("live", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        pinned = files.pinned()
        state = (store._pin, store._catalog, store._head, store._durable, store.state, store._chains)
        files.retirements(5)

        def fail(*_: Any) -> Any:
            raise ashlar.DamagedError("on purpose")

        for module, name in ((_store, "read_head"), (_chains, "scan"), (_chains, "chain")):
            with monkeypatch.context() as patch:
                patch.setattr(module, name, fail)
                with pytest.raises(ashlar.DamagedError, match="on purpose"):
                    store.refresh()
            now = (store._pin, store._catalog, store._head, store._durable, store.state, store._chains)
            assert all(a is b for a, b in zip(now, state))
            assert files.pinned() == pinned
        assert store["Ticks"].end_row == 110
        store.refresh()
        assert store._pin is not state[0]
        del state, now
        assert files.pinned() == 6


def test_a_pin_should_count_before_another_ends(tmp_path: Path) -> None:
    files = Files(unzip("live", tmp_path))
    files.retirements(3)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        live, before = store._live, store._pin
        assert live is not None and before is not None and files.pinned() == 4

        class Interrupted:
            """The garbage collector ends the pin of before when the new one was stored."""
            loads = 0

            def __init__(self, words: Any) -> None:
                self.words = words
                self.store = words.store

            def load(self, offset: int) -> int:
                self.loads += 1
                if self.loads == 2:
                    before.release()
                return int(self.words.load(offset))

        live._words = Interrupted(live._words)  # type: ignore[assignment]
        pin = live.pin()
        assert live._words.loads == 2 and files.pinned() == 4
        pin.release()
        assert files.pinned() == 0


def test_an_extent_that_could_not_be_mapped_should_be_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                                  ) -> None:
    unzip("live", tmp_path)

    def fail(self: _files.Extents, path: str, extent: int) -> None:
        raise OSError(errno.EMFILE, "too many open files", path)

    with monkeypatch.context() as patch:
        patch.setattr(_files.Extents, "_map", fail)
        store = ashlar.open(tmp_path, boot=BOOT)
    assert "too many open files" in store.problems[0]
    with pytest.raises(ashlar.DamagedError):
        list(store["Ticks"].chunks())
    store.refresh()
    assert store.problems == []
    assert len(store["Ticks"].column("_row").values) == 110
    store.close()


def test_messages_of_a_closed_store_should_not_be_read(tmp_path: Path) -> None:
    store = ashlar.open(unzip("versions", tmp_path), boot=BOOT)
    begun, fresh, since = store.messages(), store.messages(), store.messages(start="2000-01-01")
    next(begun)
    store.close()
    for messages in (begun, fresh, since):
        with pytest.raises(ashlar.ClosedError):
            next(messages)
    with pytest.raises(ashlar.ClosedError):
        store.messages()


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


def test_the_seal_of_the_next_use_should_leave_out_no_rows(tmp_path: Path) -> None:
    files = Files(unzip("retired", tmp_path))
    files.remove_live()
    with ashlar.open(tmp_path, boot=BOOT) as store:
        times = store["Order"].column("_time").values
    with ashlar.open(tmp_path, boot=BOOT) as store:
        table = store["Order"]
        link = store._chains["Order"].links[0]
        files.seal(link.chunk, epoch=link.epoch + 1, minTime=1, maxTime=1)
        with pytest.raises(ashlar.DamagedError, match="retired"):
            table.between(times[0], times[5])


# ------------------------------------------------------------------------------------------------------------ processes


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_should_leave_the_pin_alone(tmp_path: Path) -> None:
    folder = unzip("live", tmp_path)
    files = Files(folder)
    store = ashlar.open(folder, boot=BOOT)
    view = next(store["Ticks"].chunks())
    pinned = files.pinned()
    assert pinned > 0
    files.retirements(7)

    def close() -> None:
        nonlocal view
        with pytest.raises(ashlar.StoreError, match="before fork"):
            store.refresh()
        view = None
        store.close()
        gc.collect()
        assert files.pinned() == pinned

    in_child(close)

    def open_again() -> None:
        before = view.copy()
        with ashlar.open(folder, boot=BOOT) as mine:
            assert mine._live is not None and files.pinned(1) == 8 and files.pinned() == pinned
            assert len(mine["Ticks"].column("_row").values) == 110
        # Both locks are kept: of this process while it has another store open, and of its parent.
        with ashlar.open(folder, boot=BOOT) as mine:
            store.close()
            assert mine.refresh() in (False, True)
            fd = os.open(folder / "store.lock", os.O_RDONLY)
            assert _locks.is_taken(fd, 1)
        assert (view == before).all()

    in_child(open_again)
    assert files.pinned() == pinned
    store.close()
    del view
    gc.collect()
    assert files.pinned() == 0


def test_a_store_that_cannot_be_opened_should_leave_its_slot(tmp_path: Path) -> None:
    folder = unzip("live", tmp_path)
    data = (folder / "store.catalog").read_bytes()
    (folder / "store.catalog").write_bytes(bytes(32))
    for _ in range(_locks.READERS + 1):
        with pytest.raises(ashlar.DamagedError):
            ashlar.open(folder, boot=BOOT)
    assert not [path for path in _locks._OPEN_LOCKS if path.startswith(str(folder))]
    (folder / "store.catalog").write_bytes(data)
    for _ in range(_locks.READERS + 1):
        store = ashlar.open(folder, boot=BOOT)
        assert store._pin is not None
        # Nobody closes it.
        del store
    assert not [path for path in _locks._OPEN_LOCKS if path.startswith(str(folder))]
    assert Files(folder).pinned() == 0


def test_views_should_outlive_a_store_that_nobody_closes(tmp_path: Path) -> None:
    files = Files(unzip("live", tmp_path))
    view = next(ashlar.open(tmp_path, boot=BOOT)["Ticks"].chunks())
    gc.collect()
    assert files.pinned() > 0 and len(view) == 90
    del view
    gc.collect()
    assert files.pinned() == 0


@pytest.mark.parametrize("length", [0, 100])
def test_a_cut_live_file_should_be_left_alone(length: int, tmp_path: Path) -> None:
    os.truncate(unzip("live", tmp_path) / "store.live", length)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        assert store._pin is None
        assert len(store["Ticks"].column("_row").values) == 110
    assert (tmp_path / "store.live").stat().st_size == length
