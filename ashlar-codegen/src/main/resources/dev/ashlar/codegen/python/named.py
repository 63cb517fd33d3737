# SPDX-License-Identifier: Apache-2.0
"""Enums and sets."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Generic, TypeVar, overload

from ashlar_sbe import jsontext
from ashlar_sbe.field import Field
from ashlar_sbe.wire import Struct

R = TypeVar("R")
W = TypeVar("W")
E = TypeVar("E", bound="Enumeration")
S = TypeVar("S", bound="Choices")


class Enumeration(IntEnum):
    """The values of an enum. Values unknown to this version remain plain integers."""

    @classmethod
    def _sbe_renamed(cls) -> dict[str, str]:
        """The names in the schema that differ from the names of the members."""
        return {}

    @property
    def sbe_name(self) -> str:
        """The name in the schema."""
        return self._sbe_renamed().get(self.name, self.name)


class _Enum(Field[R, W], Generic[E, R, W]):
    __slots__ = ("type", "_members", "_names")

    def __init__(
        self,
        type: type[E],
        name: str,
        id: int,
        format: str,
        offset: int,
        *,
        since: int = 0,
        null: int | None = None,
        required: bool = False,
        json_name: str = "",
        semantic_type: str = "",
    ) -> None:
        super().__init__(
            name,
            id,
            format,
            offset,
            since=since,
            null=null,
            required=required,
            json_name=json_name,
            semantic_type=semantic_type,
        )
        self.min_value = self.max_value = None
        self.type = type
        self._members = {int(member): member for member in type}
        self._names = {int(m): jsontext.quote(m.sbe_name) for m in type}

    def _value(self, elements: tuple[Any, ...]) -> Any:
        return self._members.get(elements[0], elements[0])

    def _element_json(self, element: Any) -> str:
        return self._names.get(element) or str(element)


class Enum(_Enum[E, "E | int", int], Generic[E]):
    """A value of an enum, or a number that has no name in the enum."""

    __slots__ = ()


class OptionalEnum(_Enum[E, "E | int | None", "int | None"], Generic[E]):
    """A value of an enum, a number that has no name in the enum, or ``None``."""

    __slots__ = ()
    _is_optional = True


class Choices(int):
    """The choices of a set, as bits. Choices unknown to this version keep their bits."""

    __slots__ = ()

    def __or__(self: S, other: int) -> S:
        return type(self)(int(self) | other)

    def __and__(self: S, other: int) -> S:
        return type(self)(int(self) & other)

    def __xor__(self: S, other: int) -> S:
        return type(self)(int(self) ^ other)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({int(self)})"


class Choice:
    """A choice of a set. On an object it is a bool, on the class the set of this choice alone."""

    __slots__ = ("name", "mask", "json")

    def __init__(self, name: str, bit: int) -> None:
        self.name = name
        self.mask = 1 << bit
        self.json = jsontext.quote(name)

    @overload
    def __get__(self, obj: None, owner: type[S]) -> S: ...

    @overload
    def __get__(self, obj: Choices, owner: type[S]) -> bool: ...

    def __get__(self, obj: Choices | None, owner: type[S]) -> S | bool:
        return owner(self.mask) if obj is None else int(obj) & self.mask != 0


class _Set(Field[R, W], Generic[S, R, W]):
    __slots__ = ("type", "_choices")

    def __init__(
        self,
        type: type[S],
        name: str,
        id: int,
        format: str,
        offset: int,
        *,
        since: int = 0,
        json_name: str = "",
        semantic_type: str = "",
    ) -> None:
        super().__init__(
            name,
            id,
            format,
            offset,
            since=since,
            null=0,
            required=True,
            json_name=json_name,
            semantic_type=semantic_type,
        )
        self.min_value = self.max_value = None
        self.type = type
        self._choices = [c for c in vars(type).values() if isinstance(c, Choice)]

    def _value(self, elements: tuple[Any, ...]) -> Choices:
        return self.type(elements[0])

    def _element_json(self, element: Any) -> str:
        rest: int = element
        names = []
        for choice in self._choices:
            if element & choice.mask:
                names.append(choice.json)
                rest &= ~choice.mask
        return f"[{','.join([*names, str(rest)] if rest else names)}]"

    def holds_value(self, obj: Struct) -> bool:
        return self.is_present(obj) and self._read(obj)[0] != 0


class Set(_Set[S, S, S], Generic[S]):
    """A set."""

    __slots__ = ()


class OptionalSet(_Set[S, "S | None", "S | None"], Generic[S]):
    """A set, or ``None`` if it is absent."""

    __slots__ = ()
    _is_optional = True
