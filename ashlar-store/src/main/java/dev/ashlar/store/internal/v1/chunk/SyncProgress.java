// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Extents;
import java.io.IOException;
import java.util.BitSet;

/// The row, or position, up to which a container is durable.
///
/// **Threading**: one thread at a time.
public final class SyncProgress {
    private final Extents extents;
    private final Chain chain;
    /// The chunk that was synced last, and how many of its bytes.
    private Link link;
    private long bytes;
    /// The row, or position, up to which all is durable.
    private long end;

    /// @param end up to which all is durable already
    public SyncProgress(Extents extents, Chain chain, long end) {
        this.extents = extents;
        this.chain = chain;
        this.end = end;
        for (Link candidate : chain.links()) {
            if (candidate.identity().first() < end) {
                link = candidate;
                // No more than there is: where the entry of a later chunk is damaged, the end is beyond this one's.
                bytes = Math.min(end - candidate.identity().first(), candidate.count())
                        * candidate.identity().stride();
            }
        }
    }

    long end() {
        return end;
    }

    /// Makes rows, or bytes, durable.
    ///
    /// @param upTo    the row, or position, up to which
    /// @param entries of which extents the entries have to be made durable, too
    public void sync(long upTo, BitSet entries) throws IOException {
        Link[] links = chain.links();
        // A chunk that begins there may be all that says how far the one before it goes.
        for (int i = unfinished(links); i < links.length && links[i].identity().first() <= upTo; i++) {
            sync(links[i], Math.min(upTo - links[i].identity().first(), links[i].count()), entries);
        }
        end = upTo;
    }

    /// The link from which on something may not be durable.
    private int unfinished(Link[] links) {
        int from = links.length;
        while (from > 0 && (link == null || links[from - 1].identity().ordinal() >= link.identity().ordinal())) {
            from--;
        }
        return from;
    }

    private void sync(Link to, long count, BitSet entries) throws IOException {
        int extent = extents.geometry().extent(to.chunk());
        if (to != link) {
            // A chunk that was not synced before: what says whose it is has to be durable before its rows count.
            entries.set(extent);
            bytes = 0;
            link = to;
        }
        long wanted = count * to.identity().stride();
        if (wanted > bytes) {
            extents.sync(extent, to.offset() + bytes, wanted - bytes);
            bytes = wanted;
        }
    }

    /// Adds the chunks that have rows, or bytes, which are not durable, and takes these to be durable from now on.
    ///
    /// @param upTo the row, or position, up to which
    public void collect(long upTo, SyncRanges ranges) {
        Link[] links = chain.links();
        for (int i = unfinished(links); i < links.length && links[i].identity().first() <= upTo; i++) {
            Link to = links[i];
            long wanted = Math.min(upTo - to.identity().first(), to.count()) * to.identity().stride();
            if (to != link) {
                ranges.addDirectory(extents.geometry().extent(to.chunk()));
                bytes = 0;
                link = to;
            }
            if (wanted > bytes) {
                ranges.addChunk(to.chunk(), bytes, wanted);
                bytes = wanted;
            }
        }
        end = upTo;
    }
}
