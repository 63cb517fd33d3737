# SPDX-License-Identifier: Apache-2.0
"""Rings that Java has filled are read, and rings that Python fills are read in another process."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

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
    with ashlar.Ring(tmp_path / "many") as ring:
        assert ring.is_many_to_one and ring.lanes == 2 and ring.entries == 16 and ring.capacity == 256
        consumer = ring.consumer()
        assert [m for _, m in consumer.poll()] == [f"message {n}".encode() for n in range(4)]
        assert not consumer.is_done() and not ring.has_producer(0) and not ring.has_producer(1)


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
        with pytest.raises(ValueError):
            producer.offer(b"x" * 33)
        with pytest.raises(ValueError):
            producer.offer(b"x", -1)
        assert ring.has_producer() and ring.has_consumer()
        producer.close()
        assert consumer.is_done() and not ring.has_producer()
        with pytest.raises(ashlar.ClosedError):
            producer.offer(b"x")
        with pytest.raises(ashlar.StoreError):
            ring.consumer()
        with pytest.raises(ashlar.StoreError):
            ashlar.Ring(tmp_path / "one")


CHILD = """
import os, sys, ashlar
with ashlar.Ring(sys.argv[1]) as ring:
    producer = ring.producer()
    for n in range(int(sys.argv[2])):
        while not producer.offer(n.to_bytes(8, "little") * 2):
            os.sched_yield()
    producer.close()
"""


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
                os.sched_yield()
                assert child.poll() in (None, 0)
        assert consumer.is_done()


def test_should_find_damaged_records(tmp_path: Path) -> None:
    unzip("queues", tmp_path)
    data = bytearray((tmp_path / "one").read_bytes())
    data[384:388] = (1 << 20).to_bytes(4, "little")
    (tmp_path / "one").write_bytes(data)
    with ashlar.Ring(tmp_path / "one") as ring, pytest.raises(ashlar.DamagedError):
        ring.consumer().poll()
    data = bytearray(unzip("queues", tmp_path).joinpath("one").read_bytes())
    data[408:412] = (1 << 20).to_bytes(4, "little")
    (tmp_path / "one").write_bytes(data)
    with ashlar.Ring(tmp_path / "one") as ring:
        consumer = ring.consumer()
        assert consumer.poll() == [(0, b"message 0")]
        for _ in range(2):
            with pytest.raises(ashlar.DamagedError):
                consumer.poll()


@pytest.mark.parametrize("kind", ["one", "group", "fixed", "many"])
def test_should_never_hang_nor_fail_otherwise_on_hostile_files(kind: str, tmp_path: Path) -> None:
    unzip("queues", tmp_path)
    whole = (tmp_path / kind).read_bytes()
    random = Random(kind)
    places = [at for at in range(0, len(whole), 4) if at < 400 or any(whole[at:at + 4])]
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(random.randint(1, 3)):
            at = random.choice(places)
            data[at:at + 4] = random.choice([b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x80\0\0\0", random.randbytes(4)])
        if random.random() < 0.1:
            del data[random.randrange(len(data)):]
        (tmp_path / kind).write_bytes(data)
        try:
            with ashlar.Ring(tmp_path / kind) as ring:
                consumer = ring.consumer()
                assert len(consumer.poll(100_000)) < 100_000
                consumer.is_done()
                producer = ring.producer()
                for n in range(40):
                    producer.offer(bytes(producer.max_length), n)
        except ashlar.StoreError:
            pass


def test_should_say_that_the_consumer_has_left(tmp_path: Path) -> None:
    unzip("queues", tmp_path)
    for kind in ("one", "fixed", "many"):
        with ashlar.Ring(tmp_path / kind) as ring:
            producer = ring.producer()
            while producer.offer(bytes(producer.max_length)):
                pass
            ring.consumer().close()
            with pytest.raises(ashlar.ClosedError, match="left"):
                producer.offer(bytes(producer.max_length))
            with ring.consumer() as consumer:
                assert consumer.poll()
            assert producer.offer(bytes(producer.max_length))
