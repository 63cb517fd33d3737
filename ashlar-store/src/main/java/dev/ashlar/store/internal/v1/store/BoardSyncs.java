// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.internal.v1.file.Marks;
import dev.ashlar.store.internal.v1.values.BoardSync;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The syncs of all boards of a store, as parts of a checkpoint.
///
/// **Threading**: one thread at a time.
final class BoardSyncs {
    private record Watched(int container, BoardSync sync) { }

    private final List<Watched> boards = new CopyOnWriteArrayList<>();
    private final List<Watched> begun = new ArrayList<>();

    void add(int container, BoardSync sync) {
        boards.add(new Watched(container, sync));
    }

    /// Bytes in pieces that were changed since they were synced last; from any thread.
    long undurableBytes() {
        long bytes = 0;
        for (Watched board : boards) {
            bytes += board.sync.undurableBytes();
        }
        return bytes;
    }

    boolean areChanged() {
        boolean changed = false;
        for (Watched board : boards) {
            changed |= board.sync.isChanged();
        }
        return changed;
    }

    /// Whether one more checkpoint has to follow the next one.
    boolean areResumed() {
        boolean resumed = false;
        for (Watched board : boards) {
            resumed |= board.sync.isResumed();
        }
        return resumed;
    }

    /// Notes the last syncs that were completed.
    void note(Marks marks) {
        for (Watched board : boards) {
            int index = marks.indexOf(board.container);
            if (index >= 0) {
                marks.detail(index, board.sync.syncs().completed());
            }
        }
    }

    /// Begins the syncs of boards that have a mark, and notes there which will be completed.
    void begin(Marks marks) {
        begun.clear();
        for (Watched board : boards) {
            int index = marks.indexOf(board.container);
            if (index >= 0) {
                marks.detail(index, board.sync.begin());
                begun.add(board);
            }
        }
    }

    void force() throws IOException {
        for (Watched board : begun) {
            board.sync.force();
        }
    }

    /// The checkpoint is written.
    void complete() {
        begun.forEach(board -> board.sync.complete());
    }
}
