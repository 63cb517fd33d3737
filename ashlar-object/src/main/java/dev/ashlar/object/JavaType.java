// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.util.Arrays;
import java.util.List;

/// The Java type of a field, as far as it affects how the field is written and read.
sealed interface JavaType {
    /// The encoded type.
    default ObjectType described() {
        return switch (this) {
            case Plain(Primitive primitive) -> new ObjectType.Value(primitive);
            case Boxed(Primitive primitive) -> new ObjectType.Maybe(primitive);
            case OptionalPlain(Primitive primitive) -> new ObjectType.Maybe(primitive);
            case PlainArray(Primitive primitive) -> new ObjectType.Array(primitive);
            case Text() -> new ObjectType.Text();
            case EnumOf e -> new ObjectType.Enumeration(e.type().getName(), e.names());
            case ListOf(JavaType element) -> new ObjectType.Sequence(element.described());
            case ArrayOf(_, JavaType element) -> new ObjectType.Sequence(element.described());
            case OptionalOf(JavaType element) -> new ObjectType.Option(element.described());
            case StructOf(ObjectShape shape) -> shape.described();
        };
    }

    /// `long`.
    record Plain(Primitive primitive) implements JavaType { }

    /// `Long`.
    record Boxed(Primitive primitive) implements JavaType { }

    /// `OptionalLong`; of INT, LONG or DOUBLE.
    record OptionalPlain(Primitive primitive) implements JavaType { }

    /// `long[]`.
    record PlainArray(Primitive primitive) implements JavaType { }

    /// `String`.
    record Text() implements JavaType { }

    /// An enum.
    record EnumOf(Class<?> type) implements JavaType {
        private List<String> names() {
            return Arrays.stream(type.getEnumConstants()).map(constant -> ((Enum<?>) constant).name()).toList();
        }

        /// The Java constants by the writer's index; null if there is no constant of that name.
        Object[] by(List<String> indexes) {
            List<String> own = names();
            return indexes.stream().map(name -> own.contains(name) ? type.getEnumConstants()[own.indexOf(name)] : null)
                    .toArray();
        }
    }

    /// `List<…>`.
    record ListOf(JavaType element) implements JavaType { }

    /// An array of references.
    ///
    /// @param component its class, whatever it is
    record ArrayOf(Class<?> component, JavaType element) implements JavaType { }

    /// `Optional<…>`.
    record OptionalOf(JavaType element) implements JavaType { }

    /// A record or class.
    record StructOf(ObjectShape shape) implements JavaType { }
}
