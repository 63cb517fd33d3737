// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import dev.ashlar.store.CorruptChunkException;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.file.Entry;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.Entry.Seal;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.Geometry;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Supplier;

/// The chunks of a container, in order. A chain grows at the end: the writer adds chunks, and a reader follows chunks
/// that the writer of another process added.
///
/// A chunk whose contents are unknown leaves a gap: the link after it begins later than the link before it ends.
///
/// **Threading**: any thread; growing blocks other threads that grow the chain.
public final class Chain {
    /// A chunk in its place.
    ///
    /// @param chunk    its number
    /// @param entry    in the directory
    /// @param shared   the same, as all processes see it
    /// @param identity what the entry says
    /// @param memory   of the extent
    /// @param offset   of the chunk
    /// @param epoch    of this use of the chunk
    /// @param check    what this process has compared of it with its checksums
    public record Link(int chunk, Entry entry, Entry shared, Identity identity, MemorySegment memory, long offset,
            long epoch, ReadCheck check) {
        /// The row, or position, after the last that is committed.
        public long end() {
            return identity.first() + count();
        }

        /// Committed rows or bytes; never more than fit, whatever the entry says.
        public long count() {
            return Math.clamp(entry.count(), 0, identity.capacity());
        }

        /// Whether the chunk was given to another use since. Epochs only grow: one that is less is damage, and the rows
        /// are still this container's.
        public boolean isReused() {
            return shared.epoch() > epoch;
        }

        /// Whether it was taken from its container. The mark is read first: it is cleared after the epoch has grown.
        public boolean isGone() {
            return entry.retired() != 0 && !check.isKept() || isReused();
        }
    }

    private static final long UNKNOWN = Long.MAX_VALUE;
    /// How often a reader looks again who finds that the writer was faster; once is enough for most.
    private static final int ATTEMPTS = 100;

    private final Extents extents;
    private final int container;
    private final String name;
    private volatile Link[] links;
    /// How far the container goes at least: by the last checkpoint when it was opened, or by what was seen since.
    private volatile long promised;
    /// Where the container began at least when it was opened; [#UNKNOWN] for a writer, whose recovery has seen to it.
    private volatile long promisedFirst = UNKNOWN;
    /// The link before which rows are missing; null if none are.
    private volatile Link front;
    /// Whether the last link has a successor that cannot be read.
    private volatile boolean torn;
    /// Whether readers compare sealed chunks with their checksums.
    private boolean checks;
    private ReadCheck.Heads heads = ReadCheck.Heads.ANY;
    /// Looks for the chunks of a container that had none.
    private final Supplier<Link[]> search;
    /// Whether readers hold back what they see.
    private final boolean holds;

    /// A chain for the writer, who knows of each chunk.
    public Chain(Extents extents, int container, String name, Link[] links) {
        this(extents, container, name, links, () -> new Link[0], true);
    }

    public Chain(Extents extents, int container, String name, Link[] links, Supplier<Link[]> search, boolean holds) {
        this.holds = holds;
        this.search = search;
        this.extents = extents;
        this.container = container;
        this.name = name;
        this.links = links;
    }

    public static Link link(Extents extents, int chunk) {
        Entry entry = extents.entry(chunk);
        long epoch = entry.epoch();
        return new Link(chunk, entry, extents.sharedEntry(chunk), entry.identity(), extents.chunkMemory(chunk),
                extents.chunkOffset(chunk), epoch, new ReadCheck());
    }

    /// The link of a chunk as its entry says, read while the writer may be giving the chunk to another use.
    ///
    /// @return null if the entry is not whole, says what no chunk can be, or changed meanwhile
    static Link read(Extents extents, int chunk) {
        Link link = link(extents, chunk);
        boolean whole = link.entry.isWhole() && link.identity.fits(extents.geometry());
        VarHandle.loadLoadFence();
        return whole && !link.isReused() ? link : null;
    }

    /// All links, retired ones included that are still there.
    public Link[] links() {
        return links;
    }

    public Link last() {
        Link[] now = links;
        return now.length == 0 ? null : now[now.length - 1];
    }

