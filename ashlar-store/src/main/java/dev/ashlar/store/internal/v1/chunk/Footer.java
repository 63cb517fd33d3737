// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import static dev.ashlar.store.internal.v1.chunk.FooterLayout.HEADER;
import static dev.ashlar.store.internal.v1.chunk.FooterLayout.HEADER_BYTES;
import static dev.ashlar.store.internal.v1.chunk.FooterLayout.ZONE;
import static dev.ashlar.store.internal.v1.chunk.FooterLayout.ZONE_BYTES;
import static dev.ashlar.store.internal.v1.file.StoreLayout.INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.LONG;
import static dev.ashlar.store.internal.v1.file.StoreLayout.SHORT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.offset;

import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.store.Zone;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Checksum;
import dev.ashlar.store.internal.v1.file.Entry.Seal;
import dev.ashlar.store.internal.v1.file.Geometry;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The contents of the last bytes of a sealed chunk; see [FooterLayout].
///
/// @param timesInOrder whether no row's time is before that of the row before it
/// @param zones        of single numbers
/// @param checksums    of the rows, for each 64 KiB
public record Footer(boolean timesInOrder, List<Zone> zones, int[] checksums) {
    private static final long MAGIC = offset(HEADER, "magic");
    private static final long FLAGS = offset(HEADER, "flags");
    private static final long ZONES = offset(HEADER, "zones");
    private static final long CHECKSUMS = offset(HEADER, "checksums");
    private static final long ZONE_OFFSET = offset(ZONE, "offset");
    private static final long ZONE_TYPE = offset(ZONE, "type");
    private static final long ZONE_FLAGS = offset(ZONE, "flags");
    private static final long MIN = offset(ZONE, "min");
    private static final long MAX = offset(ZONE, "max");
    private static final long NULLS = offset(ZONE, "nulls");

    /// Where the footer of a chunk begins.
    public static long at(Link link, Geometry geometry) {
        return link.offset() + geometry.chunkBytes() - link.identity().footer();
    }

    /// CRC32C of the rows in a piece of a chunk.
    public static int checksum(Checksum sum, Link link, int piece, long rowBytes) {
        long from = (long) piece * FooterLayout.CHECKED_BYTES;
        sum.reset();
        sum.add(link.memory(), link.offset() + from, Math.min(FooterLayout.CHECKED_BYTES, rowBytes - from));
        return sum.value();
    }

    public int bytes() {
        return FooterLayout.bytes(zones.size(), checksums.length);
    }

    /// Writes it.
    ///
    /// @return its checksum
    public int write(MemorySegment memory, long at) {
        memory.set(INT, at + MAGIC, FooterLayout.MAGIC);
        memory.set(INT, at + FLAGS, timesInOrder ? FooterLayout.TIMES_IN_ORDER : 0);
        memory.set(INT, at + ZONES, zones.size());
        memory.set(INT, at + CHECKSUMS, checksums.length);
        long next = at + HEADER_BYTES;
        for (Zone zone : zones) {
            memory.set(INT, next + ZONE_OFFSET, zone.offset());
            memory.set(SHORT, next + ZONE_TYPE, (short) FooterLayout.code(zone.type()));
            memory.set(SHORT, next + ZONE_FLAGS, (short) ((zone.empty() ? FooterLayout.ZONE_EMPTY : 0)
                    | (zone.nullable() ? FooterLayout.ZONE_NULLABLE : 0)));
            memory.set(LONG, next + MIN, zone.min());
            memory.set(LONG, next + MAX, zone.max());
            memory.set(LONG, next + NULLS, zone.nulls());
            next += ZONE_BYTES;
        }
        for (int checksum : checksums) {
            memory.set(INT, next, checksum);
            next += Integer.BYTES;
        }
        return Checksum.of(memory, at, next - at);
    }

    /// The footer that a seal speaks of; null if it is not whole.
    public static Footer read(Link link, Seal seal, Geometry geometry) {
        MemorySegment memory = link.memory();
        long at = at(link, geometry);
        int room = link.identity().footer();
        if (room < HEADER_BYTES || room % Long.BYTES != 0 || at < link.offset()
                || memory.get(INT, at + MAGIC) != FooterLayout.MAGIC) {
            return null;
        }
        int zoneCount = memory.get(INT, at + ZONES);
        int checksumCount = memory.get(INT, at + CHECKSUMS);
        // Nothing is believed until the checksum holds: each bound alone keeps the sum from overflowing.
        if (zoneCount < 0 || zoneCount > room / ZONE_BYTES || checksumCount < 0 || checksumCount > room / Integer.BYTES
                || FooterLayout.bytes(zoneCount, checksumCount) > room) {
            return null;
        }
        if (Checksum.of(memory, at, FooterLayout.bytes(zoneCount, checksumCount)) != seal.footerChecksum()) {
            return null;
        }
        List<Zone> zones = new ArrayList<>();
        long next = at + HEADER_BYTES;
        for (int i = 0; i < zoneCount; i++, next += ZONE_BYTES) {
            PrimitiveType type = FooterLayout.type(memory.get(SHORT, next + ZONE_TYPE));
            int flags = memory.get(SHORT, next + ZONE_FLAGS);
            if (type == null) {
                return null;
            }
            zones.add(new Zone(memory.get(INT, next + ZONE_OFFSET), type, (flags & FooterLayout.ZONE_NULLABLE) != 0,
                    (flags & FooterLayout.ZONE_EMPTY) != 0, memory.get(LONG, next + MIN),
                    memory.get(LONG, next + MAX), memory.get(LONG, next + NULLS)));
        }
        int[] checksums = new int[checksumCount];
        for (int i = 0; i < checksumCount; i++, next += Integer.BYTES) {
            checksums[i] = memory.get(INT, next);
        }
        return new Footer((memory.get(INT, at + FLAGS) & FooterLayout.TIMES_IN_ORDER) != 0, zones, checksums);
    }
}
