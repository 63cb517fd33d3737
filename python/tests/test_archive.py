# SPDX-License-Identifier: Apache-2.0
"""The archives of the conformance kit give the answers that come with them, in numpy, Arrow and pandas; days are opened
when they are needed, and one that is damaged hides no other.
"""
from __future__ import annotations

import datetime
import gc
import json
import os
import shutil
import struct
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ashlar
from kit import BOOT, KIT, answers, unzip

ARCHIVES = ["days", "hours"]
INTEGERS = {"INT8": "i1", "INT16": "i2", "INT32": "i4", "INT64": "i8", "REAL": "f4", "DOUBLE": "f8"}


def shown(value: Any) -> Any:
    """As the answers have it, where numbers are compared exactly."""
    if isinstance(value, np.datetime64):
        return str(value) + "Z"
    return value.item() if isinstance(value, np.generic) else value


def lines_of(answer: dict[str, Any], without: str = "") -> list[dict[str, Any]]:
    return [line for name, lines in answer["days"].items() if name != without and lines != "error" for line in lines]


def compared(table: ashlar.ArchiveTable, answer: dict[str, Any]) -> list[str]:
    """Columns that both have: SQL calls the time of a table without a journal `_time`, too."""
    return [name for name in answer["columns"] if name in table._names(True)]


def check_table(table: ashlar.ArchiveTable, answer: dict[str, Any]) -> int:
    found = 0
    names = compared(table, answer)
    assert set(answer["columns"]) - set(names) <= {"_time"} and set(table.columns) <= set(names)
    assert [n for n in names if n in table.columns] == table.columns
    for name in names:
        unlike = next((day for day, column in answer["other"].items() if column == name), "")
        lines = lines_of(answer, unlike)
        if unlike:
            with pytest.raises(ashlar.SchemaError, match="column type differs") as raised:
                table.column(name)
            assert raised.value.day == unlike
        selected = table.days(next(d for d in answer["days"] if d != unlike)) if unlike else table
        values = selected.column(name)
        assert [shown(v) for v in values.to_list()] == [line[name] for line in lines], name
        wanted = INTEGERS.get(answer["columns"][name])
        assert wanted is None or values.values.dtype == np.dtype(wanted), name
        found += len(lines)
    return found


@pytest.mark.parametrize("name", ARCHIVES)
def test_should_give_the_answers_of_the_kit(name: str, tmp_path: Path) -> None:
    expected = answers(name)[BOOT]
    with ashlar.open(unzip(name, tmp_path), boot=BOOT) as archive:
        assert isinstance(archive, ashlar.Archive)
        assert f"{archive.division}:{archive.zone}" == expected["division"]
        assert [d.name for d in archive.days] == [d["name"] for d in expected["days"]]
        for day, answer in zip(archive.days, expected["days"]):
            assert str(day.date) == answer["date"] and day.listed == day.state == answer["state"]
            assert day.error is None and Path(day.path) == tmp_path / day.name
            assert (int(day.begin.astype(int)), int(day.end.astype(int))) == (answer["start"], answer["end"])
            assert day._day.base == answer["base"]
            with archive.day(day.name) as store:
                assert set(store.tables) == set(answer["store"]["tables"])
                for table, counts in answer["store"]["tables"].items():
                    assert len(store[table]) == counts["rows"]
                    assert day.listed == "open" or day.rows[table] == counts["rows"]
        assert archive.tables == list(expected["tables"])
        assert sum(check_table(archive[table], answer) for table, answer in expected["tables"].items()) > 200
        for table, answer in expected["tables"].items():
            assert len(archive[table]) == len(lines_of(answer))
            rows = list(archive[table].rows())
            assert [r["_row"] for r in rows] == [line["_row"] for line in lines_of(answer)]
            assert [shown(r["_date"]) for r in rows] == [line["_date"] for line in lines_of(answer)]
            assert sum(len(c) for c in archive[table].chunks()) == len(rows)
        report = archive.verify()
        assert report.problems == [] and report.rows == sum(len(archive[t]) for t in archive)


