// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.ReadStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// Deletes the folders of days that the head no longer lists, also while the archive is being written: some file
/// systems take seconds to delete many gigabytes, and meanwhile a feed would fill all its buffers.
///
/// **Threading**: one thread at a time; what it starts uses nothing but folders with temporary names.
final class DroppedFolders {
    private final Path folder;
    private final StoreDisk disk;
    private final Consumer<ArchiveStep> steps;
    private final Executor executor;
    /// Whether the last attempt left some to another user.
    private boolean left;
    private CompletableFuture<Void> running = CompletableFuture.completedFuture(null);

    /// @param executor runs what [#start] starts
    DroppedFolders(Path folder, StoreDisk disk, Consumer<ArchiveStep> steps, Executor executor) {
        this.folder = folder;
        this.disk = disk;
        this.steps = steps;
        this.executor = executor;
    }

    /// An executor that starts a thread for each task: no thread waits for work that comes once a day. If the JVM ends
    /// first, the next writer deletes the rest.
    static void inThread(Runnable task) {
        Thread.ofPlatform().daemon().name("ashlar-drop").start(task);
    }

    /// Gives the folders of dropped days temporary names, by which no reader looks for them.
    ///
    /// Leaves those that only another user may delete.
    ///
    /// @return all that have such a name now, some of them perhaps since an earlier attempt
    List<Path> rename(Head head) throws IOException {
        List<Path> renamed = new ArrayList<>();
        left = false;
        for (Head.Dropped dropped : head.dropped()) {
            Path path = folder.resolve(dropped.day());
            Path temporary = folder.resolve(dropped.day() + DayFolder.TEMPORARY);
            // A folder of that name may be another one by now: a day that was made again, or copied back.
            boolean there = Files.exists(path) && head.day(dropped.day()).isEmpty() && isOf(path, dropped.storeId());
            if (there ? !DayFolder.isRemovable(path) : Files.exists(temporary) && !DayFolder.isRemovable(temporary)) {
                left = true;
                continue;
            }
            if (there) {
                if (Files.exists(temporary)) {
                    await();
                    delete(List.of(temporary));
                }
                DayFolder.allowRemoval(path);
                disk.move(path, temporary);
                steps.accept(ArchiveStep.DROP_NAMED);
            }
            if (Files.exists(temporary)) {
                renamed.add(temporary);
            }
        }
        return renamed;
    }

    /// Whether the last [#rename] left folders that only another user may delete.
    boolean hasLeft() {
        return left;
    }

    /// Whether nothing is left of dropped days.
    boolean isDone(Head head) {
        return head.dropped().stream().map(Head.Dropped::day).allMatch(day ->
                Files.notExists(folder.resolve(day + DayFolder.TEMPORARY))
                && (Files.notExists(folder.resolve(day)) || head.day(day).isPresent()));
    }

    /// Whether a folder has a store with this id, or one that cannot be opened: that is dropped, too.
    private boolean isOf(Path path, String id) {
        try (Store found = ReadStore.open(path, disk)) {
            return found.info().id().equals(id);
        } catch (StoreException e) {
            return true;
        }
    }

    /// Deletes those of the folders that still exist.
    void delete(List<Path> folders) throws IOException {
        for (Path path : folders) {
            if (Files.exists(path)) {
                DayFolder.delete(path, disk);
                steps.accept(ArchiveStep.DROP_DELETED);
            }
        }
    }

    /// Deletes folders, after those of earlier calls, while the caller goes on.
    ///
    /// @param failed hears of what cannot be deleted, from another thread
    void start(List<Path> folders, Consumer<IOException> failed) {
        if (folders.isEmpty()) {
            return;
        }
        running = running.thenRunAsync(() -> {
            try {
                delete(folders);
            } catch (IOException e) {
                failed.accept(e);
            }
        }, executor);
    }

    /// Whether something that was started has not ended yet.
    boolean isBusy() {
        return !running.isDone();
    }

    /// Waits for the deletions that were started.
    void await() {
        running.join();
    }
}
