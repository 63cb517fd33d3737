// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import java.lang.foreign.MemorySegment;

/// One entry per chunk: free, owned by a process, or part of a container.
///
/// ```
///            claim              contain
///   FREE ───────────► OWNED ───────────────► CONTAINED
///    ▲                  │ free                   │ free
///    └──────────────────┴────────────────────────┘
/// ```
///
/// **Threading**: any thread of any process; every change is one compare-and-set, which says whether it was made.
public record Entries(MemorySegment directory, PoolGeometry geometry, PoolSteps steps) {
    static final int FREE = 0;
    static final int OWNED = 1;
    static final int CONTAINED = 2;
    private static final int PLACE_ATTEMPTS = 8;
    /// No word of an entry that somebody has.
    public static final long LOST = 0;

    public long word(int index) {
        return PoolLayout.getVolatile(directory, geometry.entry(index));
    }

    boolean isFree(int index) {
        return AtomicWord.state(word(index)) == FREE;
    }

    /// Takes a free chunk for a process.
    ///
    /// @return the word that says so, by which alone the chunk can be given on or back; [#LOST] if it was not free
    public long claim(int index, int slot) {
        long seen = word(index);
        long claimed = AtomicWord.of(OWNED, slot, AtomicWord.epoch(seen) + 1);
        if (AtomicWord.state(seen) != FREE || !change(index, seen, claimed)) {
            return LOST;
        }
        steps.at(PoolStep.CHUNK_CLAIMED);
        return claimed;
    }

    /// Gives a chunk of a process to a container.
    ///
    /// @return the word that says so; [#LOST] if the process no longer had the chunk
    public long contain(int index, long claimed, int container, int ordinal) {
        if (!place(index, claimed, ordinal)) {
            return LOST;
        }
        long contained = AtomicWord.of(CONTAINED, container, AtomicWord.epoch(claimed));
        if (!change(index, claimed, contained)) {
            return LOST;
        }
        steps.at(PoolStep.CHUNK_CONTAINED);
        return contained;
    }

    /// Gives a chunk of a process back.
    ///
    /// @return whether the process had it still
    public boolean release(int index, long claimed) {
        boolean released = free(index, claimed);
        if (released) {
            steps.at(PoolStep.CHUNK_RELEASED);
        }
        return released;
    }

    /// Frees a chunk.
    ///
    /// @param word by which it was found or taken
    /// @return whether it still had that word
    public boolean free(int index, long word) {
        return change(index, word, AtomicWord.of(FREE, 0, AtomicWord.epoch(word)));
    }

    /// Which of its container's chunks this is; valid while the word says that it has one.
    int ordinal(int index) {
        return (int) PoolLayout.getVolatile(directory, geometry.entry(index) + PoolLayout.PLACE);
    }

    /// Notes the ordinal. By compare-and-set, and with the epoch, so that one who lost the chunk between the look at
    /// its word and this cannot write over what the next owner notes; that one tries again, for no other may interfere.
    private boolean place(int index, long claimed, int ordinal) {
        long offset = geometry.entry(index) + PoolLayout.PLACE;
        long place = Integer.toUnsignedLong(ordinal) | (long) AtomicWord.epoch(claimed) << 32;
        for (int i = 0; i < PLACE_ATTEMPTS; i++) {
            long seen = PoolLayout.getVolatile(directory, offset);
            if (word(index) != claimed) {
                return false;
            }
            if (PoolLayout.compareAndSet(directory, offset, seen, place)) {
                return true;
            }
        }
        return false;
    }

    private boolean change(int index, long expected, long word) {
        return PoolLayout.compareAndSet(directory, geometry.entry(index), expected, word);
    }
}
