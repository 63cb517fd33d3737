# SPDX-License-Identifier: Apache-2.0
"""Bytes, headers and verdicts: what reading and writing have in common."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, Union

Buffer = Union[bytes, bytearray, memoryview]
"""What a message can be read from: anything with contiguous bytes."""

MAX_LENGTH = 2**31 - 1
"""The greatest length, count and version."""

MAX_EMPTY_ENTRIES = 65_536
"""The most entries without bytes in all groups of one message.

It bounds loops that cost a writer nothing.
"""

ANY_VERSION = 2**32 - 1


class Status(IntEnum):
    """The rules that a message is held to."""

    OK = 0
    #: Fewer bytes than a header.
    HEADER_TOO_LONG = 1
    #: The header names another schema.
    OTHER_SCHEMA = 2
    #: The header names another message, or one that the schema does not have.
    UNKNOWN_TEMPLATE = 3
    #: The header names a version beyond 2^31-1.
    VERSION_OUT_OF_RANGE = 4
    #: A block reaches beyond the end.
    BLOCK_TOO_LONG = 5
    #: A group reaches beyond the end, or its block length is out of range.
    GROUP_TOO_LONG = 6
    #: Data reaches beyond the end.
    DATA_TOO_LONG = 7
    #: Groups claim too many entries that take no bytes.
    TOO_MANY_EMPTY_ENTRIES = 8
    #: The schema does not allow the count of a group, or the length of data.
    COUNT_OUT_OF_RANGE = 9

    @property
    def text(self) -> str:
        return _TEXTS[self]


_TEXTS = {
    Status.OK: "ok",
    Status.HEADER_TOO_LONG: "header longer than bytes",
    Status.OTHER_SCHEMA: "message of another schema",
    Status.UNKNOWN_TEMPLATE: "unknown template",
    Status.VERSION_OUT_OF_RANGE: "version out of range",
    Status.BLOCK_TOO_LONG: "block longer than bytes",
    Status.GROUP_TOO_LONG: "group longer than bytes",
    Status.DATA_TOO_LONG: "data longer than bytes",
    Status.TOO_MANY_EMPTY_ENTRIES: "too many entries without bytes",
    Status.COUNT_OUT_OF_RANGE: "count or length out of range",
}


@dataclass(frozen=True)
class Validation:
    """What the check of a message found. It is true if the message keeps to all rules."""

    status: Status
    #: Offset of what broke the rule; if `OK`, of the first byte after the message.
    position: int
    #: Name of the block, group or data that broke the rule.
    element: str

    def __bool__(self) -> bool:
        return self.status is Status.OK


class MalformedMessage(ValueError):
    """Bytes that are not the message they claim to be."""

    def __init__(self, found: Validation) -> None:
        super().__init__(
            f"{found.status.text}: position={found.position} ({found.element})"
        )
        self.found = found


class EncodingError(ValueError):
    """A value or message that cannot be written.

    It is out of range or too long, or a part is missing or out of order.
    """


class Member:
    """A field of a block, or a member of a composite."""

    __slots__ = ("name", "offset", "json_name")

    name: str
    offset: int
    json_name: str

    def is_within(self, version: int, length: int) -> bool:
        raise NotImplementedError

    def dtype(self, version: int, length: int) -> Any:
        """The dtype of the value if `length` bytes begin with it."""
        raise NotImplementedError

    def json(self, obj: Struct) -> str:
        """The value as JSON."""
        raise NotImplementedError

    def holds_value(self, obj: Struct) -> bool:
        """Whether it holds anything but null, as a member of a composite."""
        raise NotImplementedError

    def copy(self, source: Struct, target: Writer) -> None:
        """Copies the value if the writer of the source had it."""
        raise NotImplementedError

    def nulls(self, block: bytearray, at: int) -> None:
        """Writes null into all elements."""
        raise NotImplementedError


class Struct:
    """Values at fixed offsets: a block or composite of its writer's length and version."""

    __slots__ = ("_bytes", "_at", "_length", "_version")

    sbe_members: ClassVar[tuple[Any, ...]] = ()

    _bytes: memoryview | bytearray
    _at: int
    _length: int
    _version: int

    def __init_subclass__(cls) -> None:
        members = tuple(m for m in vars(cls).values() if isinstance(m, Member))
        if members:
            cls.sbe_members = members

    @classmethod
    def sbe_dtype(cls, version: int = ANY_VERSION, length: int | None = None) -> Any:
        """The values as a structured dtype of numpy.

        :param version: of the schema that the writer had
        :param length: bytes from one block to the next; by default the schema's
        """
        import importlib

        size = cls._sbe_length() if length is None else length
        found = [m for m in cls.sbe_members if m.is_within(version, size)]
        return importlib.import_module("numpy").dtype(
            {
                "names": [m.name for m in found],
                "formats": [m.dtype(version, size - m.offset) for m in found],
                "offsets": [m.offset for m in found],
                "itemsize": size,
            }
        )

    @classmethod
    def _sbe_length(cls) -> int:
        raise NotImplementedError


