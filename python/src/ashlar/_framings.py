# SPDX-License-Identifier: Apache-2.0
"""Framings: the bytes around messages in a datagram or stream (docs/framings.md)."""
from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import Callable, Generator, Iterable, Iterator

_NAMED = {
    "cme-mdp3": "packet=12,sequence=u32le@0,time=u64le@4,length=u16le",
    "cme-ilink3": "length=u16le,message=4,marker=feca@2",
    "b3": "packet=16,sequence=u32le@4,time=u64le@8,length=u16le,message=4,marker=50eb@2",
    "coinbase-md": "packet=24,sequence=u64le@8,time=u64le@0,count=u8@19,length=u16le,message=0,align=8",
    "memoir": "packet=20,sequence=u64be@10,count=u16be@18,numbers=messages,length=u16be,counts=message,idle=18:00/01@0",
    "sofh": "length=u32be,message=6,marker=eb50@4",
}
_KEYS = ("length", "counts", "message", "marker", "align", "packet", "sequence", "time", "count", "numbers", "idle")
_FIELD = re.compile(r"(?:u8|u(16|32|64)(le|be))(?:@(\d{1,4}))?")
_MARKER = re.compile(r"([0-9a-fA-F]{4})@(\d{1,4})")
_IDLE = re.compile(r"(\d{1,4})(?::([0-9a-fA-F]{2}(?:/[0-9a-fA-F]{2}){0,7})@(\d{1,4}))?")
_MAX_HEADER = 1024
_MAX_ALIGN = 64
# Longer messages are considered damage, as by the command.
MAX_MESSAGE = 1 << 20
_INCOMPLETE, _IMPOSSIBLE = -1, -2
Measure = Callable[[memoryview], "int | None"]


@dataclass(frozen=True)
class Field:
    format: str
    offset: int

    @property
    def end(self) -> int:
        return self.offset + struct.calcsize(self.format)

    def read(self, data: memoryview, at: int = 0) -> int:
        return int(struct.unpack_from(self.format, data, at + self.offset)[0])

    @property
    def greatest(self) -> int:
        return (1 << 8 * struct.calcsize(self.format)) - 1


@dataclass(frozen=True)
class Frame:
    """A frame, or the end of what could be divided into frames.

    :ivar message: empty if the rest of the datagram cannot be divided into frames
    :ivar problem: the reason; empty if there is a message
    """
    message: memoryview
    problem: str = ""


