# SPDX-License-Identifier: Apache-2.0
"""Fields of blocks and members of composites, as descriptors of the classes that have them.

Accessed on an object, a field returns its value, or ``None`` if it is null. Accessed on the class,
it returns the descriptor with its id, version, offset and limits.
"""

from __future__ import annotations

import struct
import sys
from typing import Any, Callable, Generic, Sequence, TypeVar, overload

from ashlar_sbe import jsontext
from ashlar_sbe.wire import EncodingError, Member, Struct, Writer

R = TypeVar("R")
W = TypeVar("W")
F = TypeVar("F", bound="Field[Any, Any]")

_SIGNED = {"b": 8, "h": 16, "i": 32, "q": 64}
_UNSIGNED = {"B": 8, "H": 16, "I": 32, "Q": 64}
_SHOWN: dict[str, Callable[[Any], str]] = {"f": jsontext.single, "d": jsontext.double}


def _null_of(format: str) -> float:
    code = format[-1]
    if code in _SIGNED:
        return -(1 << _SIGNED[code] - 1)
    return (1 << _UNSIGNED[code]) - 1 if code in _UNSIGNED else float("nan")


def _range_of(format: str) -> tuple[float, float]:
    """The range of a type without its null value."""
    code = format[-1]
    if code in _SIGNED:
        greatest = (1 << _SIGNED[code] - 1) - 1
        return -greatest, greatest
    if code in _UNSIGNED:
        return 0, (1 << _UNSIGNED[code]) - 2
    real = sys.float_info.max if code == "d" else (2.0 - 2.0**-23) * 2.0**127
    return -real, real


def equals_null(value: float, null: float) -> bool:
    return value == null or (value != value and null != null)


class Field(Member, Generic[R, W]):
    """A value of a block or composite.

    :param name: the name in the schema
    :param id: the field id; -1 for a member of a composite
    :param format: the format of one element, for `struct`
    :param offset: the offset from the start of the block or composite
    :param count: the number of elements
    :param since: the schema version that added it
    :param null: the null value; by default that of the type
    :param required: whether it is never null, unless it is absent
    """

    __slots__ = (
        "id",
        "since",
        "end",
        "format",
        "count",
        "null_value",
        "min_value",
        "max_value",
        "semantic_type",
        "epoch",
        "time_unit",
        "_required",
        "_all",
        "_shown",
    )

    _is_optional = False

    def __init__(
        self,
        name: str,
        id: int,
        format: str,
        offset: int,
        *,
        count: int = 1,
        since: int = 0,
        null: float | None = None,
        min: float | None = None,
        max: float | None = None,
        required: bool = False,
        json_name: str = "",
        semantic_type: str = "",
        epoch: str = "",
        time_unit: str = "",
    ) -> None:
        self.name = name
        self.id = id
        self.format = format
        self.offset = offset
        self.count = count
        self.since = since
        self.json_name = jsontext.quote(json_name or name)
        self.null_value = _null_of(format) if null is None else null
        least, greatest = _range_of(format)
        self.min_value: float | None = least if min is None else min
        self.max_value: float | None = greatest if max is None else max
        self.semantic_type = semantic_type
        self.epoch = epoch
        self.time_unit = time_unit
        self._required = required or not self._is_optional
        self._all = struct.Struct(f"{format[0]}{count}{format[1]}")
        self._shown = _SHOWN.get(format[1], str)
        self.end = offset + self._all.size

    @overload
    def __get__(self: F, obj: None, owner: type[object]) -> F: ...

    @overload
    def __get__(self, obj: Struct, owner: type[object]) -> R: ...

    def __get__(self, obj: Struct | None, owner: type[object]) -> Any:
        if obj is None:
            return self
        if obj._version < self.since or obj._length < self.end:
            return self._absent()
        elements = self._all.unpack_from(obj._bytes, obj._at + self.offset)
        if not self._required and self._are_null(elements):
            return None
        return self._value(elements)

    def __set__(self, obj: Writer, value: W) -> None:
        try:
            elements = (
                (self.null_value,) * self.count
                if value is None and self._is_optional
                else self._elements(value)
            )
            self._all.pack_into(obj._bytes, obj._at + self.offset, *elements)
        except (struct.error, TypeError, OverflowError, UnicodeError) as e:
            raise EncodingError(f"{e}: value={value!r} ({self.name})") from e

    def is_present(self, obj: Struct) -> bool:
        """Whether the value is present, even if null."""
        return obj._version >= self.since and obj._length >= self.end

    def is_null(self, obj: Struct) -> bool:
        """Whether the value is absent or null."""
        return not self.is_present(obj) or (
            not self._required and self._are_null(self._read(obj))
        )

    def raw(self, obj: Struct) -> memoryview:
        """The bytes of the value; empty if it is absent."""
        if not self.is_present(obj):
            return memoryview(b"")
        at = obj._at + self.offset
        return memoryview(obj._bytes)[at : at + self._all.size].toreadonly()

    def is_within(self, version: int, length: int) -> bool:
        return version >= self.since and length >= self.end

    def dtype(self, version: int, length: int) -> Any:
        # numpy names integers by their size, as in '<u8', and accepts '<Q' as well.
        return self.format if self.count == 1 else (self.format, (self.count,))

    def json(self, obj: Struct) -> str:
        if not self.is_present(obj):
            return "null"
        elements = self._read(obj)
        if not self._required and self._are_null(elements):
            return "null"
        return self._json(obj, elements)

    def holds_value(self, obj: Struct) -> bool:
        return self.is_present(obj) and not self._are_null(self._read(obj))

    def copy(self, source: Struct, target: Writer) -> None:
        if self.is_present(source):
            at = target._at + self.offset
            target._bytes[at : at + self._all.size] = self.raw(source)

    def nulls(self, block: bytearray, at: int) -> None:
        null = (self.null_value,) * self.count
        self._all.pack_into(block, at + self.offset, *null)

    def _read(self, obj: Struct) -> tuple[Any, ...]:
        return self._all.unpack_from(obj._bytes, obj._at + self.offset)

    def _are_null(self, elements: tuple[Any, ...]) -> bool:
        return all(equals_null(e, self.null_value) for e in elements)

    def _absent(self) -> Any:
        if self._is_optional:
            return None
        return self._value((self.null_value,) * self.count)

    def _value(self, elements: tuple[Any, ...]) -> Any:
        return elements[0]

    def _elements(self, value: Any) -> Sequence[Any]:
        return (value,)

    def _json(self, obj: Struct, elements: tuple[Any, ...]) -> str:
        return self._element_json(elements[0])

    def _element_json(self, element: Any) -> str:
        return self._shown(element)


