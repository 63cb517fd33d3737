// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.store.internal.v1.file.Marks;
import dev.ashlar.store.internal.v1.values.ValueSync;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The syncs of all last-value tables of a store, as parts of a checkpoint.
///
/// **Threading**: one thread at a time.
final class ValueSyncs {
    private record Watched(int container, ValueSync sync) { }

    private final List<Watched> allLastValues = new CopyOnWriteArrayList<>();
    private final List<Watched> begun = new ArrayList<>();

    void add(int container, ValueSync sync) {
        allLastValues.add(new Watched(container, sync));
    }

    /// Bytes in pieces that were changed since they were synced last; from any thread.
    long undurableBytes() {
        return allLastValues.stream().mapToLong(lastValues -> lastValues.sync.undurableBytes()).sum();
    }

    boolean areChanged() {
        boolean changed = false;
        // Asked for each commit, which makes no garbage.
        for (int i = 0; i < allLastValues.size(); i++) {
            changed |= allLastValues.get(i).sync.isChanged();
        }
        return changed;
    }

    /// Whether one more checkpoint has to follow the next one.
    boolean areResumed() {
        boolean resumed = false;
        for (Watched lastValues : allLastValues) {
            resumed |= lastValues.sync.isResumed();
        }
        return resumed;
    }

    /// Notes the last syncs that were completed.
    void note(Marks marks) {
        for (Watched lastValues : allLastValues) {
            int index = marks.indexOf(lastValues.container);
            if (index >= 0) {
                marks.detail(index, lastValues.sync.syncs().completed());
            }
        }
    }

    /// Begins the syncs of last-value tables that have a mark, and notes there which will be completed.
    void begin(Marks marks) {
        begun.clear();
        for (Watched lastValues : allLastValues) {
            int index = marks.indexOf(lastValues.container);
            if (index >= 0) {
                marks.detail(index, lastValues.sync.begin());
                begun.add(lastValues);
            }
        }
    }

    void force() throws IOException {
        for (Watched lastValues : begun) {
            lastValues.sync.force();
        }
    }

    /// The checkpoint is written.
    void complete() {
        begun.forEach(lastValues -> lastValues.sync.complete());
    }
}
