// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.internal.v1.Chain.Link;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// Reads a whole store and says what is wrong.
///
/// A writer may be at work: what it is about to do looks wrong for a moment. So what looks wrong while a writer lives
/// is looked at again, from the beginning, and counts if it stays.
///
/// **Threading**: one thread.
final class Verification {
    private static final int ATTEMPTS = 6;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);
    /// A store that is all damage would be told row by row.
    private static final int MAX_FINDINGS = 1000;

    private final ReadStore store;
    private final VerifyOptions options;
    private final Map<ContainerKind, ChunkCheck> checks = new EnumMap<>(ContainerKind.class);
    private final List<Finding> findings = new ArrayList<>();
    private long files;
    private long entries;
    private long chunks;
    private long sealed;
    private long rows;
    private long bytes;
    private long allBytes;

    Verification(ReadStore store, VerifyOptions options) {
        this.store = store;
        this.options = options;
        // Journals, whose bytes have checksums of their own, get their check here.
        checks.put(ContainerKind.TABLE, new RowsCheck(store.extents.geometry(), store::layout));
        checks.put(ContainerKind.BOARD, new RecordCheck());
    }

    VerifyReport run() throws StoreException {
        settle(found -> check(found).checkHead());
        long[] read = new long[1];
        settle(found -> read[0] = 1 + check(found).checkCatalog());
        files += read[0];
        settle(found -> {
            refresh();
            check(found).checkExtents(store.extents);
        });
        settle(found -> check(found).checkLive(store.isWriterAlive()));
        files += 1 + store.extents.count();
        for (int extent = 0; extent < store.extents.count(); extent++) {
            checkEntries(extent);
        }
        List<Container> containers = store.containers();
        for (Container container : containers) {
            settle(found -> checkChain(container, found));
            for (Link link : links(container)) {
                allBytes += link.count() * link.identity().stride();
            }
        }
        for (Container container : containers) {
            checkChunks(container);
        }
        return new VerifyReport(findings, files, entries, chunks, sealed, rows, bytes);
    }

    private FileCheck check(Findings found) {
        return new FileCheck(store.folder, store.disk, checkpoint(), isSettled(), found);
    }

    private void checkEntries(int extent) {
        long[] used = new long[1];
        settle(found -> {
            refresh();
            Map<Integer, Container> known = new HashMap<>();
            for (Container container : store.containers()) {
                known.put(container.record().id(), container);
            }
            for (Container damaged : store.damagedContainers()) {
                known.put(damaged.record().id(), damaged);
            }
            used[0] = new EntryCheck(store.extents, known, isSettled(), found).check(extent);
        });
        entries += store.extents.geometry().extentChunks();
        chunks += used[0];
    }

    private void checkChain(Container container, Findings found) {
        long pin = store.pins.pin();
        try {
            // The checkpoint first: what it counts is there afterwards, in extents that are there by then.
            Checkpoint checkpoint = checkpoint();
            refresh();
            new ChainCheck(store.extents, checkpoint, isSettled(), found).check(container, links(container));
        } finally {
            store.pins.unpin(pin);
        }
    }

    /// As they are now: what the store knew when it was opened may have been given to others.
    private Link[] links(Container container) {
        return ChunkScan.of(store.extents).of(container.record().id(), store.extents);
    }

    private void checkChunks(Container container) {
        ChunkCheck check = checks.get(container.record().kind());
        for (Link link : links(container)) {
            if (check != null && options.rows() && store.extents.holds(link.chunk())) {
                checkChunk(container, link, check);
            }
            options.progress().at(Math.min(allBytes, bytes), allBytes);
        }
    }

    private void checkChunk(Container container, Link link, ChunkCheck check) {
        long[] checked = new long[1];
        settle(found -> {
            long pin = store.pins.pin();
            try {
                checked[0] = 0;
                if (isThere(link) && !store.isLost(link)) {
                    checked[0] = check.check(container, link, link.count(), found);
                }
                if (!isThere(link)) {
                    // Given to others meanwhile, since nobody knows of this reader.
                    found.list().clear();
                }
            } finally {
                store.pins.unpin(pin);
            }
        });
        sealed += checked[0] > 0 ? 1 : 0;
        rows += checked[0];
        bytes += checked[0] * link.identity().stride();
    }

    private static boolean isThere(Link link) {
        return link.entry().isWhole() && link.entry().identity().equals(link.identity())
                && link.entry().retired() == 0;
    }

    private void settle(Consumer<Findings> check) {
        Findings found = new Findings(store.extents);
        check.accept(found);
        for (int attempt = 0; attempt < ATTEMPTS && !found.list().isEmpty() && store.isWriterAlive(); attempt++) {
            LockSupport.parkNanos(PAUSE_NS << attempt);
            found = new Findings(store.extents);
            check.accept(found);
        }
        for (Finding finding : found.list()) {
            if (findings.size() < MAX_FINDINGS) {
                findings.add(finding);
            }
        }
    }

    /// The last one, or the one the store was opened with if that cannot be read.
    private Checkpoint checkpoint() {
        return store.readCheckpoint();
    }

    /// Whether nobody has the store open for writing and nothing has to be recovered.
    private boolean isSettled() {
        return !store.isWriterAlive() && checkpoint().clean();
    }

    private void refresh() {
        try {
            store.extents.mapAll(0);
            store.refresh();
        } catch (StoreException e) {
            // What could not be read is found where it is looked for.
        }
    }
}