class Int(Field[int, int]):
    """A required integer."""

    __slots__ = ()


class OptionalInt(Field["int | None", "int | None"]):
    """An integer, or ``None``."""

    __slots__ = ()
    _is_optional = True


class Float(Field[float, float]):
    """A required number of four bytes."""

    __slots__ = ()


class OptionalFloat(Field["float | None", "float | None"]):
    """A number of four bytes, or ``None``."""

    __slots__ = ()
    _is_optional = True


class Double(Field[float, float]):
    """A required number of eight bytes."""

    __slots__ = ()


class OptionalDouble(Field["float | None", "float | None"]):
    """A number of eight bytes, or ``None``."""

    __slots__ = ()
    _is_optional = True


class _Array(Field[R, W]):
    __slots__ = ()

    def _value(self, elements: tuple[Any, ...]) -> Any:
        if self._required:
            return elements
        return tuple(None if equals_null(e, self.null_value) else e for e in elements)

    def _elements(self, value: Any) -> Sequence[Any]:
        if len(value) != self.count:
            raise EncodingError(
                f"array of the wrong length: elements={len(value)}, "
                f"length={self.count} ({self.name})"
            )
        if not self._is_optional:
            return tuple(value)
        return tuple(self.null_value if e is None else e for e in value)

    def _json(self, obj: Struct, elements: tuple[Any, ...]) -> str:
        shown = (
            (
                "null"
                if not self._required and equals_null(e, self.null_value)
                else self._element_json(e)
            )
            for e in elements
        )
        return f"[{','.join(shown)}]"


class Ints(_Array["tuple[int, ...]", Sequence[int]]):
    """A required array of integers."""

    __slots__ = ()


class OptionalInts(
    _Array["tuple[int | None, ...] | None", "Sequence[int | None] | None"]
):
    """An array of integers, some or all of which may be ``None``."""

    __slots__ = ()
    _is_optional = True


class Floats(_Array["tuple[float, ...]", Sequence[float]]):
    """A required array of numbers of four bytes."""

    __slots__ = ()


class OptionalFloats(
    _Array["tuple[float | None, ...] | None", "Sequence[float | None] | None"]
):
    """An array of numbers of four bytes, some or all of which may be ``None``."""

    __slots__ = ()
    _is_optional = True


class Doubles(_Array["tuple[float, ...]", Sequence[float]]):
    """A required array of numbers of eight bytes."""

    __slots__ = ()


class OptionalDoubles(
    _Array["tuple[float | None, ...] | None", "Sequence[float | None] | None"]
):
    """An array of numbers of eight bytes, some or all of which may be ``None``."""

    __slots__ = ()
    _is_optional = True


