// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.table;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;

import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.store.Zone;
import dev.ashlar.store.internal.v1.chunk.BlockLayout;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.Footer;
import dev.ashlar.store.internal.v1.chunk.FooterLayout;
import dev.ashlar.store.internal.v1.chunk.ZoneField;
import dev.ashlar.store.internal.v1.chunk.ZoneScan;
import dev.ashlar.store.internal.v1.file.Checksum;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// The contents of a seal and its footer, computed from the rows.
///
/// @param footer  what the footer says
/// @param minTime least time; 0 if there is none
/// @param maxTime greatest time; 0 if there is none
public record RowDigest(Footer footer, long minTime, long maxTime) {
    /// @param rows   how many of the chunk's
    /// @param layout by which they were written; null if it is no longer known: then there are no zones
    public static RowDigest of(Link link, long rows, Rows table, BlockLayout layout) {
        Identity identity = link.identity();
        long[] keys = new long[ZoneScan.BATCH_ROWS];
        boolean bigEndian = table.schema().byteOrder() == ByteOrder.BIG_ENDIAN;
        List<ZoneScan> scans = new ArrayList<>();
        if (layout != null) {
            for (ZoneField field : layout.zones()) {
                scans.add(new ZoneScan(field, bigEndian, keys));
            }
        }
        Times times = table.hasTime() && table.requireTime() + Long.BYTES <= identity.blockLength()
                ? new Times(table, keys) : null;
        int stride = identity.stride();
        long rowBytes = rows * stride;
        int[] checksums = new int[FooterLayout.checksums(rowBytes)];
        Checksum sum = new Checksum();
        int summed = 0;
        for (long row = 0; row < rows; row += ZoneScan.BATCH_ROWS) {
            int count = (int) Math.min(ZoneScan.BATCH_ROWS, rows - row);
            long at = link.offset() + row * stride + identity.prefix();
            for (ZoneScan scan : scans) {
                scan.add(link.memory(), at, stride, count);
            }
            if (times != null) {
                times.add(link.memory(), at, stride, count);
            }
            // Summed while they are in a near cache.
            while (summed < checksums.length && (summed + 1L) * FooterLayout.CHECKED_BYTES <= (row + count) * stride) {
                checksums[summed] = Footer.checksum(sum, link, summed++, rowBytes);
            }
        }
        while (summed < checksums.length) {
            checksums[summed] = Footer.checksum(sum, link, summed++, rowBytes);
        }
        List<Zone> zones = scans.stream().map(ZoneScan::zone).toList();
        return new RowDigest(new Footer(times != null && times.inOrder, zones, checksums),
                times == null ? 0 : times.least(), times == null ? 0 : times.greatest());
    }

    /// Times of rows, which are unsigned as [RowCursor] compares them.
    private static final class Times {
        private final int offset;
        private final boolean swap;
        private final ZoneScan scan;
        private boolean inOrder = true;
        private long last = Long.MIN_VALUE;

        Times(Rows table, long[] keys) {
            offset = table.requireTime();
            swap = table.swapsTime();
            scan = new ZoneScan(new ZoneField(offset, PrimitiveType.UINT64, 0, false), swap, keys);
        }

        void add(MemorySegment memory, long at, int stride, int rows) {
            scan.add(memory, at, stride, rows);
            boolean ordered = inOrder;
            long before = last;
            for (int i = 0; i < rows; i++) {
                long time = memory.get(PACKED_LONG, at + offset + (long) i * stride);
                long key = (swap ? Long.reverseBytes(time) : time) ^ Long.MIN_VALUE;
                ordered &= key >= before;
                before = key;
            }
            inOrder = ordered;
            last = before;
        }

        long least() {
            return scan.zone().min();
        }

        long greatest() {
            return scan.zone().max();
        }
    }
}
