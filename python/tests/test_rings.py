# SPDX-License-Identifier: Apache-2.0
"""Rings that Java has filled are read, and rings that Python fills are read in another process."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import ashlar
from ashlar import _rings
from kit import KIT, in_child, unzip


def test_should_take_what_java_added(tmp_path: Path) -> None:
    unzip("queues", tmp_path)
    answers = json.loads((KIT / "queues.json").read_text())
    assert list(answers) == ["one", "group", "fixed", "many", "cells"]
    for name in list(answers)[:4]:
        with ashlar.Ring(tmp_path / name) as ring:
            consumer = ring.consumer()
            messages = consumer.poll()
            if name == "group":
                # There is no order between its lanes.
                messages.sort(key=lambda message: message[0])
            kind = "fixed-length" if ring.is_fixed else "many-to-one" if ring.is_many_to_one else "one-to-one"
            assert answers[name] == {
                "kind": kind, "lanes": ring.lanes, "capacity": ring.capacity, "messageBytes": ring.message_bytes,
                "entries": ring.entries, "done": consumer.is_done(),
                "messages": [{"type": type_, "bytes": message.hex()} for type_, message in messages]}
            assert consumer.poll() == [] and not any(ring.has_producer(lane) for lane in range(ring.lanes))
    cells = {"versioned": ashlar.Cell(tmp_path / "cells", 9),
             "seqlock": ashlar.SeqlockCell(tmp_path / "cells", 9, offset=256)}
    for name, cell in cells.items():
        with cell:
            version, value = cell.read() or (0, b"")
            assert answers["cells"][name] == {"version": version, "bytes": value.hex()}


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
            with pytest.raises(ashlar.ClosedError, match="closed"):
                producer.offer(bytes(producer.max_length))
            with ring.consumer() as consumer:
                assert consumer.poll()
            assert producer.offer(bytes(producer.max_length))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("kind", ["one", "fixed", "many"])
def test_should_belong_to_the_process_that_opened_it(kind: str, tmp_path: Path) -> None:
    path = unzip("queues", tmp_path) / kind
    with ashlar.Ring(path) as ring, ring.producer() as producer, ring.consumer() as consumer:
        length = producer.max_length
        consumer.poll()
        assert producer.offer(bytes(length), 0)

        def use() -> None:
            for act in (lambda: producer.offer(bytes(length)), consumer.poll, consumer.is_done, ring.producer,
                        ring.has_consumer):
                with pytest.raises(ashlar.StoreError, match="before fork"):
                    act()
            with ashlar.Ring(path) as own:
                assert own.has_producer() and own.has_consumer()
                taken = own.producer() if own.lanes > 1 else None
                producer.close()
                consumer.close()
                ring.close()
                # The lock of this process is kept.
                assert taken is None or locked_by_another(path, own._length + taken._byte)
                with pytest.raises(ashlar.StoreError, match="has the file open"):
                    ashlar.Ring(path)

        in_child(use)
        assert ring.has_producer() and ring.has_consumer() and producer.offer(bytes(length), 0)
        assert [len(message) for _, message in consumer.poll()] == [length, length] and not consumer.is_done()
        while producer.offer(bytes(length), 0):
            pass
        assert not producer.offer(bytes(length), 0)  # the consumer has not left


def locked_by_another(path: Path, byte: int) -> bool:
    code = "import os, sys; from ashlar import _locks; fd = os.open(sys.argv[1], os.O_RDWR); " \
           "sys.exit(0 if _locks.is_taken(fd, int(sys.argv[2])) else 1)"
    return subprocess.run([sys.executable, "-c", code, str(path), str(byte)]).returncode == 0


HOLDER = """
import os, sys, time
from ashlar import _locks
fd = os.open(sys.argv[1], os.O_RDWR)
length = os.fstat(fd).st_size
assert _locks.take(fd, length) and _locks.take(fd, length + 1)
print("locked", flush=True)
time.sleep(0.02)
"""


def test_should_wait_for_a_lock_that_is_held_for_a_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # On a busy machine a moment takes long.
    monkeypatch.setattr(_rings, "_ATTEMPTS", 30_000)
    path = unzip("queues", tmp_path) / "one"
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "locked\n"
        with ashlar.Ring(path) as ring:
            # As a process does that only looks whether a side is taken.
            with ring.consumer() as consumer:
                assert len(consumer.poll()) == 3
            ring.producer().close()
