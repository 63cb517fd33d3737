// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.pipeline;

import dev.ashlar.query.ColumnVector;
import java.io.IOException;
import java.util.List;

/// A file that keeps rows in groups, and each group column by column.
///
/// @param <E> a column of a group, encoded
public interface ColumnarFile<E> {
    /// Maximum number of rows in a group.
    int groupRows();

    /// Encodes a column of a group; called by several threads at once.
    ///
    /// @param parts one after the other; each with its number of rows
    E encode(int column, List<Part> parts);

    /// Writes a group; called by one thread at a time, in order.
    void write(int rows, List<E> columns) throws IOException;

    /// Writes what follows the last group, if anything does.
    default void finish() throws IOException {
    }

    /// Some rows of a column.
    record Part(ColumnVector vector, int rows) { }
}
