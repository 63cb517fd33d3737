# SPDX-License-Identifier: Apache-2.0
"""Groups and variable-length data, as descriptors of the blocks that have them."""

from __future__ import annotations

import operator
from typing import Any, Generic, TypeVar, overload

from ashlar_sbe import jsontext
from ashlar_sbe.block import (
    EntryDecoder,
    EntryEncoder,
    GroupLayout,
    GroupReader,
    GroupWriter,
    Part,
    Start,
    Walk,
    BlockDecoder,
    BlockEncoder,
    write_counts,
)
from ashlar_sbe.field import encoded, reading
from ashlar_sbe.wire import Buffer, Data, Dimension, EncodingError

D = TypeVar("D", bound=EntryDecoder)
E = TypeVar("E", bound=EntryEncoder)
R = TypeVar("R")
W = TypeVar("W")
P = TypeVar("P", bound="_Data[Any, Any]")


class Group(GroupLayout[D], Generic[D, E]):
    """A group. Decoders return its entries, encoders a function that begins it with a count."""

    __slots__ = ("encoder",)

    def __init__(
        self,
        decoder: type[D],
        encoder: type[E],
        name: str,
        dimension: Dimension,
        *,
        since: int = 0,
        json_name: str = "",
    ) -> None:
        self.decoder = decoder
        self.encoder = encoder
        self.name = name
        self.dimension = dimension
        self.since = since
        self.json_name = jsontext.quote(json_name or name)

    @overload
    def __get__(self, obj: None, owner: type[object]) -> Group[D, E]: ...

    @overload
    def __get__(self, obj: BlockDecoder, owner: type[object]) -> GroupReader[D]: ...

    @overload
    def __get__(self, obj: BlockEncoder, owner: type[object]) -> Start[E]: ...

    def __get__(
        self, obj: BlockDecoder | BlockEncoder | None, owner: type[object]
    ) -> Any:
        if obj is None:
            return self
        if isinstance(obj, BlockDecoder):
            return GroupReader(obj, self)
        encoder = obj
        return lambda count: self._begin(encoder, count)

    def is_present(self, obj: BlockDecoder) -> bool:
        """Whether the group is present, even if empty."""
        return obj._version >= self.since

    def walk(self, walk: Walk, at: int) -> int:
        return walk.group(at, self)

    def json(self, obj: BlockDecoder) -> str:
        return f"[{','.join(entry._sbe_json() for entry in GroupReader(obj, self))}]"

    def copy(self, source: BlockDecoder, target: BlockEncoder) -> None:
        entries = GroupReader(source, self)
        for written, entry in zip(self._begin(target, len(entries)), entries):
            written._sbe_copy_from(entry)

    def _begin(self, obj: BlockEncoder, count: int) -> GroupWriter[E]:
        cursor = obj._sbe_begin_part(self)
        dimension = self.dimension
        try:
            count = operator.index(count)
        except TypeError as e:
            raise EncodingError(
                f"count is not an integer: count={count!r} ({self.name})"
            ) from e
        if not dimension.min_count <= count <= dimension.max_count:
            raise EncodingError(
                f"count out of range: count={count}, min={dimension.min_count}, "
                f"max={dimension.max_count} ({self.name})"
            )
        if self.encoder.sbe_block_length == 0 and not self.encoder.sbe_parts:
            cursor.count_empty(count, self.name)
        at = cursor.append(bytes(dimension.length), self.name)
        dimension.block_length.write(cursor.buffer, at, self.encoder.sbe_block_length)
        dimension.count.write(cursor.buffer, at, count)
        write_counts(dimension, cursor.buffer, at, self.encoder)
        obj._sbe_complete(self)
        return GroupWriter(cursor, self.encoder, self.name, count)


