// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import dev.ashlar.lab.trades.codec.PackedTradeDecoder;
import dev.ashlar.lab.trades.codec.PackedTradeEncoder;
import dev.ashlar.memory.AllocationException;
import dev.ashlar.memory.ChunkPool;
import dev.ashlar.memory.PoolOptions;
import dev.ashlar.memory.PoolStatistics;
import dev.ashlar.memory.RunVisitor;
import dev.ashlar.memory.StructArray;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Packed rows in a container of a pool. When they are dropped, the chunks return to the pool, and the next build
/// reuses them without clearing; or, if chunks are not to be recycled, the pool itself is closed each time.
abstract class OffHeapTrades extends TradeTable {
    private static final int STRIDE = PackedTradeEncoder.BLOCK_LENGTH;
    private static final long SLACK_BYTES = 2L * PoolOptions.DEFAULT_CHUNK_BYTES;

    private final boolean recycled;
    private final RunVisitor sweepRun = this::sweepRun;
    private ChunkPool pool;
    private StructArray array;
    private long sweptSum;

    OffHeapTrades(long rows, boolean recycled) {
        super(rows);
        this.recycled = recycled;
        if (recycled) {
            open();
            array.close();
        }
    }

    final StructArray array() {
        return array;
    }

    final int chunkBytes() {
        return pool.options().chunkBytes();
    }

    private void open() {
        // A row never straddles chunks, so slightly more than rows × stride is needed.
        long bytes = rows * STRIDE + rows * STRIDE / 10_000 + SLACK_BYTES;
        try {
            pool = ChunkPool.anonymous(PoolOptions.bounded(bytes).withExtentBytes(Math.ceilDiv(bytes,
                    PoolOptions.DEFAULT_CHUNK_BYTES) * PoolOptions.DEFAULT_CHUNK_BYTES));
            array = StructArray.acquire(pool, STRIDE, rows);
        } catch (AllocationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    final void build() {
        if (recycled) {
            try {
                array.reopen(rows);
            } catch (AllocationException e) {
                throw new IllegalStateException(e);
            }
        } else {
            close();
            open();
        }
        fill();
    }

    abstract void fill();

    @Override
    final void drop() {
        if (recycled) {
            array.close();
        }
    }

    @Override
    final long sweep() {
        sweptSum = 0;
        long bytes = array.memory().byteSize();
        array.memory().forEachRun(0, bytes, sweepRun);
        if (sweptSum == 0 && rows > 1) {
            throw new IllegalStateException("all bytes are zero: rows=" + rows);
        }
        return bytes;
    }

    private void sweepRun(MemorySegment memory, long base, long length, long offset) {
        long sum = 0;
        for (long at = base, end = base + length - Long.BYTES; at <= end; at += Long.BYTES) {
            sum += memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        }
        sweptSum += sum;
    }

    @Override
    final long offHeapBytes() {
        PoolStatistics statistics = pool.statistics();
        return statistics.totalBytes() - statistics.freeBytes();
    }

    @Override
    public final void close() {
        if (pool != null) {
            pool.close();
        }
    }

    /// Rows through generated flyweights, which are moved along the runs of the container.
    static final class SbeTrades extends OffHeapTrades {
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

        /// A row never straddles chunks, so each chunk begins with a whole row.
        private void forEachChunk(RunVisitor visitor) {
            long perChunk = array().structuresPerChunk();
            for (long row = 0, chunk = 0; row < rows; row += perChunk, chunk++) {
                long length = Math.min(perChunk, rows - row) * array().stride();
                array().memory().forEachRun(chunk * chunkBytes(), length, visitor);
            }
        }
    }
}
