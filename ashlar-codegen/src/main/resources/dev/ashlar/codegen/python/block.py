# SPDX-License-Identifier: Apache-2.0
"""Messages, entries of groups and composites."""

from __future__ import annotations

from typing import Any, Callable, ClassVar, Generic, Iterator, TypeVar

from ashlar_sbe import jsontext
from ashlar_sbe.wire import (
    ANY_VERSION,
    MAX_EMPTY_ENTRIES,
    MAX_LENGTH,
    Buffer,
    Cursor,
    Data,
    Dimension,
    EncodingError,
    Header,
    MalformedMessage,
    Status,
    Struct,
    Validation,
    Writer,
)

_MAX_INT64 = 2**63 - 1
_MAX_POWER = 99_999

B = TypeVar("B", bound="BlockDecoder")
D = TypeVar("D", bound="EntryDecoder")
E = TypeVar("E", bound="EntryEncoder")


class Decoder(Struct):
    """A block or composite that can be read."""

    __slots__ = ()


class CompositeDecoder(Decoder):
    """A composite in a message."""

    __slots__ = ()

    sbe_encoded_length: ClassVar[int]

    def __init__(
        self, content: memoryview | bytearray, at: int, length: int, version: int
    ) -> None:
        self._bytes = content
        self._at = at
        self._length = length
        self._version = version

    @classmethod
    def _sbe_length(cls) -> int:
        return cls.sbe_encoded_length

    def _has_value(self) -> bool:
        return any(member.holds_value(self) for member in self.sbe_members)

    def _json(self, is_null: bool) -> str:
        if is_null and not self._has_value():
            return "null"
        return _object(_json_members(self))

    def _decimal_json(self, is_null: bool) -> str:
        """The number with exactly the digits of the mantissa."""
        if is_null:
            return "null"
        mantissa, exponent = (
            next(m for m in self.sbe_members if m.name == name)
            for name in ("mantissa", "exponent")
        )
        known = not hasattr(exponent, "null_value")
        power = exponent.value if known else exponent._read(self)[0]
        if not known and exponent.is_null(self):
            return self._json(False)
        if power > _MAX_INT64:
            power -= 1 << 64
        if abs(power) > _MAX_POWER:
            return self._json(False)
        return jsontext.decimal(mantissa._read(self)[0], power, known)


class CompositeEncoder(Writer):
    """A composite being written."""

    __slots__ = ()

    sbe_encoded_length: ClassVar[int]

    def __init__(self, buffer: bytearray, at: int) -> None:
        self._bytes = buffer
        self._at = at
        self._length = self.sbe_encoded_length
        self._version = ANY_VERSION

    @classmethod
    def _sbe_length(cls) -> int:
        return cls.sbe_encoded_length


def _object(members: list[str]) -> str:
    return f"{{{','.join(members)}}}"


def _json_members(obj: Struct) -> list[str]:
    return [f"{m.json_name}:{m.json(obj)}" for m in obj.sbe_members]


class Part:
    """A group or data of a block, in wire order."""

    __slots__ = ("name", "index", "since", "json_name")

    name: str
    index: int
    since: int
    json_name: str

    def walk(self, walk: Walk, at: int) -> int:
        """Returns the offset after the part, and proves that all of it is in bounds."""
        raise NotImplementedError

    def json(self, obj: BlockDecoder) -> str:
        raise NotImplementedError

    def copy(self, source: BlockDecoder, target: BlockEncoder) -> None:
        raise NotImplementedError


class Block(Struct):
    __slots__ = ()

    sbe_name: ClassVar[str] = ""
    sbe_block_length: ClassVar[int] = 0
    sbe_parts: ClassVar[tuple[Part, ...]] = ()
    _sbe_tail_since: ClassVar[int] = ANY_VERSION

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        parts = tuple(p for p in vars(cls).values() if isinstance(p, Part))
        if parts:
            for index, part in enumerate(parts):
                part.index = index
            cls.sbe_parts = parts
            cls._sbe_tail_since = min(part.since for part in parts)

    @classmethod
    def _sbe_length(cls) -> int:
        return cls.sbe_block_length

    @classmethod
    def _sbe_walk(cls, walk: Walk, at: int, block_length: int) -> list[int]:
        """The offset of each group and data, then the offset after the last of them."""
        positions = [walk.block(at, block_length, cls.sbe_name)]
        for part in cls.sbe_parts:
            positions.append(part.walk(walk, positions[-1]))
        return positions


