# SPDX-License-Identifier: Apache-2.0
"""Bytes, headers, errors and cursors, shared by decoders and encoders."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, Union

Buffer = Union[bytes, bytearray, memoryview]
"""The types that a message can be read from: any object with contiguous bytes."""

MAX_LENGTH = 2**31 - 1
"""Maximum of lengths, counts and versions."""

MAX_EMPTY_ENTRIES = 65_536
"""Maximum number of entries without bytes in one message.

They cost a writer nothing, so readers limit the loops.
"""

ANY_VERSION = 2**32 - 1


class Status(IntEnum):
    """The result of checking a message: ``OK``, or the rule that it breaks."""

    OK = 0
    #: The bytes are too short for a message header.
    HEADER_TOO_LONG = 1
    #: The header has the id of another schema.
    OTHER_SCHEMA = 2
    #: The header has the template id of another message, or one that the schema does not define.
    UNKNOWN_TEMPLATE = 3
    #: The version in the header is greater than 2^31-1.
    VERSION_OUT_OF_RANGE = 4
    #: A block extends beyond the end of the bytes.
    BLOCK_TOO_LONG = 5
    #: A group extends beyond the end of the bytes, or its block length is out of range.
    GROUP_TOO_LONG = 6
    #: Data extends beyond the end of the bytes.
    DATA_TOO_LONG = 7
    #: The groups claim too many entries that occupy no bytes.
    TOO_MANY_EMPTY_ENTRIES = 8
    #: The schema does not allow the count of a group or the length of data.
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
    """The result of checking a message. It is true if the message is valid."""

    status: Status
    #: Offset of the offending element; if `OK`, offset of the first byte after the message.
    position: int
    #: Name of the offending block, group, data or header member.
    element: str

    def __bool__(self) -> bool:
        return self.status is Status.OK


class MalformedMessage(ValueError):
    """Raised if bytes are not a valid message: they break one of the rules in `Status`."""

    def __init__(self, found: Validation) -> None:
        super().__init__(
            f"{found.status.text}: position={found.position} ({found.element})"
        )
        self.found = found


class EncodingError(ValueError):
    """Raised if a value or message cannot be written.

    A value is out of range or too long, or a part is missing or out of order.
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
        """The dtype of the value, if `length` bytes are left from its offset on."""
        raise NotImplementedError

    def json(self, obj: Struct) -> str:
        """The value as JSON."""
        raise NotImplementedError

    def holds_value(self, obj: Struct) -> bool:
        """Whether the member, as part of a composite, has a value other than null."""
        raise NotImplementedError

    def copy(self, source: Struct, target: Writer) -> None:
        """Copies the value if it is present in the source."""
        raise NotImplementedError

    def nulls(self, block: bytearray, at: int) -> None:
        """Sets all elements to null."""
        raise NotImplementedError


class Struct:
    """Values at fixed offsets: a block or composite with its writer's length and version."""

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

        :param version: the schema version of the writer
        :param length: bytes from one block to the next; by default as in the schema
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

    :param format: the format for `struct`; empty if the number is constant
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
    """The dimension composite before the entries of a group."""

    length: int
    block_length: Number
    count: Number
    max_count: int
    min_count: int = 0
    groups: Number | None = None
    data: Number | None = None


@dataclass(frozen=True)
class Data:
    """The length before variable-length data."""

    length: int
    size: Number
    max_size: int
    min_size: int = 0


class Cursor:
    """The position of the next group or data, and which of them must come next.

    Each block reserves a number for every part that it still lacks, and each group reserves one
    for every entry. `next` is the number of the part or entry that must be written next; it is 0
    once the message is complete. Numbers are never reused, so a part of an earlier entry or group
    stays out of order for good.
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
        """Makes the first part the next one. Whatever was next before follows the last part.

        Returns the base of the numbers of the parts, and the number that follows them.
        """
        base, after = self._numbers, self.next
        self._numbers += count + 1
        if count > 0:
            self.next = base + count
        return base, after

    def count_empty(self, count: int, name: str) -> None:
        """Counts entries that occupy no bytes, as readers do."""
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
