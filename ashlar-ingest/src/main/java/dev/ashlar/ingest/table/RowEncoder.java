// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.table;

import dev.ashlar.ingest.internal.text.NumberText;
import dev.ashlar.ingest.internal.text.TimeText;
import dev.ashlar.store.TableDefinition;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;

/// Writes rows of batches as blocks, column by column.
///
/// **Threading**: one thread; each worker has its own.
final class RowEncoder {
    private final FieldWriter[] writers;
    private final MemorySegment nulls;
    private final int timeColumn;

    /// A value that does not fit.
    ///
    /// @param row of the batch
    record Rejection(int row, int column, String problem) {
    }

    /// @param fields     names of fields by column; empty for a column that is ignored
    /// @param nulls      the block in which everything is NULL
    /// @param timeColumn orders the table by time; -1 for none
    RowEncoder(TableDefinition definition, List<String> fields, MemorySegment nulls, int timeColumn)
            throws ImportException {
        Map<String, FieldWriter> byName = FieldWriters.of(definition.message(), definition.schema().byteOrder(),
                new NumberText(), new TimeText());
        writers = fields.stream().map(byName::get).toArray(FieldWriter[]::new);
        this.nulls = nulls;
        this.timeColumn = timeColumn;
    }

    /// Writes blocks for the rows from `from` to `to` of a batch.
    ///
    /// @param block  offset of the block of row `from`
    /// @param stride bytes from block to block
    /// @return the first row with a value that does not fit; null if all do
    Rejection encode(BatchReader batch, int from, int to, MemorySegment memory, long block, int stride) {
        fill(memory, block, to - from, stride);
        Rejection first = null;
        for (int column = 0; column < writers.length; column++) {
            if (writers[column] != null) {
                int end = first == null ? to : first.row();
                Rejection found = encode(column, batch.values(column), from, end, memory, block, stride);
                first = found == null ? first : found;
            }
        }
        return first;
    }

    /// Has all be NULL: a block, then twice as many at a time.
    private void fill(MemorySegment memory, long block, int count, int stride) {
        if (count == 0) {
            return;
        }
        MemorySegment.copy(nulls, 0, memory, block, nulls.byteSize());
        for (int done = 1; done < count; done *= 2) {
            MemorySegment.copy(memory, block, memory, block + (long) done * stride,
                    (long) (Math.min(done, count - done) - 1) * stride + nulls.byteSize());
        }
    }

    private Rejection encode(int column, ColumnValues values, int from, int to, MemorySegment memory, long block,
            int stride) {
        FieldWriter writer = writers[column];
        boolean nullable = writer.nullable && column != timeColumn;
        SourceType type = values.type();
        int row = from;
        while (row < to) {
            if (column != timeColumn || !values.hasNulls()) {
                row = writer.writeSame(type, values, row, to, memory, block + (long) (row - from) * stride, stride);
                if (row == to) {
                    return null;
                }
            }
            String problem;
            if (values.nulls[row]) {
                problem = nullable ? "" : "NULL in a required field, or one that orders the table by time";
            } else {
                problem = write(writer, type, values, row, memory, block + (long) (row - from) * stride);
            }
            if (!problem.isEmpty()) {
                return new Rejection(row, column, problem);
            }
            row++;
        }
        return null;
    }

    private static String write(FieldWriter writer, SourceType type, ColumnValues values, int row, MemorySegment memory,
            long block) {
        if (type.isBytes()) {
            return writer.write(values.bytes, values.starts[row], values.ends[row], memory, block);
        }
        String refused = writer.refuse(type, values, row);
        if (!refused.isEmpty()) {
            return refused;
        }
        byte[] text = ValueText.of(type, values, row);
        return writer.write(text, 0, text.length, memory, block);
    }
}