class BlockDecoder(Block, Decoder):
    """A message or entry whose blocks, groups and data are known to be in bounds."""

    __slots__ = ("_positions",)

    _positions: list[int] | None

    @property
    def sbe_acting_version(self) -> int:
        """The schema version of the writer."""
        return self._version

    @property
    def sbe_acting_block_length(self) -> int:
        """Length of the block as written, in bytes."""
        return self._length

    @property
    def sbe_end(self) -> int:
        """Offset in the message of the first byte after this message or entry."""
        return self._sbe_positions()[-1]

    @classmethod
    def sbe_from_block(cls: type[B], block: Buffer, version: int) -> B:
        """Reads a block without its message, such as a row of a store.

        Access to the header, groups or data raises :class:`MalformedMessage`.

        :raises ValueError: if the writer's schema version is out of range
        """
        if not 0 <= version <= MAX_LENGTH:
            raise ValueError(
                f"version out of range: version={version}, max={MAX_LENGTH}"
            )
        decoder = cls.__new__(cls)
        decoder._bytes = memoryview(block).cast("B").toreadonly()
        decoder._at = 0
        decoder._length = len(decoder._bytes)
        decoder._version = version
        decoder._positions = None
        return decoder

    def _sbe_positions(self) -> list[int]:
        if self._positions is None:
            walk = Walk(self._bytes, self._version)
            self._positions = self._sbe_walk(walk, self._at, self._length)
        return self._positions

    def _sbe_json_members(self) -> list[str]:
        parts = [f"{p.json_name}:{p.json(self)}" for p in self.sbe_parts]
        return _json_members(self) + parts


class EntryDecoder(BlockDecoder):
    """An entry of a group."""

    __slots__ = ()

    def __init__(
        self, message: memoryview | bytearray, at: int, length: int, version: int
    ) -> None:
        self._bytes = message
        self._at = at
        self._length = length
        self._version = version
        self._positions = None

    def _sbe_json(self) -> str:
        return _object(self._sbe_json_members())


class MessageDecoder(BlockDecoder):
    """Decodes the message whose header starts at the first byte.

    The whole message is checked once, so that no accessor reads beyond the bytes. The decoder is a
    view: it shows later changes to the bytes.

    :raises MalformedMessage: if the bytes do not begin with a valid message of this type
    """

    __slots__ = ()

    sbe_layout: ClassVar[Header]
    sbe_template_id: ClassVar[int]
    sbe_header_decoder: ClassVar[type[CompositeDecoder]]
    sbe_header_extras: ClassVar[tuple[str, ...]] = ()

    def __init__(self, message: Buffer) -> None:
        content = memoryview(message).cast("B").toreadonly()
        self._bytes = content
        self._length, self._version, self._positions = self._sbe_checked(content)
        self._at = self.sbe_layout.length

    @classmethod
    def sbe_validate(cls, message: Buffer) -> Validation:
        """Checks whether the bytes begin with a valid message of this type."""
        try:
            checked = cls._sbe_checked(memoryview(message).cast("B"))
        except MalformedMessage as e:
            return e.found
        return Validation(Status.OK, checked[2][-1], cls.sbe_name)

    @property
    def sbe_encoded_length(self) -> int:
        """Length of the message in bytes, including the header."""
        self._sbe_require_header()
        return self.sbe_end

    def sbe_to_json(self) -> str:
        """The message as JSON."""
        header = self.sbe_layout
        members = [
            f'"template":{jsontext.quote(self.sbe_name)}',
            f'"id":{self.sbe_template_id}',
            f'"schema":{header.schema_id}',
            f'"version":{self._version}',
        ]
        if self.sbe_header_extras:
            read = self._sbe_header()
            extras = [
                f"{m.json_name}:{m.json(read)}"
                for m in read.sbe_members
                if m.name in self.sbe_header_extras
            ]
            members.append(f'"header":{_object(extras)}')
        return _object(members + self._sbe_json_members())

    def _sbe_require_header(self) -> None:
        if self._at == 0:
            raise _malformed(Status.HEADER_TOO_LONG, 0, self.sbe_layout.name)

    def _sbe_header(self) -> CompositeDecoder:
        self._sbe_require_header()
        length = self.sbe_layout.length
        return self.sbe_header_decoder(self._bytes, 0, length, ANY_VERSION)

    @classmethod
    def _sbe_checked(cls, message: memoryview) -> tuple[int, int, list[int]]:
        header = cls.sbe_layout
        if template_of(header, message) != cls.sbe_template_id:
            raise _malformed(Status.UNKNOWN_TEMPLATE, 0, "templateId")
        version = header.acting_version.read(message, 0)
        if not 0 <= version <= MAX_LENGTH:
            raise _malformed(Status.VERSION_OUT_OF_RANGE, 0, "version")
        length = header.block_length.read(message, 0)
        walk = Walk(message, version)
        return length, version, cls._sbe_walk(walk, header.length, length)


