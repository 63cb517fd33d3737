// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.RecoveryReport.Kind;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreInfo;
import dev.ashlar.store.internal.v1.chunk.Chain;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.chunk.ChunkScan;
import dev.ashlar.store.internal.v1.chunk.ReadCheck;
import dev.ashlar.store.internal.v1.file.Catalog;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.file.Checkpoint;
import dev.ashlar.store.internal.v1.file.ContainerKind;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.HeadFile;
import dev.ashlar.store.internal.v1.file.LiveFile;
import dev.ashlar.store.internal.v1.file.Locks;
import dev.ashlar.store.internal.v1.file.Marks;
import dev.ashlar.store.internal.v1.file.OpenFiles;
import dev.ashlar.store.internal.v1.file.Pins;
import dev.ashlar.store.internal.v1.file.PrivateExtents;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.Container.OfChunks;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/// A store that is open for reading.
///
/// If the machine went down and no writer has opened the store since, the store is recovered in memory, by the code
/// that recovers it on the disk ([WriteStore#recover]). It then stays as it is: what a writer adds later is visible
/// only to readers that open the store afterwards.
public final class ReadStore extends OpenStore {
    /// How often a reader looks again who finds that a writer has recovered the store meanwhile; once is enough.
    private static final int ATTEMPTS = 5;

    private final Checkpoint checkpoint;
    private final LiveFile live;
    private final ReadOptions options;
    /// The files, where the store was recovered in memory; else null.
    private final Extents shared;
    /// Null where it has a slot.
    private Closeable presence;

    private ReadStore(ReadOptions options, StoreDisk disk, OpenFiles files, Extents extents, Extents shared) {
        super(files.folder(), disk, files.locks(), files.pins(), files.catalog(), extents);
        this.options = options;
        this.checkpoint = files.checkpoint();
        this.live = files.live();
        this.shared = shared;
    }

    public static Store open(Path folder, ReadOptions options) throws StoreException {
        return open(folder, options, new StoreDisk());
    }

    public static ReadStore open(Path folder, StoreDisk disk) throws StoreException {
        return open(folder, ReadOptions.defaults(), disk);
    }