    /// The writer has added a chunk.
    public synchronized void add(Link link) {
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
    public synchronized void drop(Link link) {
        links = Arrays.stream(links).filter(other -> other != link).toArray(Link[]::new);
    }

    /// The first row, or position, that was not retired.
    public long first() {
        try {
            return findFirst();
        } catch (InternalError e) {
            throw fault(e, 0, promised);
        }
    }

    private long findFirst() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (follow() == null) {
                return promisedFirst == UNKNOWN ? 0 : promisedFirst;
            }
            Link[] now = links;
            for (int i = 0; i < now.length; i++) {
                if (!now[i].isGone()) {
                    boolean missing = now[i] == front
                            || i > 0 && now[i - 1].identity.ordinal() + 1 < now[i].identity.ordinal();
                    return missing ? Math.min(promisedFirst, now[i].identity.first()) : now[i].identity.first();
                }
            }
            // The last chunk is never retired: there are others by now.
        }
        return promised > promisedFirst ? promisedFirst : findEnd();
    }

    /// The row, or position, after the last that is committed. Where it is known that there are more, which cannot be
    /// read, it lies behind the first of them at least: so nobody takes what can be read for all there is.
    public long end() {
        try {
            return findEnd();
        } catch (InternalError e) {
            throw fault(e, 0, promised);
        }
    }

    private long findEnd() {
        long end = 0;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Link last = follow();
            if (last == null) {
                break;
            }
            end = Math.max(end, last.end());
            // A chunk that is gone is not the last; its count may be cleared already.
            if (!last.isGone()) {
                end += torn && last == last() ? 1 : 0;
                break;
            }
        }
        long least = promised;
        if (end > least) {
            promised = end;
        }
        return Math.max(end, least);
    }

    /// The link with a row or position; null if none has it, in a gap for one.
    ///
    /// @param among links of this chain at some time
    public static int indexOf(Link[] among, long row) {
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

    /// Where the rows, or positions, of a link end; where the next one begins at the latest, whatever the entry counts.
    public static long end(Link[] among, int index) {
        long end = among[index].end();
        return index + 1 < among.length ? Math.min(end, among[index + 1].identity.first()) : end;
    }

    /// Says what the container holds by what its store promises: where chunks at its begin or end are damaged it is
    /// more than the others tell.
    public void promise(long from, long end) {
        promised = end;
        promisedFirst = from;
        Link[] now = links;
        if (now.length > 0 && now[0].identity.first() > from) {
            front = now[0];
        }
    }

    /// Where the container ends, whether or not all of it can be read.
    public long promised() {
        return promised;
    }

    /// Says how rows are served.
    ///
    /// @param compared whether sealed chunks are compared with their checksums when they are first read
    /// @param begin    what rows begin with
    public void serve(boolean compared, ReadCheck.Heads begin) {
        checks = compared;
        heads = begin;
    }

    ReadCheck.Heads heads() {
        return heads;
    }

    /// The seal of a chunk that has just these rows; null if none says anything of them.
    public static Seal seal(Link link, long rows) {
        Seal seal = link.entry.seal();
        return seal == null || seal.rows() != rows ? null : seal;
    }

    /// What the footer that a seal speaks of says of all rows of its chunk.
    ///
    /// @param seal may be null
    /// @return null if there is no seal, or no whole footer
    public ChunkZones zones(Link link, Seal seal) {
        return seal == null ? null : link.check.zones(link, seal, geometry());
    }

    /// Makes sure that a row of a chunk is as it was written, as far as anything tells.
    ///
    /// @param row   in the chunk, less than `count`
    /// @param count committed rows, read before
    /// @return the row in the chunk up to which, exclusive, this is known; greater than `row`
    /// @throws CorruptChunkException if it is damaged
    public long readable(Link link, long row, long count) {
        try {
            return checks ? link.check.readable(this, link, row, count) : count;
        } catch (InternalError e) {
            throw fault(e, link.identity.first() + row, link.identity.first() + row + 1);
        }
    }

    /// Makes sure that rows which were readable still were, by now.
    ///
    /// @throws CorruptChunkException if somebody cut the file meanwhile
    public void requireUncut(Link link) {
        try {
            link.check.requireUncut(this, link);
        } catch (InternalError e) {
            throw fault(e, link.identity.first(), link.identity.first() + link.identity.capacity());
        }
    }

    public CorruptChunkException damaged(String found, long first, long end) {
        return new CorruptChunkException(found, first, end, name);
    }

    public CorruptChunkException missing(long first, long end) {
        String what = "entry of a chunk is damaged, or its file is truncated";
        return new CorruptChunkException(holds ? what
                : "rows were retired, and this reader cannot pin them, or " + what, first, end, name);
    }

    /// Whether the file of a chunk is long enough to read it.
    public boolean holds(Link link) {
        return extents.holds(link.chunk());
    }

    public Geometry geometry() {
        return extents.geometry();
    }

    /// Handles a failed read of mapped memory of the container.
    ///
    /// @param first of the rows or positions that may be concerned
    /// @return what to throw
    /// @throws InternalError the given one, if it says something else
    public CorruptChunkException fault(InternalError fault, long first, long end) {
        CorruptChunkException told = new CorruptChunkException(extents.fault(fault).getMessage(), first, end, name);
        told.initCause(fault);
        return told;
    }

    /// Goes on where the last chunk known has a successor.
    ///
    /// @return the last that can be read; null if there is none
    private Link follow() {
        Link last = last();
        boolean searched = last == null || last.isReused();
        if (searched) {
            last = begin(last);
        }
        while (last != null) {
            int next = last.entry.next();
            if (next < 0) {
                return last();
            }
            if (follow(last, next)) {
                last = last();
            } else if (!searched && last.isGone()) {
                searched = true;
                last = begin(last);
            } else {
                return last();
            }
        }
        return null;
    }

    /// Looks for the container again where nothing of it is known, or nothing that is still its own.
    private synchronized Link begin(Link known) {
        if (last() == known) {
            Link[] found = search.get();
            if (found.length > 0) {
                links = found;
            }
        }
        return last();
    }

    /// @return whether there is a link after that one now
    private synchronized boolean follow(Link from, int next) {
        if (last() != from) {
            return true;
        }
        Link link = read(from, next);
        if (link != null) {
            torn = false;
            add(link);
            return true;
        }
        VarHandle.acquireFence();
        // A chunk that was given to another use since: then this one was retired before. Else it is damage.
        torn = !from.isGone();
        return false;
    }

    /// The link of the chunk that follows another; null if that cannot be read, or is another's.
    private Link read(Link from, int next) {
        try {
            extents.map(extents.geometry().extent(next) + 1);
        } catch (StoreException e) {
            return null;
        }
        Link link = extents.holds(next) ? read(extents, next) : null;
        return link != null && link.identity.container() == container
                && link.identity.ordinal() == from.identity.ordinal() + 1 ? link : null;
    }
}