def template_of(header: Header, message: memoryview) -> int:
    """The template id of a message of this schema."""
    if len(message) < header.length:
        raise _malformed(Status.HEADER_TOO_LONG, 0, header.name)
    if header.schema.read(message, 0) != header.schema_id:
        raise _malformed(Status.OTHER_SCHEMA, 0, "schemaId")
    return header.template_id.read(message, 0)


def _malformed(status: Status, position: int, element: str) -> MalformedMessage:
    return MalformedMessage(Validation(status, position, element))


class Walk:
    """Walks over a message by its counts and lengths, and proves that all of it is in bounds.

    The time depends on the number of bytes, never on the counts that a message claims.
    """

    __slots__ = ("_bytes", "_size", "_version", "_empty_entries")

    def __init__(self, content: memoryview | bytearray, version: int) -> None:
        self._bytes = content
        self._size = len(content)
        self._version = version
        self._empty_entries = 0

    def block(self, at: int, length: int, name: str) -> int:
        if not 0 <= length <= MAX_LENGTH or length > self._size - at:
            raise _malformed(Status.BLOCK_TOO_LONG, at, name)
        return at + length

    def group(self, at: int, group: GroupLayout[Any]) -> int:
        if self._version < group.since:
            return at
        dimension = group.dimension
        entry = group.decoder
        if dimension.length > self._size - at:
            raise _malformed(Status.GROUP_TOO_LONG, at, group.name)
        block_length = dimension.block_length.read(self._bytes, at)
        count = dimension.count.read(self._bytes, at)
        if not dimension.min_count <= count <= dimension.max_count:
            raise _malformed(Status.COUNT_OUT_OF_RANGE, at, group.name)
        next = at + dimension.length
        if (
            not 0 <= block_length <= MAX_LENGTH
            or block_length * count > self._size - next
        ):
            raise _malformed(Status.GROUP_TOO_LONG, at, group.name)
        if self._version >= entry._sbe_tail_since:
            for _ in range(count):
                next = entry._sbe_walk(self, next, block_length)[-1]
            return next
        if block_length == 0:
            self._empty_entries += count
            if self._empty_entries > MAX_EMPTY_ENTRIES:
                raise _malformed(Status.TOO_MANY_EMPTY_ENTRIES, at, group.name)
        return next + block_length * count

    def data(self, at: int, since: int, layout: Data, name: str) -> int:
        if self._version < since:
            return at
        if layout.length > self._size - at:
            raise _malformed(Status.DATA_TOO_LONG, at, name)
        length = layout.size.read(self._bytes, at)
        if not layout.min_size <= length <= layout.max_size:
            raise _malformed(Status.COUNT_OUT_OF_RANGE, at, name)
        next = at + layout.length
        if length > self._size - next:
            raise _malformed(Status.DATA_TOO_LONG, at, name)
        return next + length


class GroupLayout(Part, Generic[D]):
    """The description of a group."""

    __slots__ = ("dimension", "decoder")

    dimension: Dimension
    decoder: type[D]