class _Character(Field[R, W]):
    __slots__ = ()

    def __init__(
        self,
        name: str,
        id: int,
        offset: int,
        *,
        since: int = 0,
        null: int = 0,
        min: int = 0x20,
        max: int = 0x7E,
        required: bool = False,
        json_name: str = "",
        semantic_type: str = "",
    ) -> None:
        super().__init__(
            name,
            id,
            "<B",
            offset,
            since=since,
            null=null,
            min=min,
            max=max,
            required=required,
            json_name=json_name,
            semantic_type=semantic_type,
        )

    def dtype(self, version: int, length: int) -> Any:
        return "S1"

    def _value(self, elements: tuple[Any, ...]) -> str:
        return chr(elements[0])

    def _elements(self, value: Any) -> Sequence[int]:
        if not isinstance(value, str) or len(value) != 1:
            raise EncodingError(f"not one character: value={value!r} ({self.name})")
        return (ord(value),)

    def _element_json(self, element: Any) -> str:
        return jsontext.quote(chr(element) if element else "")


class Char(_Character[str, str]):
    """A required character of ISO 8859-1."""

    __slots__ = ()


class OptionalChar(_Character["str | None", "str | None"]):
    """A character of ISO 8859-1, or ``None``."""

    __slots__ = ()
    _is_optional = True


class _Characters(Field[R, W]):
    """
    :param encoding: the encoding of the text; empty if it is shown as hexadecimal digits
    :param length: the length in bytes
    """

    __slots__ = ("encoding", "_hex")

    def __init__(
        self,
        name: str,
        id: int,
        offset: int,
        length: int,
        encoding: str = "",
        *,
        since: int = 0,
        null: int = 0,
        hex: bool = False,
        required: bool = False,
        json_name: str = "",
        semantic_type: str = "",
    ) -> None:
        super().__init__(
            name,
            id,
            "<B",
            offset,
            count=length,
            since=since,
            null=null,
            required=required,
            json_name=json_name,
            semantic_type=semantic_type,
        )
        self.encoding = encoding
        self.min_value = self.max_value = None
        self._hex = hex

    def dtype(self, version: int, length: int) -> Any:
        return f"S{self.count}"

    def _are_null(self, elements: tuple[Any, ...]) -> bool:
        # Everything after the first NUL is padding.
        null = self.null_value
        return elements[0] == 0 if null == 0 else all(e == null for e in elements)

    def _json(self, obj: Struct, elements: tuple[Any, ...]) -> str:
        content = bytes(elements)
        if self.encoding:
            return jsontext.text(content.partition(b"\0")[0], reading(self.encoding))
        return (
            jsontext.hexadecimal(content) if self._hex else jsontext.hex_object(content)
        )


def reading(encoding: str) -> str:
    """The encoding to read with: ASCII is read as ISO 8859-1, its superset."""
    return "latin-1" if encoding == "ascii" else encoding


def encoded(text: str, encoding: str, name: str) -> bytes:
    """:raises EncodingError: if the charset lacks a character of the text"""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as e:
        raise EncodingError(
            "text with a character that its charset lacks: "
            f"index={e.start}, charset={_CHARSETS[encoding]} ({name})"
        ) from e


_CHARSETS = {
    "ascii": "US-ASCII",
    "latin-1": "ISO-8859-1",
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16LE",
    "utf-16-be": "UTF-16BE",
    "cp1252": "windows-1252",
}


class _Text(_Characters[R, W]):
    __slots__ = ()

    def _value(self, elements: tuple[Any, ...]) -> str:
        return bytes(elements).partition(b"\0")[0].decode(reading(self.encoding))

    def _elements(self, value: Any) -> Sequence[int]:
        if not isinstance(value, str):
            raise EncodingError(f"not a text: value={value!r} ({self.name})")
        content = encoded(value, self.encoding, self.name)
        if len(content) > self.count:
            raise EncodingError(
                f"text longer than its array: bytes={len(content)}, "
                f"length={self.count} ({self.name})"
            )
        return content.ljust(self.count, b"\0")


class Text(_Text[str, str]):
    """A required text in an array of characters, up to the first NUL."""

    __slots__ = ()


class OptionalText(_Text["str | None", "str | None"]):
    """A text in an array of characters, up to the first NUL, or ``None``."""

    __slots__ = ()
    _is_optional = True


class _Bytes(_Characters[R, W]):
    __slots__ = ()

    def _value(self, elements: tuple[Any, ...]) -> bytes:
        return bytes(elements)

    def _elements(self, value: Any) -> Sequence[int]:
        if len(value) != self.count:
            raise EncodingError(
                f"array of the wrong length: bytes={len(value)}, "
                f"length={self.count} ({self.name})"
            )
        return bytes(value)


class Bytes(_Bytes[bytes, bytes]):
    """A required array of characters, which callers decode."""

    __slots__ = ()


class OptionalBytes(_Bytes["bytes | None", "bytes | None"]):
    """An array of characters, which callers decode, or ``None``."""

    __slots__ = ()
    _is_optional = True
