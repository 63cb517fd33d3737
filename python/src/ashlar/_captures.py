# SPDX-License-Identifier: Apache-2.0
"""The packets of a capture, pcap or pcapng, and the bytes of any other file; also compressed by gzip."""
from __future__ import annotations

import gzip
import os
import struct
import zlib
from dataclasses import dataclass
from typing import Any, BinaryIO, Iterator

from .errors import CaptureError

_MAX_RECORD = 16 << 20
_SOME = 1 << 16
_NS = 1_000_000_000
_MAX_TIME = (1 << 63) - 1
# By magic of pcap: nanoseconds of the unit of fractions, and bytes of a record header.
_PCAP = {0xA1B2C3D4: (1000, 16), 0xA1B23C4D: (1, 16), 0xA1B2CD34: (1000, 24)}
_SECTION, _INTERFACE, _OBSOLETE, _SIMPLE, _ENHANCED = 0x0A0D0D0A, 1, 2, 3, 6
_BYTE_ORDER = 0x1A2B3C4D


@dataclass(frozen=True)
class Packet:
    """A packet as it was captured.

    :ivar index: 0 for the first of the capture
    :ivar time: nanoseconds since 1970; None if the capture does not have it
    :ivar link: type of the link layer
    :ivar wire: bytes on the wire; `data` may have fewer
    """
    index: int
    time: int | None
    link: int
    data: memoryview
    wire: int


class _Source:
    """Bytes of a file, decompressed."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.name = os.fspath(path)
        self.index = 0
        self._file: BinaryIO = open(path, "rb")
        if self._file.read(2) == b"\x1f\x8b":
            self._file.close()
            self._file = gzip.open(path, "rb")  # type: ignore[assignment]
        else:
            self._file.seek(0)

    def read(self, length: int) -> bytes:
        """Up to `length` bytes; fewer only at the end."""
        try:
            return self._file.read(length)
        except (EOFError, OSError, zlib.error) as e:
            raise self.damaged(f"compressed bytes are damaged: {e}") from e

    def read_some(self) -> bytes:
        """The next bytes; empty only at the end."""
        try:
            return self._file.read1(_SOME)  # type: ignore[attr-defined, no-any-return]
        except (EOFError, OSError, zlib.error) as e:
            raise self.damaged(f"compressed bytes are damaged: {e}") from e

    def damaged(self, what: str) -> CaptureError:
        return CaptureError(f"{what} ({self.name})", self.index)

    def cut(self) -> CaptureError:
        return self.damaged("capture ends inside a record")

    def close(self) -> None:
        self._file.close()


def is_capture(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins with the magic of pcap or pcapng."""
    source = _Source(path)
    try:
        magic = source.read(4)
        return len(magic) == 4 and (int.from_bytes(magic, "little") in (*_PCAP, _SECTION)
                                    or int.from_bytes(magic, "big") in _PCAP)
    except CaptureError:
        return False
    finally:
        source.close()


def pieces(path: str | os.PathLike[str]) -> Iterator[bytes]:
    """The bytes of a file that is not a capture.

    :raises CaptureError: if compressed bytes are damaged
    """
    source = _Source(path)
    try:
        while piece := source.read_some():
            yield piece
    finally:
        source.close()


def packets(path: str | os.PathLike[str]) -> Iterator[Packet | CaptureError]:
    """The packets of a capture. Raises an error after the last whole packet if the capture ends inside a record."""
    source = _Source(path)
    try:
        magic = source.read(4)
        little = int.from_bytes(magic, "little")
        if little in _PCAP or int.from_bytes(magic, "big") in _PCAP:
            yield from _pcap(source, "<" if little in _PCAP else ">", magic)
        elif little == _SECTION:
            yield from _Pcapng(source).packets(magic)
        else:
            yield source.damaged(f"neither pcap nor pcapng: magic={magic.hex()}")
    except CaptureError as e:
        yield e
    finally:
        source.close()


def _pcap(source: _Source, order: str, magic: bytes) -> Iterator[Packet | CaptureError]:
    unit, size = _PCAP[int.from_bytes(magic, "little" if order == "<" else "big")]
    head = source.read(20)
    if len(head) < 20:
        raise source.cut()
    link = struct.unpack_from(order + "I", head, 16)[0] & 0xffff
    while True:
        record = source.read(size)
        if len(record) < size:
            if record:
                raise source.cut()
            return
        seconds, fraction, captured, wire = struct.unpack_from(order + "IIII", record)
        if captured > _MAX_RECORD:
            raise source.damaged(f"packet too long: captured={captured}, max={_MAX_RECORD}")
        data = source.read(captured)
        yield Packet(source.index, seconds * _NS + fraction * unit, link, memoryview(data), wire)
        source.index += 1
        if len(data) < captured:
            raise source.cut()


