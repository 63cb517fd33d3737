// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.tables;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;

/// Tables of Ashlar's store that are filled row by row, by field offset, in batches.
///
/// **Threading**: one thread.
public record StoreTables(Schema schema, StoreWriter store) implements Tables {
    public static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    public static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED
            .withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int BATCH = 1000;

    /// Creates a store without tables.
    ///
    /// @param resource resource of `suite` with the schema
    public static StoreTables create(Path folder, Class<?> suite, String resource) throws IOException {
        try (InputStream xml = suite.getResourceAsStream(resource)) {
            return new StoreTables(SchemaParser.parse(xml, resource, ParseOptions.DEFAULT).schema(),
                    StoreWriter.open(folder, StoreOptions.defaults().withDurability(Durability.NONE)));
        }
    }

    /// Creates a table for a message of the schema.
    ///
    /// @param timeField time field by which rows are searched; empty for none
    public void define(String message, String timeField) throws IOException {
        store.define(TableDefinition.of(schema, message).withTimeField(timeField));
    }

    /// Offsets of the fields of a row, in the order of the schema.
    public int[] offsets(String message) {
        return schema.message(message).fields().stream().mapToInt(Field::offset).toArray();
    }

    /// Writes one row, whose bytes begin at `at`.
    @FunctionalInterface
    public interface RowWriter {
        void write(MemorySegment memory, long at, long row);
    }

    /// Appends rows, numbered from 0.
    public void fill(String table, long rows, RowWriter values) throws IOException {
        Appender appender = store.appender(table);
        for (long row = 0; row < rows;) {
            RowClaim claim = appender.claim((int) Math.min(BATCH, rows - row));
            int claimed = claim.rows();
            for (int i = 0; i < claimed; i++) {
                values.write(claim.memory(), claim.offset(i), row + i);
            }
            claim.commit();
            row += claimed;
        }
    }

    @Override
    public void fill(String table, List<Column> columns, long rows) throws IOException {
        int[] offsets = offsets(table);
        fill(table, rows, (memory, at, row) -> {
            for (int i = 0; i < offsets.length; i++) {
                columns.get(i).field().write(memory, at + offsets[i], row);
            }
        });
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
