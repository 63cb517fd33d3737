// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.StoreException;
import java.util.TreeMap;

/// What the readers of this process hold back: the least of the retirements that they have pinned stands in the slot of
/// the process.
///
/// A reader pins first and looks for chunks after. A chunk is marked as retired before the number of its retirement is
/// seen; so what a reader finds unmarked is retired, if ever, by a number greater than the one it pinned.
///
/// **Threading**: any thread.
public final class Pins implements AutoCloseable {
    /// What [#pin] returns where nothing can be pinned.
    static final long UNPINNED = -1;

    private final Locks locks;
    private final LiveFile live;
    private final int slot;
    private final TreeMap<Long, Integer> pinned = new TreeMap<>();

    private Pins(Locks locks, LiveFile live, int slot) {
        this.locks = locks;
        this.live = live;
        this.slot = slot;
    }

    /// In a slot that is the caller's.
    public static Pins in(LiveFile live, int slot) {
        return new Pins(null, live, slot);
    }

    static Pins open(Locks locks, LiveFile live) throws StoreException {
        int slot = locks.lockReader();
        if (slot >= 0) {
            live.unpin(slot);
        }
        return new Pins(locks, live, slot);
    }

    /// For readers who may not write to the store's folder, so that nobody knows of them.
    static Pins none() {
        return new Pins(null, null, -1);
    }

    /// Whether the writer takes notice of them.
    boolean hold() {
        return slot >= 0;
    }

    /// Pins what is there now.
    ///
    /// @return what to give to [#unpin]; [#UNPINNED] if nobody takes notice: then rows may be overwritten while they
    ///     are read
    public synchronized long pin() {
        if (slot < 0) {
            return UNPINNED;
        }
        while (true) {
            long retirement = live.retirements();
            live.pin(slot, pinned.isEmpty() ? retirement : Math.min(pinned.firstKey(), retirement));
            // The writer may have looked before the pin was there; then its number has grown.
            if (live.retirements() == retirement) {
                pinned.merge(retirement, 1, Integer::sum);
                return retirement;
            }
        }
    }

    synchronized void unpin(long pin) {
        if (pin == UNPINNED) {
            return;
        }
        pinned.computeIfPresent(pin, (_, count) -> count == 1 ? null : count - 1);
        if (pinned.isEmpty()) {
            live.unpin(slot);
        } else {
            live.pin(slot, pinned.firstKey());
        }
    }

    @Override
    public synchronized void close() {
        if (slot >= 0) {
            live.unpin(slot);
            locks.unlockReader(slot);
        }
    }
}
