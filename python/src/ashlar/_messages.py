# SPDX-License-Identifier: Apache-2.0
"""Messages as Python values, by their schemas. For null, see docs/null.md."""
from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._columns import decimal_of
from ._schema import CONSTANT, OPTIONAL, Block, Member, Schema, Type, dtype_of
from ._texts import decode, decode_text
from .errors import DamagedError, SchemaError

# Decimals with exponents beyond this are shown by their members, as in JSON.
_MAX_EXPONENT = 99_999


class CutMessageError(DamagedError):
    """A message ends before a block, group or data that it should have."""


@dataclass(frozen=True)
class Message:
    """A message of a journal.

    :ivar fields: names to values; a group is a list of dicts. Decoded with the schema version of the message
    :ivar data: its bytes, message header included
    :ivar row: row of its root block in the table of its template; None if there is no row
    """
    position: int
    time: np.datetime64
    sequence: int
    row: int | None
    template: str | None
    template_id: int
    schema_id: int
    version: int
    fields: dict[str, Any]
    data: bytes = b""


class Decoder:
    """Decodes messages with the schemas of a store."""

    def __init__(self, schemas: list[Schema], incomplete: bool = False) -> None:
        """
        :param incomplete: whether the store has schemas that cannot be read
        """
        self._incomplete = incomplete
        self._newest: dict[int, Schema] = {}
        for schema in schemas:
            if schema.id not in self._newest or schema.version >= self._newest[schema.id].version:
                self._newest[schema.id] = schema
        self._header = schemas[0] if schemas else None
        self._members: list[Member] = []
        self._templates = {s.id: {m.id: m for m in reversed(s.messages)} for s in self._newest.values()}

    def header(self, message: memoryview) -> tuple[int, int, int, int]:
        """Block length, template id, schema id and version."""
        if self._header is None:
            raise SchemaError("no schema can be read")
        of = self._header.header
        if len(message) < of.size:
            raise CutMessageError(f"message shorter than its header: length={len(message)}, expected={of.size}")
        order = self._header.order
        if not self._members:
            for name in ("blockLength", "templateId", "schemaId", "version"):
                member = of.member(name)
                if member is None:
                    raise SchemaError(f"message header without {name}")
                self._members.append(member)
        length, template, schema, version = (
            int(m.constant if m.presence == CONSTANT else _number(message, m.offset, m.type, order))
            for m in self._members)
        return length, template, schema, version

    def decode(self, message: memoryview) -> tuple[Block | None, dict[str, Any]]:
        """The template and values; None and an empty dict for an unknown template.

        :raises DamagedError: if the message is truncated
        """
        return self.measured(message)[:2]

    def measured(self, message: memoryview) -> tuple[Block | None, dict[str, Any], int]:
        """The same, with the length of the message in bytes."""
        length, template, schema_id, version = self.header(message)
        schema = self._newest.get(schema_id)
        block = None if schema is None else self._templates[schema_id].get(template)
        if schema is None or block is None:
            return None, {}, 0
        if self._incomplete and version > schema.version:
            # A newer schema may have groups before the data: with an older one, their bytes would be misread.
            raise SchemaError(f"schema of the message cannot be read: schemaId={schema_id}, version={version}")
        assert self._header is not None
        fields: dict[str, Any] = {}
        end = Body(message, schema, version).block(block, self._header.header.size, length, fields)
        return block, fields, end


def block_of(row: memoryview, schema: Schema, version: int, block: Block, length: int) -> dict[str, Any]:
    """The fields of a block, without groups and data."""
    body = Body(row, schema, version)
    return {field.name: body._field(field, 0, length) for field in block.fields}


