// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import dev.ashlar.bench.append.codec.TradeDecoder;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.Table;
import java.lang.foreign.MemorySegment;

/// Ways to add up price × quantity of all trades.
enum Scan {
    /// By the table's cursor.
    CURSOR("cursor"),
    /// Run by run.
    RUNS("forEachRun"),
    /// What it would cost if the rows lay in one memory, without a table.
    FLAT("flat memory");

    private final String label;

    Scan(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /// @param flat the same rows in one memory
    long sum(Table table, MemorySegment flat) {
        return switch (this) {
            case CURSOR -> byCursor(table);
            case RUNS -> byRuns(table);
            case FLAT -> sum(new TradeDecoder(), flat, 0, Trades.BLOCK_LENGTH, flat.byteSize() / Trades.BLOCK_LENGTH);
        };
    }

    private static long byCursor(Table table) {
        TradeDecoder trade = new TradeDecoder();
        long sum = 0;
        try (Cursor cursor = table.cursor()) {
            while (cursor.next()) {
                trade.wrap(cursor.memory(), cursor.offset(), cursor.blockLength(), cursor.schemaVersion());
                sum += trade.price() * trade.quantity();
            }
        }
        return sum;
    }

    private static long byRuns(Table table) {
        TradeDecoder trade = new TradeDecoder();
        long[] sum = new long[1];
        table.forEachRun(table.firstRow(), table.endRow(), (memory, offset, stride, rows, firstRow, layout) ->
                sum[0] += sum(trade, memory, offset, stride, rows));
        return sum[0];
    }

    private static long sum(TradeDecoder trade, MemorySegment memory, long offset, int stride, long rows) {
        long sum = 0;
        for (long i = 0; i < rows; i++) {
            trade.wrap(memory, offset + i * stride, Trades.BLOCK_LENGTH, TradeDecoder.SCHEMA_VERSION);
            sum += trade.price() * trade.quantity();
        }
        return sum;
    }
}
