// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

/// Whether bytes of one description can be read into a class. Fields are matched by name; a field that only one side
/// has is no hindrance.
final class Fitting {
    private Fitting() {
    }

    /// @param path of the field, for messages
    /// @throws UnreadableObjectException if a field is of a type from which its value cannot be had without loss
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
            default -> throw new UnreadableObjectException("a field of another type: field=" + path + ", type="
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
}