class GroupReader(Generic[D]):
    """The entries of a group, which can be iterated any number of times.

    Iteration raises `MalformedMessage` if the bytes have changed and an entry is out of bounds.
    """

    __slots__ = ("_bytes", "_version", "_entry", "_first", "_count", "_length")

    def __init__(self, block: BlockDecoder, group: GroupLayout[D]) -> None:
        self._bytes = block._bytes
        self._version = block._version
        self._entry = group.decoder
        at = block._sbe_positions()[group.index]
        self._first = at + group.dimension.length
        self._count = self._length = 0
        if self._version >= group.since:
            # Checks again: the bytes may have changed since they were validated.
            if group.dimension.length > len(self._bytes) - at:
                raise _malformed(Status.GROUP_TOO_LONG, at, group.name)
            self._count = group.dimension.count.read(self._bytes, at)
            self._length = group.dimension.block_length.read(self._bytes, at)
            if not 0 <= self._length * self._count <= len(self._bytes) - self._first:
                raise _malformed(Status.GROUP_TOO_LONG, at, group.name)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[D]:
        at = self._first
        for _ in range(self._count):
            entry = self._entry(self._bytes, at, self._length, self._version)
            at = entry.sbe_end
            yield entry

    def sbe_array(self) -> Any:
        """The blocks as a structured array of numpy over the same bytes.

        :raises ValueError: if the entries have groups or data of their own
        """
        import importlib

        if self._version >= self._entry._sbe_tail_since:
            raise ValueError(
                f"entries of different lengths have no array ({self._entry.sbe_name})"
            )
        dtype = self._entry.sbe_dtype(self._version, self._length)
        numpy = importlib.import_module("numpy")
        if self._count == 0 or self._length == 0:
            return numpy.zeros(self._count, dtype)
        return numpy.frombuffer(self._bytes, dtype, self._count, self._first)


class BlockEncoder(Block, Writer):
    __slots__ = ("_cursor", "_base", "_after")

    _cursor: Cursor
    _base: int
    _after: int

    _sbe_nulls: ClassVar[bytes | None] = None

    def _sbe_begin(self, cursor: Cursor) -> None:
        """Begins a block with every value set to null."""
        cls = type(self)
        if cls._sbe_nulls is None:
            block = bytearray(self.sbe_block_length)
            for member in self.sbe_members:
                member.nulls(block, 0)
            cls._sbe_nulls = bytes(block)
        self._cursor = cursor
        self._bytes = cursor.buffer
        self._at = cursor.append(cls._sbe_nulls, self.sbe_name)
        self._length = self.sbe_block_length
        self._version = ANY_VERSION
        self._base, self._after = cursor.begin(len(self.sbe_parts))

    def _sbe_begin_part(self, part: Part) -> Cursor:
        """Checks that this part is next."""
        if self._cursor.next != self._base + len(self.sbe_parts) - part.index:
            raise EncodingError(f"group or data out of order ({part.name})")
        return self._cursor

    def _sbe_complete(self, part: Part) -> None:
        """Marks a part as written and moves on to the one after it."""
        rest = len(self.sbe_parts) - part.index - 1
        self._cursor.next = self._base + rest if rest else self._after

    def _sbe_copy_from(self, source: BlockDecoder) -> None:
        for member in self.sbe_members:
            member.copy(source, self)
        for part in self.sbe_parts:
            part.copy(source, self)


class EntryEncoder(BlockEncoder):
    """An entry of a group being written. All of its values are null at first."""

    __slots__ = ()

    def __init__(self, cursor: Cursor) -> None:
        self._sbe_begin(cursor)