class _Pcapng:
    def __init__(self, source: _Source) -> None:
        self._source = source
        self._order = "<"
        # Link type, longest packet, resolution and offset of times.
        self._interfaces: list[tuple[int, int, int, int]] = []

    def _u32(self, data: bytes, at: int) -> int:
        return int(struct.unpack_from(self._order + "I", data, at)[0])

    def _u16(self, data: bytes, at: int) -> int:
        return int(struct.unpack_from(self._order + "H", data, at)[0])

    def packets(self, begin: bytes) -> Iterator[Packet | CaptureError]:
        source = self._source
        while True:
            head = begin + source.read(12 - len(begin))
            begin = b""
            if len(head) < 12:
                if head:
                    raise source.cut()
                return
            if head[:4] == _SECTION.to_bytes(4, "little"):
                self._order = "<" if int.from_bytes(head[8:12], "little") == _BYTE_ORDER else ">"
                if self._u32(head, 8) != _BYTE_ORDER:
                    raise source.damaged(f"section without byte order: magic={head[8:12].hex()}")
            kind, length = self._u32(head, 0), self._u32(head, 4)
            if length < 12 or length % 4:
                raise source.damaged(f"block length impossible: length={length}")
            if length > _MAX_RECORD and kind in (_SECTION, _INTERFACE, _OBSOLETE, _SIMPLE, _ENHANCED):
                raise source.damaged(f"block too long: type={kind}, length={length}, max={_MAX_RECORD}")
            block = head + self._rest(length - 12)
            whole = len(block) == length
            if whole and self._u32(block, length - 4) != length:
                raise source.damaged(f"block length differs at its end: length={length}, "
                                     f"trailer={self._u32(block, length - 4)}")
            if kind in (_OBSOLETE, _SIMPLE, _ENHANCED):
                packet = self._packet(kind, block, length)
                if packet is not None:
                    yield packet
                    source.index += 1
            elif whole and kind == _INTERFACE:
                self._interface(block)
            elif whole and kind == _SECTION:
                self._section(block)
            if not whole:
                raise source.cut()

    def _rest(self, length: int) -> bytes:
        """The rest of a block. A long block that is not needed is read in pieces, so that a wrong length cannot exhaust
        memory.
        """
        data = bytearray()
        while len(data) < length:
            piece = self._source.read(min(length - len(data), _MAX_RECORD))
            if not piece:
                break
            data += piece
        return bytes(data)

    def _section(self, block: bytes) -> None:
        if len(block) < 28:
            raise self._source.damaged(f"section header too short: length={len(block)}, min=28")
        if self._u16(block, 12) != 1:
            raise self._source.damaged(f"unknown pcapng version: major={self._u16(block, 12)}, known=1")
        self._interfaces = []

    def _interface(self, block: bytes) -> None:
        if len(block) < 20:
            raise self._source.damaged(f"interface block too short: length={len(block)}, min=20")
        resolution, offset = 6, 0
        at, end = 16, len(block) - 4
        while at + 4 <= end:
            code, length = self._u16(block, at), self._u16(block, at + 2)
            if code == 0 or at + 4 + length > end:
                break
            if code == 9 and length >= 1:
                resolution = block[at + 4]
            elif code == 14 and length >= 8:
                offset = int(struct.unpack_from(self._order + "q", block, at + 4)[0])
            at += 4 + (length + 3) // 4 * 4
        self._interfaces.append((self._u16(block, 8), self._u32(block, 12), resolution, offset))

    def _packet(self, kind: int, block: bytes, length: int) -> Packet | None:
        header = 12 if kind == _SIMPLE else 28
        if length < header + 4:
            raise self._source.damaged(f"packet block too short: length={length}, min={header + 4}")
        if len(block) < header:
            return None
        number = 0 if kind == _SIMPLE else self._u16(block, 8) if kind == _OBSOLETE else self._u32(block, 8)
        if number >= len(self._interfaces):
            raise self._source.damaged(f"packet of an interface that was not described: interface={number}, "
                                       f"interfaces={len(self._interfaces)}")
        link, longest, resolution, offset = self._interfaces[number]
        room = length - header - 4
        time: int | None = None
        if kind == _SIMPLE:
            wire = self._u32(block, 8)
            captured = min(room, wire, longest or wire)
        else:
            time = _time(self._u32(block, 12) << 32 | self._u32(block, 16), resolution, offset)
            captured, wire = self._u32(block, 20), self._u32(block, 24)
        if captured > room:
            raise self._source.damaged(f"packet longer than its block: captured={captured}, room={room}")
        return Packet(self._source.index, time, link, memoryview(block)[header:header + captured], wire)


def _time(stamp: int, resolution: int, offset: int) -> int:
    """Nanoseconds since 1970, rounded down and clamped to 64 bits."""
    exponent = resolution & 0x7f
    ns = stamp * _NS >> exponent if resolution & 0x80 else stamp * _NS // 10 ** exponent
    return max(-_MAX_TIME, min(_MAX_TIME, min(_MAX_TIME, ns) + offset * _NS))


__all__: list[Any] = ["Packet", "packets"]
