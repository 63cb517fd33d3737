// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.tables;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/// The tables of one engine.
public interface Tables extends Closeable {
    /// Appends rows, numbered from 0.
    void fill(String table, List<Column> columns, long rows) throws IOException;

    /// Work on tables, which closes them when it is closed.
    interface Owner extends Closeable {
        Tables tables();

        @Override
        default void close() throws IOException {
            tables().close();
        }
    }
}
