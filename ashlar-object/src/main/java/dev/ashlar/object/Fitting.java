// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.util.List;

/// Compares a description with a class: whether bytes with that description can be read into the class, and what
/// reading needs. Fields are matched by name; a field that only one side has is allowed.
final class Fitting {
    /// @param path of the field, for messages
    /// @throws UnreadableObjectException if the value of a field cannot be converted without loss
    static void require(ObjectType wire, JavaType type, String path) {
        switch (type) {
            case JavaType.Plain t when wire instanceof ObjectType.Value w && w.primitive().fitsInto(t.primitive()) -> {
            }
            case JavaType.Boxed t when holds(wire, t.primitive()) -> {
            }
            case JavaType.OptionalPlain t when holds(wire, t.primitive()) -> {
            }
            case JavaType.PlainArray t when wire instanceof ObjectType.Array w && w.primitive() == t.primitive() -> {
            }
            case JavaType.Text _ when wire instanceof ObjectType.Text -> {
            }
            case JavaType.EnumOf _ when wire instanceof ObjectType.Enumeration -> {
            }
            case JavaType.ListOf t when wire instanceof ObjectType.Sequence w ->
                require(w.element(), t.element(), path + "[]");
            case JavaType.ArrayOf t when wire instanceof ObjectType.Sequence w ->
                require(w.element(), t.element(), path + "[]");
            case JavaType.OptionalOf t when wire instanceof ObjectType.Option w ->
                require(w.element(), t.element(), path + "?");
            case JavaType.StructOf t when wire instanceof ObjectType.Struct w -> require(w, t.shape(), path);
            default -> throw new UnreadableObjectException("field of another type: field=" + path + ", type="
                    + wire.text() + ", expectedType=" + type.described().text());
        }
    }

    private static boolean holds(ObjectType wire, Primitive primitive) {
        return wire instanceof ObjectType.Maybe maybe && maybe.primitive() == primitive
                || wire instanceof ObjectType.Value value && value.primitive() == primitive;
    }

    static void require(ObjectType.Struct wire, ObjectShape shape, String path) {
        for (ObjectType.Field field : wire.fields()) {
            shape.member(field.name())
                    .ifPresent(member -> require(field.type(), member.type(), path + "." + field.name()));
        }
    }

    /// Whether reading needs a cursor.
    static boolean needsCursor(ObjectType wire, JavaType type) {
        return switch (type) {
            case JavaType.Plain _, JavaType.Boxed _, JavaType.OptionalPlain _, JavaType.PlainArray _, JavaType.Text _,
                    JavaType.EnumOf _ -> false;
            case JavaType.ListOf t -> needsCursor(((ObjectType.Sequence) wire).element(), t.element());
            case JavaType.ArrayOf t -> needsCursor(((ObjectType.Sequence) wire).element(), t.element());
            case JavaType.OptionalOf t -> ((ObjectType.Option) wire).element().hasTail();
            case JavaType.StructOf t -> t.shape().isRecord() && ((ObjectType.Struct) wire).isOpen()
                    || fieldsNeedCursor((ObjectType.Struct) wire, t.shape());
        };
    }

    /// As [#needsCursor(ObjectType, JavaType)], for an object that nothing follows.
    static boolean fieldsNeedCursor(ObjectType.Struct wire, ObjectShape shape) {
        return wire.fields().stream().anyMatch(field -> shape.member(field.name())
                .filter(member -> needsCursor(field.type(), member.type())).isPresent());
    }

    /// Whether there are lists whose elements lack fields that the reader has.
    static boolean isLackingInLists(ObjectType wire, JavaType type, boolean inList) {
        return switch (type) {
            case JavaType.Plain _, JavaType.Boxed _, JavaType.OptionalPlain _, JavaType.PlainArray _, JavaType.Text _,
                    JavaType.EnumOf _ -> false;
            case JavaType.ListOf t -> isLackingInLists(((ObjectType.Sequence) wire).element(), t.element(), true);
            case JavaType.ArrayOf t -> isLackingInLists(((ObjectType.Sequence) wire).element(), t.element(), true);
            case JavaType.OptionalOf t -> isLackingInLists(((ObjectType.Option) wire).element(), t.element(), inList);
            case JavaType.StructOf t -> {
                ObjectType.Struct struct = (ObjectType.Struct) wire;
                yield inList && !absent(struct, t.shape()).isEmpty() || struct.fields().stream()
                        .anyMatch(field -> t.shape().member(field.name()).filter(member ->
                                isLackingInLists(field.type(), member.type(), inList)).isPresent());
            }
        };
    }

    /// The fields of a class that the bytes do not have.
    static List<ObjectShape.Member> absent(ObjectType.Struct wire, ObjectShape shape) {
        return shape.members().stream().filter(member -> wire.fields().stream()
                .noneMatch(field -> field.name().equals(member.name()))).toList();
    }
}
