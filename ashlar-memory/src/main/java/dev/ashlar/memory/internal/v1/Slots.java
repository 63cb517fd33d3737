// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import java.lang.foreign.MemorySegment;

/// One slot per process that has the pool open.
///
/// ```
///            take                  mark (by a reaper)              clear
///   FREE ───────────► TAKEN ──────────────────────────► DEAD ─────────────► FREE
///                       └──────── mark (by itself, closing) ──┘
/// ```
///
/// **Threading**: only the holder of a slot's lock changes the slot; any process may read it.
public record Slots(MemorySegment directory, PoolGeometry geometry) {
    static final int FREE = 0;
    static final int TAKEN = 1;
    static final int DEAD = 2;

    long word(int slot) {
        return PoolLayout.getVolatile(directory, geometry.slot(slot));
    }

    long pid(int slot) {
        return directory.get(PoolLayout.LONG, geometry.slot(slot) + PoolLayout.PID);
    }

    /// Says that this process is there.
    ///
    /// @return the word that says so as long as nobody thinks otherwise
    public long take(int slot) {
        long word = AtomicWord.of(TAKEN, slot, AtomicWord.epoch(word(slot)) + 1);
        directory.set(PoolLayout.LONG, geometry.slot(slot) + PoolLayout.PID, ProcessHandle.current().pid());
        directory.set(PoolLayout.LONG, geometry.slot(slot) + PoolLayout.TAKEN_MS, System.currentTimeMillis());
        set(slot, word);
        return word;
    }

    /// Says that whoever had the slot has it no longer: from here on it notices, if it lives.
    void mark(int slot) {
        set(slot, AtomicWord.of(DEAD, slot, AtomicWord.epoch(word(slot))));
    }

    public void clear(int slot) {
        set(slot, AtomicWord.of(FREE, slot, AtomicWord.epoch(word(slot))));
    }

    /// Whether a process has the slot, dead or alive.
    boolean isTaken(int slot) {
        return AtomicWord.state(word(slot)) != FREE;
    }

    private void set(int slot, long word) {
        // Under the slot's lock, so nobody else writes; a compare-and-set for its fence.
        PoolLayout.compareAndSet(directory, geometry.slot(slot), word(slot), word);
    }
}
