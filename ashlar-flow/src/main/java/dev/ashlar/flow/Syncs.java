// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.flow;

import dev.ashlar.flow.internal.v1.Control;

/// Counts the syncs of memory in which cells lie, so that their writers keep what the disk needs.
///
/// A sync saves what lies in memory when it begins, and perhaps later things too:
/// ```
/// long sync = syncs.begin();   // the writing thread, between two calls of its writers
/// memory.force();              // any thread, while cells are written
/// syncs.complete(sync);        // any thread
/// ```
/// A sync that fails is made again before it is completed: its number stays open. A process that opens the memory after
/// another starts from the number of the last sync completed, and begins one before it writes. That may be the one
/// which the other had under way: it saves what was current when its number was first given, and one more saves the
/// rest.
///
/// **Threading**: [#begin] by the thread that writes, or while it writes nothing; the rest by any.
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
            throw new IllegalStateException("no more numbers: begun=" + begun);
        }
        return ++begun;
    }

    /// Says that all that was in memory when a sync began is on the disk; what the one before it saved is given up.
    ///
    /// @throws IllegalStateException if it is not under way
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