def test_should_refuse_what_a_loss_of_power_has_left(tmp_path: Path) -> None:
    boot, expected = next((b, a) for b, a in answers("days").items() if b != BOOT)
    with ashlar.open(unzip("days", tmp_path), boot=boot) as archive:
        check_table(archive["Ticks"], expected["tables"]["Ticks"])
        with pytest.raises(ashlar.RecoveryNeededError, match="2026-03-09: ") as raised:
            archive["Order"].column("id")
        assert raised.value.day == "2026-03-09"
        sealed = archive["Order"].days(None, "2026-03-08").column("id").values
        assert sealed.tolist() == [line["id"] for line in lines_of(expected["tables"]["Order"], "2026-03-09")]


DAMAGES = json.loads((KIT / "archive-damages.json").read_text())


def damage(steps: list[dict[str, Any]], folder: Path) -> None:
    for step in steps:
        if "remove" in step:
            path = folder / step["remove"]
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        elif "copy" in step:
            shutil.copytree(folder / step["copy"], folder / step["to"])
        else:
            path = folder / step["file"]
            data = bytearray(path.read_bytes())
            at = step["at"] if step["at"] >= 0 else len(data) + step["at"]
            if step["xor"]:
                data[at] ^= step["xor"]
            else:
                del data[at:]
            path.write_bytes(data)


OWN = (lambda t: t.column("_row"), lambda t: list(t.chunks()), lambda t: list(t.rows()),
       lambda t: len(t.between("2026-01-01", "2027-01-01")))


@pytest.mark.parametrize("damaged", DAMAGES, ids=[d["name"] for d in DAMAGES])
def test_should_report_a_damaged_day_and_show_the_others(damaged: dict[str, Any], tmp_path: Path) -> None:
    damage(damaged["steps"], unzip(damaged["archive"], tmp_path))
    expected = damaged["answers"]
    if expected.get("error"):
        with pytest.raises(ashlar.StoreError):
            ashlar.open(tmp_path, boot=BOOT)
        return
    whole = answers(damaged["archive"])[BOOT]["tables"]
    with ashlar.open(tmp_path, boot=BOOT) as archive:
        assert [d.name for d in archive.days] == [d["name"] for d in expected["days"]]
        for day, answer in zip(archive.days, expected["days"]):
            assert (day.state == "damaged") == ("error" in answer["store"])
            assert (day.error is None) == (day.state != "damaged")
            if day.error is not None:
                assert isinstance(day.error, ashlar.DamagedError) and str(day.error).startswith(day.name + ": ")
                with pytest.raises(ashlar.DamagedError):
                    archive.day(day.date)
        found_damage = False
        for name, answer in expected["tables"].items():
            table = archive[name]
            for day, rows in answer["days"].items():
                if rows == "error":
                    found_damage = True
                    store = next(d["store"] for d in expected["days"] if d["name"] == day)
                    own = "error" in store or "damaged" in store["tables"].get(name, {"damaged": True})
                    # Where only rows of its parents are damaged, its own can be read.
                    for ask in OWN if own else (lambda t: [t.column(c) for c in t._names(True)],):
                        with pytest.raises((ashlar.DamagedError, ashlar.SchemaError)) as raised:
                            ask(table)
                        assert raised.value.day == day and str(raised.value).startswith(day + ": ")
                        with pytest.raises(ashlar.StoreError):
                            ask(table.days(day))
                else:
                    found = table.days(day).column("_row").values.tolist()
                    assert found == [line["_row"] for line in whole[name]["days"][day]][:rows] and len(found) == rows
            if "error" not in answer["days"].values():
                check_table(table, whole[name])
        report = archive.verify()
        assert {p.day for p in report.problems} == {d for a in expected["tables"].values()
                                                    for d, rows in a["days"].items() if rows == "error"}
        assert found_damage == bool(report.problems)


