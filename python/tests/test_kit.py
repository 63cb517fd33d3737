# SPDX-License-Identifier: Apache-2.0
"""Every store of the conformance kit, damaged ones too, gives the answers that come with it."""
from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import ashlar
from kit import BOOT, KIT, STORES, answers, plain, unzip


def rows_of(table: ashlar.Table) -> tuple[list[dict[str, Any]], dict[str, int] | None]:
    found = []
    try:
        for row in table.rows():
            found.append(plain(row))
    except ashlar.DamagedError as e:
        return found, {"first": e.first, "end": e.end}
    return found, None


def messages_of(store: ashlar.Store, name: str) -> tuple[list[ashlar.Message], dict[str, int] | None]:
    found = []
    try:
        for message in store.messages(name):
            found.append(message)
    except ashlar.DamagedError as e:
        return found, {"first": e.first, "end": e.end}
    return found, None


def check_journal(store: ashlar.Store, name: str, expected: dict[str, Any]) -> None:
    found, damaged = messages_of(store, name)
    answer = expected.get("damaged")
    assert (damaged is None) == (answer is None), name
    if damaged is not None:
        # Where the chunk before is missing too, readers may name any place in it as the first.
        assert damaged["end"] == answer["end"] and answer["first"] <= damaged["first"] < damaged["end"]
    assert [m.data.hex() for m in found] == [m["_bytes"] for m in expected["messages"]]
    for message, answer in zip(found, expected["messages"]):
        answer = dict(plain(answer))
        heads = {"_position": message.position, "_time": plain(message.time), "_sequence": message.sequence}
        assert heads == {key: answer.pop(key) for key in heads}
        assert message.row == answer.pop("_row", None)
        answer.pop("_bytes")
        if "_reason" in answer:
            assert message.template is None and message.fields == {}
            continue
        heads = {"template": message.template, "id": message.template_id, "schema": message.schema_id,
                 "version": message.version}
        assert heads == {key: answer.pop(key) for key in heads}
        for reserved in ("time", "id"):
            if reserved + "_" in answer:
                answer[reserved] = answer.pop(reserved + "_")
        assert plain(message.fields) == without_nulls(answer, message.fields)


def without_nulls(answer: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    """JSON shows a null composite whose other members have values, and groups that a message does not have, as []."""
    return {k: plain(fields[k]) if isinstance(v, dict) and fields.get(k, 0) is None else v for k, v in answer.items()
            if k in fields or v not in (None, [])}


def check_values(store: ashlar.Store, name: str, expected: dict[str, Any]) -> None:
    values = store.last_values(name)
    found = {}
    for key in values.keys():
        found[key] = {"_version": values.version(key), **plain(values[key])}
    answer = {}
    for value in expected["values"]:
        value = dict(plain(value))
        value.pop("_record")
        answer[value["symbol"]] = value
    assert found == answer


def check(store: ashlar.Store, expected: dict[str, Any]) -> None:
    assert set(store.tables) >= set(expected["tables"]) - set(expected["unreadable"])
    for name, answer in expected["tables"].items():
        if name in expected["unreadable"]:
            continue
        table = store[name]
        found, damaged = rows_of(table)
        assert damaged == answer.get("damaged"), name
        assert (table.first_row, table.end_row) == (answer["first"], answer["end"]), name
        for row, line in zip(found, answer["rows"]):
            line = dict(plain(line))
            assert line.pop("_retired", False) == (row.get("_position", 1 << 62) < first_position(store))
            assert row == without_nulls(line, row), name
        assert len(found) == len(answer["rows"]), name
    for name, answer in expected["journals"].items():
        check_journal(store, name, answer)
    for name, answer in expected["lastValues"].items():
        if name in expected["unreadable"]:
            continue
        check_values(store, name, answer)


def first_position(store: ashlar.Store) -> int:
    return store._chains[store.journals[0]].first if store.journals else 0


@pytest.mark.parametrize("name", STORES)
def test_should_give_the_answers_of_the_boot_that_wrote_it(name: str, tmp_path: Path) -> None:
    with ashlar.open(unzip(name, tmp_path), boot=BOOT) as store:
        assert store.problems == []
        check(store, answers(name)[BOOT])
        assert store.verify().problems == []


@pytest.mark.parametrize("name", STORES)
def test_should_give_the_answers_of_another_boot_or_refuse(name: str, tmp_path: Path) -> None:
    boot, expected = next((b, a) for b, a in answers(name).items() if b != BOOT)
    with ashlar.open(unzip(name, tmp_path), boot=boot) as store:
        refused = []
        for table in store.tables:
            try:
                store[table]
            except ashlar.RecoveryNeededError:
                refused.append(table)
        # What a journal fills is refused exactly where its rows are not all there.
        for table, answer in list(expected["tables"].items()):
            if table in refused:
                record = next(r for r in store._records(1) if r.name == table)
                assert record.source != 0
                del expected["tables"][table]
        check(store, expected)
        if name in ("types", "types-big", "versions", "retired", "commits"):
            assert refused == []


def complete(brief: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    """Answers with the rows of the store before it was damaged: what is returned of it is the same."""
    for kind, key in (("tables", "rows"), ("journals", "messages"), ("lastValues", "values")):
        for name, answer in brief.get(kind, {}).items():
            lines = whole[kind][name][key]
            answer[key] = lines[:answer[key]]
    return brief


DAMAGES = json.loads((KIT / "damages.json").read_text(), parse_float=Decimal) if (KIT / "damages.json").exists() else []


@pytest.mark.parametrize("damage", DAMAGES, ids=[d["name"] for d in DAMAGES])
def test_should_report_damage_and_never_return_it(damage: dict[str, Any], tmp_path: Path) -> None:
    unzip(damage["store"], tmp_path)
    path = tmp_path / damage["file"]
    data = bytearray(path.read_bytes())
    at = damage["at"] if damage["at"] >= 0 else len(data) + damage["at"]
    if damage["xor"]:
        data[at] ^= damage["xor"]
    else:
        del data[at:]
    path.write_bytes(data)
    expected = complete(damage["answers"], answers(damage["store"])[BOOT])
    if expected.get("error"):
        with pytest.raises(ashlar.StoreError):
            ashlar.open(tmp_path, boot=BOOT)
        return
    with ashlar.open(tmp_path, boot=BOOT) as store:
        for name in expected["unreadable"]:
            with pytest.raises(ashlar.SchemaError):
                if name in store.journals:
                    list(store.messages(name))
                else:
                    store[name] if name in store.tables else store.last_values(name)
        check(store, expected)
        whole = damage["name"] == "head"
        assert (store.verify().problems == []) == whole
