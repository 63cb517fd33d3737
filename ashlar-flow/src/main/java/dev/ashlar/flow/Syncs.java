// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.Control;

/// Numbers the syncs of memory with cells, so that writers do not overwrite a value that is the last one on the disk.
///
/// A sync saves what lies in memory when it begins, and perhaps later things too:
/// ```
/// long sync = syncs.begin();   // the writing thread, between two calls of its writers
/// memory.force();              // any thread, while cells are written
/// syncs.complete(sync);        // any thread
/// ```
/// Repeat a sync that fails before completing it: its number stays open. A process that takes over the memory from
/// another starts with the number of the last completed sync, and begins a sync before it writes. That sync may be the
/// one that the other process had under way: it saves what was current when its number was first used, and one more
/// sync saves the rest.
///
/// **Threading**: [#begin] is for the writing thread, or for any thread while nothing is written; the other methods are
/// for any thread.
public final class Syncs {
    private volatile long begun;
    private volatile long completed;

    /// @param completed the number of the last sync that was completed; 0 if there was none
    public Syncs(long completed) {
        if (completed < 0 || completed >= Control.MAX_SYNC) {
            throw new IllegalArgumentException(
                    "sync out of range: completed=" + completed + ", most=" + (Control.MAX_SYNC - 1));
        }
        begun = completed;
        this.completed = completed;
    }

    /// Begins a sync: from here on the slots that are current now are pinned.
    ///
    /// @return its number, one more than the last
    /// @throws IllegalStateException if the last one is not completed
    public synchronized long begin() {
        if (completed != begun) {
            throw new IllegalStateException("a sync is under way: begun=" + begun + ", completed=" + completed);
        }
        if (begun == Control.MAX_SYNC) {
            throw new IllegalStateException("sync numbers are exhausted: begun=" + begun);
        }
        return ++begun;
    }

    /// Reports that everything that was in memory when a sync began is on the disk. Slots that only the sync before it
    /// saved may be overwritten.
    ///
    /// @throws IllegalStateException if this sync is not under way
    public synchronized void complete(long sync) {
        if (sync != begun || completed == begun) {
            throw new IllegalStateException(
                    "no such sync under way: sync=" + sync + ", begun=" + begun + ", completed=" + completed);
        }
        completed = sync;
    }

    /// The number of the last sync that began.
    public long begun() {
        return begun;
    }

    /// The number of the last sync that was completed.
    public long completed() {
        return completed;
    }
}
