// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.type.Type;

/// A column of a relation, or one that a pushed-down aggregate computes.
///
/// @param name in the archive, with its capitals
/// @param type that Trino shows
public record AshlarColumn(String name, Type type) implements ColumnHandle {
    @Override
    public String toString() {
        return name + ":" + type.getDisplayName();
    }
}