class Framing:
    """How datagrams and streams are divided into messages."""

    def __init__(self, text: str, measure: Measure | None = None) -> None:
        """
        :param text: a name or a description
        :param measure: for `raw`, returns the length of the message at the start of a memory, or None if more bytes are
            needed; raises ValueError if there is no message
        """
        self.text = text
        self._measure = measure if text == "raw" else None
        values: dict[str, str] = {}
        if text != "raw":
            values = self._parse(_NAMED.get(text, text))
        length = self._field("length", values.get("length", "u8@0"), True)
        self._length = length
        self._offset = self._number("message", values, length.end) if text != "raw" else 0
        self._align = self._number("align", values, 1)
        self._packet = self._number("packet", values, 0)
        if max(self._offset, self._packet, length.offset) > _MAX_HEADER or not 1 <= self._align <= _MAX_ALIGN \
                or self._align & self._align - 1:
            raise self._bad(f"offset outside the header, or align not a power of two: message={self._offset}, "
                            f"packet={self._packet}, align={self._align}")
        marker = self._match("marker", values, _MARKER)
        self._marker = None if marker is None else (int(marker[2]), bytes.fromhex(marker[1]))
        self._markers = {bytes.fromhex("eb50"), bytes.fromhex("5be0")} if text == "sofh" \
            else {self._marker[1]} if self._marker is not None else set()
        fields = [("length", length.offset, length.end)]
        if self._marker is not None:
            fields.append(("marker", self._marker[0], self._marker[0] + 2))
        for name, at, end in fields:
            if at < self._offset < end:
                raise self._bad(f"{name} field is partly in the message: offset={at}, end={end}, message={self._offset}")
        self._header = max(length.end, self._offset, 0 if self._marker is None else self._marker[0] + 2)
        counts = values.get("counts", "frame")
        if counts not in ("frame", "rest", "message"):
            raise self._bad(f"unknown value: counts={counts}; use frame, rest or message")
        self._not_counted = {"frame": 0, "rest": length.end, "message": self._offset}[counts]
        for key in ("sequence", "time", "count"):
            if key in values and self._field(key, values[key]).end > self._packet:
                raise self._bad(f"{key} reaches beyond the packet header: {key}={values[key]}, packet={self._packet}")
        # Packet headers between the frames of a stream: their first bytes, and their length.
        self._in_stream = (b"\xfe\xca", 2 + self._packet) if text == "cme-mdp3" else (b"", 0)
        self._count = self._field("count", values["count"]) if "count" in values else None
        if values.get("numbers", "packets") not in ("packets", "messages"):
            raise self._bad(f"unknown value: numbers={values['numbers']}; use packets or messages")
        self._numbers_messages = values.get("numbers") == "messages"
        if self._numbers_messages and self._count is None:
            raise self._bad("messages are numbered, but no field counts them")
        idle = self._match("idle", values, _IDLE)
        self._idle = 0 if idle is None else int(idle[1])
        self._idle_kinds = None if idle is None or idle[2] is None else {int(k, 16) for k in idle[2].split("/")}
        self._idle_offset = 0 if idle is None or idle[3] is None else int(idle[3])
        if self._idle and self._idle_offset >= self._idle:
            raise self._bad(f"byte outside an idle datagram: offset={self._idle_offset}, length={self._idle}")

    def _bad(self, what: str) -> ValueError:
        return ValueError(f"{what} (framing {self.text})")

    def _parse(self, text: str) -> dict[str, str]:
        if "=" not in text:
            raise self._bad(f"unknown framing: name one of {', '.join([*_NAMED, 'raw'])}, or describe it, such as "
                            f"length=u16le,message=4")
        values: dict[str, str] = {}
        for part in text.split(","):
            key, _, value = (p.strip() for p in part.partition("="))
            if key not in _KEYS or key in values or not value:
                raise self._bad(f"key unknown, repeated or without value: key={key}; known keys: {', '.join(_KEYS)}")
            values[key] = value
        if "length" not in values:
            raise self._bad("no length field: give its width, such as length=u16le")
        return values

    def _field(self, key: str, value: str, place_optional: bool = False) -> Field:
        found = _FIELD.fullmatch(value)
        if found is None or found[3] is None and not place_optional:
            raise self._bad(f"not a field: {key}={value}; write width, byte order and offset, such as u16le@4")
        code = {None: "B", "16": "H", "32": "I", "64": "Q"}[found[1]]
        return Field((">" if found[2] == "be" else "<") + code, int(found[3] or 0))

    def _number(self, key: str, values: dict[str, str], absent: int) -> int:
        if key in values and not re.fullmatch(r"\d{1,4}", values[key]):
            raise self._bad(f"not a number: {key}={values[key]}; write a decimal number below 10000")
        return int(values.get(key, absent))

    def _match(self, key: str, values: dict[str, str], pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.fullmatch(values[key]) if key in values else None
        if key in values and found is None:
            raise self._bad(f"cannot be read: {key}={values[key]}")
        return found

    def frames(self, data: memoryview, missing: int) -> Iterator[Frame]:
        """The messages of a datagram, then the problem if the rest cannot be divided into frames.

        :param missing: bytes at the end of the datagram that the capture lacks
        """
        if len(data) == 0 or missing == 0 and len(data) == self._idle and (
                self._idle_kinds is None or data[self._idle_offset] in self._idle_kinds):
            return
        tail = "message cut short" if missing else "impossible frame"
        if len(data) < self._packet:
            yield Frame(data[:0], f"{tail}: length={len(data)}, packet={self._packet}")
            return
        limit = None if self._count is None else self._count.read(data)
        at = self._packet
        if at == len(data) and self._numbers_messages and self._count is not None and limit == self._count.greatest:
            # End of session in MoldUDP64.
            return
        found = 0
        while at < len(data) and (limit is None or found < limit):
            length = self._frame_length(data[at:])
            if length < 0 or length > min(len(data) - at, MAX_MESSAGE):
                break
            found += 1
            if length > self._offset:
                yield Frame(data[at + self._offset:at + length])
            at = min(len(data), at + -(-length // self._align) * self._align)
        if at < len(data):
            yield Frame(data[:0], f"{tail}: offset={at}, length={len(data)}")
        elif missing == 0 and limit is not None and found < limit:
            yield Frame(data[:0], f"fewer frames than the header says: count={limit}, found={found}")

    def stream(self, pieces: Iterable[bytes]) -> Iterator[Frame]:
        """The messages of a stream or file, then the problem if the rest cannot be divided into frames."""
        begin = 0
        left = memoryview(b"")
        for piece in pieces:
            left = memoryview(bytes(left) + piece)
            at, stopped = yield from self._whole(left, False)
            begin += at
            left = left[at:]
            if stopped:
                yield Frame(left[:0], f"no frame can begin here: offset={begin}; check the framing")
                return
        at, stopped = yield from self._whole(left, True)
        if stopped:
            yield Frame(left[:0], f"no frame can begin here: offset={begin + at}; check the framing")
        elif at < len(left):
            yield Frame(left[:0], f"incomplete message at the end: offset={begin + at}, length={len(left) - at}")

    def _whole(self, data: memoryview, last: bool) -> Generator[Frame, None, tuple[int, bool]]:
        """The complete frames.

        :param last: whether nothing follows, so that padding may be missing
        :return: offset of the first incomplete frame, and whether no frame can begin there
        """
        at = 0
        while at < len(data):
            available = len(data) - at
            marker, header = self._in_stream
            if header and available < 2:
                break
            if header and data[at:at + 2] == marker:
                if available < header:
                    break
                at += header
                continue
            length = self._frame_length(data[at:])
            if length < 0:
                return at, length == _IMPOSSIBLE or available > MAX_MESSAGE
            if length > MAX_MESSAGE:
                return at, True
            stride = -(-length // self._align) * self._align
            if length > available or stride > available and not last:
                break
            if length > self._offset:
                yield Frame(data[at + self._offset:at + length])
            at += min(stride, available)
        return at, False

    def _frame_length(self, data: memoryview) -> int:
        """The length of the frame that begins here; `_INCOMPLETE` if that is not known yet, `_IMPOSSIBLE` if none does."""
        if self._measure is not None:
            try:
                length = self._measure(data)
                return _INCOMPLETE if length is None else length or _IMPOSSIBLE
            except ValueError:
                return _IMPOSSIBLE
        if len(data) < self._header:
            return _INCOMPLETE
        length = self._length.read(data) + self._not_counted
        marked = self._marker is None or bytes(data[self._marker[0]:self._marker[0] + 2]) in self._markers
        return length if length >= self._header and marked else _IMPOSSIBLE
