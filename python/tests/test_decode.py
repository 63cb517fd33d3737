# SPDX-License-Identifier: Apache-2.0
"""Captures: every way in which a packet comes, and every way in which it can be damaged."""
from __future__ import annotations

import gzip
import struct
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import ashlar
from kit import BOOT, unzip

TIME = 1_700_000_000_123_456_789


@pytest.fixture(scope="module")
def feed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[bytes]]:
    """A schema, and messages of it."""
    folder = unzip("live", tmp_path_factory.mktemp("live"))
    with ashlar.Store(folder, BOOT) as store:
        messages = [m.data for m in store.messages("orders", decode=False)][:4]
    return sorted((folder / "schemas").iterdir())[-1], messages


def mdp(*messages: bytes) -> bytes:
    """A datagram of cme-mdp3."""
    return struct.pack("<IQ", 7, TIME) + b"".join(struct.pack("<H", len(m) + 2) + m for m in messages)


def udp(payload: bytes) -> bytes:
    return struct.pack(">HHHH", 1, 2, len(payload) + 8, 0) + payload


def ipv4(body: bytes, protocol: int = 17, fragment: int = 0) -> bytes:
    return struct.pack(">BBHHHBBHII", 0x45, 0, 20 + len(body), 1, fragment, 64, protocol, 0, 1, 2) + body


def ipv6(body: bytes, protocol: int = 17) -> bytes:
    return struct.pack(">IHBB32x", 6 << 28, len(body), protocol, 64) + body


def ethernet(body: bytes, kind: int = 0x0800, tags: int = 0) -> bytes:
    return bytes(12) + b"".join(struct.pack(">HH", 0x8100, 5) for _ in range(tags)) + struct.pack(">H", kind) + body


