// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.Chain.Link;
import dev.ashlar.store.internal.v1.Entry.Seal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// The thread that seals full chunks.
///
/// There is no queue that could be full: what is to be done is derived from the chains each time that the writer says
/// there is something. So chunks that were not sealed when a writer died are sealed by the next, and a thread that
/// falls behind takes more at once.
///
/// A footer is on the disk before its seal is stored: after the loss of power there is no seal without one. Rows are
/// not made durable here; recovery takes the seal from a chunk that it cuts.
///
/// **Threading**: [#wake] and [#letGo] are the writer's. Sealing takes no lock that a commit needs.
///
/// **Failure**: where there is no space for a footer the chunk stays as it is. If the disk refuses to sync, the store
/// has failed.
final class Sealer implements AutoCloseable {
    private static final int MAX_BATCH = 256;
    /// Footers that lie as near as this are made durable at once, with the rows between them.
    private static final long SYNC_BYTES = 1 << 22;

    private final Extents extents;
    private final Supplier<List<Container>> containers;
    private final BiFunction<Container, Link, BlockLayout> layouts;
    private final Checkpoints checkpoints;
    private final Semaphore work = new Semaphore(1);
    private final Semaphore finished = new Semaphore(0);
    /// The first chunk, by its ordinal, of each container that was not looked at or may become full.
    private final Map<Integer, Long> next = new HashMap<>();
    /// Chunks that must not be given away.
    private final List<Sealing> batch = new ArrayList<>();
    private final Thread thread;
    private volatile boolean finishing;
    private volatile boolean closing;

    /// A chunk and what its seal will say.
    private record Sealing(Link link, Container container, Seal seal) { }

    /// @param layouts how the rows of a chunk were laid out; null if nobody knows
    Sealer(Extents extents, Supplier<List<Container>> containers, BiFunction<Container, Link, BlockLayout> layouts,
            Checkpoints checkpoints) {
        this.extents = extents;
        this.containers = containers;
        this.layouts = layouts;
        this.checkpoints = checkpoints;
        thread = Thread.ofPlatform().daemon().name("ashlar-seal").start(this::run);
    }

    /// Says that a chunk is full.
    void wake() {
        work.release();
    }

    /// Waits until a chunk is not being sealed; it is about to be given away.
    void letGo(Link link) {
        boolean interrupted = false;
        synchronized (batch) {
            while (batch.stream().anyMatch(sealing -> sealing.link.chunk() == link.chunk())) {
                try {
                    batch.wait();
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
                while (take()) {
                    checkpoints.check();
                    seal();
                }
            } catch (IOException e) {
                checkpoints.fail(e);
                last = true;
            } finally {
                letAllGo();
                if (awaited) {
                    finishing = false;
                    finished.release();
                }
            }
        } while (!last);
    }

    /// Takes chunks that are full.
    ///
    /// @return whether there are any
    private boolean take() {
        List<Sealing> found = new ArrayList<>();
        for (Container container : containers.get()) {
            // Frames have checksums of their own. A journal's seal has its count and times, without a footer.
            if (container.rows() != null) {
                take(container, found);
            }
        }
        synchronized (batch) {
            for (Sealing sealing : found) {
                // A chunk is marked before it is given away, and it is given away only when it is not in the batch.
                if (sealing.link.entry().retired() == 0 && !sealing.link.entry().hasSeal()) {
                    batch.add(sealing);
                }
            }
        }
        return !found.isEmpty();
    }

    private void take(Container container, List<Sealing> found) {
        Link[] links = container.chain().links();
        long from = next.getOrDefault(container.record().id(), 0L);
        int index = links.length;
        while (index > 0 && links[index - 1].identity().ordinal() >= from) {
            index--;
        }
        for (; index < links.length && found.size() < MAX_BATCH; index++) {
            Link link = links[index];
            if (index + 1 == links.length && link.count() < link.identity().capacity()) {
                return;
            }
            next.put(container.record().id(), link.identity().ordinal() + 1);
            // A chunk without rows has nothing to be sealed, and zero rows stand for no seal.
            if (link.entry().retired() == 0 && !link.entry().hasSeal() && link.count() > 0) {
                found.add(new Sealing(link, container, null));
            }
        }
    }

    private void seal() throws IOException {
        List<Sealing> sealed = new ArrayList<>();
        for (Sealing sealing : batch) {
            Seal seal = writeFooter(sealing);
            if (seal != null) {
                sealed.add(new Sealing(sealing.link, sealing.container, seal));
            }
        }
        sync(sealed);
        for (Sealing sealing : sealed) {
            sealing.link.entry().seal(sealing.seal);
        }
        letAllGo();
    }

    private void letAllGo() {
        synchronized (batch) {
            batch.clear();
            batch.notifyAll();
        }
    }

    /// @return null if there is no space for it
    private Seal writeFooter(Sealing sealing) {
        Link link = sealing.link;
        long rows = link.count();
        RowDigest digest = RowDigest.of(link, rows, sealing.container.rows(),
                layouts.apply(sealing.container, link));
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
        return new Seal(rows, digest.footer().write(link.memory(), at), digest.minTime(), digest.maxTime());
    }

    private void sync(List<Sealing> sealed) throws IOException {
        Geometry geometry = extents.geometry();
        for (int i = 0; i < sealed.size();) {
            Link first = sealed.get(i).link;
            int extent = geometry.extent(first.chunk());
            long from = Footer.at(first, geometry);
            long to = from + first.identity().footer();
            for (i++; i < sealed.size() && geometry.extent(sealed.get(i).link.chunk()) == extent; i++) {
                Link link = sealed.get(i).link;
                long at = Footer.at(link, geometry);
                if (Math.max(to, at + link.identity().footer()) - Math.min(from, at) > SYNC_BYTES) {
                    break;
                }
                from = Math.min(from, at);
                to = Math.max(to, at + link.identity().footer());
            }
            extents.sync(extent, from, to - from);
        }
    }

    /// Seals what is left and ends the thread.
    @Override
    public void close() {
        closing = true;
        work.release();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