class MessageEncoder(BlockEncoder):
    """Appends a header and a block with every value set to null.

    Write groups and data next, in schema order.

    :param buffer: the buffer to append to; by default a new one
    :param max_length: the maximum length of the message
    :raises EncodingError: if header and block are longer than `max_length`
    """

    __slots__ = ()

    sbe_layout: ClassVar[Header]
    sbe_template_id: ClassVar[int]
    sbe_header_encoder: ClassVar[type[CompositeEncoder]]
    sbe_header_extras: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self, buffer: bytearray | None = None, *, max_length: int = MAX_LENGTH
    ) -> None:
        cursor = Cursor(bytearray() if buffer is None else buffer, max_length)
        header = self.sbe_layout
        at = cursor.append(bytes(header.length), header.name)
        header.block_length.write(cursor.buffer, at, self.sbe_block_length)
        header.template_id.write(cursor.buffer, at, self.sbe_template_id)
        header.schema.write(cursor.buffer, at, header.schema_id)
        header.acting_version.write(cursor.buffer, at, header.version)
        write_counts(header, cursor.buffer, at, type(self))
        self._sbe_begin(cursor)

    @property
    def sbe_encoded_length(self) -> int:
        """Length of the message in bytes, including the header.

        :raises EncodingError: if groups, entries or data are missing
        """
        if self._cursor.next != 0:
            raise EncodingError(
                f"groups, entries or data are missing ({self.sbe_name})"
            )
        return self._cursor.end - self._cursor.start

    def __bytes__(self) -> bytes:
        """The encoded message.

        :raises EncodingError: if groups, entries or data are missing
        """
        length = self.sbe_encoded_length
        return bytes(memoryview(self._bytes)[self._cursor.start :][:length])

    def _sbe_header(self) -> CompositeEncoder:
        return self.sbe_header_encoder(self._bytes, self._cursor.start)

    def _sbe_copy_message(self, source: MessageDecoder) -> None:
        read = source._sbe_header()
        for member in read.sbe_members:
            if member.name in self.sbe_header_extras:
                member.copy(read, self._sbe_header())
        self._sbe_copy_from(source)


def write_counts(
    layout: Header | Dimension, buffer: bytearray, at: int, block: type[Block]
) -> None:
    """Writes the numbers of groups and data, if the header or dimension has members for them."""
    groups = sum(isinstance(part, GroupLayout) for part in block.sbe_parts)
    if layout.groups is not None:
        layout.groups.write(buffer, at, groups)
    if layout.data is not None:
        layout.data.write(buffer, at, len(block.sbe_parts) - groups)


class GroupWriter(Generic[E]):
    """Writes the entries of a group: an iterator over exactly as many as announced."""

    __slots__ = ("_cursor", "_entry", "_name", "_base", "_after", "_remaining")

    def __init__(self, cursor: Cursor, entry: type[E], name: str, count: int) -> None:
        self._cursor = cursor
        self._entry = entry
        self._name = name
        self._base, self._after = cursor.begin(count)
        self._remaining = count

    def __len__(self) -> int:
        """Number of entries still to be written."""
        return self._remaining

    def __iter__(self) -> GroupWriter[E]:
        return self

    def __next__(self) -> E:
        """Begins the next entry.

        :raises EncodingError: if the previous entry lacks groups or data
        """
        rest = self._remaining
        if self._cursor.next != (self._base + rest if rest else self._after):
            raise EncodingError(f"the previous entry is incomplete ({self._name})")
        if rest == 0:
            raise StopIteration
        self._cursor.reserve(self._entry.sbe_block_length, self._name)
        self._remaining = rest = rest - 1
        self._cursor.next = self._base + rest if rest else self._after
        return self._entry(self._cursor)


Start = Callable[[int], GroupWriter[E]]


class Schema:
    """The messages of a schema, by template id."""

    __slots__ = ("header", "messages")

    def __init__(
        self,
        header: Header,
        *messages: tuple[type[MessageDecoder], type[MessageEncoder]],
    ) -> None:
        self.header = header
        self.messages = {
            decoder.sbe_template_id: (decoder, encoder) for decoder, encoder in messages
        }

    def validate(self, message: Buffer) -> Validation:
        try:
            found = self.decode(message)
        except MalformedMessage as e:
            return e.found
        return Validation(Status.OK, found.sbe_end, found.sbe_name)

    def decode(self, message: Buffer) -> MessageDecoder:
        template = template_of(self.header, memoryview(message).cast("B"))
        if template not in self.messages:
            raise _malformed(Status.UNKNOWN_TEMPLATE, 0, "templateId")
        return self.messages[template][0](message)

    def copy(self, message: Buffer, max_length: int) -> bytes:
        decoder = self.decode(message)
        copied = self.messages[decoder.sbe_template_id][1](max_length=max_length)
        copied._sbe_copy_message(decoder)
        return bytes(copied)
