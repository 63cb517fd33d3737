// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreInfo;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.VerifyReport;
import dev.ashlar.store.internal.v1.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.Chain.Link;
import dev.ashlar.store.internal.v1.Entry.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/// A store that is open for reading.
public final class ReadStore extends OpenStore {
    private final Checkpoint checkpoint;
    private final LiveFile live;
    /// Where the machine went down and nobody has recovered the store since: how far containers go. Null otherwise.
    private final Marks durable;

    private ReadStore(Path folder, StoreDisk disk, Checkpoint checkpoint, Locks locks, LiveFile live, Pins pins,
            Catalog catalog, Extents extents, Marks durable) {
        super(folder, disk, locks, pins, catalog, extents);
        this.checkpoint = checkpoint;
        this.live = live;
        this.durable = durable;
        if (durable != null) {
            // Whoever recovers the store meanwhile shall not use again what this reader takes for the last state.
            pins.pin();
        }
    }

    public static Store open(Path folder) throws StoreException {
        return open(folder, new StoreDisk());
    }

    static ReadStore open(Path folder, StoreDisk disk) throws StoreException {
        Path store = realPath(folder);
        Checkpoint checkpoint = readHead(store, disk);
        boolean lost = !checkpoint.clean() && !checkpoint.boot().equals(disk.boot());
        Locks locks = null;
        LiveFile live = null;
        Pins pins = Pins.none();
        try {
            locks = Locks.open(store);
            live = LiveFile.open(store, disk, true);
            pins = Pins.open(locks, live);
        } catch (IOException e) {
            // The folder is not ours to write to, or no writer was ever here: nobody will know of this reader.
        }
        // Where nobody can tell one boot from another, a writer that is at work has recovered the store.
        lost = lost && (disk.tellsBoot() || !isAtWork(locks, live));
        Extents extents = new Extents(store, checkpoint.geometry(), checkpoint.id(), disk, false);
        Catalog catalog = null;
        try {
            catalog = Catalog.open(store, disk, checkpoint.id(), checkpoint.catalogBytes(), false);
            ReadStore opened = new ReadStore(store, disk, checkpoint, locks, live, pins, catalog, extents,
                    lost ? checkpoint.marks() : null);
            extents.mapAll(checkpoint.extents());
            opened.openContainers();
            return opened;
        } catch (StoreException | RuntimeException e) {
            pins.close();
            closeQuietly(catalog, extents, live, locks);
            throw e;
        }
    }

    private static boolean isAtWork(Locks locks, LiveFile live) throws StoreException {
        return locks != null && live != null && locks.isWriterLocked()
                && ProcessHandle.of(Math.max(0, live.writerPid())).isPresent();
    }

