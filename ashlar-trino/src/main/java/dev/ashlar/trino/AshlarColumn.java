// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;

/// A column of a relation, or one that is computed of such columns.
///
/// @param name    in the archive, with its capitals
/// @param type    that Trino shows
/// @param formula of a computed column
public record AshlarColumn(String name, Type type, Optional<Formula> formula) implements ColumnHandle {
    /// What kernels compute.
    ///
    /// @param operator `+`, `-`, `*`; `bigint` of one; `constant` without operands; or `bucket` of one time, of as
    ///     many nanoseconds
    /// @param operands that it is computed of
    /// @param number   a constant, or the length of a bucket; otherwise 0
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
