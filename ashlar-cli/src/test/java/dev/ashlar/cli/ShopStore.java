// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Appender;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.IntFunction;

/// A store with trades of the schema `shop.xml`, the n-th a nanosecond after the one before, every second one a buy.
final class ShopStore {
    static final Path SCHEMA = Path.of("src/test/resources/shop.xml").toAbsolutePath();
    static final long BEGIN_NS = 1_700_000_000_000_000_000L;
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    static Schema schema() {
        return SchemaParser.parse(SCHEMA, ParseOptions.DEFAULT).schema();
    }

    /// @param price      its mantissa; `Long.MIN_VALUE` is NULL
    /// @param conditions bits of the set
    record Trade(String symbol, long price, int quantity, int conditions) { }

    /// @param others further tables, which are left empty
    static void write(Path folder, int rows, IntFunction<Trade> trades, String... others) throws IOException {
        Schema schema = schema();
        try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(4096))) {
            writer.define(TableDefinition.of(schema, "Trade").withTimeField("transactTime"));
            for (String other : others) {
                writer.define(TableDefinition.of(schema, other));
            }
            Appender appender = writer.appender("Trade");
            for (int row = 0; row < rows; row++) {
                append(appender, row, trades.apply(row));
            }
        }
    }

    private static void append(Appender trades, int row, Trade trade) throws IOException {
        RowClaim claim = trades.claim();
        long at = claim.offset();
        MemorySegment memory = claim.memory();
        memory.asSlice(at, claim.stride()).fill((byte) 0);
        memory.set(LONG, at, BEGIN_NS + row);
        memory.set(LONG, at + 8, row);
        byte[] symbol = trade.symbol.getBytes(StandardCharsets.US_ASCII);
        MemorySegment.copy(MemorySegment.ofArray(symbol), 0, memory, at + 16, symbol.length);
        memory.set(LONG, at + 24, trade.price);
        memory.set(INT, at + 32, trade.quantity);
        memory.set(ValueLayout.JAVA_BYTE, at + 36, (byte) (row % 2 == 0 ? '1' : 0));
        memory.set(ValueLayout.JAVA_BYTE, at + 37, (byte) trade.conditions);
        claim.commit();
    }
}
