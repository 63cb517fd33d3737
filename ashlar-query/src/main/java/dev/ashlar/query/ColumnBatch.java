// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import java.util.List;

/// Some rows of a result, column by column.
///
/// @param rows number of rows, at least 1
public record ColumnBatch(int rows, List<ColumnVector> columns) {
    public ColumnBatch {
        columns = List.copyOf(columns);
        if (rows < 1) {
            throw new IllegalArgumentException("batch without rows: rows=" + rows);
        }
    }

    /// Approximate bytes that the values occupy in memory.
    public long bytes() {
        long bytes = 0;
        for (ColumnVector column : columns) {
            bytes += switch (column) {
                case ColumnVector.Words _ -> (long) rows * Long.BYTES;
                case ColumnVector.WideWords _ -> 2L * rows * Long.BYTES;
                case ColumnVector.CodedTexts _ -> (long) rows * Integer.BYTES;
                case ColumnVector.Texts texts -> (long) rows * Integer.BYTES + texts.offsets()[rows];
            };
        }
        return bytes;
    }
}
