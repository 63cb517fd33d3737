// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.SyncRanges;
import dev.ashlar.store.internal.v1.file.CommitRecords;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// Writes records that show, after a loss of power, which rows were committed since the last durable checkpoint. Each
/// has a checksum of the rows and lies next to the entries of their chunks, so that one sync of the file makes rows and
/// record durable.
///
/// **Threading**: one thread at a time.
final class TableCommits {
    /// What is read again at most after a loss of power.
    private static final long MOST_BYTES = 1 << 26;
    /// Smaller pieces are checked to be there before they are summed.
    private static final int MAX_PIECE = 1 << 16;

    /// The chunk of a table that got rows last since the checkpoint.
    private static final class Open {
        Link link;
        ByteBuffer memory;
        int pair;
        boolean second;
        long from;
        long end;
        final CRC32C crc = new CRC32C();
    }

    private final Extents extents;
    private final CommitRecords records;
    private final Open[] tables = new Open[StoreLayout.MAX_CONTAINERS];
    /// Pairs in use, by extent.
    private int[] pairs = {};
    private long generation;
    private long bytes;
    private boolean ready;

    TableCommits(Extents extents) {
        this.extents = extents;
        records = new CommitRecords(extents);
    }

    /// A checkpoint is durable: earlier records mean nothing any longer.
    void restart(long ofGeneration) {
        generation = ofGeneration;
        bytes = 0;
        ready = true;
        pairs = new int[extents.count()];
        for (Open table : tables) {
            if (table != null) {
                table.link = null;
            }
        }
    }

    /// Whether there was a checkpoint that records can follow. One of another process may have records already.
    boolean isReady() {
        return ready;
    }

    /// Whether a checkpoint should follow, so that little has to be read after a loss of power.
    boolean isLong() {
        return bytes >= MOST_BYTES;
    }

    /// Adds the rows of a table that are not durable.
    ///
    /// @param durable the row up to which all is
    /// @param rows    those that are not, if they are at hand; else null
    /// @return whether it was done; false if there is no record left for one of its chunks
    boolean add(int container, Chain chain, long durable, ByteBuffer rows, SyncRanges ranges) {
        Open table = tables[container - 1];
        if (table == null) {
            table = new Open();
            tables[container - 1] = table;
        }
        Link[] links = chain.links();
        int from = links.length;
        while (from > 0 && links[from - 1].end() > (table.link == null ? durable : table.end)) {
            from--;
        }
        for (int i = from; i < links.length; i++) {
            if (!add(table, container, links[i], durable, i == from ? rows : null, ranges)) {
                return false;
            }
        }
        return true;
    }

    private boolean add(Open table, int container, Link link, long durable, ByteBuffer rows, SyncRanges ranges) {
        long end = link.end();
        if (end <= durable) {
            return true;
        }
        if (table.link != link && !enter(table, link, durable)) {
            return false;
        }
        int stride = link.identity().stride();
        long first = link.identity().first();
        int at = Math.toIntExact((table.end - first) * stride);
        int to = Math.toIntExact((end - first) * stride);
        bytes += to - at;
        if (rows != null && rows.remaining() == to - at) {
            table.crc.update(rows);
        } else {
            sum(table, link, at, to);
        }
        table.end = end;
        records.write(table.pair, table.second, container, generation, link.epoch(), link.chunk(),
                (int) table.crc.getValue(), table.from, end);
        table.second = !table.second;
        ranges.addDirectory(extents.geometry().extent(link.chunk()));
        return true;
    }

    private static void sum(Open table, Link link, int from, int to) {
        for (int at = from; at < to; at += MAX_PIECE) {
            int piece = Math.min(MAX_PIECE, to - at);
            // A fault in the sum itself would end the process.
            MemoryFaults.touch(link.memory(), link.offset() + at, piece);
            table.crc.update(table.memory.limit(at + piece).position(at));
        }
    }

    private boolean enter(Open table, Link link, long durable) {
        int extent = extents.geometry().extent(link.chunk());
        if (extent >= pairs.length) {
            pairs = Arrays.copyOf(pairs, extent + 1);
        }
        if (pairs[extent] == CommitRecords.PAIRS) {
            return false;
        }
        table.pair = pairs[extent]++;
        table.second = false;
        table.link = link;
        table.memory = link.memory().asSlice(link.offset(), extents.geometry().chunkBytes()).asByteBuffer();
        table.from = Math.max(durable, link.identity().first());
        table.end = table.from;
        table.crc.reset();
        return true;
    }
}
