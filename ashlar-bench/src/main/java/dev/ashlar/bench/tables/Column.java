// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.tables;

import static dev.ashlar.bench.tables.StoreTables.BYTE;
import static dev.ashlar.bench.tables.StoreTables.DOUBLE;
import static dev.ashlar.bench.tables.StoreTables.INT;
import static dev.ashlar.bench.tables.StoreTables.LONG;

import dev.ashlar.bench.tables.DuckDatabase.RowAppender;
import dev.ashlar.bench.tables.StoreTables.RowWriter;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.function.LongFunction;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;

/// A column of a table in both engines, with its value in each row.
///
/// @param sql   name and type in DuckDB; several columns if they are one field here
/// @param field writes the value at the start of the field
/// @param value appends the value in DuckDB
public record Column(String sql, RowWriter field, RowAppender value) {
    public static Column longs(String name, LongUnaryOperator value) {
        return new Column(name + " BIGINT", (memory, at, row) -> memory.set(LONG, at, value.applyAsLong(row)),
                (to, row) -> to.append(value.applyAsLong(row)));
    }

    /// The least number stands for NULL.
    public static Column ints(String name, LongToIntFunction value) {
        return new Column(name + " INTEGER", (memory, at, row) -> memory.set(INT, at, value.applyAsInt(row)), (to, row) -> {
            if (value.applyAsInt(row) == Integer.MIN_VALUE) {
                to.appendNull();
            } else {
                to.append(value.applyAsInt(row));
            }
        });
    }

    public static Column doubles(String name, LongToDoubleFunction value) {
        return new Column(name + " DOUBLE", (memory, at, row) -> memory.set(DOUBLE, at, value.applyAsDouble(row)),
                (to, row) -> to.append(value.applyAsDouble(row)));
    }

    /// @param length length of the field; a shorter text is padded with NULs
    /// @param value  text in ASCII
    public static Column texts(String name, int length, LongFunction<byte[]> value) {
        return new Column(name + " VARCHAR", (memory, at, row) -> {
            byte[] text = value.apply(row);
            MemorySegment.copy(text, 0, memory, BYTE, at, text.length);
            memory.asSlice(at + text.length, length - text.length).fill((byte) 0);
        }, (to, row) -> to.append(new String(value.apply(row), StandardCharsets.US_ASCII)));
    }
}
