# SPDX-License-Identifier: Apache-2.0
"""Composites and constants."""

from __future__ import annotations

import struct
from typing import Any, Generic, Literal, NamedTuple, TypeVar, overload

from ashlar_sbe import jsontext
from ashlar_sbe.block import CompositeDecoder, CompositeEncoder, Decoder
from ashlar_sbe.field import equals_null
from ashlar_sbe.named import Enumeration
from ashlar_sbe.wire import Member, Struct, Writer

T = TypeVar("T")
D = TypeVar("D", bound=CompositeDecoder)
N = TypeVar("N", bound=CompositeEncoder)


class NullTest(NamedTuple):
    """The elements of a composite that all hold the null value if the composite is null."""

    format: str
    offset: int
    elements: int
    null_value: float

    def holds(self, obj: Struct, at: int) -> bool:
        layout = struct.Struct(f"{self.format[0]}{self.elements}{self.format[1]}")
        elements = layout.unpack_from(obj._bytes, obj._at + at + self.offset)
        return all(equals_null(e, self.null_value) for e in elements)


class _Composite(Member, Generic[D, N]):
    """
    :param end: end of the members that it had when it was added, from the start of the block
    :param null: the test of its null indicator; ``None`` if it is never null
    :param decimal: whether it is a decimal: a mantissa and an exponent
    :param constant: whether it is constant and occupies no bytes
    """

    __slots__ = ("id", "since", "end", "decoder", "encoder", "_null", "_decimal")

    def __init__(
        self,
        decoder: type[D],
        encoder: type[N],
        name: str,
        id: int,
        offset: int,
        *,
        since: int = 0,
        end: int | None = None,
        null: NullTest | None = None,
        decimal: bool = False,
        json_name: str = "",
    ) -> None:
        self.decoder = decoder
        self.encoder = encoder
        self.name = name
        self.id = id
        self.offset = offset
        self.since = since
        self.end = offset + decoder.sbe_encoded_length if end is None else end
        self._null = null
        self._decimal = decimal
        self.json_name = jsontext.quote(json_name or name)

    def is_present(self, obj: Struct) -> bool:
        """Whether the value is present, even if null."""
        if self.decoder.sbe_encoded_length == 0:
            return True
        return obj._version >= self.since and obj._length >= self.end

    def is_null(self, obj: Struct) -> bool:
        """Whether the value is absent or null."""
        return not self.is_present(obj) or (
            self._null is not None and self._null.holds(obj, self.offset)
        )

    def members(self, obj: Struct) -> D:
        """The members, even if the composite is null."""
        length = obj._length - self.offset if self.is_present(obj) else 0
        at = obj._at + self.offset
        return self.decoder(obj._bytes, at, max(0, length), obj._version)

    def is_within(self, version: int, length: int) -> bool:
        return version >= self.since and length >= self.end

    def dtype(self, version: int, length: int) -> Any:
        return self.decoder.sbe_dtype(
            version, min(length, self.decoder.sbe_encoded_length)
        )

    def json(self, obj: Struct) -> str:
        if not self.is_present(obj):
            return "null"
        is_null = self.is_null(obj)
        members = self.members(obj)
        return (
            members._decimal_json(is_null) if self._decimal else members._json(is_null)
        )

    def holds_value(self, obj: Struct) -> bool:
        if self.decoder.sbe_encoded_length == 0 or not self.is_present(obj):
            return False
        if self._decimal:
            return not self.is_null(obj)
        return self.members(obj)._has_value()

    def copy(self, source: Struct, target: Writer) -> None:
        members = self.members(source)
        copied = self.encoder(target._bytes, target._at + self.offset)
        for member in members.sbe_members:
            member.copy(members, copied)

    def nulls(self, block: bytearray, at: int) -> None:
        for member in self.decoder.sbe_members:
            member.nulls(block, at + self.offset)

    def _encoder(self, obj: Writer) -> N:
        return self.encoder(obj._bytes, obj._at + self.offset)


class Composite(_Composite[D, N]):
    """A composite that is never null."""

    __slots__ = ()

    @overload
    def __get__(self, obj: None, owner: type[object]) -> Composite[D, N]: ...

    @overload
    def __get__(self, obj: Decoder, owner: type[object]) -> D: ...

    @overload
    def __get__(self, obj: Writer, owner: type[object]) -> N: ...

    def __get__(self, obj: Struct | None, owner: type[object]) -> Any:
        if obj is None:
            return self
        return self._encoder(obj) if isinstance(obj, Writer) else self.members(obj)


class OptionalComposite(_Composite[D, N]):
    """A composite, or ``None`` if it is absent or its null indicator is null."""

    __slots__ = ()

    @overload
    def __get__(self, obj: None, owner: type[object]) -> OptionalComposite[D, N]: ...

    @overload
    def __get__(self, obj: Decoder, owner: type[object]) -> D | None: ...

    @overload
    def __get__(self, obj: Writer, owner: type[object]) -> N: ...

    def __get__(self, obj: Struct | None, owner: type[object]) -> Any:
        if obj is None:
            return self
        if isinstance(obj, Writer):
            return self._encoder(obj)
        return None if self.is_null(obj) else self.members(obj)


class Constant(Member, Generic[T]):
    """A constant of the schema, which occupies no bytes."""

    __slots__ = ("value", "_text")

    def __init__(
        self, name: str, value: T, *, json: str = "", json_name: str = ""
    ) -> None:
        self.name = name
        self.value = value
        self.offset = 0
        self.json_name = jsontext.quote(json_name or name)
        self._text = json or _constant_json(value)

    def __get__(self, obj: object, owner: type[object]) -> T:
        return self.value

    def is_within(self, version: int, length: int) -> Literal[False]:
        return False

    def json(self, obj: Struct) -> str:
        return self._text

    def holds_value(self, obj: Struct) -> bool:
        return False

    def copy(self, source: Struct, target: Writer) -> None:
        """Does nothing: a constant occupies no bytes."""

    def nulls(self, block: bytearray, at: int) -> None:
        """Does nothing: a constant occupies no bytes."""


def _constant_json(value: object) -> str:
    if isinstance(value, Enumeration):
        return jsontext.quote(value.sbe_name)
    return jsontext.quote(value) if isinstance(value, str) else str(value)
