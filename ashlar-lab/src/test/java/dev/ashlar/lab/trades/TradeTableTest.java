// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.trades.OffHeapTrades.SbeTrades;
import dev.ashlar.lab.trades.codec.PackedTradeDecoder;
import dev.ashlar.testkit.Allocation;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TradeTableTest {
    /// More than one chunk, the last one not full.
    private static final long ROWS = 60_001;

    @ParameterizedTest
    @EnumSource(TradeKind.class)
    void shouldFindTheSameSums(TradeKind kind) {
        for (long rows : new long[] {1, 2, 3, 10, ROWS}) {
            long bought = 0;
            long sold = 0;
            for (long i = 0; i < rows; i++) {
                bought += i % 2 == 0 ? i * i : 0;
                sold += i % 2 == 0 ? 0 : i * i;
            }
            try (TradeTable table = kind.open(rows)) {
                for (int pass = 0; pass < 3; pass++) {
                    table.drop();
                    table.build();
                    table.scan();
                    table.check();
                    assertEquals(bought, table.bought);
                    assertEquals(sold, table.sold);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(TradeKind.class)
    void shouldRefuseOtherSums(TradeKind kind) {
        try (TradeTable table = kind.open(10)) {
            table.build();
            table.scan();
            table.sold++;
            assertThrows(IllegalStateException.class, table::check);
        }
    }

    @ParameterizedTest
    @EnumSource(value = TradeKind.class, names = {"STRUCTS", "SBE"})
    void shouldBuildAndScanWithoutGarbage(TradeKind kind) {
        try (TradeTable table = kind.open(ROWS)) {
            assertEquals(0, Allocation.leastBytes(10, () -> {
                table.drop();
                table.build();
                table.scan();
            }));
            assertEquals(3 << 20, table.offHeapBytes());
            assertTrue(table.sweep() >= ROWS * 42);
        }
    }

    /// The layout is that of the article, by hand and generated.
    @Test
    void shouldPackARowIntoTheSameBytes() {
        Assumptions.assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "the schema is little endian");
        assertEquals(42, StructTrades.Trade.LAYOUT.byteSize());
        assertEquals(PackedTradeDecoder.BLOCK_LENGTH, StructTrades.Trade.LAYOUT.byteSize());
        assertEquals(PackedTradeDecoder.sideEncodingOffset(),
                StructTrades.Trade.LAYOUT.byteOffset(PathElement.groupElement("side")));
        try (StructTrades structs = new StructTrades(ROWS, true); SbeTrades generated = new SbeTrades(ROWS, true)) {
            structs.build();
            generated.build();
            byte[] one = new byte[(int) (ROWS / structs.array().structuresPerChunk() << 20)];
            byte[] two = new byte[one.length];
            structs.array().memory().copyTo(0, MemorySegment.ofArray(one), 0, one.length);
            generated.array().memory().copyTo(0, MemorySegment.ofArray(two), 0, two.length);
            for (long row = 0; row < one.length / (1 << 20) * structs.array().structuresPerChunk(); row++) {
                int at = (int) (row / structs.array().structuresPerChunk() * (1 << 20)
                        + row % structs.array().structuresPerChunk() * 42);
                assertEquals(-1, MemorySegment.mismatch(MemorySegment.ofArray(one), at, at + 42,
                        MemorySegment.ofArray(two), at, at + 42));
            }
        }
    }
}
