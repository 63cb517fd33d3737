// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;

import dev.ashlar.store.VerifyReport.Replayed;
import dev.ashlar.store.internal.v1.chunk.BlockLayout;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.function.BiFunction;

/// A table that a journal fills, as it is compared with the messages of the journal.
///
/// Rows of messages have their numbers in the frames. Rows of groups do not: they are counted, from the first message
/// on. Where that is not the first of all, or where a message is damaged, their number is unknown: then the
/// place is found again by the rows' parents, which only grow ([RowAnchor]).
///
/// **Threading**: one thread at a time. A writer may be at work: rows are compared that were there when this was made.
final class ReplayedTable {
    private static final long UNKNOWN = -1;

    private final OfTable container;
    private final Link[] links;
    private final BiFunction<OfTable, Link, BlockLayout> layouts;
    private final int prefix;
    private final long end;
    /// Rows before this were compared or passed over.
    private long low;
    /// The row that the next block is for.
    private long next = UNKNOWN;
    /// Whether a message before was damaged.
    private boolean passing;

    /// The current chunk.
    private Link link;
    private BlockLayout layout;
    private byte[] bytes = {};
    private MemorySegment block = MemorySegment.ofArray(bytes);

    private long compared;
    private long unchecked;
    private long differing;
    private long firstDiffering;
    private long lastDiffering;
    private String difference = "";
    private long missingFrom = UNKNOWN;
    private long missingTo;

    /// @param layouts how the rows of a chunk were laid out; null if unknown
    ReplayedTable(OfTable container, BiFunction<OfTable, Link, BlockLayout> layouts) {
        this.container = container;
        this.layouts = layouts;
        prefix = container.rows().prefix().bytes();
        end = container.chain().end();
        links = container.chain().links();
        low = container.chain().first();
    }

    OfTable container() {
        return container;
    }

    long end() {
        return end;
    }

    long low() {
        return low;
    }

    long next() {
        return next;
    }

    boolean isPlaced() {
        return next != UNKNOWN;
    }

    /// From here on blocks are for a row and those after it.
    void place(long row) {
        if (passing) {
            unchecked += Math.max(0, Math.min(row, end) - low);
            passing = false;
        }
        next = row;
        low = Math.max(low, row);
    }

    /// An unknown number of blocks was written.
    void lose() {
        if (isPlaced()) {
            low = Math.max(low, next);
            next = UNKNOWN;
        }
        passing = true;
    }

    /// Rows were compared.
    ///
    /// @param required whether they have to be there
    void pass(long rows, boolean required) {
        next += rows;
        low = Math.max(low, next);
        if (required && next > end) {
            missingFrom = missingFrom == UNKNOWN ? Math.max(end, next - rows) : missingFrom;
            missingTo = next;
        }
    }

    /// The version by which a row was written; -1 if it is missing.
    int versionOf(long row) {
        return enter(row) ? link.identity().schemaVersion() : -1;
    }

    /// What a row begins with, which only grows from row to row; -1 if it is missing.
    long headOf(long row) {
        return enter(row) && layout != null ? link.memory().get(PACKED_LONG, at(row)) : UNKNOWN;
    }

    private long at(long row) {
        return link.offset() + (row - link.identity().first()) * link.identity().stride();
    }

    /// Goes to the chunk with a row.
    private boolean enter(long row) {
        if (link == null || row < link.identity().first() || row >= link.end()) {
            if (row < 0 || row >= end || links.length == 0) {
                return false;
            }
            Link found = links[Chain.indexOf(links, row)];
            if (row < found.identity().first() || row >= found.end()
                    || !container.chain().holds(found)) {
                return false;
            }
            link = found;
            BlockLayout known = layouts.apply(container, found);
            layout = found.identity().prefix() == prefix ? known : null;
            if (layout != null && bytes.length != layout.row().blockLength()) {
                bytes = new byte[layout.row().blockLength()];
                block = MemorySegment.ofArray(bytes);
            }
        }
        return true;
    }

    /// Whether a row is what follows from a block.
    ///
    /// @param head   with which the row has to begin: position of the message, or row of the parent
    /// @param timeNs of the message
    boolean isOf(long row, long head, long timeNs, MemorySegment source, long offset, long length, long version) {
        return row < end && enter(row) && layout != null
                && same(row, head, timeNs, source, offset, length, version);
    }

    private boolean same(long row, long head, long timeNs, MemorySegment source, long offset, long length,
            long version) {
        long at = at(row);
        layout.nulls().complete(source, offset, length, version, block, 0);
        return link.memory().get(PACKED_LONG, at) == head
                && (prefix == Long.BYTES || link.memory().get(PACKED_LONG, at + Long.BYTES) == timeNs)
                && MemorySegment.mismatch(link.memory(), at + prefix, at + prefix + bytes.length, block, 0,
                        bytes.length) < 0;
    }

    /// Compares a row with the block that it was made of.
    void compare(long row, long head, long timeNs, long position, MemorySegment source, long offset, long length,
            long version) {
        if (row >= end) {
            return;
        }
        if (!enter(row) || layout == null) {
            unchecked++;
        } else if (same(row, head, timeNs, source, offset, length, version)) {
            compared++;
        } else if (link.isGone()) {
            // Retired meanwhile, and perhaps given to others.
            unchecked++;
        } else {
            compared++;
            if (differing++ == 0) {
                firstDiffering = row;
                difference = difference(row, head, timeNs) + ", message position=" + position;
            }
            lastDiffering = row;
        }
    }

    private String difference(long row, long head, long timeNs) {
        long at = at(row);
        long found = link.memory().get(PACKED_LONG, at);
        if (found != head) {
            return (prefix == Long.BYTES ? "parent=" : "position=") + found + ", expected=" + head;
        }
        if (prefix > Long.BYTES && link.memory().get(PACKED_LONG, at + Long.BYTES) != timeNs) {
            return "time=" + link.memory().get(PACKED_LONG, at + Long.BYTES) + ", expected=" + timeNs;
        }
        int in = (int) MemorySegment.mismatch(link.memory(), at + prefix, at + prefix + bytes.length, block, 0,
                bytes.length);
        return in < 0 ? "changed meanwhile" : String.format(Locale.ROOT,
                "byte %d of the block=%02x, expected=%02x", in, link.memory().get(ValueLayout.JAVA_BYTE, at + prefix + in), bytes[in]);
    }

    /// All messages were seen.
    Replayed finish(StoreFindings findings) {
        String name = container.record().name();
        if (differing > 0) {
            enter(firstDiffering);
            findings.addChunk(name, link, at(firstDiffering) - link.offset(), firstDiffering, lastDiffering + 1,
                    "rows differ from their messages: differing=" + differing + " of " + compared + ", in the first "
                    + difference, "the journal has the messages; load them again to rebuild the rows");
        }
        if (missingFrom != UNKNOWN && links.length > 0) {
            findings.addEntry(name, links[links.length - 1].chunk(), missingFrom, missingTo, "rows end before their "
                    + "messages do: end=" + end + ", expected=" + missingTo, "these rows are lost; the journal still "
                    + "has their messages");
        }
        if (passing) {
            unchecked += Math.max(0, end - low);
        } else if (isPlaced() && next < end) {
            findings.addEntry(name, links[Chain.indexOf(links, next)].chunk(), next, end, "rows belong to no message: "
                    + "end=" + end + ", expected=" + next, "they were not recorded by the journal");
        }
        return new Replayed(name, compared, differing, unchecked);
    }
}
