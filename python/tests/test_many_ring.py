# SPDX-License-Identifier: Apache-2.0
"""Many-to-one rings: one order, lanes of bounded length, producers that end, die or go on after others."""
from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import ashlar

LANES, ENTRIES, LANE_BYTES = 2, 16, 256
ORDER = 384 + LANES * 128


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An empty ring."""
    data = bytearray(ORDER + ENTRIES * 8 + LANES * LANE_BYTES)
    struct.pack_into("<8siiii", data, 0, b"ashlfunl", 1, ENTRIES, LANES, LANE_BYTES)
    (tmp_path / "many").write_bytes(data)
    return tmp_path / "many"


def test_should_keep_the_order_of_all_producers(path: Path) -> None:
    with ashlar.Ring(path) as ring:
        producers = [ring.producer(), ring.producer()]
        with pytest.raises(ashlar.StoreError, match="each lane"):
            ring.producer()
        consumer = ring.consumer()
        sent = taken = 0
        while sent < 2_000:
            message = str(sent).encode() * (sent % 5)
            if producers[sent // 3 % 2].offer(message, sent):
                sent += 1
                continue
            for kind, found in consumer.poll(3):
                assert (kind, found) == (taken, str(taken).encode() * (taken % 5))
                taken += 1
        taken += len(consumer.poll())
        assert taken == sent and consumer.poll() == []
        producers[0].close()
        assert not consumer.is_done()
        producers[1].close()
        assert consumer.is_done()


def test_should_bound_what_a_lane_holds(path: Path) -> None:
    with ashlar.Ring(path) as ring:
        producer = ring.producer()
        assert producer.max_length == LANE_BYTES // 8 - 8
        with pytest.raises(ValueError):
            producer.offer(bytes(25))
        # By entries, of which it has half, or by bytes.
        assert [producer.offer(b"", n) for n in range(9)] == [True] * 8 + [False]
        consumer = ring.consumer()
        assert [kind for kind, _ in consumer.poll(5)] == [0, 1, 2, 3, 4]
        assert [producer.offer(bytes(24), n) for n in range(6)] == [True] * 5 + [False]
        other = ring.producer()
        assert other.offer(b"other")
        assert len(consumer.poll()) == 9
        # Its refused messages were counted, and no others.
        refused = [ring._words.load(384 + lane * 128 + 8) for lane in range(2)]
        assert refused == [2, 0]


def test_should_go_on_after_a_producer_that_did_not_end(path: Path) -> None:
    with ashlar.Ring(path) as ring:
        first = ring.producer()
        for n in range(5):
            assert first.offer(bytes(20), n)
    with ashlar.Ring(path) as ring:
        second = ring.producer()
        assert [second.offer(bytes(24), 5 + n) for n in range(4)] == [True, True, True, False]
        consumer = ring.consumer()
        assert [kind for kind, _ in consumer.poll()] == list(range(8))
        for n in range(100):
            assert second.offer(bytes(n % 25), n)
            assert consumer.poll() == [(n, bytes(n % 25))]


def test_should_take_entries_of_several_records(path: Path) -> None:
    data = bytearray(path.read_bytes())
    records = ORDER + ENTRIES * 8
    struct.pack_into("<q", data, ORDER, 1 << 30)
    struct.pack_into("<Ii8sIi", data, records, 3 | 1 << 31, 1, b"one", 0, 2)
    struct.pack_into("<q", data, 128, 1)
    path.write_bytes(data)
    with ashlar.Ring(path) as ring:
        consumer = ring.consumer()
        assert consumer.poll(1) == [(1, b"one")]
        assert ring._words.load(256) == 0, "released while a record of its entry was not taken"
        assert consumer.poll(1) == [(2, b"")]
        assert ring._words.load(256) == 1


def test_should_help_a_producer_that_stopped_before_the_tail(path: Path) -> None:
    with ashlar.Ring(path) as ring:
        first, second = ring.producer(), ring.producer()
        assert first.offer(b"first")
        ring._words.store(128, 0)
        assert second.offer(b"second")
        assert [m for _, m in ring.consumer().poll()] == [b"first", b"second"]


def test_should_go_round_after_many_laps(path: Path) -> None:
    # The last entries before laps, of which 34 bits are stored, begin again.
    index = ((1 << 34) - 2) * ENTRIES
    data = bytearray(path.read_bytes())
    for entry in range(ENTRIES):
        struct.pack_into("<Q", data, ORDER + entry * 8, (1 << 34) - 2 << 30)
    for word in (128, 256):
        struct.pack_into("<q", data, word, index)
    path.write_bytes(data)
    with ashlar.Ring(path) as ring:
        producer, consumer = ring.producer(), ring.consumer()
        for n in range(3 * ENTRIES):
            assert producer.offer(bytes(n % 9), n)
            assert consumer.poll() == [(n, bytes(n % 9))]


CHILD = """
import os, sys, ashlar
with ashlar.Ring(sys.argv[1]) as ring:
    producer = ring.producer()
    print("begun", flush=True)
    n = 0
    while n < int(sys.argv[3]):
        if producer.offer(int(sys.argv[2]).to_bytes(8, "little") + n.to_bytes(8, "little"), n):
            n += 1
        else:
            os.sched_yield()
    producer.close()
