// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.lab.trades.codec.PackedTradeDecoder;
import dev.ashlar.lab.trades.codec.PackedTradeEncoder;
import dev.ashlar.memory.RunVisitor;
import java.lang.foreign.MemorySegment;

/// Rows through generated flyweights, which are moved along the runs of the container.
final class SbeTrades extends OffHeapTrades {
    private final PackedTradeEncoder encoder = new PackedTradeEncoder();
    private final PackedTradeDecoder decoder = new PackedTradeDecoder();
    private final RunVisitor write = this::write;
    private final RunVisitor add = this::add;
    private long next;

    SbeTrades(long rows, boolean recycled) {
        super(rows, recycled);
    }

    @Override
    void fill() {
        next = 0;
        forEachChunk(write);
    }

    private void write(MemorySegment memory, long base, long length, long offset) {
        long index = next;
        for (long at = base, end = base + length; at < end; at += PackedTradeEncoder.BLOCK_LENGTH) {
            encoder.wrap(memory, at)
                    .tradeId(index)
                    .clientId(CLIENT_ID)
                    .venueCode(VENUE)
                    .instrumentCode(INSTRUMENT)
                    .price(index)
                    .quantity(index)
                    .side(side(index));
            index++;
        }
        next = index;
    }

    @Override
    void scan() {
        bought = 0;
        sold = 0;
        forEachChunk(add);
    }

    private void add(MemorySegment memory, long base, long length, long offset) {
        long buys = 0;
        long sells = 0;
        for (long at = base, end = base + length; at < end; at += PackedTradeDecoder.BLOCK_LENGTH) {
            decoder.wrap(memory, at, PackedTradeDecoder.BLOCK_LENGTH, PackedTradeDecoder.SCHEMA_VERSION);
            long cost = decoder.price() * decoder.quantity();
            if (decoder.side() == BUY) {
                buys += cost;
            } else {
                sells += cost;
            }
        }
        bought += buys;
        sold += sells;
    }

    /// A row never straddles chunks, so each chunk has whole rows from its beginning.
    private void forEachChunk(RunVisitor visitor) {
        long perChunk = array().structuresPerChunk();
        for (long row = 0, chunk = 0; row < rows; row += perChunk, chunk++) {
            long length = Math.min(perChunk, rows - row) * array().stride();
            array().memory().forEachRun(chunk * chunkBytes(), length, visitor);
        }
    }
}
