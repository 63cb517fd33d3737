# SPDX-License-Identifier: Apache-2.0
"""Rings that Java has filled are read, and rings that Python fills are read in another process."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import ashlar
from kit import unzip


def test_should_take_what_java_added(tmp_path: Path) -> None:
    unzip("queues", tmp_path)
    with ashlar.Ring(tmp_path / "one") as ring:
        consumer = ring.consumer()
        assert consumer.poll() == [(n, f"message {n}".encode()) for n in range(3)]
        assert consumer.poll() == [] and consumer.is_done()
    with ashlar.Ring(tmp_path / "group") as ring:
        assert ring.lanes == 3
        assert sorted(ring.consumer().poll()) == [(n, f"message {n}".encode()) for n in (0, 1, 10, 11)]
    with ashlar.Ring(tmp_path / "fixed") as ring:
        words = [(int.from_bytes(m[:8], "little"), int.from_bytes(m[8:], "little", signed=True))
                 for _, m in ring.consumer().poll()]
        assert words == [(n, -n) for n in range(2, 5)]
    with pytest.raises(ashlar.DamagedError):
        ashlar.Ring(tmp_path / "many")


def test_should_go_on_where_java_stopped(tmp_path: Path) -> None:
    unzip("queues", tmp_path)
    with ashlar.Ring(tmp_path / "one") as ring:
        producer = ring.producer()
        consumer = ring.consumer()
        taken = consumer.poll(1)
        sent = 0
        for n in range(1_000):
            message = str(n).encode() * (n % 6)
            while not producer.offer(message, n):
                taken += consumer.poll(5)
            sent += 1
        taken += consumer.poll()
        assert len(taken) == sent + 3
        assert taken[3:] == [(n, str(n).encode() * (n % 6)) for n in range(1_000)]
        assert not consumer.is_done()
        producer.close()
        assert consumer.is_done()
        with pytest.raises(ValueError):
            producer.offer(b"x" * 33)
        with pytest.raises(ashlar.StoreError):
            ring.consumer()
        with pytest.raises(ashlar.StoreError):
            ashlar.Ring(tmp_path / "one")


CHILD = """
import sys, ashlar
with ashlar.Ring(sys.argv[1]) as ring:
    producer = ring.producer()
    for n in range(int(sys.argv[2])):
        while not producer.offer(n.to_bytes(8, "little") * 2):
            pass
    producer.close()
"""


@pytest.mark.skipif(not ashlar.is_native(), reason="takes long without the extension on some machines")
def test_should_carry_messages_between_processes(tmp_path: Path) -> None:
    unzip("queues", tmp_path)
    count = 20_000
    with ashlar.Ring(tmp_path / "fixed") as ring:
        consumer = ring.consumer()
        consumer.poll()
        with subprocess.Popen([sys.executable, "-c", CHILD, str(tmp_path / "fixed"), str(count)]) as child:
            expected = 0
            while expected < count:
                for _, message in consumer.poll():
                    assert message == expected.to_bytes(8, "little") * 2
                    expected += 1
                assert child.poll() in (None, 0)
        assert consumer.is_done()


def test_should_find_damaged_records(tmp_path: Path) -> None:
    unzip("queues", tmp_path)
    data = bytearray((tmp_path / "one").read_bytes())
    data[384:388] = (1 << 20).to_bytes(4, "little")
    (tmp_path / "one").write_bytes(data)
    with ashlar.Ring(tmp_path / "one") as ring, pytest.raises(ashlar.DamagedError):
        ring.consumer().poll()