def test_should_open_only_days_that_may_have_rows(tmp_path: Path) -> None:
    archive = ashlar.Archive(unzip("days", tmp_path), boot=BOOT)
    ticks = archive["Ticks"]
    assert "days=4" in repr(ticks) and archive._opened == 1  # the open one
    assert len(ticks.days("2026-03-06", "2026-03-07")) == 18
    assert archive._opened == 1  # the head knows
    # Messages of the evening of the 7th were recorded on the 8th.
    evening = ticks.between("2026-03-07T22:00", "2026-03-08T00:00").days(None, "2026-03-08")
    assert evening.column("size").values.tolist() == [18, 19, 20]
    assert evening.column("_date").values.tolist() == np.full(3, np.datetime64("2026-03-08", "ns")).tolist()
    # One day for each shape of the columns, of which the 7th and the 8th have two because of a table of the 8th.
    assert archive._opened == 4
    archive.close()
    shutil.rmtree(tmp_path / "2026-03-06")
    with ashlar.Archive(tmp_path, boot=BOOT) as archive:
        late = archive["Ticks"].days(datetime.date(2026, 3, 7), np.datetime64("2026-03-07"))
        assert late.to_arrow(["size"]).num_rows == 9 if has_arrow() else len(late) == 9
        assert archive["Ticks"].between("2026-03-07T18:00", "2026-03-10").column("size").values.tolist() \
            == list(range(18, 27)) + list(range(28, 37))
        with pytest.raises(ashlar.DamagedError, match="2026-03-06: day is missing"):
            archive["Ticks"].between("2026-03-06T12:00:00.000000003", "2026-03-10").column("size")
        orders = archive["Order"].days("2026-03-07", "2026").between("2026-03-07T23:00", "2026-03-09T12:30")
        legs = archive["Order_legs"].days("2026-03-07", None).between("2026-03-07T23:00", "2026-03-09T12:30")
        rows = set(orders.column("_row").values.tolist())
        assert len(rows) == 14 and set(legs.column("_parent").values.tolist()) <= rows and len(legs) == 15
        assert len(orders.between("2026-03-08", "2026-03-08T13:00")) == 6


def has_arrow() -> bool:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        return False
    return True


def test_should_say_which_days_there_are(tmp_path: Path) -> None:
    with ashlar.Archive(unzip("hours", tmp_path), boot=BOOT) as archive:
        with pytest.raises(KeyError, match="several hours have this date: 2026-10-25; there are: 2026-10-25T01"):
            archive.day("2026-10-25")
        with archive.day("2026-10-25T01+0000") as store:
            assert len(store["Wide"]) == 5
        with pytest.raises(KeyError, match="no such day: 2026-10-26"):
            archive.day("2026-10-26")
        with pytest.raises(KeyError, match="no such table: Nobody; there are: Wide"):
            archive["Nobody"]
        with pytest.raises(KeyError, match="no such column: nobody"):
            archive["Wide"].column("nobody")
        first = archive["Wide"].days("2026-10-25T01+0100")
        assert first.column("gone").values.tolist() == [0, 3, 6, 9, 12] and first.column("fresh").mask.all()
        assert len(archive["Wide"].days("2026-10-25T01+0000", None)) == 5
        assert len(archive["Wide"].days("2026-10")) == 10 and len(archive["Wide"].days("2026-11")) == 0
        assert archive["Wide"].days("2026-11").column("p").values.tolist() == []
        table = archive["Wide"]
    with pytest.raises(ashlar.ClosedError):
        table.column("p")
    with pytest.raises(ashlar.ClosedError):
        archive.days


