// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.VerifyReport.Indexed;
import dev.ashlar.store.VerifyReport.Replayed;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkScan;
import dev.ashlar.store.internal.v1.file.Checkpoint;
import dev.ashlar.store.internal.v1.file.ContainerKind;
import dev.ashlar.store.internal.v1.journal.Frames;
import dev.ashlar.store.internal.v1.store.Container;
import dev.ashlar.store.internal.v1.store.Container.OfChunks;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.store.Container.OfValues;
import dev.ashlar.store.internal.v1.store.ReadStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Reads a whole store and reports what is wrong.
///
/// A writer may be active, and its changes look wrong for a moment. So what looks wrong while a writer is alive is
/// checked again, from the beginning, and reported only if it persists.
///
/// **Threading**: one thread.
public final class Verification {
    private static final int ATTEMPTS = 6;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final ReadStore store;
    private final VerifyOptions options;
    private final List<Finding> findings = new ArrayList<>();
    private long omitted;
    private long files;
    private long entries;
    private long chunks;
    private long sealed;
    private long rows;
    private long messages;
    private long bytes;
    private long readBytes;
    private long allBytes;

    private Verification(ReadStore store, VerifyOptions options) {
        this.store = store;
        this.options = options;
    }

    public static VerifyReport of(ReadStore store, VerifyOptions options) throws StoreException {
        try {
            return new Verification(store, options).run();
        } catch (InternalError e) {
            throw store.extents().fault(e);
        }
    }

    private VerifyReport run() throws StoreException {
        settle(found -> check(found).checkHead(store.isRecovered()));
        long[] read = new long[1];
        settle(found -> read[0] = 1 + check(found).checkCatalog());
        files += read[0];
        settle(found -> {
            refresh();
            check(found).checkExtents(store.extents());
        });
        settle(found -> check(found).checkLive(store.isWriterAlive()));
        files += 1 + store.extents().count();
        for (int extent = 0; extent < store.extents().count(); extent++) {
            checkEntries(extent);
        }
        if (store.isRecovered()) {
            settle(this::checkRecovered);
        }
        List<Container> containers = store.containers();
        for (Container container : containers) {
            settle(found -> checkChain(container, found));
            for (Link link : links(container)) {
                boolean twice = options.replay() && container instanceof OfJournal;
                allBytes += (twice ? 2 : 1) * link.count() * link.identity().stride();
            }
        }
        for (Container container : containers) {
            checkChunks(container);
        }
        List<Replayed> replayed = new ArrayList<>();
        for (OfJournal journal : store.containers(OfJournal.class)) {
            if (options.replay()) {
                // What a writer is about to do does not look wrong here, so it is not looked at again.
                StoreFindings found = new StoreFindings(store.extents(), this::unit);
                replayed.addAll(new ReplayCheck(store, journal, found).run(this::progress));
                take(found);
            }
        }
        List<Indexed> indexed = new ArrayList<>();
        settle(found -> {
            indexed.clear();
            indexed.addAll(new DeclarationCheck(store, options.indexes(), found).run());
        });
        return new VerifyReport(findings, omitted, files, entries, chunks, sealed, rows, messages, bytes, replayed,
                indexed);
    }

    /// What readers are not given, since it cannot be recovered.
    private void checkRecovered(StoreFindings found) {
        store.damaged().forEach((name, why) -> found.add(store.folder(), 0, name + ": " + why.getMessage(),
                "it cannot be read"));
    }