class _Data(Part, Generic[R, W]):
    """
    :param encoding: the encoding of the text; empty for bytes
    :param hex: whether JSON has a string of hexadecimal digits instead of an object
    """

    __slots__ = ("layout", "encoding", "_hex")

    def __init__(
        self,
        name: str,
        layout: Data,
        encoding: str = "",
        *,
        since: int = 0,
        hex: bool = False,
        json_name: str = "",
    ) -> None:
        self.name = name
        self.layout = layout
        self.encoding = encoding
        self.since = since
        self.json_name = jsontext.quote(json_name or name)
        self._hex = hex

    @overload
    def __get__(self: P, obj: None, owner: type[object]) -> P: ...

    @overload
    def __get__(self, obj: BlockDecoder, owner: type[object]) -> R: ...

    @overload
    def __get__(self, obj: BlockEncoder, owner: type[object]) -> W: ...

    def __get__(
        self, obj: BlockDecoder | BlockEncoder | None, owner: type[object]
    ) -> Any:
        if obj is None:
            return self
        if isinstance(obj, BlockEncoder):
            raise AttributeError(f"data can only be written ({self.name})")
        return self._value(self.raw(obj)) if self.is_present(obj) else None

    def __set__(self, obj: BlockEncoder, value: W) -> None:
        try:
            self._write(obj, self._content(value))
        except TypeError as e:
            raise EncodingError(f"{e}: value={value!r} ({self.name})") from e

    def is_present(self, obj: BlockDecoder) -> bool:
        """Whether the data is present, even if empty."""
        return obj._version >= self.since

    def raw(self, obj: BlockDecoder) -> memoryview:
        """The bytes; empty if the data is absent."""
        at = obj._sbe_positions()[self.index]
        walk = Walk(obj._bytes, obj._version)
        end = walk.data(at, self.since, self.layout, self.name)
        return memoryview(obj._bytes)[min(at + self.layout.length, end) : end]

    def walk(self, walk: Walk, at: int) -> int:
        return walk.data(at, self.since, self.layout, self.name)

    def json(self, obj: BlockDecoder) -> str:
        if not self.is_present(obj):
            return "null"
        content = self.raw(obj)
        if self.encoding:
            return jsontext.text(content, reading(self.encoding))
        return (
            jsontext.hexadecimal(content) if self._hex else jsontext.hex_object(content)
        )

    def copy(self, source: BlockDecoder, target: BlockEncoder) -> None:
        self._write(target, self.raw(source))

    def _value(self, content: memoryview) -> Any:
        return content

    def _content(self, value: Any) -> Buffer:
        return memoryview(value).cast("B")

    def _write(self, obj: BlockEncoder, content: Buffer) -> None:
        cursor = obj._sbe_begin_part(self)
        size = len(content)
        layout = self.layout
        if not layout.min_size <= size <= layout.max_size:
            raise EncodingError(
                f"length out of range: bytes={size}, min={layout.min_size}, "
                f"max={layout.max_size} ({self.name})"
            )
        cursor.reserve(self.layout.length + size, self.name)
        at = cursor.append(bytes(self.layout.length), self.name)
        self.layout.size.write(cursor.buffer, at, size)
        cursor.append(content, self.name)
        obj._sbe_complete(self)


class _TextData(_Data[R, W]):
    __slots__ = ()

    def _value(self, content: memoryview) -> str:
        return bytes(content).decode(reading(self.encoding))

    def _content(self, value: Any) -> Buffer:
        if not isinstance(value, str):
            raise TypeError("not a text")
        return encoded(value, self.encoding, self.name)


class TextData(_TextData[str, str]):
    """Text of any length."""

    __slots__ = ()


class OptionalTextData(_TextData["str | None", str]):
    """Text of any length, or ``None`` if the data is absent."""

    __slots__ = ()


class BytesData(_Data[memoryview, Buffer]):
    """Bytes of any length."""

    __slots__ = ()


class OptionalBytesData(_Data["memoryview | None", Buffer]):
    """Bytes of any length, or ``None`` if the data is absent."""

    __slots__ = ()
