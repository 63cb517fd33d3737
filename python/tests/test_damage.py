# SPDX-License-Identifier: Apache-2.0
"""Stores that contradict the format where no checksum tells, and files that change under their readers."""
from __future__ import annotations

import shutil
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

import ashlar
from ashlar import _chains
from ashlar._schema import Member, Schema, Type
from ashlar._values import LastValues
from change import Files
from kit import BOOT, answers, unzip

LATER = next(boot for boot in answers("killed") if boot != BOOT)


def positions(store: ashlar.Store, start: int = 0) -> list[int]:
    return [m.position for m in store.messages(start=start, decode=False)]


# -------------------------------------------------------------------------------------------------------------- chunks


def test_a_damaged_last_chunk_of_a_journal_should_be_missed(tmp_path: Path) -> None:
    files = Files(unzip("live", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        first, last = store._chains["orders"].links
        whole = positions(store)
        mark = store._head.marks[store._chains["orders"].record.id]
    end = first.first + last.block_length
    assert mark.end <= end
    files.entry(last.chunk, whole=False, checksum=1)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        messages = store.messages(decode=False)
        with pytest.raises(ashlar.DamagedError, match="messages are missing") as raised:
            for position in whole:
                assert next(messages).position == position
        assert (raised.value.first, raised.value.end) == (end, end + 1)
        for start in (0, whole[3]):
            with pytest.raises(ashlar.DamagedError):
                positions(store, start)
        assert [(p.container, p.first, p.end) for p in store.verify().problems if p.container] \
            == [("orders", end, end + 1)]


@pytest.mark.parametrize("change", [{"prefix": 8}, {"blockLength": 4000}, {"blockLength": -1}])
def test_a_chunk_whose_layout_makes_no_sense_should_be_damage(change: dict[str, int], tmp_path: Path) -> None:
    files = Files(unzip("versions", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        link = store._chains["Ticks"].links[0]
    files.entry(link.chunk, **change)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        table = store["Ticks"]
        for ask in (lambda: table.column("size"), lambda: list(table.chunks()), lambda: list(table.rows())):
            with pytest.raises(ashlar.DamagedError, match="layout") as raised:
                ask()
            assert (raised.value.first, raised.value.end) == (link.first, link.end)
        assert [p.container for p in store.verify().problems] == ["Ticks"]


@pytest.mark.parametrize("change", [{"prefix": 8}, {"prefix": 33}, {"blockLength": 4000}, {"stride": 64}])
def test_records_whose_layout_makes_no_sense_should_be_damage(change: dict[str, int], tmp_path: Path) -> None:
    files = Files(unzip("versions", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        link = store._chains["prices"].links[0]
    files.entry(link.chunk, **change)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        with pytest.raises(ashlar.DamagedError, match="layout"):
            store.last_values("prices")
        assert {p.container for p in store.verify().problems} == {"prices"}


def test_another_store_in_the_same_place_should_not_be_shown(tmp_path: Path) -> None:
    live, killed = unzip("live", tmp_path / "live"), unzip("killed", tmp_path / "killed")
    with ashlar.open(live, boot=BOOT) as store:
        shutil.copy(killed / "store.head", live / "store.head")
        with pytest.raises(ashlar.DamagedError, match="replaced by another one"):
            store.refresh()
        assert store["Ticks"].end_row == 110


# --------------------------------------------------------------------------------------------------------- last values


def test_a_value_that_moved_to_a_damaged_chunk_should_be_missed(tmp_path: Path) -> None:
    files = Files(unzip("versions", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        chain = store._chains["prices"]
        old, new = chain.links
        # As before the records of the newer schema were added.
        kept = LastValues(store, chain.record, replace(chain, links=[old], end=old.end))
        moved = [key for key in kept.keys() if struct.unpack("<q", files.read(old.chunk, kept._places[key][1], 8))[0]]
        assert moved
        files.entry(new.chunk, whole=False, checksum=1)
        for key in moved:
            for ask in (kept.__getitem__, kept.version):
                with pytest.raises(ashlar.DamagedError, match="records are missing") as raised:
                    ask(key)
                assert raised.value.first == new.first


def test_a_cell_without_a_whole_value_should_be_damage(tmp_path: Path) -> None:
    files = Files(unzip("killed", tmp_path))
    with ashlar.open(tmp_path, boot=LATER) as store:
        chain = store._chains["prices"]
        link, = chain.links
        prices = store.last_values("prices")
        expected = {key: prices[key] for key in prices.keys()}
        lost, = (key for key, (_, at) in prices._places.items() if at == 0)
    stride = 16 + -(-link.block_length // 8) * 8
    for slot in range(chain.record.detail):
        files.write(link.chunk, link.prefix + 16 + slot * stride + 8, b"\xff\xff\xff\xff")
    with ashlar.open(tmp_path, boot=LATER) as store:
        prices = store.last_values("prices")
        for ask in (prices.__getitem__, prices.version):
            with pytest.raises(ashlar.DamagedError, match="intact") as raised:
                ask(lost)
            assert (raised.value.first, raised.value.end) == (link.first, link.first + 1)
        assert {key: prices[key] for key in prices.keys() if key != lost} \
            == {key: value for key, value in expected.items() if key != lost}
        assert [(p.container, p.first) for p in store.verify().problems] == [("prices", link.first)]
    # One that was never written has no value.
    files.write(link.chunk, link.prefix, bytes(16 + chain.record.detail * stride))
    with ashlar.open(tmp_path, boot=LATER) as store:
        assert store.last_values("prices").version(lost) == 0


PAIR = Type("scalar", "pair", 4, 0, "uint16", 2, null=65535)
SET = Type("set", "set", 4, 0, "uint32", names={0: "First"})
TEXT = Member("text", 0, Type("scalar", "text", 2, 0, "char", 2, null=0), 0, 0)
COMPOSITE = Type("composite", "composite", 4, 0, members=(TEXT, replace(TEXT, name="more", offset=2)))


@pytest.mark.parametrize("of", [PAIR, SET, COMPOSITE, replace(SET, names={})], ids=lambda of: of.kind)
def test_keys_may_be_of_any_type(of: Type, tmp_path: Path) -> None:
    with ashlar.open(unzip("versions", tmp_path), boot=BOOT) as store:
        texts = store.last_values("prices").keys()
        for number, schema in store._catalog.schemas.items():
            assert isinstance(schema, Schema)
            messages = tuple(replace(m, fields=tuple(replace(f, type=of) if f.name == "symbol" else f
                                                     for f in m.fields)) for m in schema.messages)
            store._catalog.schemas[number] = replace(schema, messages=messages)
        prices = store.last_values("prices")
        expected = [text.encode().ljust(4, b"\0") for text in texts]
        assert prices.keys() == [struct.unpack("<HH", key) if of is PAIR else key for key in expected]
        for key, text in zip(prices.keys(), expected):
            assert key in prices and prices.version(key) > 0
            assert of is not PAIR or prices[key]["symbol"] == list(struct.unpack("<HH", text))


# ----------------------------------------------------------------------------------------- files that change meanwhile


def asks(table: ashlar.Table) -> list[Callable[[], Any]]:
    return [lambda: list(table.chunks()), lambda: table.column("size"), lambda: list(table.rows()),
            lambda: len(table.between("1970-01-01", "2200-01-01")), lambda: table.column("_row")]


@pytest.mark.parametrize("pinned", [True, False])
def test_rows_of_a_file_that_was_cut_and_grown_should_be_damage(pinned: bool, tmp_path: Path) -> None:
    files = Files(unzip("versions", tmp_path))
    if not pinned:
        files.remove_live()
    with ashlar.open(tmp_path, boot=BOOT) as store:
        table = store["Ticks"]
        expected = [len(chunk) for chunk in table.chunks()]
        last = store._chains["Ticks"].links[-1]
        assert len(expected) > 1
        chunks = table.chunks()
        for _ in expected[:-1]:
            next(chunks)
        next(chunks)
        # What is behind the cut reads as zeros.
        at = files.chunk_bytes - last.footer
        footer = files.read(last.chunk, at, last.footer)
        files.write(last.chunk, at, bytes(last.footer))
        if pinned:
            # It may have been cut while the rows were read.
            with pytest.raises(ashlar.DamagedError, match="changed under its readers"):
                next(chunks)
        for ask in asks(table):
            with pytest.raises(ashlar.DamagedError, match="changed under its readers") as raised:
                ask()
            assert (raised.value.first, raised.value.end) == (last.first, last.end)
        # The next writer of a closed store takes the seal away first.
        before = files.entry(last.chunk)["sealed"]
        files.entry(last.chunk, sealed=0)
        assert [len(chunk) for chunk in table.chunks()] == expected
        for ask in asks(table):
            ask()
        files.entry(last.chunk, sealed=before)
        files.write(last.chunk, at, footer)
        for ask in asks(table):
            ask()


def test_a_seal_may_be_taken_away_while_somebody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = Files(unzip("versions", tmp_path))
    real = _chains.Checks._footer
    looked = 0

    def footer(self: _chains.Checks, link: _chains.Link, *arguments: Any) -> Any:
        nonlocal looked
        looked += 1
        files.write(link.chunk, files.chunk_bytes - link.footer, bytes(link.footer))
        files.entry(link.chunk, sealed=0)
        return real(self, link, *arguments)

    with ashlar.open(tmp_path, boot=BOOT) as store:
        expected = len(store["Ticks"])
        with monkeypatch.context() as patch:
            patch.setattr(_chains.Checks, "_footer", footer)
            assert len(store["Ticks"].column("size")) == expected
        assert looked == len(store._chains["Ticks"].links)


# ---------------------------------------------------------------------------------------------------------------- times


def test_rows_without_a_time_should_be_between_nothing(tmp_path: Path) -> None:
    files = Files(unzip("versions", tmp_path))
    with ashlar.open(tmp_path, boot=BOOT) as store:
        link = store._chains["Ticks"].links[0]
        times = store["Ticks"].column("time").values

        def numbered(null: int) -> ashlar.Table:
            """The table, if its time were a plain number that may be null."""
            for number, schema in store._catalog.schemas.items():
                assert isinstance(schema, Schema)
                messages = tuple(replace(m, fields=tuple(
                    replace(f, semantic="", presence=1, type=replace(f.type, null=null)) if f.name == "time" else f
                    for f in m.fields)) for m in schema.messages)
                store._catalog.schemas[number] = replace(schema, messages=messages)
            return store["Ticks"]

        ticks = numbered(int(times[1].astype(np.int64)))
        assert ticks.column("time").kind == "number" and ticks.column("time").mask is not None
        found = ticks.between("1960-01-01", "2200-01-01")
        assert found.column("_row").values.tolist() == [0, *range(2, len(times))]
    files.write(link.chunk, 0, struct.pack("<Q", 2 ** 64 - 5))
    files.seal(link.chunk)
    with ashlar.open(tmp_path, boot=BOOT) as store:
        with pytest.raises(ashlar.SchemaError, match="beyond the year 2262"):
            numbered(2 ** 64 - 1).between("1960-01-01", "2200-01-01")
