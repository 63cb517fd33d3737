// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import static dev.ashlar.store.internal.v1.chunk.FooterLayout.CHECKED_BYTES;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.file.Checksum;
import dev.ashlar.store.internal.v1.file.Entry.Seal;
import dev.ashlar.store.internal.v1.file.Geometry;
import dev.ashlar.store.internal.v1.file.StoreLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Locale;

/// Compares the rows of one use of a chunk with the checksums of its seal: in pieces of 64 KiB, each when this process
/// first reads it. A piece is compared once.
///
/// The comparison reads the piece, so its pages are mapped and its bytes are in a near cache when the rows are read.
///
/// For a chunk without a seal, the only check is that the rows are in order, if a journal fills the table.
///
/// A file that is truncated and extended again while it is mapped reads as zeros from the truncation on. The footer
/// lies behind the rows of its chunk: if the footer is still there, so are the rows. So its first word is checked again
/// each time.
///
/// **Threading**: any thread, without locks but for the first look at each seal. Two may compare the same piece at the
/// same time; none reads a piece before it was compared.
public final class ReadCheck {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);
    /// The writer stores a seal, or takes it away, once while somebody looks.
    private static final int ATTEMPTS = 3;

    /// Null where no seal is known.
    private volatile Sealed sealed;
    /// Null where they were not asked for.
    private volatile ChunkZones zones;
    /// Rows from the first of a chunk without a seal that were looked at.
    private volatile long inOrder;
    private boolean kept;

    /// What rows begin with.
    public enum Heads {
        ANY,
        /// Rows of parents: as great as that before, or greater.
        PARENTS,
        /// Positions: greater than that before.
        POSITIONS;

        public static Heads of(ContainerRecord record) {
            return record.source() == 0 || record.prefix() == 0 ? ANY
                    : record.prefix() == Long.BYTES ? PARENTS : POSITIONS;
        }

        /// The least that may come after a number.
        long next(long head) {
            return this == POSITIONS ? head + 1 : head;
        }
    }

    /// A seal whose footer is whole.
    private static final class Sealed {
        private final Seal seal;
        private final int[] checksums;
        private final long rowBytes;
        private final long footerAt;
        /// A bit for each piece that was compared.
        private final long[] compared;
        /// Whether all were.
        private volatile boolean complete;

        Sealed(Seal seal, int[] checksums, long rowBytes, long footerAt) {
            this.seal = seal;
            this.checksums = checksums;
            this.rowBytes = rowBytes;
            this.footerAt = footerAt;
            compared = new long[(checksums.length + Long.SIZE - 1) / Long.SIZE];
            complete = checksums.length == 0;
        }

        boolean isCompared(int piece) {
            return ((long) WORDS.getAcquire(compared, piece / Long.SIZE) >>> piece & 1) != 0;
        }

        void setCompared(int piece) {
            WORDS.getAndBitwiseOr(compared, piece / Long.SIZE, 1L << piece);
            int whole = 0;
            for (int i = 0; i < compared.length; i++) {
                whole += Long.bitCount((long) WORDS.getAcquire(compared, i));
            }
            complete = whole == checksums.length;
        }
    }

    /// Says that the chunk was not retired, whatever its entry says; before others see the link.
    public void keep() {
        kept = true;
    }

    boolean isKept() {
        return kept;
    }

    /// As [Chain#zones]. The footer is read once, and compared with its checksum then.
    ChunkZones zones(Link link, Seal seal, Geometry geometry) {
        ChunkZones known = zones;
        if (known != null && known.seal().equals(seal)) {
            return known;
        }
        ChunkZones read = ChunkZones.read(link, seal, geometry);
        zones = read;
        return read;
    }

    /// As [Chain#readable].
    long readable(Chain chain, Link link, long row, long count) {
        Sealed now = sealed;
        if (now != null && isCut(link, now)) {
            settle(chain, link, now);
            now = null;
        }
        if (now == null ? link.entry().hasSeal() : row >= now.seal.rows()) {
            now = look(chain, link, row, count);
        }
        if (now == null) {
            return chain.heads() == Heads.ANY ? count : requireOrder(chain, link, row, count);
        }
        long rows = Math.min(count, now.seal.rows());
        return now.complete ? rows : Math.min(rows, compare(chain, link, now, row));
    }

    /// Rows without a checksum, of a table that a journal fills: the numbers with which they begin only grow, so pages
    /// that were lost, and read as zeros, are found out.
    ///
    /// @return the row up to which they were looked at
    private long requireOrder(Chain chain, Link link, long row, long count) {
        long from = inOrder;
        if (row < from) {
            return Math.min(count, from);
        }
        int stride = link.identity().stride();
        long to = Math.min(count, row + 1 + CHECKED_BYTES / stride);
        long least = from == 0 ? 0 : chain.heads().next(head(link, from - 1));
        for (long at = from; at < to; at++) {
            long head = head(link, at);
            if (head < least) {
                throw link.isReused() ? chain.missing(link.identity().first() + at, link.identity().first() + count)
                        : chain.damaged("row begins with " + head + ", least=" + least, link.identity().first() + at,
                                link.identity().first() + count);
            }
            least = chain.heads().next(head);
        }
        inOrder = to;
        return to;
    }

    private static long head(Link link, long row) {
        return link.memory().get(StoreLayout.PACKED_LONG, link.offset() + row * link.identity().stride());
    }

    /// As [Chain#requireUncut].
    void requireUncut(Chain chain, Link link) {
        Sealed now = sealed;
        if (now != null && isCut(link, now)) {
            settle(chain, link, now);
        }
    }

    private static boolean isCut(Link link, Sealed now) {
        return link.memory().get(StoreLayout.INT, now.footerAt) != FooterLayout.MAGIC;
    }

    /// If a footer has disappeared, the writer has removed the seal or reused the chunk; or the file was truncated.
    private void settle(Chain chain, Link link, Sealed was) {
        if (!link.isReused() && (link.entry().epoch() != link.epoch() || was.seal.equals(link.entry().seal()))) {
            throw chain.damaged("the file was cut since it was opened", link.identity().first(),
                    link.identity().first() + was.seal.rows());
        }
        sealed = null;
    }

    /// Looks for a seal.
    ///
    /// @return null if there is none, so that nothing tells whether the rows are as they were
    private synchronized Sealed look(Chain chain, Link link, long row, long count) {
        long first = link.identity().first();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Seal seal = link.entry().seal();
            Sealed known = sealed;
            if (seal == null) {
                if (!link.entry().hasSeal()) {
                    return null;
                }
                continue;
            }
            if (known != null && known.seal.equals(seal) && row < seal.rows()) {
                return known;
            }
            // The count was read before: rows are only added where there is no seal.
            if (row >= seal.rows()) {
                throw chain.damaged("count=" + count + ", sealed=" + seal.rows(), first + seal.rows(), first + count);
            }
            Sealed found = read(chain, link, seal);
            if (found != null) {
                sealed = found;
                return found;
            }
            if (seal.equals(link.entry().seal())) {
                throw chain.damaged("footer of a sealed chunk differs from its checksum", first, first + count);
            }
        }
        throw chain.damaged("seal of a chunk differs from its checksum", first, first + count);
    }

    private static Sealed read(Chain chain, Link link, Seal seal) {
        Footer footer = Footer.read(link, seal, chain.geometry());
        long rowBytes = seal.rows() * link.identity().stride();
        return footer == null || seal.rows() > link.identity().capacity()
                || footer.checksums().length != FooterLayout.checksums(rowBytes) ? null
                : new Sealed(seal, footer.checksums(), rowBytes, Footer.at(link, chain.geometry()));
    }

    /// Compares the pieces with a row.
    ///
    /// @return the row up to which all are compared
    private static long compare(Chain chain, Link link, Sealed now, long row) {
        int stride = link.identity().stride();
        long end = (row + 1) * stride;
        int piece = (int) (row * stride / CHECKED_BYTES);
        do {
            if (!now.isCompared(piece)) {
                compare(chain, link, now, piece);
            }
            piece++;
        } while ((long) piece * CHECKED_BYTES < end);
        while (piece < now.checksums.length && now.isCompared(piece)) {
            piece++;
        }
        return piece == now.checksums.length ? now.seal.rows() : (long) piece * CHECKED_BYTES / stride;
    }

    private static void compare(Chain chain, Link link, Sealed now, int piece) {
        int found = Footer.checksum(new Checksum(), link, piece, now.rowBytes);
        if (found != now.checksums[piece]) {
            throw damaged(chain, link, now, piece, found);
        }
        now.setCompared(piece);
    }

    private static CorruptChunkException damaged(Chain chain, Link link, Sealed now, int piece, int found) {
        long first = link.identity().first();
        int stride = link.identity().stride();
        long from = (long) piece * CHECKED_BYTES;
        long end = Math.min(from + CHECKED_BYTES, now.rowBytes);
        long rowEnd = first + (end + stride - 1) / stride;
        return link.isReused() ? chain.missing(first + from / stride, rowEnd)
                : chain.damaged(String.format(Locale.ROOT, "checksum=%08x, expected=%08x of %d bytes", found,
                        now.checksums[piece], end - from), first + from / stride, rowEnd);
    }
}
