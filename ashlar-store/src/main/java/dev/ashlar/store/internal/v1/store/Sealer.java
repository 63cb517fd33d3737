// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.chunk.BlockLayout;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.Footer;
import dev.ashlar.store.internal.v1.file.Entry.Seal;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.Uninterrupted;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.table.RowDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// The thread that seals full chunks, and the other chunks when the store is closed, so that all rows then have
/// checksums.
///
/// There is no queue that could be full: the work is derived from the chains each time the writer wakes the thread. So
/// chunks that were not sealed when a writer died are sealed by the next writer.
///
/// Nothing is made durable here, since a sync would stall the writer at each new page. The next checkpoint makes the
/// footer durable; the seal has the generation of that checkpoint. After a loss of power, recovery removes seals with a
/// later generation than the last checkpoint, and seals of chunks that it truncates.
///
/// **Threading**: [#wake] and [#release] are the writer's. Sealing takes no lock that a commit needs.
///
/// **Failure**: where there is no space for a footer the chunk stays as it is. When the store has failed nothing more
/// is sealed.
final class Sealer implements AutoCloseable {
    private final Extents extents;
    private final Supplier<List<OfTable>> tables;
    private final BiFunction<OfTable, Link, BlockLayout> layouts;
    private final Checkpoints checkpoints;
    private final Semaphore work = new Semaphore(1);
    private final Semaphore finished = new Semaphore(0);
    /// The first chunk, by its ordinal, of each container that was not looked at or may become full.
    private final Map<Integer, Long> next = new HashMap<>();
    private final Object giving = new Object();
    private final Thread thread;
    /// The chunk that must not be given away now; null if there is none. Read and written under `giving`.
    private Link busy;
    private volatile boolean finishing;
    private volatile boolean closing;
    /// Whether chunks that are not full are sealed, too.
    private volatile boolean sealingAll;

    private record Sealing(Link link, OfTable table) { }

    /// @param layouts how the rows of a chunk were laid out; null if unknown
    Sealer(Extents extents, Supplier<List<OfTable>> tables, BiFunction<OfTable, Link, BlockLayout> layouts,
            Checkpoints checkpoints) {
        this.extents = extents;
        this.tables = tables;
        this.layouts = layouts;
        this.checkpoints = checkpoints;
        thread = Thread.ofPlatform().daemon().name("ashlar-seal").start(this::run);
    }

    /// Says that a chunk is full.
    void wake() {
        work.release();
    }

    /// Waits until a chunk is not being sealed; it is about to be given away.
    void release(Link link) {
        boolean interrupted = false;
        synchronized (giving) {
            while (busy != null && busy.chunk() == link.chunk()) {
                try {
                    giving.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Waits until all chunks are sealed that are full now.
    void finish() {
        finishing = true;
        work.release();
        finished.acquireUninterruptibly();
    }

    private void run() {
        boolean last;
        do {
            work.acquireUninterruptibly();
            work.drainPermits();
            last = closing;
            boolean awaited = finishing;
            try {
                for (Sealing next = take(); next != null; next = take()) {
                    checkpoints.check();
                    seal(next);
                }
            } catch (StoreException e) {
                last = true;
            } catch (InternalError e) {
                checkpoints.fail(extents.fault(e));
                last = true;
            } finally {
                if (awaited) {
                    finishing = false;
                    finished.release();
                }
            }
        } while (!last);
    }

    /// Takes a chunk that is full; null if there is none.
    private Sealing take() {
        for (OfTable table : tables.get()) {
            // A seal of a journal would say nothing that frames, identities and the index do not.
            Link full = full(table);
            if (full != null) {
                return new Sealing(full, table);
            }
        }
        return null;
    }

    private Link full(OfTable container) {
        Link[] links = container.chain().links();
        long from = next.getOrDefault(container.record().id(), 0L);
        int index = links.length;
        while (index > 0 && links[index - 1].identity().ordinal() >= from) {
            index--;
        }
        for (; index < links.length; index++) {
            Link link = links[index];
            if (index + 1 == links.length && link.count() < link.identity().capacity() && !sealingAll) {
                return null;
            }
            next.put(container.record().id(), link.identity().ordinal() + 1);
            // A chunk without rows has nothing to be sealed, and zero rows stand for no seal.
            if (link.count() > 0 && !link.entry().hasSeal()) {
                return link;
            }
        }
        return null;
    }

    private void seal(Sealing sealing) {
        Link link = sealing.link;
        synchronized (giving) {
            // A chunk leaves its chain before [#release] is called, and is given away after: one that is still there
            // stays until it is not busy.
            if (link.entry().retired() != 0
                    || Arrays.stream(sealing.table.chain().links()).noneMatch(other -> other == link)) {
                return;
            }
            busy = link;
        }
        try {
            Seal seal = footer(sealing);
            if (seal != null) {
                link.entry().seal(seal);
            }
        } finally {
            synchronized (giving) {
                busy = null;
                giving.notifyAll();
            }
        }
    }

    /// @return null if there is no space for it
    private Seal footer(Sealing sealing) {
        Link link = sealing.link;
        long rows = link.count();
        RowDigest digest = RowDigest.of(link, rows, sealing.table.rows(),
                layouts.apply(sealing.table, link));
        long at = Footer.at(link, extents.geometry());
        int room = link.identity().footer();
        if (digest.footer().bytes() > room) {
            return null;
        }
        try {
            // The writer has taken it with the last row that fits, if it came to that; asking again costs little.
            extents.reserve(extents.geometry().extent(link.chunk()), at, room);
        } catch (StoreException e) {
            return null;
        }
        int checksum = digest.footer().write(link.memory(), at);
        return new Seal(rows, checksum, digest.minTime(), digest.maxTime(), checkpoints.sealed(
                extents.geometry().extent(link.chunk()), at, at + room));
    }

    /// Seals all that is full, and all that is not: nothing is added until the store is opened again.
    void closeAll() {
        sealingAll = true;
        close();
    }

    /// Seals what is full and ends the thread.
    @Override
    public void close() {
        closing = true;
        work.release();
        Uninterrupted.join(thread);
    }
}
