# SPDX-License-Identifier: Apache-2.0
"""Schemas from `.sbeir` (docs/formats/sbeir.md)."""
from __future__ import annotations

import functools
import struct
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .errors import SchemaError

_MAX_LENGTH = 32 << 20
_MAX_DEPTH = 64
_MAX_COUNT = (1 << 31) - 1
_TOKEN = struct.Struct("<iiiii4Bi")
_PRIMITIVES = (None, "char", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double")
_DTYPES = {"char": "u1", "int8": "i1", "int16": "i2", "int32": "i4", "int64": "i8", "uint8": "u1", "uint16": "u2",
           "uint32": "u4", "uint64": "u8", "float": "f4", "double": "f8"}
(_MESSAGE, _END_MESSAGE, _COMPOSITE, _END_COMPOSITE, _FIELD, _END_FIELD, _GROUP, _END_GROUP, _ENUM, _VALUE, _END_ENUM,
 _SET, _CHOICE, _END_SET, _DATA, _END_DATA, _ENCODING) = range(1, 18)
REQUIRED, OPTIONAL, CONSTANT = range(3)
TIMESTAMP = "UTCTimestamp"


@dataclass(frozen=True)
class Type:
    """A scalar, an array, an enum, a set or a composite.

    :ivar kind: "scalar", "enum", "set" or "composite"
    :ivar length: number of elements; 1 unless it is an array; 0 if it varies
    :ivar null: the null value; the default of the primitive if none is declared
    :ivar least: the least value, if declared
    :ivar greatest: the greatest value, if declared
    :ivar names: for an enum, number to name; for a set, bit to name
    """
    kind: str
    name: str
    size: int
    since: int
    primitive: str = ""
    length: int = 1
    presence: int = REQUIRED
    null: Any = None
    constant: Any = None
    encoding: str = ""
    names: dict[int, str] = field(default_factory=dict)
    members: tuple["Member", ...] = ()
    least: Any = None
    greatest: Any = None

    @functools.cached_property
    def counts(self) -> range:
        """Counts and lengths that it can encode: the declared range, else all values; at most 2^31-1."""
        least = self.least if isinstance(self.least, int) else 0
        most = self.greatest if isinstance(self.greatest, int) and self.greatest >= 0 else _MAX_COUNT
        if self.greatest is None:
            most = (1 << 8 * self.size - (0 if self.primitive[:1] == "u" else 1)) - 1
        return range(max(0, least), min(most, _MAX_COUNT) + 1)

    @property
    def charset(self) -> str:
        """The charset of its characters. A single character is one byte, whatever the encoding."""
        return "ISO-8859-1" if self.length == 1 else self.encoding

    def member(self, name: str) -> "Member | None":
        return self._by_name.get(name)

    def indicator(self, since: int) -> "Member | None":
        """The member that indicates whether a composite is null (docs/null.md): the mantissa of a decimal; otherwise
        the first member that has bytes in every version that has the composite; None if there is none.

        :param since: the version that added the field or member with the composite
        """
        if since not in self._indicators:
            on_wire = [m for m in self.members if m.is_on_wire]
            oldest = min((_first_version(m, since) for m in on_wire), default=since)
            found = [m for m in on_wire if _first_version(m, since) <= oldest]
            mantissa = next((m for m in found if self.is_decimal and m.name == "mantissa"), None)
            self._indicators[since] = mantissa or next(iter(found), None)
        return self._indicators[since]

    @functools.cached_property
    def is_decimal(self) -> bool:
        """Whether it has exactly the members of a decimal."""
        return len(self.members) == 2 and {m.name for m in self.members} == {"mantissa", "exponent"}

    def is_power(self, since: int) -> bool:
        """Whether it consists of an integer mantissa and an integer exponent that every version has. Other decimals are
        shown by their members.

        :param since: the version that added the field or member with the composite
        """
        if since not in self._powers:
            self._powers[since] = self.is_decimal and all(
                m.is_whole(since) and (m.presence != CONSTANT or m.name == "exponent") for m in self.members)
        return self._powers[since]

    @functools.cached_property
    def _powers(self) -> dict[int, bool]:
        return {}

    @functools.cached_property
    def _indicators(self) -> "dict[int, Member | None]":
        return {}

    @functools.cached_property
    def _by_name(self) -> dict[str, "Member"]:
        return {m.name: m for m in reversed(self.members)}


@dataclass(frozen=True)
class Member:
    """A field of a block, or a member of a composite. Its offset is relative to the block or composite."""
    name: str
    offset: int
    type: Type
    presence: int
    since: int
    constant: Any = None
    unit: str = ""
    semantic: str = ""
    epoch: str = ""

    @property
    def is_optional(self) -> bool:
        """Whether a member of a composite is optional. Enums and composites there are required."""
        return self.presence == OPTIONAL and self.type.kind == "scalar"

    @property
    def is_on_wire(self) -> bool:
        return self.presence != CONSTANT and self.type.size > 0

    def is_whole(self, since: int) -> bool:
        """Whether it is a single integer, and was not added after its composite."""
        of = self.type
        return of.kind == "scalar" and of.length == 1 and of.primitive not in ("char", "float", "double") \
            and self.since <= since

    def is_present(self, since: int, version: int, room: int) -> bool:
        """Whether a block of a version has the field or member (docs/null.md). A block with fewer members of a
        composite than the newest version has the composite if it has its oldest members.

        :param since: the version that added the enclosing field or member
        :param room: bytes from the start of the enclosing block or composite to the end of the block
        """
        if self.type.kind != "composite":
            return max(since, self.since) <= version and self.offset + self.type.size <= room
        if not self.is_on_wire:
            return True
        if since not in self._begins:
            first = _first_version(self, since)
            self._begins[since] = first, self.offset + _length_in(self, first, since)
        first, end = self._begins[since]
        return first <= version and end <= room

    @functools.cached_property
    def _begins(self) -> dict[int, tuple[int, int]]:
        return {}


def _first_version(member: Member, since: int) -> int:
    """The first version with bytes of a member; for a composite, the version of its oldest member."""
    since = max(since, member.since)
    if member.type.kind != "composite":
        return since
    return min((_first_version(m, since) for m in member.type.members if m.is_on_wire), default=since)


def _length_in(member: Member, version: int, since: int) -> int:
    """Bytes that a member had in a version."""
    since = max(since, member.since)
    if member.type.kind != "composite":
        return member.type.size if since <= version else 0
    lengths = [(m.offset, _length_in(m, version, since)) for m in member.type.members if m.is_on_wire]
    return max((offset + length for offset, length in lengths if length), default=0)


@dataclass(frozen=True)
class Data:
    name: str
    type: Type
    since: int


@dataclass(frozen=True)
class Block:
    """A message or a group."""
    name: str
    id: int
    length: int
    since: int
    fields: tuple[Member, ...]
    groups: tuple["Block", ...]
    data: tuple[Data, ...]
    dimension: Type | None = None


@dataclass(frozen=True)
class Schema:
    id: int
    version: int
    order: str
    header: Type
    messages: tuple[Block, ...]

    def block(self, path: str) -> Block:
        """The block of a path such as `Order/legs`."""
        blocks = self.messages
        found = None
        for name in path.split("/"):
            found = next((b for b in blocks if b.name == name), None)
            if found is None:
                raise SchemaError(f"no such block: path={path}, schemaId={self.id}, version={self.version}")
            blocks = found.groups
        assert found is not None
        return found


@dataclass(frozen=True)
class _Token:
    signal: int
    name: str
    offset: int
    size: int
    id: int
    since: int
    primitive: str
    big: bool
    presence: int
    constant: bytes
    least: bytes
    greatest: bytes
    null: bytes
    encoding: str
    epoch: str
    unit: str
    semantic: str


def default_null(primitive: str) -> Any:
    if primitive in ("float", "double"):
        return float("nan")
    if primitive == "char":
        return 0
    info = np.iinfo(_DTYPES[primitive])
    return int(info.max if primitive[0] == "u" else info.min)


def dtype_of(primitive: str, order: str) -> np.dtype:
    found: np.dtype = np.dtype(_DTYPES[primitive]).newbyteorder(">" if order == ">" else "<")
    return found


def parse(data: bytes, name: str) -> Schema:
    """Reads a schema from the bytes of an `.sbeir` file.

    :param name: shown in errors, such as the path
    :raises SchemaError: if the bytes are damaged or not a schema; no bytes cause another error
    """
    if len(data) > _MAX_LENGTH:
        raise SchemaError(f"longer than any schema: length={len(data)}, max={_MAX_LENGTH} ({name})")
    try:
        return _Reader(_tokens(data, name), data, name).schema()
    except (struct.error, LookupError, ValueError) as e:
        raise SchemaError(f"damaged: {e} ({name})") from e


def _tokens(data: bytes, name: str) -> list[_Token]:
    if len(data) < 12 or struct.unpack_from("<i", data, 4)[0] != 0:
        raise SchemaError(f"not a serialised schema of form 0 ({name})")
    at = 12

    def text() -> bytes:
        nonlocal at
        length, = struct.unpack_from("<H", data, at)
        if at + 2 + length > len(data):
            raise SchemaError(f"ends inside a string: offset={at} ({name})")
        at += 2 + length
        return data[at - length:at]

    for _ in range(3):
        text()
    tokens = []
    while at < len(data):
        start = at
        offset, size, id_, since, _, signal, primitive, order, presence, _ = _TOKEN.unpack_from(data, at)
        at += _TOKEN.size
        strings = [text() for _ in range(12)]
        if not 1 <= signal <= 17 or primitive > 11 or order > 1 or presence > 2:
            raise SchemaError(f"token with an unknown code: offset={start} ({name})")
        tokens.append(_Token(signal, strings[0].decode(), offset, size, id_, since, _PRIMITIVES[primitive] or "",
                             order == 1, presence, strings[1], strings[2], strings[3], strings[4],
                             strings[5].decode(), strings[6].decode(), strings[7].decode(), strings[8].decode()))
    return tokens


class _Reader:
    def __init__(self, tokens: list[_Token], data: bytes, name: str) -> None:
        self._tokens = tokens
        self._name = name
        self._at = 0
        self._depth = 0
        self._id, _, self._version = struct.unpack_from("<iii", data, 0)
        first = next((t for t in tokens if t.signal == _ENCODING), None)
        self._order = ">" if first is not None and first.big else "<"

    def schema(self) -> Schema:
        header = self._composite()
        messages = []
        while self._at < len(self._tokens):
            messages.append(self._block(_MESSAGE, _END_MESSAGE))
        return Schema(self._id, self._version, self._order, header, tuple(messages))

    def _peek(self) -> int:
        return self._tokens[self._at].signal if self._at < len(self._tokens) else 0

    def _next(self, signal: int) -> _Token:
        if self._peek() != signal:
            raise SchemaError(f"unexpected token: token={self._at}, signal={self._peek()}, expected={signal} "
                              f"({self._name})")
        self._at += 1
        return self._tokens[self._at - 1]

    def _begin(self, signal: int) -> _Token:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise SchemaError(f"nested too deep: token={self._at} ({self._name})")
        return self._next(signal)

    def _end(self, signal: int) -> None:
        self._depth -= 1
        self._next(signal)

    def _block(self, begin: int, end: int) -> Block:
        token = self._begin(begin)
        dimension = self._composite() if begin == _GROUP else None
        fields = []
        groups = []
        data = []
        while self._peek() == _FIELD:
            fields.append(self._field(token))
        while self._peek() == _GROUP:
            groups.append(self._block(_GROUP, _END_GROUP))
        while self._peek() == _DATA:
            data.append(self._data())
        self._end(end)
        if token.size < 0:
            raise SchemaError(f"negative block length ({token.name} in {self._name})")
        return Block(token.name, token.id, token.size, token.since, tuple(fields), tuple(groups), tuple(data),
                     dimension)

    def _field(self, block: _Token) -> Member:
        token = self._begin(_FIELD)
        of, typed = self._placed()
        self._end(_END_FIELD)
        constant = None
        if token.presence == CONSTANT:
            constant = of.constant
            if of.kind == "enum":
                constant = token.constant.decode().rpartition(".")[2]
        elif of.kind == "scalar" and (of.presence == CONSTANT or of.length == 0):
            raise SchemaError(f"field of a type without a fixed length on the wire: name={token.name} ({self._name})")
        elif token.offset < 0 or token.offset + of.size > block.size:
            raise SchemaError(f"field outside its block: name={token.name}, offset={token.offset}, size={of.size}, "
                              f"blockLength={block.size} ({self._name})")
        semantic = token.semantic if token.semantic and typed.semantic != TIMESTAMP else typed.semantic
        return Member(token.name, token.offset, of, token.presence, max(token.since, of.since), constant,
                      token.unit or typed.unit, semantic, token.epoch or typed.epoch)

    def _data(self) -> Data:
        token = self._begin(_DATA)
        of = self._composite()
        self._end(_END_DATA)
        if of.member("length") is None or of.member("varData") is None:
            raise SchemaError(f"data without length and varData: name={token.name} ({self._name})")
        return Data(token.name, of, max(token.since, of.since))

    def _placed(self) -> tuple[Type, _Token]:
        signal = self._peek()
        if signal == _COMPOSITE:
            token = self._tokens[self._at]
            return self._composite(), token
        if signal == _ENUM:
            return self._named(_ENUM, _VALUE, _END_ENUM, "enum")
        if signal == _SET:
            return self._named(_SET, _CHOICE, _END_SET, "set")
        token = self._next(_ENCODING)
        if not token.primitive or token.big != (self._order == ">"):
            raise SchemaError(f"scalar without primitive, or of another byte order: name={token.name} ({self._name})")
        return self._scalar(token), token

    def _scalar(self, token: _Token) -> Type:
        width = np.dtype(_DTYPES[token.primitive]).itemsize
        constant = None
        length = 1
        if token.presence == CONSTANT:
            constant = self._constant(token)
        elif token.size < 0:
            length = 0
        elif token.size % width:
            raise SchemaError(f"size is not a multiple of its type's size: name={token.name}, size={token.size} ({self._name})")
        else:
            length = token.size // width
        null = self._number(token, token.null) if token.null else default_null(token.primitive)
        least, greatest = (self._number(token, bound) if bound else None for bound in (token.least, token.greatest))
        return Type("scalar", token.name, max(0, token.size), token.since, token.primitive, length, token.presence,
                    null, constant, token.encoding, least=least, greatest=greatest)

    def _constant(self, token: _Token) -> Any:
        if token.primitive != "char":
            return self._number(token, token.constant)
        return token.constant.rstrip(b"\0").decode(token.encoding or "ascii", "replace")

    def _number(self, token: _Token, value: bytes) -> Any:
        of = np.dtype(_DTYPES[token.primitive])
        if len(value) != of.itemsize:
            raise SchemaError(f"value of another size than its type: name={token.name} ({self._name})")
        return np.frombuffer(value, of.newbyteorder("<"))[0].item()

    def _named(self, begin: int, one: int, end: int, kind: str) -> tuple[Type, _Token]:
        token = self._begin(begin)
        if token.primitive in ("", "float", "double") or token.size != np.dtype(_DTYPES[token.primitive]).itemsize:
            raise SchemaError(f"not of one whole value: name={token.name} ({self._name})")
        names: dict[int, str] = {}
        while self._peek() == one:
            value = self._next(one)
            if value.primitive != token.primitive:
                raise SchemaError(f"value of another type than its {kind}: name={value.name} ({self._name})")
            # If a value has two names, the first is shown, as elsewhere.
            names.setdefault(self._number(value, value.constant), value.name)
        self._end(end)
        if kind == "set" and not all(0 <= bit < 8 * token.size for bit in names):
            raise SchemaError(f"choice outside its set: name={token.name}, bits={sorted(names)} ({self._name})")
        null = self._number(token, token.null) if token.null else default_null(token.primitive)
        return Type(kind, token.name, token.size, token.since, token.primitive, 1, REQUIRED, null, names=names), token

    def _composite(self) -> Type:
        token = self._begin(_COMPOSITE)
        members = []
        while self._peek() != _END_COMPOSITE:
            of, at = self._placed()
            constant = of.constant if at.presence == CONSTANT else None
            if at.presence != CONSTANT and (at.offset < 0 or 0 <= token.size < at.offset + of.size):
                raise SchemaError(f"member outside its composite: name={at.name} ({self._name})")
            members.append(Member(at.name, at.offset, of, at.presence, of.since, constant, at.unit, at.semantic))
        self._end(_END_COMPOSITE)
        size = token.size if token.size >= 0 else max((m.offset + m.type.size for m in members), default=0)
        return Type("composite", token.name, size, token.since, members=tuple(members))