def pcap(*packets: bytes, order: str = "<", link: int = 1, wire: int = 0) -> bytes:
    data = struct.pack(order + "IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, link)
    for packet in packets:
        data += struct.pack(order + "IIII", TIME // 10**9, TIME % 10**9, len(packet), wire or len(packet)) + packet
    return data


def block(kind: int, body: bytes, order: str) -> bytes:
    body += bytes(-len(body) % 4)
    return struct.pack(order + "II", kind, len(body) + 12) + body + struct.pack(order + "I", len(body) + 12)


def pcapng(*packets: bytes, order: str = "<") -> bytes:
    data = block(0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1), order)
    options = struct.pack(order + "HHB3x", 9, 1, 9)
    data += block(1, struct.pack(order + "HHI", 1, 0, 0) + options, order) + block(0xBAD, b"unknown", order)
    for packet in packets:
        stamp = struct.pack(order + "IIIII", 0, TIME >> 32, TIME & 0xffffffff, len(packet), len(packet))
        data += block(6, stamp + packet, order)
    return data


def found(feed: tuple[Path, list[bytes]], folder: Path, capture: bytes, framing: str = "cme-mdp3",
          **options: Any) -> list[dict[str, Any]]:
    (folder / "capture").write_bytes(capture)
    return list(ashlar.decode(feed[0], folder / "capture", framing, **options))


def test_should_find_messages_however_they_are_packed(feed: tuple[Path, list[bytes]], tmp_path: Path) -> None:
    packet = ethernet(ipv4(udp(mdp(*feed[1]))))
    expected = found(feed, tmp_path, pcap(packet))
    assert len(expected) == len(feed[1]) and expected[0]["time"] == np.datetime64(TIME, "ns")
    same = [pcap(packet, order=">"), pcapng(packet), pcapng(packet, order=">"), gzip.compress(pcap(packet)),
            pcap(ethernet(ipv4(udp(mdp(*feed[1]))), tags=2)), pcap(ethernet(ipv6(udp(mdp(*feed[1]))), 0x86DD)),
            pcap(ethernet(ipv6(b"\x11\0\0\0\0\0\0\0" + udp(mdp(*feed[1])), 0), 0x86DD)),
            pcap(ipv4(udp(mdp(*feed[1]))), link=101), pcap(struct.pack("<I", 2) + ipv4(udp(mdp(*feed[1]))), link=0),
            pcap(bytes(14) + b"\x08\0" + ipv4(udp(mdp(*feed[1]))), link=113),
            pcap(packet + b"link padding"), pcap(*(ethernet(ipv4(udp(mdp(m)))) for m in feed[1]))]
    for i, capture in enumerate(same):
        assert found(feed, tmp_path, capture) == expected, f"capture {i}"


def test_should_know_framings_by_name_and_description(feed: tuple[Path, list[bytes]], tmp_path: Path) -> None:
    messages = feed[1]
    expected = found(feed, tmp_path, pcap(ethernet(ipv4(udp(mdp(*messages))))))
    sizes = [len(m) for m in messages]
    payloads = {
        "raw": b"".join(messages),
        "cme-ilink3": b"".join(struct.pack("<H2s", n + 4, b"\xfe\xca") + m for n, m in zip(sizes, messages)),
        "b3": bytes(16) + b"".join(struct.pack("<H2s", n + 4, b"\x50\xeb") + m for n, m in zip(sizes, messages)),
        "memoir": bytes(18) + struct.pack(">H", len(sizes)) + b"".join(
            struct.pack(">H", n) + m for n, m in zip(sizes, messages)),
        "sofh": b"".join(struct.pack(">I2s", n + 6, b"\x5b\xe0") + m for n, m in zip(sizes, messages)),
        "length=u8,counts=rest,align=4": b"".join(
            bytes(-at % 4) + bytes([n]) + m for n, m, at in zip(sizes, messages, [0, *(n + 1 for n in sizes)]))}
    for framing, payload in payloads.items():
        assert found(feed, tmp_path, pcap(ethernet(ipv4(udp(payload)))), framing) == expected, framing
    heartbeat = pcap(ethernet(ipv4(udp(b"\1" + bytes(17)))))
    assert found(feed, tmp_path, heartbeat, "memoir") == []
    for wrong in ("cme", "length=u24le", "length=u16le,colour=red", "counts=rest", "length=u16le,length=u16le",
                  "length=u16le,align=3", "length=u16le,packet=4,count=u16le@3", "length=u16le,numbers=messages",
                  "length=u32le,message=2", "length=u16le,message=3,marker=feca@2"):
        with pytest.raises(ValueError, match="framing"):
            found(feed, tmp_path, b"", wrong)


def test_should_say_which_packet_cannot_be_decoded(feed: tuple[Path, list[bytes]], tmp_path: Path) -> None:
    good = ethernet(ipv4(udp(mdp(feed[1][0]))))
    short = feed[1][1][:-3]
    unknown = bytearray(feed[1][0])
    unknown[2:4] = b"\xff\x7f"
    other = bytearray(feed[1][0])
    other[4:6] = b"\xff\x7f"
    cases = {"message ends": ethernet(ipv4(udp(mdp(short)))),
             "unknown template": ethernet(ipv4(udp(mdp(bytes(unknown))))),
             "schemaId": ethernet(ipv4(udp(mdp(bytes(other))))),
             "impossible frame": ethernet(ipv4(udp(mdp() + b"\xff\x7f"))),
             "impossible headers": ethernet(b"\x45"), "TCP": ethernet(ipv4(bytes(12) + b"\x50" + bytes(20), 6)),
             "fragment": ethernet(ipv4(b"12345678", fragment=0x2000))}
    for what, packet in cases.items():
        capture = pcap(good, packet, good)
        with pytest.raises(ashlar.CaptureError, match=what) as e:
            found(feed, tmp_path, capture)
        assert e.value.packet == 1
        decoding = ashlar.decode(feed[0], tmp_path / "capture", "cme-mdp3", on_damage="skip")
        assert len(list(decoding)) == 2 and decoding.problem_count == 1 and what in str(decoding.problems[0])
    # What carries no messages is no damage.
    for packet in (ethernet(b"arp", 0x0806), ethernet(ipv4(b"icmp", 1)),
                   ethernet(ipv4(bytes(12) + b"\x50" + bytes(7), 6)), ethernet(ipv4(udp(mdp())))):
        (tmp_path / "capture").write_bytes(pcap(good, packet))
        decoding = ashlar.decode(feed[0], tmp_path / "capture", "cme-mdp3")
        assert len(list(decoding)) == 1 and sum(decoding.skipped.values()) == 1


def test_should_give_what_is_whole_before_it_says_what_is_not(feed: tuple[Path, list[bytes]], tmp_path: Path) -> None:
    packet = ethernet(ipv4(udp(mdp(*feed[1][:2]))))
    whole = pcap(packet, packet)
    packed = gzip.compress(whole)
    long = whole[:24] + struct.pack("<IIII", 0, 0, 1 << 30, 1 << 30) + whole[40:]
    for capture, least in [(whole[:-5], 3), (whole[:30], 0), (pcap(packet[:-5], wire=len(packet)), 1),
                           (b"no capture", 0), (packed[:-12], 0), (packed[:40] + b"\0\0" + packed[42:], 0),
                           (pcapng(packet, packet)[:-9], 3), (long, 0)]:
        decoding = iter(ashlar.decode(feed[0], tmp_path / "capture", "cme-mdp3"))
        (tmp_path / "capture").write_bytes(capture)
        messages = []
        with pytest.raises(ashlar.CaptureError):
            for message in decoding:
                messages.append(message)
        assert len(messages) >= least


def test_should_never_fail_otherwise_on_hostile_captures(feed: tuple[Path, list[bytes]], tmp_path: Path) -> None:
    random = Random(11)
    packet = ethernet(ipv4(udp(mdp(*feed[1]))), tags=1)
    for capture in (pcap(packet, packet), pcapng(packet, packet)):
        for _ in range(300):
            data = bytearray(capture)
            for _ in range(random.randint(1, 4)):
                data[random.randrange(len(data))] = random.choice([0, 1, 0x7f, 0x80, 0xff, random.randrange(256)])
            (tmp_path / "capture").write_bytes(data)
            decoding = ashlar.decode(feed[0], tmp_path / "capture", random.choice(["cme-mdp3", "raw", "b3"]),
                                     on_damage="skip")
            list(decoding)
            for block_ in decoding.schema.messages:
                decoding.columns(block_.name)


def test_should_make_columns_of_templates_and_groups(feed: tuple[Path, list[bytes]], tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    messages = found(feed, tmp_path, pcap(ethernet(ipv4(udp(mdp(*feed[1]))))))
    decoding = ashlar.decode(feed[0], tmp_path / "capture", "cme-mdp3")
    template = messages[0]["template"]
    rows = [m for m in messages if m["template"] == template]
    table = decoding.to_arrow(template)
    assert table.num_rows == len(rows) and table.schema.field("_time").type == pa.timestamp("ns")
    block_ = decoding.schema.block(template)
    for group in block_.groups:
        entries = decoding.to_arrow(f"{template}/{group.name}")
        assert entries.num_rows == sum(len(m[group.name]) for m in rows)
        assert entries["_parent"].to_pylist() == [i for i, m in enumerate(rows) for _ in m[group.name]]
        batches = list(decoding.to_batches(f"{template}/{group.name}", rows=2))
        assert len(batches) > 1 and pa.Table.from_batches(batches).to_pylist() == entries.to_pylist()
    assert block_.groups
    with pytest.raises(ashlar.SchemaError, match="no such block"):
        decoding.to_arrow("Nobody")
    # A template that does not occur has columns, and no rows.
    for other in decoding.schema.messages:
        assert decoding.to_arrow(other.name).num_rows == sum(m["template"] == other.name for m in messages)


def streams(messages: list[bytes]) -> dict[str, bytes]:
    """Files of messages, without packets."""
    header = b"\xfe\xca" + struct.pack("<IQ", 7, TIME)
    frames = [struct.pack("<H", len(m) + 2) + m for m in messages]
    padded = [struct.pack("<H", len(m) + 2) + m + bytes(-(len(m) + 2) % 8) for m in messages]
    return {"raw": b"".join(messages), "cme-mdp3": header + header + header.join(frames) + header,
            "cme-ilink3": b"".join(struct.pack("<H2s", len(m) + 4, b"\xfe\xca") + m for m in messages),
            "b3": b"".join(struct.pack("<H2s", len(m) + 4, b"\x50\xeb") + m for m in messages),
            "memoir": b"".join(struct.pack(">H", len(m)) + m for m in messages),
            "sofh": b"".join(struct.pack(">I2s", len(m) + 6, b"\xeb\x50") + m for m in messages),
            "length=u16le,align=8": b"".join(padded)[:-1]}


def test_should_read_files_without_packets(feed: tuple[Path, list[bytes]], tmp_path: Path) -> None:
    expected = found(feed, tmp_path, pcap(ethernet(ipv4(udp(mdp(*feed[1]))))))
    for message in expected:
        del message["time"]
    assert (sum(map(len, feed[1])) + 2 * len(feed[1])) % 8
    # So that messages lie across the pieces in which a file is read.
    many = 1500
    for framing, data in streams(feed[1] * many).items():
        assert found(feed, tmp_path, data, framing) == expected * many, framing
        assert found(feed, tmp_path, gzip.compress(data), framing) == expected * many, framing
    assert found(feed, tmp_path, b"", "b3") == found(feed, tmp_path, gzip.compress(b""), "raw") == []


def test_should_say_where_a_file_ends_inside_a_message(feed: tuple[Path, list[bytes]], tmp_path: Path) -> None:
    for framing, data in streams(feed[1]).items():
        # Of the stream of cme-mdp3 the last frame is before a header.
        end = len(data) - 14 if framing == "cme-mdp3" else len(data)
        for cut in (end - len(feed[1][-1]) + 1, end - 9):
            with pytest.raises(ashlar.CaptureError, match="incomplete message at the end: offset="):
                found(feed, tmp_path, data[:cut], framing)
            skipping = ashlar.decode(feed[0], tmp_path / "capture", framing, on_damage="skip")
            assert len(list(skipping)) == len(feed[1]) - 1 and skipping.problem_count == 1, framing
            packed = gzip.compress(data)[:-9]
            with pytest.raises(ashlar.CaptureError, match="compressed bytes are damaged"):
                found(feed, tmp_path, packed, framing)
    for framing, data in {"raw": b"\1\0\x63\0\x86\3\0\0", "b3": b"\x20\0\x50\xec", "cme-mdp3": b"\1\0\0\0",
                          "sofh": b"\0\x20\0\0\xeb\x50"}.items():
        good = streams(feed[1])[framing]
        with pytest.raises(ashlar.CaptureError, match=f"no frame can begin here: offset={len(good)};"):
            found(feed, tmp_path, good + data, framing)


def test_should_ask_for_sbeir_instead_of_xml(tmp_path: Path) -> None:
    (tmp_path / "feed.xml").write_text("<messageSchema/>")
    with pytest.raises(ashlar.SchemaError, match="ashlar compile .*feed.xml -l sbeir"):
        ashlar.decode(tmp_path / "feed.xml", "capture")
    with pytest.raises(FileNotFoundError):
        ashlar.decode(tmp_path / "none.sbeir", "capture")
