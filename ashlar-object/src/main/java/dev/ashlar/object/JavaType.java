// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.util.Arrays;
import java.util.List;

/// What a field is in Java, as far as it matters for how it is written and read.
sealed interface JavaType {
    /// What it is in bytes.
    ObjectType described();

    /// `long`.
    record Plain(Primitive primitive) implements JavaType {
        @Override
        public ObjectType described() {
            return new ObjectType.Value(primitive);
        }
    }

    /// `Long`.
    record Boxed(Primitive primitive) implements JavaType {
        @Override
        public ObjectType described() {
            return new ObjectType.Maybe(primitive);
        }
    }

    /// `OptionalLong`; of INT, LONG or DOUBLE.
    record OptionalPlain(Primitive primitive) implements JavaType {
        @Override
        public ObjectType described() {
            return new ObjectType.Maybe(primitive);
        }
    }

    /// `long[]`.
    record PlainArray(Primitive primitive) implements JavaType {
        @Override
        public ObjectType described() {
            return new ObjectType.Array(primitive);
        }
    }

    /// `String`.
    record Text() implements JavaType {
        @Override
        public ObjectType described() {
            return new ObjectType.Text();
        }
    }

    /// An enum.
    record EnumOf(Class<?> type) implements JavaType {
        @Override
        public ObjectType.Enumeration described() {
            return new ObjectType.Enumeration(type.getName(), names());
        }

        private List<String> names() {
            return Arrays.stream(type.getEnumConstants()).map(constant -> ((Enum<?>) constant).name()).toList();
        }

        /// The constants of Java by the index that others have for them; null where Java has none of that name.
        Object[] by(List<String> indexes) {
            List<String> own = names();
            return indexes.stream().map(name -> own.contains(name) ? type.getEnumConstants()[own.indexOf(name)] : null)
                    .toArray();
        }
    }

    /// `List<…>`.
    record ListOf(JavaType element) implements JavaType {
        @Override
        public ObjectType described() {
            return new ObjectType.Sequence(element.described());
        }
    }

    /// An array of references.
    ///
    /// @param component its class, whatever it is
    record ArrayOf(Class<?> component, JavaType element) implements JavaType {
        @Override
        public ObjectType described() {
            return new ObjectType.Sequence(element.described());
        }
    }

    /// `Optional<…>`.
    record OptionalOf(JavaType element) implements JavaType {
        @Override
        public ObjectType described() {
            return new ObjectType.Option(element.described());
        }
    }

    /// A record or class.
    record StructOf(ObjectShape shape) implements JavaType {
        @Override
        public ObjectType described() {
            return shape.described();
        }
    }
}