    public static ReadStore open(Path folder, ReadOptions options, StoreDisk disk) throws StoreException {
        Path store = realPath(folder);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            ReadStore opened = tryOpen(store, options, disk);
            if (opened != null) {
                return opened;
            }
        }
        throw new StoreException(Reason.LOCKED, store, "a writer recovered the store at each attempt: attempts="
                + ATTEMPTS);
    }

    /// @return null if a writer recovered the store meanwhile
    private static ReadStore tryOpen(Path store, ReadOptions options, StoreDisk disk) throws StoreException {
        Locks locks = null;
        LiveFile live = null;
        Pins pins = Pins.none();
        Extents extents = null;
        Catalog catalog = null;
        Closeable presence = null;
        ReadStore opened = null;
        try (HeadFile head = HeadFile.open(store, disk, false)) {
            Checkpoint checkpoint = head.read(disk.boot());
            try {
                locks = Locks.open(store);
                live = LiveFile.open(store, disk, true);
                pins = Pins.open(locks, live);
            } catch (IOException _) {
                // The folder is not ours to write to, or no writer was ever here: nothing is held back for this reader.
            }
            if (!pins.hold()) {
                presence = share(store);
            }
            extents = new Extents(store, checkpoint.geometry(), checkpoint.id(), disk, false);
            catalog = Catalog.open(store, disk, checkpoint.id(), checkpoint.catalogBytes(), false);
            OpenFiles files = new OpenFiles(store, locks, live, pins, head, checkpoint, catalog, extents, false);
            extents.mapAll(checkpoint.extents());
            opened = isLost(files, disk) ? recover(files, options, disk) : follow(files, options, disk);
            if (opened != null) {
                opened.presence = presence;
            }
            return opened;
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, store, "cannot be closed", e);
        } catch (InternalError e) {
            throw fault(extents, e);
        } finally {
            if (opened == null) {
                OpenFiles.closeAllQuietly(pins, catalog, extents, live, locks, presence);
            }
        }
    }

    private static Closeable share(Path store) {
        try {
            return Locks.share(store);
        } catch (IOException _) {
            // Nobody will know of this reader.
            return () -> { };
        }
    }

    private static StoreException fault(Extents extents, InternalError e) {
        if (extents == null) {
            throw e;
        }
        return extents.fault(e);
    }

    private static ReadStore follow(OpenFiles files, ReadOptions options, StoreDisk disk) throws StoreException {
        ReadStore opened = new ReadStore(options, disk, files, files.extents(), null);
        opened.openContainers();
        return opened;
    }

    /// Whether the machine went down and nobody has recovered the store since.
    private static boolean isLost(OpenFiles files, StoreDisk disk) throws StoreException {
        Checkpoint checkpoint = files.checkpoint();
        return !checkpoint.boot().equals(disk.boot())
                && Recovery.kind(ChunkScan.of(files.extents()), checkpoint, files.durable(), disk.boot())
                        == Kind.POWER_LOSS
                // A writer in another container, or on a system without boot ids, has another id than this process.
                && !isWrittenElsewhere(files.folder());
    }

    /// Whether a writer is at work that has recovered the store.
    private static boolean isWrittenElsewhere(Path store) {
        try {
            return Locks.isRecovered(store);
        } catch (IOException _) {
            return false;
        }
    }

    /// @return null if a writer recovered the store meanwhile: then it may have gone on
    private static ReadStore recover(OpenFiles files, ReadOptions options, StoreDisk disk) throws StoreException {
        // Whoever recovers the store meanwhile must not use again what this reader takes for the last state.
        files.pins().pin();
        PrivateExtents extents = new PrivateExtents(files.extents());
        boolean done = false;
        try {
            WriteStore recovered = WriteStore.recover(new OpenFiles(files.folder(), files.locks(), LiveFile.alone(),
                    files.pins(), files.head(), files.checkpoint(), files.catalog(), extents, false), options, disk);
            done = files.head().read(disk.boot()).generation() == files.checkpoint().generation();
            ReadStore opened = new ReadStore(options, disk, files, extents, files.extents());
            opened.containers.putAll(recovered.containers);
            opened.damaged.putAll(recovered.damaged);
            return done ? opened : null;
        } finally {
            if (!done) {
                extents.close();
            }
        }
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
                throw new StoreException(Reason.NOT_A_STORE, folder, Files.exists(folder) ? "not a folder"
                        : "no such folder");
            }
            return folder.toRealPath();
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, folder, "cannot be read", e);
        }
    }

    /// The id in [#info], which takes longer: it looks for other readers and at all files.
    public String id() {
        return checkpoint.id().toString();
    }

    /// Extents that are mapped.
    public int extentCount() {
        return extents.count();
    }

    private void openContainers() throws StoreException {
        long pin = pins.pin();
        try {
            ChunkScan scan = ChunkScan.of(extents);
            // What was given to another use before it was looked for was retired in a checkpoint before.
            Checkpoint now = readHead(folder, disk);
            Marks firsts = now.marks();
            List<ContainerRecord> records = catalog.containers();
            for (ContainerRecord record : records) {
                if (containers.containsKey(record.name()) || damaged.containsKey(record.name())) {
                    continue;
                }
                int first = firsts.indexOf(record.id());
                Search search = new Search(record.id());
                Chain chain = new Chain(extents, record.id(), record.name() + " in " + folder,
                        keep(scan.of(record.id(), extents), now.clean(), first < 0 ? 0 : firsts.first(first)), search,
                        pins.hold());
                int mark = checkpoint.marks().indexOf(record.id());
                if (mark >= 0 && first >= 0) {
                    chain.promise(firsts.first(first), checkpoint.marks().end(mark));
                }
                chain.serve(options.verify() && record.kind() == ContainerKind.TABLE, ReadCheck.Heads.of(record));
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

    /// Keeps chunks that are marked as retired although they were not: the mark is damaged.
    ///
    /// @param closed whether the store was closed; then it is known what was retired
    /// @param first  the first row that was not
    private Link[] keep(Link[] links, boolean closed, long first) {
        for (int i = 0; i < links.length; i++) {
            long retired = links[i].entry().retired();
            boolean never = closed ? Chain.end(links, i) > first
                    : live != null && Long.compareUnsigned(retired, live.retirements()) > 0;
            if (retired != 0 && never) {
                links[i].check().keep();
            }
        }
        return links;
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

        private long claims() {
            try {
                return live == null ? NEVER : live.claims();
            } catch (InternalError e) {
                extents.fault(e);
                return NEVER;
            }
        }

        @Override
        public Link[] get() {
            long now = claims();
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

    /// Whether somebody writes now, as far as that can be determined.
    public boolean isWriterAlive() {
        try {
            return Locks.isWriterLocked(folder);
        } catch (IOException e) {
            return false;
        }
    }

    /// Whether the store was recovered in memory, so that entries of chunks are not those in the files.
    public boolean isRecovered() {
        return shared != null;
    }

    /// The last checkpoint; the one that the store was opened with if none can be read now.
    public Checkpoint readCheckpoint() {
        if (isRecovered()) {
            return checkpoint;
        }
        try {
            return readHead(folder, disk);
        } catch (StoreException e) {
            return checkpoint;
        }
    }

    /// The last checkpoint that is durable, likewise.
    Checkpoint readDurable() {
        try (HeadFile head = HeadFile.open(folder, disk, false)) {
            Checkpoint last = head.read(disk.boot());
            return isRecovered() ? checkpoint : head.durable() == null ? last : head.durable();
        } catch (IOException e) {
            return checkpoint;
        }
    }

    /// Those that cannot be opened, since their schemas are damaged.
    public List<Container> damagedContainers() {
        synchronized (containers) {
            return catalog.containers().stream().filter(record -> damaged.containsKey(record.name()))
                    .map(record -> (Container) new OfChunks(record, new Chain(extents, record.id(), record.name(),
                            new Link[0]))).toList();
        }
    }

    @Override
    public StoreInfo info() throws StoreException {
        try {
            return new Inspection(this).info();
        } catch (InternalError e) {
            throw extents.fault(e);
        }
    }

    LiveFile live() {
        return live;
    }

    @Override
    public boolean refresh() throws StoreException {
        if (isRecovered()) {
            return false;
        }
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
        closeFiles(catalog, extents, shared, live, locks, presence);
    }
}