    private static Checkpoint readHead(Path store, StoreDisk disk) throws StoreException {
        try (HeadFile head = HeadFile.open(store, disk, false)) {
            return head.read(disk.boot());
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, store, "cannot be closed", e);
        }
    }

    private static Path realPath(Path folder) throws StoreException {
        try {
            if (!Files.isDirectory(folder)) {
                throw new StoreException(Reason.NOT_A_STORE, folder, "not a folder");
            }
            return folder.toRealPath();
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, folder, "cannot be read", e);
        }
    }

    private void openContainers() throws StoreException {
        long pin = pins.pin();
        try {
            ChunkScan scan = ChunkScan.of(extents);
            // What was given to another use before it was looked for was retired in a checkpoint before.
            Marks firsts = readHead(folder, disk).marks();
            List<ContainerRecord> records = catalog.containers();
            for (ContainerRecord record : records) {
                if (containers.containsKey(record.name()) || damaged.containsKey(record.name())) {
                    continue;
                }
                Search search = new Search(record.id());
                Chain chain = new Chain(extents, record.id(), record.name() + " in " + folder,
                        cut(record.id(), scan.of(record.id(), extents)), limit(record.id()), search, pins.hold());
                int mark = checkpoint.marks().indexOf(record.id());
                int first = firsts.indexOf(record.id());
                if (mark >= 0 && first >= 0) {
                    chain.promise(firsts.first(first), checkpoint.marks().end(mark));
                }
                try {
                    containers.put(record.name(), open(record, chain));
                } catch (StoreException e) {
                    damaged.put(record.name(), e);
                }
            }
        } finally {
            pins.unpin(pin);
        }
    }

    /// Looks for the chunks of a container of which nothing is known: again when others have been taken since it looked
    /// in vain.
    private final class Search implements Supplier<Link[]> {
        private static final long NEVER = -1;

        private final int container;
        private long claims = NEVER;
        private boolean inVain;

        Search(int container) {
            this.container = container;
        }

        @Override
        public Link[] get() {
            long now = live == null ? NEVER : live.claims();
            if (inVain && now == claims && now != NEVER) {
                return new Link[0];
            }
            claims = now;
            // What belongs to the container now stays while it is looked for.
            long pin = pins.pin();
            try {
                extents.mapAll(0);
            } catch (StoreException e) {
                // What is mapped is all that can be read.
            }
            try {
                Link[] found = ChunkScan.of(extents).of(container, extents);
                inVain = found.length == 0;
                return found;
            } finally {
                pins.unpin(pin);
            }
        }
    }

    /// Where the machine went down, what its last checkpoint knows: entries may count less or more, or be of a chunk
    /// that was given to another use since.
    private Link[] cut(int container, Link[] links) {
        if (durable == null) {
            return links;
        }
        int index = durable.indexOf(container);
        long first = index < 0 ? 0 : durable.first(index);
        if (catalog.containers().get(container - 1).kind() == ContainerKind.JOURNAL) {
            return cutJournal(links, first, limit(container));
        }
        Link[] cut = ChunkScan.cut(links, limit(container));
        int from = 0;
        while (from + 1 < cut.length && cut[from].end() <= first) {
            from++;
        }
        return Arrays.copyOfRange(cut, from, cut.length);
    }

    /// How far a chunk of a journal goes does not follow from where the next one begins, but the next one says it.
    private static Link[] cutJournal(Link[] links, long first, long end) {
        Link[] kept = Arrays.stream(links).filter(link -> link.identity().first() >= first
                && link.identity().first() <= end).toArray(Link[]::new);
        for (int i = 0; i < kept.length; i++) {
            Identity identity = kept[i].identity();
            boolean last = i + 1 == kept.length;
            boolean followed = !last && kept[i + 1].identity().ordinal() == identity.ordinal() + 1;
            long count = last ? end - identity.first() : followed ? kept[i + 1].identity().blockLength()
                    : kept[i].count();
            kept[i] = kept[i].settled(Math.clamp(count, 0, identity.capacity()));
        }
        return kept;
    }

    private long limit(int container) {
        if (durable == null) {
            return Long.MAX_VALUE;
        }
        int index = durable.indexOf(container);
        return index < 0 ? 0 : durable.end(index);
    }

    /// Whether somebody writes now; where that cannot be told, whether the process that did last is alive.
    boolean isWriterAlive() {
        try {
            if (locks != null) {
                return locks.isWriterLocked();
            }
            try (LiveFile words = LiveFile.open(folder, disk, false)) {
                return ProcessHandle.of(words.writerPid()).isPresent();
            }
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    /// Whether the machine went down and nobody has recovered the store since: then the last checkpoint counts, and not
    /// what the entries of chunks count.
    boolean isCut() {
        return durable != null;
    }

    /// Whether the machine went down before what seals a chunk was on the disk, and nobody has recovered the store.
    boolean isLost(Link link) {
        return durable != null && link.entry().isSealedAfter(checkpoint.generation());
    }

    /// The last checkpoint; the one that the store was opened with if none can be read now.
    Checkpoint readCheckpoint() {
        try {
            return readHead(folder, disk);
        } catch (StoreException e) {
            return checkpoint;
        }
    }

    /// Those that cannot be opened, since their schemas are damaged.
    List<Container> damagedContainers() {
        synchronized (containers) {
            return catalog.containers().stream().filter(record -> damaged.containsKey(record.name()))
                    .map(record -> new Container(record, new Chain(extents, record.id(), record.name(), new Link[0]),
                            null, null, null)).toList();
        }
    }

    @Override
    public StoreInfo info() {
        return new Inspection(this).info();
    }

    LiveFile live() {
        return live;
    }

    @Override
    public VerifyReport verify(VerifyOptions options) throws StoreException {
        return new Verification(this, options).run();
    }

    @Override
    public boolean refresh() throws StoreException {
        synchronized (containers) {
            int known = containers.size() + damaged.size();
            try {
                catalog.readFurther();
            } catch (StoreException e) {
                throw e;
            } catch (IOException e) {
                throw new StoreException(Reason.ACCESS, folder, "catalog cannot be read", e);
            }
            if (catalog.containers().size() > known) {
                extents.mapAll(0);
                openContainers();
            }
            return containers.size() + damaged.size() > known;
        }
    }

    @Override
    public void close() throws StoreException {
        closeIndexes();
        pins.close();
        closeFiles(catalog, extents, live, locks);
    }

    static void closeQuietly(AutoCloseable... files) {
        for (AutoCloseable file : files) {
            try {
                if (file != null) {
                    file.close();
                }
            } catch (Exception e) {
                // What led here is told; this is not worth as much.
            }
        }
    }
}
