// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import java.util.function.Supplier;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/// Rows that are opened each time they are read from the beginning.
@SuppressWarnings("exports")
public final class OpenedRows<T> extends AbstractEnumerable<T> {
    private final Supplier<Enumerator<T>> opening;

    private OpenedRows(Supplier<Enumerator<T>> opening) {
        this.opening = opening;
    }

    public static <T> Enumerable<T> by(Supplier<Enumerator<T>> opening) {
        return new OpenedRows<>(opening);
    }

    @Override
    public Enumerator<T> enumerator() {
        return opening.get();
    }
}