    private FileCheck check(StoreFindings found) {
        return new FileCheck(store.folder(), store.disk(), checkpoint(), isSettled(), found);
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
            used[0] = new EntryCheck(store.extents(), known, isSettled(), found).check(extent);
        });
        entries += store.extents().geometry().extentChunks();
        chunks += used[0];
    }

    private void checkChain(Container container, StoreFindings found) {
        long pin = store.pins().pin();
        try {
            // The checkpoint first: what it counts is there afterwards, in extents that are there by then.
            Checkpoint checkpoint = checkpoint();
            refresh();
            new ChainCheck(store.extents(), checkpoint, isSettled(), found).check(container, links(container));
        } finally {
            store.pins().unpin(pin);
        }
    }

    /// As they are now: what the store knew when it was opened may have been given to others.
    private Link[] links(Container container) {
        if (store.isRecovered()) {
            return container.chain().links();
        }
        return ChunkScan.of(store.extents()).of(container.record().id(), store.extents());
    }

    private void checkChunks(Container container) {
        if (!options.rows()) {
            return;
        }
        switch (container) {
            case OfTable table -> checkRows(table, new RowsCheck(table, store.extents().geometry(), store::layout));
            case OfValues values -> checkRows(values, new ValuesCheck(values.values()));
            case OfJournal journal -> checkJournal(journal);
            case OfChunks _ -> { }
        }
    }

    private void checkRows(Container container, ChunkCheck check) {
        for (Link link : links(container)) {
            if (store.extents().holds(link.chunk())) {
                long checked = checkChunk(container, link, link::count, check);
                sealed += checked > 0 ? 1 : 0;
                rows += checked;
                bytes += checked * link.identity().stride();
                progress(checked * link.identity().stride());
            }
        }
    }

    private void checkJournal(OfJournal container) {
        Frames journal = container.frames();
        int mark = checkpoint().marks().indexOf(container.record().id());
        long required = mark < 0 ? 0 : checkpoint().marks().end(mark);
        refresh();
        // Frames are published before what the index says of them: so the rows that are there are looked for first.
        IndexCheck index = journal.index() == null ? null
                : new IndexCheck(journal.index(), indexName(container), required);
        FramesCheck check = new FramesCheck(journal, store.extents().geometry().chunkBytes(), index);
        Link[] links = links(container);
        for (int i = 0; i < links.length; i++) {
            int at = i;
            if (store.extents().holds(links[i].chunk())) {
                messages += checkChunk(container, links[i], () -> journal.used(links, at), check);
                bytes += journal.used(links, i);
                progress(journal.used(links, i));
            }
        }
        if (index != null && links.length > 0) {
            settle(found -> index.finish(links[links.length - 1], journal.endPosition(), found));
        }
    }

    private String indexName(OfJournal journal) {
        return store.containers().stream().filter(container -> container.record().kind() == ContainerKind.JOURNAL_INDEX
                && container.record().source() == journal.record().id()).map(container -> container.record().name())
                .findFirst()
                .orElse(journal.record().name());
    }

    /// @return rows or frames that were checked
    private long checkChunk(Container container, Link link, LongSupplier count, ChunkCheck check) {
        long[] checked = new long[1];
        settle(found -> {
            long pin = store.pins().pin();
            try {
                checked[0] = 0;
                if (isThere(link)) {
                    checked[0] = check(container, link, count, check, found);
                }
                if (!isThere(link)) {
                    // Given to others meanwhile, since they cannot see this reader.
                    found.list().clear();
                }
            } finally {
                store.pins().unpin(pin);
            }
        });
        return checked[0];
    }

    private long check(Container container, Link link, LongSupplier count, ChunkCheck check, StoreFindings found) {
        try {
            return check.check(link, count.getAsLong(), found);
        } catch (InternalError e) {
            found.addChunk(container.record().name(), link, 0, link.identity().first(), link.end(),
                    store.extents().fault(e).getMessage(), "rows of this chunk cannot be read");
            return 0;
        }
    }

    private void progress(long more) {
        readBytes += more;
        options.progress().at(Math.min(allBytes, readBytes), allBytes);
    }

    /// What the numbers of a container count.
    private String unit(String container) {
        return store.find(container) instanceof OfJournal ? "positions" : "rows";
    }

    private static boolean isThere(Link link) {
        return link.entry().isWhole() && link.entry().identity().equals(link.identity()) && !link.isGone();
    }

    private void settle(Consumer<StoreFindings> check) {
        StoreFindings found = new StoreFindings(store.extents(), this::unit);
        check.accept(found);
        for (int attempt = 0; attempt < ATTEMPTS && !found.list().isEmpty() && store.isWriterAlive(); attempt++) {
            LockSupport.parkNanos(PAUSE_NS << attempt);
            found = new StoreFindings(store.extents(), this::unit);
            check.accept(found);
        }
        take(found);
    }

    private void take(StoreFindings found) {
        int taken = Math.min(found.list().size(), StoreFindings.MAX - findings.size());
        findings.addAll(found.list().subList(0, taken));
        omitted += found.omitted() + found.list().size() - taken;
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
            store.extents().mapAll(0);
            store.refresh();
        } catch (StoreException e) {
            // What could not be read is found where it is looked for.
        }
    }
}
