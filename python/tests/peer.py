# SPDX-License-Identifier: Apache-2.0
"""One side of a ring whose other sides are in other processes, as c/tests/peer.c; started by PythonLiveTest.java.

    peer.py produce FILE ID FROM COUNT      adds messages with the numbers FROM and on
    peer.py consume FILE COUNT              takes messages until COUNT were taken, or all producers have ended or died
"""
from __future__ import annotations

import os
import struct
import sys

import ashlar


def produce(ring: ashlar.Ring, id_: int, first: int, count: int) -> None:
    producer = ring.producer()
    pack = struct.Struct("<qq").pack
    seen = False
    number = first
    while number < first + count:
        rest = 0 if ring.is_fixed else number % 4 * 4
        message = pack(id_, number) + bytes((number & 0xff,)) * rest
        if producer.offer(message, number & 0x7fffffff):
            number += 1
            continue
        alive = ring.has_consumer()
        if seen and not alive:
            print(f"consumer has died: number={number}")
            break
        seen = alive
        os.sched_yield()
    producer.close()


def consume(ring: ashlar.Ring, count: int) -> None:
    consumer = ring.consumer()
    unpack = struct.Struct("<qq").unpack_from
    firsts: dict[int, int] = {}
    nexts: dict[int, int] = {}
    taken = 0
    seen = alive = False
    print("begun", flush=True)
    while taken < count:
        found = consumer.poll(min(256, count - taken))
        for kind, message in found:
            id_, number = unpack(message)
            assert number == nexts.get(id_, number), f"out of order: {number}, {nexts[id_]}"
            rest = 0 if ring.is_fixed else number % 4 * 4
            assert message[16:] == bytes((number & 0xff,)) * rest, f"other bytes: number={number}"
            assert ring.is_fixed or kind == number & 0x7fffffff, f"another type: number={number}"
            firsts.setdefault(id_, number)
            nexts[id_] = number + 1
        taken += len(found)
        if not found:
            if consumer.is_done():
                break
            # Asked before the last look for messages, so that nothing can have come since.
            if seen and not alive:
                print("producers have died")
                break
            alive = any(ring.has_producer(lane) for lane in range(ring.lanes))
            seen = seen or alive
            os.sched_yield()
    consumer.close()
    print(f"taken={taken}" + "".join(f", producer={i}, first={firsts[i]}, next={nexts[i]}" for i in sorted(nexts)))


if __name__ == "__main__":
    with ashlar.Ring(sys.argv[2]) as the_ring:
        if sys.argv[1] == "produce":
            produce(the_ring, *(int(argument) for argument in sys.argv[3:6]))
        else:
            consume(the_ring, int(sys.argv[3]))