class Writer(Struct):
    """A block or composite that can be written to."""

    __slots__ = ()

    _bytes: bytearray


class Number:
    """A length, count, id or version in a header or dimension.

    :param format: for `struct`; empty if it takes no bytes
    """

    __slots__ = ("_constant", "_offset", "_struct")

    def __init__(self, format: str, offset: int, constant: int = 0) -> None:
        self._struct = struct.Struct(format) if format else None
        self._offset = offset
        self._constant = constant

    def read(self, source: Buffer, at: int) -> int:
        if self._struct is None:
            return self._constant
        number: int = self._struct.unpack_from(source, at + self._offset)[0]
        return number

    def write(self, target: bytearray, at: int, number: int) -> None:
        if self._struct is not None:
            self._struct.pack_into(target, at + self._offset, number)


@dataclass(frozen=True)
class Header:
    """The header before each message, and the schema that it belongs to."""

    name: str
    length: int
    schema_id: int
    version: int
    semantic_version: str
    block_length: Number
    template_id: Number
    schema: Number
    acting_version: Number
    groups: Number | None = None
    data: Number | None = None


@dataclass(frozen=True)
class Dimension:
    """What precedes the entries of a group."""

    length: int
    block_length: Number
    count: Number
    max_count: int
    min_count: int = 0
    groups: Number | None = None
    data: Number | None = None


@dataclass(frozen=True)
class Data:
    """What precedes variable-length data."""

    length: int
    size: Number
    max_size: int
    min_size: int = 0


class Cursor:
    """Where the next group or data goes, and which of them it is.

    Each block has numbers for the parts that it still lacks, and each group for its entries.
    `next` is the number of what has to be written next; it is 0 once the message is complete. No
    number is given out twice, so that what belongs to an earlier entry or group is out of order
    for good.
    """

    __slots__ = (
        "buffer",
        "start",
        "end",
        "max_length",
        "next",
        "_numbers",
        "_empty_entries",
    )

    def __init__(self, buffer: bytearray, max_length: int) -> None:
        self.buffer = buffer
        self.start = self.end = len(buffer)
        self.max_length = max_length
        self.next = 0
        self._numbers = 0
        self._empty_entries = 0

    def begin(self, count: int) -> tuple[int, int]:
        """Begins the first of as many parts. What was next comes after the last.

        Returns the number before those of the parts, and that of what comes after them.
        """
        base, after = self._numbers, self.next
        self._numbers += count + 1
        if count > 0:
            self.next = base + count
        return base, after

    def count_empty(self, count: int, name: str) -> None:
        """Counts entries that take no bytes, as readers do."""
        greatest = MAX_EMPTY_ENTRIES - self._empty_entries
        if count > greatest:
            raise EncodingError(
                f"too many entries without bytes: count={count}, max={greatest} ({name})"
            )
        self._empty_entries += count

    def reserve(self, length: int, name: str) -> int:
        """Reserves bytes after those written so far."""
        if len(self.buffer) != self.end:
            raise EncodingError(
                "the buffer no longer ends with the message: "
                f"end={self.end}, length={len(self.buffer)} ({name})"
            )
        position = self.end - self.start
        if length > self.max_length - position:
            raise EncodingError(
                f"message too long: position={position}, length={length}, "
                f"max={self.max_length} ({name})"
            )
        return self.end

    def append(self, content: Buffer, name: str) -> int:
        """Appends bytes; returns their offset in the buffer."""
        at = self.reserve(len(content), name)
        self.buffer += content
        self.end = len(self.buffer)
        return at
