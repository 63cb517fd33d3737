// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;

/// A column of a relation, or one that is computed from such columns.
///
/// @param name    name in the archive, with its capitals
/// @param type    type in Trino
/// @param formula formula of a computed column
public record AshlarColumn(String name, Type type, Optional<Formula> formula) implements ColumnHandle {
    /// A formula that kernels compute.
    ///
    /// @param operator `+`, `-`, `*`; `bigint` with one operand; `constant` without operands; or `bucket` with one time
    ///     as operand and its length in `number`
    /// @param operands columns from which it is computed
    /// @param number   a constant, or the length of a bucket in nanoseconds; otherwise 0
    public record Formula(String operator, List<AshlarColumn> operands, long number) {
        public Formula {
            operands = List.copyOf(operands);
        }
    }

    AshlarColumn(String name, Type type) {
        this(name, type, Optional.empty());
    }

    @Override
    public String toString() {
        return name + ":" + type.getDisplayName();
    }
}
