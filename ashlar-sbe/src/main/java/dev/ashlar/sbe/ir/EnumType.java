// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.ir;

import java.util.List;
import java.util.Optional;

/// A set of named values; one of them is on the wire.
///
/// @param name        name in the schema
/// @param packageName package of its `types` element, or empty
/// @param primitive   `char` or an integer type
/// @param nullValue   as declared on the enum or its encoding type; empty means the primitive's
/// @param values      in schema order
/// @param meta        documentation and versions
public record EnumType(String name, String packageName, PrimitiveType primitive, Optional<Literal> nullValue,
        List<ValidValue> values, Meta meta) implements Type {

    public EnumType {
        values = List.copyOf(values);
    }

    /// One named value.
    ///
    /// @param bits the value as sign- or zero-extended by the enum's primitive type (see [Literal.Whole])
    public record ValidValue(String name, long bits, Meta meta) { }

    @Override
    public int encodedLength() {
        return primitive.size();
    }

    /// The effective null value, declared or default.
    public Literal effectiveNull() {
        return nullValue.orElse(primitive.nullValue());
    }

    /// Whether the schema gives the null value a name.
    public boolean namesNull() {
        Literal nothing = effectiveNull();
        return values.stream().anyMatch(value -> nothing.equals(Literal.of(value.bits())));
    }

    /// The value of this name, or `null` if there is none.
    public ValidValue value(String valueName) {
        return values.stream().filter(value -> value.name().equals(valueName)).findFirst().orElse(null);
    }
}
