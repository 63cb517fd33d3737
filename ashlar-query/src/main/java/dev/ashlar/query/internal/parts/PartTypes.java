// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.Expr;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.internal.value.Typing;

/// Combines the types that a column has in different parts, without a loss of digits.
final class PartTypes {
    private PartTypes() {
    }

    /// A type that holds values of both; that of the newer part if there is none.
    static ValueType both(ValueType newer, ValueType older) {
        return areOne(newer, older) ? Typing.common(newer, older) : newer;
    }

    private static boolean areOne(ValueType one, ValueType other) {
        return one.kind() == other.kind() || one.kind().isExact() && other.kind().isExact()
                || one.kind().isFloating() && other.kind().isFloating();
    }

    /// Widens a value to another type.
    ///
    /// @return null if that is not possible
    static Expr widen(Expr expr, ValueType type) {
        ValueType found = expr.type();
        if (!areOne(found, type)) {
            return null;
        }
        boolean same = found.kind().isInteger() && type.kind().isInteger() || found.kind().isFloating()
                || found.kind() == type.kind() && (found.kind() != Kind.DECIMAL || found.scale() == type.scale());
        return same ? expr : expr.cast(type);
    }
}
