// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import dev.ashlar.memory.MemoryFaults;
import dev.ashlar.store.StoreException;
import java.util.TreeMap;
import java.util.function.Consumer;

/// The retirements that the readers of this process have pinned; the slot of the process has the least of them.
///
/// A reader pins first and looks for chunks afterwards. A chunk is marked as retired before the number of its
/// retirement is visible, so a chunk that a reader finds unmarked is retired, if ever, with a number greater than the
/// one it pinned.
///
/// If a pin cannot be stored, since the disk is full and copies on write, readers continue without one.
///
/// **Threading**: any thread.
public final class Pins implements AutoCloseable {
    /// What [#pin] returns where nothing can be pinned.
    public static final long UNPINNED = -1;
    private static final int NO_SLOT = -1;

    private final Locks locks;
    private final LiveFile live;
    private final int slot;
    /// Whether the word of the slot can no longer be stored; what it holds back stays held back.
    private boolean stuck;
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

    public static Pins open(Locks locks, LiveFile live) throws StoreException {
        int slot = locks.lockReader();
        Pins pins = new Pins(locks, live, slot);
        if (slot >= 0 && !pins.store(Pins::clear)) {
            // What somebody else left there must not hold anything back.
            locks.unlockReader(slot);
            return none();
        }
        return pins;
    }

    /// For readers who may not write to the store's folder, and so cannot be seen by others.
    public static Pins none() {
        return new Pins(null, null, NO_SLOT);
    }

    /// Whether the writer takes notice of them.
    public synchronized boolean hold() {
        return slot >= 0 && !stuck;
    }

    private void clear() {
        live.unpin(slot);
    }

    /// Stores the least pin, or that there is none.
    private void storeLeast() {
        if (pinned.isEmpty()) {
            clear();
        } else {
            live.pin(slot, pinned.firstKey());
        }
    }

    /// @return whether it could be stored
    private boolean store(Consumer<Pins> word) {
        try {
            word.accept(this);
            MemoryFaults.settle();
        } catch (InternalError e) {
            stick(e);
        }
        return !stuck;
    }

    private void stick(InternalError e) {
        if (!MemoryFaults.isFault(e)) {
            throw e;
        }
        stuck = true;
    }

    /// Pins the current state.
    ///
    /// @return what to give to [#unpin]; [#UNPINNED] if nobody takes notice: then rows may be overwritten while they
    ///     are read
    public synchronized long pin() {
        try {
            while (hold()) {
                long pin = pinNow();
                if (pin != UNPINNED) {
                    return pin;
                }
            }
        } catch (InternalError e) {
            stick(e);
        }
        return UNPINNED;
    }

    /// @return [#UNPINNED] if the writer has retired something meanwhile
    private long pinNow() {
        long retirement = live.retirements();
        live.pin(slot, pinned.isEmpty() ? retirement : Math.min(pinned.firstKey(), retirement));
        MemoryFaults.settle();
        // The writer may have looked before the pin was there; then its number has grown.
        if (live.retirements() != retirement) {
            return UNPINNED;
        }
        pinned.merge(retirement, 1, Integer::sum);
        return retirement;
    }

    public synchronized void unpin(long pin) {
        if (pin == UNPINNED) {
            return;
        }
        pinned.computeIfPresent(pin, (_, count) -> count == 1 ? null : count - 1);
        store(Pins::storeLeast);
    }

    @Override
    public synchronized void close() {
        if (slot >= 0) {
            store(Pins::clear);
            locks.unlockReader(slot);
        }
    }
}