class Body:
    """Walks over a message, block by block."""

    def __init__(self, message: memoryview, schema: Schema, version: int) -> None:
        self._message = message
        self._order = schema.order
        self._version = version

    def block(self, block: Block, at: int, length: int, into: dict[str, Any]) -> int:
        """:return: the offset after the block's groups and data"""
        self._need(at, length, block.name)
        self._fields(block, at, length, into)
        end = at + length
        for group in block.groups:
            if group.since <= self._version:
                end = self._group(group, end, into)
            else:
                into[group.name] = []
        for data in block.data:
            if data.since <= self._version:
                end = self._data(data.name, data.type, end, into)
            else:
                into[data.name] = None
        return end

    def _fields(self, block: Block, at: int, length: int, into: dict[str, Any]) -> None:
        for field in block.fields:
            into[field.name] = self._field(field, at, length)

    def _need(self, at: int, length: int, what: str) -> None:
        if at + length > len(self._message):
            raise CutMessageError(f"message ends inside {what}: length={len(self._message)}, expected={at + length}")

    def _group(self, group: Block, at: int, into: dict[str, Any]) -> int:
        of = group.dimension
        assert of is not None
        self._need(at, of.size, group.name)
        length = self._part(of, "blockLength", at)
        count = self._counted(of, "numInGroup", at, group.name)
        at += of.size
        if length == 0 and not group.groups and not group.data and count > 65_536:
            raise DamagedError(f"more entries without bytes than any group has: count={count} ({group.name})")
        rows = []
        for _ in range(count):
            row: dict[str, Any] = {}
            at = self.block(group, at, length, row)
            rows.append(row)
        into[group.name] = rows
        return at

    def _data(self, name: str, of: Type, at: int, into: dict[str, Any]) -> int:
        data = of.member("varData")
        assert data is not None
        self._need(at, data.offset, name)
        length = self._counted(of, "length", at, name)
        begin = at + data.offset
        self._need(begin, length, name)
        value = bytes(self._message[begin:begin + length])
        if data.type.encoding or data.type.primitive == "char":
            text = decode(value, data.type.encoding)
            into[name] = value if text is None else text
        else:
            into[name] = value
        return begin + length

    def _counted(self, of: Type, name: str, at: int, what: str) -> int:
        """A count or length, checked against the bounds of the schema."""
        count = self._part(of, name, at)
        member = of.member(name)
        if member is not None and member.presence != CONSTANT and count not in member.type.counts:
            counts = member.type.counts
            raise DamagedError(f"count or length out of range: {name}={count}, min={counts.start}, max={counts[-1]} "
                               f"({what})")
        return count

    def _part(self, of: Type, name: str, at: int) -> int:
        member = of.member(name)
        if member is None:
            raise SchemaError(f"composite without {name}: {of.name}")
        if member.presence == CONSTANT:
            return int(member.constant)
        return int(_number(self._message, at + member.offset, member.type, self._order))

    def _field(self, field: Member, block: int, length: int) -> Any:
        if field.presence == CONSTANT:
            return field.constant
        if field.type.kind == "composite":
            if not field.is_present(0, self._version, length):
                return None
        elif field.since > self._version or field.offset + field.type.size > length:
            return None
        return self._value(field.type, block + field.offset, field.presence == OPTIONAL, field.since,
                           length - field.offset)

    def value(self, member: Member) -> Any:
        """A member of the message header."""
        self._need(member.offset, member.type.size, member.name)
        return self._value(member.type, member.offset, member.presence == OPTIONAL, member.since, member.type.size)

    def _value(self, of: Type, at: int, optional: bool, since: int, room: int) -> Any:
        """
        :param room: bytes to the end of the block
        """
        if of.kind == "scalar":
            return self._scalar(of, at, optional)
        if of.kind == "composite":
            return self._composite(of, at, optional, since, room)
        value = int(_number(self._message, at, of, self._order))
        if of.kind == "set":
            unnamed = value & ~sum(1 << bit for bit in of.names)
            return [*(name for bit, name in of.names.items() if value >> bit & 1), *([unnamed] if unnamed else [])]
        if value == of.null and (optional or value not in of.names):
            return None
        return of.names.get(value, value)

    def _scalar(self, of: Type, at: int, optional: bool) -> Any:
        if of.primitive == "char":
            value = bytes(self._message[at:at + of.length])
            if optional and (all(b == of.null for b in value) or of.null == 0 and value[:1] == b"\0"):
                return None
            return decode_text(value, of.charset)
        if of.length != 1:
            found = np.frombuffer(self._message, dtype_of(of.primitive, self._order), of.length, at).tolist()
            return None if optional and all(_is(v, of.null) for v in found) else found
        number = _number(self._message, at, of, self._order)
        return None if optional and _is(number, of.null) else number

    def _composite(self, of: Type, at: int, optional: bool, since: int, room: int) -> Any:
        first = of.indicator(since)
        values: dict[str, Any] = {}
        for member in of.members:
            if member.presence == CONSTANT:
                values[member.name] = member.constant
            elif not (member.is_present(since, self._version, room) if member.type.kind == "composite"
                      else member.since <= self._version and member.offset + member.type.size <= room):
                values[member.name] = None
            else:
                values[member.name] = self._value(member.type, at + member.offset,
                                                  member.is_optional or optional and member is first,
                                                  max(since, member.since), room - member.offset)
        if first is not None and values[first.name] is None:
            return None
        if of.is_power(since):
            mantissa, exponent = values["mantissa"], values["exponent"]
            if exponent is None:
                return None
            if isinstance(mantissa, int) and isinstance(exponent, int) and abs(exponent) <= _MAX_EXPONENT:
                return decimal_of(mantissa, exponent)
        return values


_CODES = {"char": "B", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint8": "B", "uint16": "H", "uint32": "I",
          "uint64": "Q", "float": "f", "double": "d"}
_STRUCTS = {(order, primitive): struct.Struct(order + code).unpack_from
            for order in "<>" for primitive, code in _CODES.items()}


def _number(message: memoryview, at: int, of: Type, order: str) -> Any:
    try:
        return _STRUCTS[order, of.primitive](message, at)[0]
    except struct.error as e:
        raise CutMessageError(f"message ends inside {of.name}: length={len(message)}, offset={at}") from e


def _is(value: Any, null: Any) -> bool:
    return bool(value == null or null != null and value != value)
