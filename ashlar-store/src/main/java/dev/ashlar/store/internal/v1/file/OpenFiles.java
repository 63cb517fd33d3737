// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The files of a store, opened for writing under the lock of the writer; or opened by a reader that recovers the store
/// in its own memory.
///
/// @param folder     its real path
/// @param locks      with that of the writer held
/// @param live       words for other processes
/// @param pins       of the readers of this process
/// @param head       for checkpoints
/// @param checkpoint the last one
/// @param catalog    of containers
/// @param extents    all mapped
/// @param created    whether there was no store before
public record OpenFiles(Path folder, Locks locks, LiveFile live, Pins pins, HeadFile head, Checkpoint checkpoint,
        Catalog catalog, Extents extents, boolean created) {
    /// What is in a folder in which a store was about to be made.
    private static final List<String> BEGINNINGS = List.of(Locks.NAME, LiveFile.NAME, LiveFile.NAME + ".tmp",
            Catalog.NAME, HeadFile.NAME + ".tmp", "schemas", "lost+found");

    public static OpenFiles openOrCreate(Path folder, StoreOptions options, StoreDisk disk) throws StoreException {
        Path store;
        Locks locks = null;
        boolean created;
        try {
            if (Files.notExists(folder.resolve(HeadFile.NAME))) {
                checkEmpty(folder);
            }
            disk.createFolder(folder);
            store = folder.toRealPath();
            locks = Locks.open(store);
            locks.lockWriter();
            created = Files.notExists(store.resolve(HeadFile.NAME));
            if (created) {
                create(store, options, disk);
            }
        } catch (StoreException e) {
            closeAllQuietly(locks);
            throw e;
        } catch (IOException e) {
            closeAllQuietly(locks);
            throw new StoreException(Reason.ACCESS, folder, "store cannot be created or opened", e);
        }
        return open(store, disk, locks, created);
    }

    private static OpenFiles open(Path store, StoreDisk disk, Locks locks, boolean created) throws StoreException {
        HeadFile head = null;
        Catalog catalog = null;
        Extents extents = null;
        LiveFile live = null;
        Pins pins = null;
        try {
            head = HeadFile.open(store, disk, true);
            Checkpoint checkpoint = head.read(disk.boot());
            catalog = Catalog.open(store, disk, checkpoint.id(), checkpoint.catalogBytes(), true);
            extents = new Extents(store, checkpoint.geometry(), checkpoint.id(), disk, true);
            extents.mapAll(checkpoint.extents());
            live = LiveFile.openOrCreate(store, disk, checkpoint.id());
            pins = Pins.open(locks, live);
            return new OpenFiles(store, locks, live, pins, head, checkpoint, catalog, extents, created);
        } catch (IOException | RuntimeException e) {
            locks.unlockWriter();
            closeAllQuietly(pins, head, catalog, extents, live, locks);
            throw e instanceof StoreException known ? known
                    : new StoreException(Reason.ACCESS, store, "cannot be opened", e);
        }
    }

    private static void checkEmpty(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        if (!Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder.toString());
        }
        List<String> foreign = names(folder).stream().filter(name -> !BEGINNINGS.contains(name)).toList();
        if (!foreign.isEmpty()) {
            throw new StoreException(Reason.NOT_A_STORE, folder, "folder has other files in it: first="
                    + foreign.getFirst() + "; name an empty or a new folder");
        }
    }

    /// Whether a writer began to make a store in a folder and did not live to its head.
    static boolean isBeginning(Path folder) {
        try {
            List<String> names = names(folder);
            return names.contains(Locks.NAME) && BEGINNINGS.containsAll(names);
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> there = Files.list(folder)) {
            return there.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static void create(Path store, StoreOptions options, StoreDisk disk) throws IOException {
        StoreId id = StoreId.random();
        Catalog.create(store, disk, id);
        Geometry geometry = new Geometry(options.chunkBytes(),
                Math.toIntExact(options.extentBytes() / options.chunkBytes()));
        long now = System.currentTimeMillis();
        disk.syncFolder(store.getParent());
        // Before the file by which readers know a store: one that opened it without would hold nothing back.
        LiveFile.create(store, disk, id);
        HeadFile.create(store, disk, new Checkpoint(1, true, id, disk.boot(), now, now, geometry, 0,
                StoreLayout.CATALOG.byteSize(), new Marks()));
    }

    /// The last checkpoint that is durable.
    public Checkpoint durable() {
        return head.durable() == null ? checkpoint : head.durable();
    }

    public void closeQuietly() {
        locks.unlockWriter();
        closeAllQuietly(pins, head, catalog, extents, live, locks);
    }

    public static void closeAllQuietly(AutoCloseable... files) {
        for (AutoCloseable file : files) {
            try {
                if (file != null) {
                    file.close();
                }
            } catch (Exception e) {
                // What led here is reported; this matters less.
            }
        }
    }
}
