// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Type;
import java.util.List;
import java.util.Optional;

/// The members of a composite that is a decimal number: a mantissa and a power of ten, and nothing else.
///
/// @param mantissa never constant
public record Decimal(Value mantissa, Value exponent) {
    /// @param members of a composite
    /// @return empty if they are not such a number
    public static Optional<Decimal> of(List<Value> members) {
        Optional<Value> mantissa = find(members, "mantissa").filter(value -> !value.isConstant());
        Optional<Value> exponent = find(members, "exponent");
        return members.size() != 2 || mantissa.isEmpty() || exponent.isEmpty() ? Optional.empty()
                : Optional.of(new Decimal(mantissa.get(), exponent.get()));
    }

    private static Optional<Value> find(List<Value> members, String name) {
        return members.stream().filter(value -> value.slot().name().equals(name) && isWhole(value.type())).findFirst();
    }

    /// Whether it is a single whole number.
    static boolean isWhole(Type type) {
        return type instanceof ScalarType scalar && scalar.length() == 1 && scalar.primitive() != PrimitiveType.CHAR
                && !scalar.primitive().isFloatingPoint();
    }

    /// The type of the mantissa on the wire.
    public PrimitiveType mantissaType() {
        return ((ScalarType) mantissa.type()).primitive();
    }

    /// The type of the exponent on the wire, or that of its constant.
    public PrimitiveType exponentType() {
        return ((ScalarType) exponent.type()).primitive();
    }
}
