// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.Entry.Identity;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Supplier;

/// The chunks of a container, in their order. It grows at the end, where the writer adds chunks, or a reader finds that
/// the writer of another process has.
///
/// A chunk of which nobody knows what it was leaves a gap: the link after it begins further than the one before ends.
///
/// **Threading**: any thread; growing blocks others who do so.
final class Chain {
    /// A chunk in its place.
    ///
    /// @param chunk    its number
    /// @param entry    in the directory
    /// @param identity what the entry says
    /// @param memory   of the extent
    /// @param offset   of the chunk
    /// @param epoch    of this use of the chunk
    /// @param settled  committed rows or bytes where they are known otherwise than by the entry; -1 where not
    record Link(int chunk, Entry entry, Identity identity, MemorySegment memory, long offset, long epoch,
            long settled) {
        private static final long UNSETTLED = -1;

        /// The row, or position, after the last that is committed.
        long end() {
            return identity.first() + count();
        }

        /// Committed rows or bytes; never more than fit, whatever the entry says.
        long count() {
            return settled != UNSETTLED ? settled : Math.clamp(entry.count(), 0, identity.capacity());
        }

        /// Whether the chunk was given to another use since.
        boolean isReused() {
            return entry.epoch() != epoch;
        }

        /// Whether it was taken from its container. The mark is read first: it is cleared after the epoch has grown. Of
        /// a link that is settled the mark may be left from before the machine went down, and says nothing.
        boolean isGone() {
            return settled == UNSETTLED && entry.retired() != 0 || isReused();
        }

        /// The same, with its count known.
        Link settled(long count) {
            return new Link(chunk, entry, identity, memory, offset, epoch, count);
        }
    }

    /// How often a reader looks again who finds that the writer was faster; once is enough for most.
    private static final int ATTEMPTS = 100;

    private final Extents extents;
    private final int container;
    private final String name;
    private volatile Link[] links;
    private volatile long promised;
    private volatile long promisedFirst;
    /// The link before which rows are missing; null if none are.
    private volatile Link front;
    /// What a reader believes when the machine went down and nobody has recovered the store since.
    private final long limit;
    /// Looks for the chunks of a container that had none.
    private final Supplier<Link[]> search;
    /// Whether readers hold back what they see.
    private final boolean holds;

    /// A chain for the writer, who knows of each chunk.
    Chain(Extents extents, int container, String name, Link[] links) {
        this(extents, container, name, links, Long.MAX_VALUE, () -> new Link[0], true);
    }

    Chain(Extents extents, int container, String name, Link[] links, long limit, Supplier<Link[]> search,
            boolean holds) {
        this.holds = holds;
        this.search = search;
        this.extents = extents;
        this.container = container;
        this.name = name;
        this.links = links;
        this.limit = limit;
    }

    static Link link(Extents extents, int chunk) {
        Entry entry = extents.entry(chunk);
        long epoch = entry.epoch();
        return new Link(chunk, entry, entry.identity(), extents.memory(extents.geometry().extent(chunk)),
                extents.geometry().chunkOffset(chunk), epoch, Link.UNSETTLED);
    }

    /// The link of a chunk as its entry says, read while the writer may be giving the chunk to another use.
    ///
    /// @return null if the entry is not whole, says what no chunk can be, or changed meanwhile
    static Link read(Extents extents, int chunk) {
        Link link = link(extents, chunk);
        boolean whole = link.entry.isWhole() && EntryCheck.fits(link.identity, extents.geometry());
        VarHandle.loadLoadFence();
        return whole && !link.isReused() ? link : null;
    }

    /// All links, retired ones included that are still there.
    Link[] links() {
        return links;
    }

    Link last() {
        Link[] now = links;
        return now.length == 0 ? null : now[now.length - 1];
    }

    /// The writer has added a chunk.
    synchronized void add(Link link) {
        Link[] now = links;
        int from = 0;
        // Who follows for long forgets what nobody can read any longer.
        while (from < now.length && now[from].isReused()) {
            from++;
        }
        Link[] more = Arrays.copyOfRange(now, from, now.length + 1);
        more[more.length - 1] = link;
        links = more;
    }

    /// The writer has taken a chunk away.
    synchronized void drop(Link link) {
        links = Arrays.stream(links).filter(other -> other != link).toArray(Link[]::new);
    }

    /// The first row, or position, that was not retired.
    long first() {
        for (int attempt = 0; attempt < ATTEMPTS && follow() != null; attempt++) {
            for (Link link : links) {
                if (!link.isGone()) {
                    return link == front ? promisedFirst : link.identity.first();
                }
            }
            // The last chunk is never retired: there are others by now.
        }
        return end();
    }

    /// The row, or position, after the last that is committed.
    long end() {
        long end = 0;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Link last = follow();
            if (last == null) {
                return end;
            }
            end = Math.max(end, Math.min(limit, last.end()));
            // A chunk that is gone is not the last; its count may be cleared already.
            if (!last.isGone()) {
                return end;
            }
        }
        return end;
    }

    /// The link with a row or position; null if none has it, in a gap for one.
    ///
    /// @param among links of this chain at some time
    static int indexOf(Link[] among, long row) {
        int low = 0;
        int high = among.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (among[middle].identity.first() <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /// Says what the container holds by what its store promises: where chunks at its begin or end are damaged it is
    /// more than the others tell.
    void promise(long from, long end) {
        promised = end;
        Link[] now = links;
        if (now.length > 0 && now[0].identity.first() > from) {
            front = now[0];
            promisedFirst = from;
        }
    }

    long promised() {
        return promised;
    }

    CorruptChunkException missing(long first, long end) {
        String what = "entry of a chunk is damaged or its file is cut";
        return new CorruptChunkException(holds ? what
                : "rows were retired, which this reader cannot hold back, or " + what, first, end, name);
    }

    /// Whether the file of a chunk is long enough to read it.
    boolean holds(Link link) {
        return extents.holds(link.chunk());
    }

    Geometry geometry() {
        return extents.geometry();
    }

    long limit() {
        return limit;
    }

    /// Goes on where the last chunk known has a successor.
    private Link follow() {
        Link last = last();
        if (limit != Long.MAX_VALUE) {
            return last;
        }
        if (last == null || last.isReused()) {
            last = begin(last);
        }
        while (last != null) {
            int next = last.entry.next();
            if (next < 0) {
                return last;
            }
            last = follow(last, next);
        }
        return last();
    }

    /// Looks for the container anew where nothing of it is known, or nothing that is still its own.
    private synchronized Link begin(Link known) {
        if (last() == known) {
            Link[] found = search.get();
            if (found.length > 0) {
                links = found;
            }
        }
        return last();
    }

    private synchronized Link follow(Link from, int next) {
        if (last() != from) {
            return last();
        }
        try {
            extents.map(extents.geometry().extent(next) + 1);
        } catch (StoreException e) {
            return null;
        }
        Link link = extents.holds(next) ? read(extents, next) : null;
        // A chunk that was given to another since: then this one was retired, and is about to be.
        if (link == null || link.identity.container() != container
                || link.identity.ordinal() != from.identity.ordinal() + 1) {
            return null;
        }
        add(link);
        return link;
    }
}