"""


def child(path: Path, id_: int, count: int) -> subprocess.Popen[str]:
    started = subprocess.Popen([sys.executable, "-c", CHILD, str(path), str(id_), str(count)], stdout=subprocess.PIPE,
                               text=True)
    assert started.stdout is not None and started.stdout.readline() == "begun\n"
    return started


def test_should_carry_messages_of_two_processes(path: Path) -> None:
    count = 3_000
    with ashlar.Ring(path) as ring:
        consumer = ring.consumer()
        with child(path, 0, count) as first, child(path, 1, count) as second:
            expected = [0, 0]
            while not consumer.is_done():
                for kind, message in consumer.poll():
                    id_, number = struct.unpack("<qq", message)
                    assert kind == number == expected[id_]
                    expected[id_] += 1
                os.sched_yield()
                assert first.poll() in (None, 0) and second.poll() in (None, 0)
        assert expected == [count, count]


def test_should_lose_nothing_when_a_producer_is_killed(path: Path) -> None:
    with ashlar.Ring(path) as ring:
        consumer = ring.consumer()
        with child(path, 0, 1 << 40) as first:
            taken = 0
            killed = False
            while first.poll() is None or ring.has_producer(0):
                taken += len(consumer.poll())
                # Far more than fits, however slow the machine is: the producer is at work.
                if taken > 3_000 and not killed:
                    os.kill(first.pid, signal.SIGKILL)
                    killed = True
                os.sched_yield()
            taken += len(consumer.poll())
        assert killed and consumer.poll() == [] and not consumer.is_done()
        with child(path, 0, 1_000):
            for n in range(1_000):
                while not (found := consumer.poll(1)):
                    os.sched_yield()
                assert found == [(n, struct.pack("<qq", 0, n))]
        assert consumer.is_done()


@pytest.mark.parametrize("word, value", [(12, 3), (12, 1), (12, 1 << 25), (16, 0), (16, 65), (20, 32), (20, 100),
                                         (20, 1 << 28), (20, 512), (8, 2)])
def test_should_refuse_headers_that_no_ring_has(path: Path, word: int, value: int) -> None:
    data = bytearray(path.read_bytes())
    struct.pack_into("<i", data, word, value)
    path.write_bytes(data)
    with pytest.raises(ashlar.FormatVersionError if word == 8 else ashlar.DamagedError):
        ashlar.Ring(path)
    # Nothing stays locked or open.
    with pytest.raises(ashlar.StoreError, match="ring"):
        ashlar.Ring(path)


@pytest.mark.parametrize("offset, word", [(ORDER, 5 << 30), (ORDER, 1 << 30 | 2), (ORDER, 1 << 30 | 32 << 6),
                                          (ORDER + 128, 249 | 1 << 31), (ORDER + 128, 249), (ORDER + 128, -2 << 32),
                                          (ORDER + 128, -1 << 32 | 8)])
def test_should_refuse_damaged_entries_and_records(path: Path, offset: int, word: int) -> None:
    with ashlar.Ring(path) as ring:
        producer, consumer = ring.producer(), ring.consumer()
        assert producer.offer(bytes(24), 3)
        for place in range(32, LANE_BYTES, 32):
            assert producer.offer(bytes(24))
        ring._words.store(offset, word)
        for _ in range(2):
            with pytest.raises(ashlar.DamagedError):
                consumer.poll()
        assert not consumer.is_done()
