// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.index;

import dev.ashlar.store.internal.index.Holdable;
import dev.ashlar.store.internal.index.SortedRun;
import dev.ashlar.store.internal.index.Tail;

/// What a sorted index consists of at one time: runs, those with earlier rows first, and a tail with the last rows.
///
/// **Threading**: any thread.
public record SortedRuns(SortedRun[] runs, Tail tail) implements Holdable {
    @Override
    public boolean tryHold() {
        for (int i = 0; i < runs.length; i++) {
            if (!runs[i].tryHold()) {
                for (int j = 0; j < i; j++) {
                    runs[j].release();
                }
                return false;
            }
        }
        return true;
    }

    @Override
    public void release() {
        for (SortedRun run : runs) {
            run.release();
        }
    }

    long entries() {
        long entries = tail.count();
        for (SortedRun run : runs) {
            entries += run.size();
        }
        return entries;
    }

    long bytes() {
        long bytes = 0;
        for (SortedRun run : runs) {
            bytes += run.bytes();
        }
        return bytes;
    }
}