@pytest.mark.parametrize("name", ARCHIVES)
def test_arrow_should_hold_what_columns_do(name: str, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    with ashlar.Archive(unzip(name, tmp_path), boot=BOOT) as archive:
        for table in (archive[t] for t in archive):
            names = [n for n in table._names(True) if n != "bad"]
            arrow = table.to_arrow(names)
            assert arrow.column_names == names and arrow.num_rows == len(table)
            for column in names:
                values = table.column(column)
                found = arrow[column].to_pylist() if values.kind != "time" else \
                    [None if v is None else np.datetime64(v, "ns") for v in arrow[column].cast("int64").to_pylist()]
                assert found == [v.item() if isinstance(v, np.generic) and values.kind != "time" else v
                                 for v in values.to_list()], column
            types = {d.name: table.days(d.name).to_arrow(names).schema for d in archive.days}
            assert set(map(str, types.values())) == {str(arrow.schema)}
        if name == "days":
            assert pa.table(archive["Ticks"]).equals(archive["Ticks"].to_arrow())
            assert archive["Order_legs"].to_arrow(parents=False).column_names == archive["Order_legs"].columns


def test_streams_should_open_a_day_when_it_is_read(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    with ashlar.Archive(unzip("days", tmp_path), boot=BOOT) as archive:
        stream = pa.RecordBatchReader.from_stream(archive["Ticks"])
        shutil.rmtree(tmp_path / "2026-03-08")
        archive._stores.pop(next(k for k in archive._stores if k[0] == "2026-03-08"), None)
        assert [stream.read_next_batch().num_rows for _ in range(2)] == [9, 9]
        with pytest.raises(Exception, match="2026-03-08: day is missing"):
            stream.read_next_batch()


def test_pandas_should_take_archives(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    with ashlar.Archive(unzip("days", tmp_path), boot=BOOT) as archive:
        frame = archive["Ticks"].to_pandas()
        assert isinstance(frame, pandas.DataFrame) and len(frame) == 36
        assert frame.groupby("_date")["size"].count().tolist() == [9, 9, 9, 9]
        assert frame["venue"].isna().sum() == 9 + sum(n % 2 for n in [*range(9, 27), *range(28, 37)])
        assert frame["_row"].is_monotonic_increasing and frame["_row"].is_unique
    with ashlar.Archive(unzip("hours", tmp_path / "hours"), boot=BOOT) as archive:
        frame = archive["Wide"].to_pandas(["p", "side", "rate", "name"])
        assert frame["p"].tolist()[1] == 0.99 and frame["side"].tolist()[5] == "Cross"
        assert frame["rate"].tolist()[5] == 0.55
        assert isinstance(frame["side"].dtype, pandas.CategoricalDtype)
        pa = pytest.importorskip("pyarrow")
        assert pa.types.is_dictionary(archive["Wide"].to_arrow(["side"]).schema.field("side").type)
        for column in ("p", "side", "rate", "name"):
            values = archive["Wide"].column(column)
            assert values.values.flags.c_contiguous and (values.mask is None or values.mask.flags.c_contiguous), column


def test_polars_should_take_archives(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    with ashlar.Archive(unzip("days", tmp_path), boot=BOOT) as archive:
        assert archive["Ticks"].to_polars().height == polars.DataFrame(archive["Ticks"]).height == 36


def test_duckdb_should_take_archives(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    duckdb = pytest.importorskip("duckdb")
    with ashlar.Archive(unzip("days", tmp_path), boot=BOOT) as archive:
        trades = archive["Ticks"]
        expected = trades.to_arrow()
        reader = pa.RecordBatchReader.from_stream(trades)
        assert reader.schema.equals(expected.schema) and reader.read_all().equals(expected)
        found = duckdb.sql("select _date, count(*), sum(price) from trades group by all order by all").fetchall()
        sums: dict[Any, list[int]] = {}
        for date, price in zip(expected["_date"].to_pylist(), expected["price"].to_pylist()):
            sums.setdefault(date, []).append(price)
        assert [(str(d)[:10], n, int(total)) for d, n, total in found] \
            == [(str(d)[:10], len(p), sum(p)) for d, p in sorted(sums.items())]
        assert len(found) > 1


def test_messages_should_have_positions_of_the_archive(tmp_path: Path) -> None:
    expected = answers("days")[BOOT]["tables"]["Order"]
    with ashlar.Archive(unzip("days", tmp_path), boot=BOOT) as archive:
        lines = lines_of(expected)
        found = list(archive.messages())
        assert [(m.position, m.row, m.fields["id"]) for m in found] == [(line["_position"], line["_row"], line["id"])
                                                                        for line in lines]
        assert [m.position for m in archive.messages("orders", lines[20]["_position"])] \
            == [line["_position"] for line in lines[20:]]
        late = np.datetime64("2026-03-08T00:00")
        assert [m.fields["id"] for m in archive.messages(start=late)] == [*range(21, 27), *range(28, 37)]
        with pytest.raises(KeyError, match="no such journal"):
            archive.messages("nobody")


def test_should_keep_few_files_open(tmp_path: Path) -> None:
    folder = unzip("days", tmp_path)
    lines = head_lines(folder)
    start = next(i for i, line in enumerate(lines) if line.startswith("day 2026-03-07"))
    tables = [line for line in lines[start + 1:start + 7]]
    day = lines[start].split(" ")
    many = lines[:4]
    for n in range(200):
        date = str(np.datetime64("2026-03-10") + n)
        os.symlink(folder / "2026-03-07", folder / date)
        begin = int(day[4]) + (n + 3) * 86_400_000_000_000
        many += [" ".join(["day", date, "sealed", day[3], str(begin), str(begin + 1), day[6]]), *tables]
    write_head(folder, many)
    before = len(os.listdir("/proc/self/fd"))
    with ashlar.Archive(folder, boot=BOOT) as archive:
        assert len(archive["Ticks"].column("size")) == 9 * 200 and archive._opened <= 201
        assert len(os.listdir("/proc/self/fd")) - before <= 256
        view = next(archive["Ticks"].chunks())
    gc.collect()
    assert view["size"].tolist() == list(range(9, 18))


def head_lines(folder: Path) -> list[str]:
    return (folder / "archive.head").read_text().split("\n")[:-2]


def write_head(folder: Path, lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    (folder / "head.tmp").write_text(f"{text}crc32c {ashlar.crc32c(text.encode()):08x}\n")
    os.replace(folder / "head.tmp", folder / "archive.head")


def without(lines: list[str], day: str) -> list[str]:
    start = next(i for i, line in enumerate(lines) if line.startswith("day " + day))
    end = next((i for i in range(start + 1, len(lines)) if not lines[i].startswith("table ")), len(lines))
    return lines[:start] + lines[end:]


def test_refresh_should_show_new_and_dropped_days(tmp_path: Path) -> None:
    folder = unzip("days", tmp_path)
    lines = head_lines(folder)
    write_head(folder, without(without(lines, "2026-03-09"), "2026-03-08"))
    with ashlar.Archive(folder, boot=BOOT) as archive:
        ticks = archive["Ticks"]
        assert len(ticks.column("size")) == 18 and "LateTicks" not in archive and not archive.refresh()
        write_head(folder, lines)
        assert len(ticks.column("size")) == 18
        assert archive.refresh() and not archive.refresh()
        assert len(ticks.column("size")) == 36 and len(archive["LateTicks"].column("size")) == 1
        view = next(ticks.chunks())
        write_head(folder, without(lines, "2026-03-06"))
        assert archive.refresh() and len(ticks.column("size")) == 27
        write_head(folder, without(without(lines, "2026-03-06"), "2026-03-07"))
        shutil.rmtree(folder / "2026-03-07")
        assert len(ticks.column("size")) == 27  # it was open
    with ashlar.Archive(folder, boot=BOOT) as archive:
        write_head(folder, without(head_lines(folder), "2026-03-08"))
        shutil.rmtree(folder / "2026-03-08")
        with pytest.raises(ashlar.DayChangedError, match="2026-03-08: day was dropped or written"):
            archive["Ticks"].column("size")
        assert archive.refresh() and len(archive["Ticks"].column("size")) == 9
    gc.collect()
    assert view["size"].tolist() == list(range(9))


def test_a_refresh_that_fails_should_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = unzip("days", tmp_path)
    with ashlar.Archive(folder, boot=BOOT) as archive:
        assert len(archive["Ticks"]) == 36
        write_head(folder, without(head_lines(folder), "2026-03-06"))

        def fail(self: ashlar.Store) -> bool:
            raise ashlar.DamagedError("on purpose")

        with monkeypatch.context() as patch:
            patch.setattr(ashlar.Store, "refresh", fail)
            with pytest.raises(ashlar.DamagedError, match="2026-03-09: on purpose"):
                archive.refresh()
        assert len(archive.days) == 4 and len(archive["Ticks"].column("size")) == 36
        assert archive.refresh() and len(archive.days) == 3 and len(archive["Ticks"].column("size")) == 27


def test_a_refresh_should_show_an_open_day_that_was_recovered(tmp_path: Path) -> None:
    folder = unzip("days", tmp_path)
    later = next(boot for boot in answers("days") if boot != BOOT)
    with ashlar.Archive(folder, boot=later) as archive:
        ticks = archive["Ticks"].days("2026-03-09")
        lost = len(ticks)
        assert not archive.refresh()
        # The next writer.
        path = folder / "2026-03-09" / "store.head"
        data = bytearray(path.read_bytes())
        at = max((0, 65_536), key=lambda area: struct.unpack_from("<q", data, area + 24))
        generation, *store_id = struct.unpack_from("<qQQ", data, at + 24)
        struct.pack_into("<qQQQQ", data, at + 24, generation + 1, *store_id, *later)
        length, = struct.unpack_from("<I", data, at + 16)
        covered = ashlar.crc32c(bytes(data[at + 16:at + length]), ashlar.crc32c(bytes(data[at:at + 12])))
        struct.pack_into("<I", data, at + 12, covered)
        path.write_bytes(data)
        assert len(ticks) == lost
        assert archive.refresh() and not archive.refresh()
        assert len(ticks) == 9 > lost


def test_hours_that_are_not_there_should_select_nothing(tmp_path: Path) -> None:
    folder = unzip("hours", tmp_path)
    first, second = "2026-10-25T01+0100", "2026-10-25T01+0000"
    with ashlar.Archive(folder, boot=BOOT) as archive:
        wide = archive["Wide"]
        for names, rows in (((first, "2026-10-25T05+0000"), 10), ((second, "2026-10-25T02+0000"), 5),
                            (("2026-10-25T02+0000", None), 0), (("2026-10-25T02+0200", second), 10),
                            ((None, "2026-10-25T00+0100"), 0), (("2026-10-25T02+0000",), 0)):
            assert len(wide.days(*names)) == rows, names
        for wrong in ("2026-10-25T01", "2026-10-25T01:00", "2026-13-25T01+0100", np.datetime64("2026-10-25T01:30")):
            with pytest.raises(ValueError):
                wide.days(wrong)
    write_head(folder, without(head_lines(folder), first))
    with ashlar.Archive(folder, boot=BOOT) as archive:
        for wrong in (first, "2026-10-25T02+0000", "2026-10-25T01", np.datetime64("2026-10-25T01:30")):
            with pytest.raises(KeyError, match="no such day"):
                archive.day(wrong)
        for right in (second, "2026-10-25", datetime.date(2026, 10, 25), datetime.datetime(2026, 10, 25)):
            archive.day(right).close()


def test_numbers_of_fields_should_stay_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Only entries of groups have a parent.
    monkeypatch.setattr(ashlar.Table, "rows", lambda self: iter([{"_row": 1, "_position": 2, "_parent": "field"}]))
    with ashlar.Archive(unzip("days", tmp_path), boot=BOOT) as archive:
        base = archive.days[0]._day.base
        row = next(archive["Order"].rows())
        assert (row["_row"], row["_position"], row["_parent"]) == (base + 1, base + 2, "field")


def test_decimals_of_days_should_stay_exact(tmp_path: Path) -> None:
    with ashlar.Archive(unzip("hours", tmp_path), boot=BOOT) as archive:
        table = archive["Wide"]
        assert table.column("p").to_decimal()[1] == Decimal("0.99") and table.column("p").scale == 4
        assert table.column("p", decimals="float").values[1] == 0.99
        assert table.column("big", decimals="Decimal").values[0] == Decimal(18446744073709551000)
        assert table.column("big").values.dtype == object and table.column("big").to_list()[5] == -5
        assert table.column("code").to_list()[4:6] == ["Up", "T5"] and table.column("code").categories is None
        assert table.column("side").categories == ["Sell", "Buy", "Cross"]


def test_should_read_days_that_it_cannot_pin(tmp_path: Path) -> None:
    folder = unzip("days", tmp_path)
    for live in folder.glob("*/store.live"):
        live.unlink()
    expected = answers("days")[BOOT]["tables"]
    with ashlar.Archive(folder, boot=BOOT) as archive:
        check_table(archive["Ticks"], expected["Ticks"])
        views = list(archive["Order_legs"].chunks())
    assert sum(map(len, views)) == len(lines_of(expected["Order_legs"]))
    assert not list(folder.glob("*/store.live"))
