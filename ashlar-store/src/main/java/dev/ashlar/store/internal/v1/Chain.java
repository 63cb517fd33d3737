// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.Entry.Identity;
import java.lang.foreign.MemorySegment;
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
    record Link(int chunk, Entry entry, Identity identity, MemorySegment memory, long offset) {
        /// The row, or position, after the last that is committed.
        long end() {
            return identity.first() + count();
        }

        /// Committed rows or bytes; never more than fit, whatever the entry says.
        long count() {
            return Math.clamp(entry.count(), 0, identity.capacity());
        }
    }

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

    /// A chain for the writer, who knows of each chunk.
    Chain(Extents extents, int container, String name, Link[] links) {
        this(extents, container, name, links, Long.MAX_VALUE, () -> new Link[0]);
    }

    Chain(Extents extents, int container, String name, Link[] links, long limit, Supplier<Link[]> search) {
        this.search = search;
        this.extents = extents;
        this.container = container;
        this.name = name;
        this.links = links;
        this.limit = limit;
    }

    static Link link(Extents extents, int chunk) {
        Entry entry = extents.entry(chunk);
        return new Link(chunk, entry, entry.identity(), extents.memory(extents.geometry().extent(chunk)),
                extents.geometry().chunkOffset(chunk));
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
        Link[] more = Arrays.copyOf(links, links.length + 1);
        more[links.length] = link;
        links = more;
    }

    /// The writer has taken a chunk away.
    synchronized void drop(Link link) {
        links = Arrays.stream(links).filter(other -> other != link).toArray(Link[]::new);
    }

    /// The first row, or position, that was not retired.
    long first() {
        for (Link link : links) {
            if (link.entry.retired() == 0) {
                return link == front ? promisedFirst : link.identity.first();
            }
        }
        Link last = last();
        return last == null ? 0 : last.end();
    }

    /// The row, or position, after the last that is committed.
    long end() {
        Link last = follow();
        return last == null ? 0 : Math.min(limit, last.end());
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
        return new CorruptChunkException("entry of a chunk is damaged or its file is cut", first, end, name);
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
        if (last == null) {
            last = begin();
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

    private synchronized Link begin() {
        if (links.length == 0) {
            links = search.get();
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
        if (!extents.holds(next)) {
            return null;
        }
        Link link = link(extents, next);
        // A chunk that was given to another since: then this one was retired, and is about to be.
        if (!link.entry.isWhole() || link.identity.container() != container
                || link.identity.ordinal() != from.identity.ordinal() + 1) {
            return null;
        }
        add(link);
        return link;
    }
}
