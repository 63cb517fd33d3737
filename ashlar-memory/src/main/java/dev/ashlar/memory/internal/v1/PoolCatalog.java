// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// The records of named containers.
///
/// ```
///          hold          announce              publish               retire
///   FREE ───────► HELD ───────────► ANNOUNCED ──────────► PUBLISHED ─────────► RETIRED
///    ▲             │ ▲                                                            │ hold, once all leases ended
///    └── free ─────┘ └────────────────────────────────────────────────────────────┘
/// ```
///
/// HELD and ANNOUNCED records belong to a process, and are freed when it dies. Published records belong to no process
/// and outlive all processes. A lease is the epoch of a process in the array `leases` of a record, at the index of its
/// slot.
///
/// **Threading**: any thread of any process.
public record PoolCatalog(MemorySegment directory, PoolGeometry geometry, Slots slots, PoolSteps steps) {
    static final int FREE = 0;
    static final int HELD = 1;
    static final int ANNOUNCED = 2;
    static final int PUBLISHED = 3;
    static final int RETIRED = 4;
    /// No record.
    public static final int NONE = -1;

    long word(int record) {
        return PoolLayout.getVolatile(directory, geometry.container(record));
    }

    /// Holds a free record for a process.
    ///
    /// @return the record, or [#NONE] if there is none
    public int hold(int slot) {
        for (int record = 0; record < PoolLayout.MAX_CONTAINERS; record++) {
            long seen = word(record);
            if (AtomicWord.state(seen) == FREE && change(record, seen,
                    AtomicWord.of(HELD, slot, AtomicWord.epoch(seen) + 1))) {
                steps.at(PoolStep.RECORD_HELD);
                return record;
            }
        }
        return NONE;
    }

    /// Shows the name of a held record, unless another has it.
    ///
    /// Of two processes that announce one name at once, at least one sees the other, for each writes its word before
    /// it looks at the others'. Both may, and then neither has the name.
    ///
    /// @return whether the name is this record's; if not, the record is held still
    public boolean announce(int record, String name, long byteSize, int chunks, long pid) {
        long held = word(record);
        long base = geometry.container(record);
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        MemorySegment.copy(bytes, 0, directory, ValueLayout.JAVA_BYTE, base + PoolLayout.NAME, bytes.length);
        directory.set(PoolLayout.INT, base + PoolLayout.NAME_BYTES, bytes.length);
        directory.set(PoolLayout.LONG, base + PoolLayout.BYTE_SIZE, byteSize);
        directory.set(PoolLayout.INT, base + PoolLayout.CHUNKS, chunks);
        directory.set(PoolLayout.LONG, base + PoolLayout.PUBLISHER_PID, pid);
        long announced = AtomicWord.of(ANNOUNCED, AtomicWord.owner(held), AtomicWord.epoch(held));
        if (!change(record, held, announced)) {
            return false;
        }
        steps.at(PoolStep.RECORD_ANNOUNCED);
        for (int other = 0; other < PoolLayout.MAX_CONTAINERS; other++) {
            int state = AtomicWord.state(word(other));
            if (other != record && (state == ANNOUNCED || state == PUBLISHED) && name.equals(name(other))) {
                change(record, announced, held);
                return false;
            }
        }
        return true;
    }

    /// Lets others find an announced record. The commit point: before it the container is the process's, after it
    /// nobody's.
    public boolean publish(int record) {
        long seen = word(record);
        boolean done = AtomicWord.state(seen) == ANNOUNCED && change(record, seen,
                AtomicWord.of(PUBLISHED, 0, AtomicWord.epoch(seen)));
        if (done) {
            steps.at(PoolStep.PUBLISHED);
        }
        return done;
    }

    /// The published record of this name, or [#NONE].
    public int find(String name) {
        for (int record = 0; record < PoolLayout.MAX_CONTAINERS; record++) {
            long seen = word(record);
            // The same word after reading the name: it was this record's at that moment.
            if (AtomicWord.state(seen) == PUBLISHED && name.equals(name(record)) && word(record) == seen) {
                return record;
            }
        }
        return NONE;
    }

    /// Leases a record to a process.
    ///
    /// @param slot a slot's word, see [Slots#take]
    /// @return whether the record is published still and has this name, so that its chunks stay where they are until
    ///         [#endLease]; if not, the lease is there nonetheless and has to be ended
    public boolean lease(int record, String name, long slot) {
        long seen = word(record);
        setLease(record, slot);
        steps.at(PoolStep.LEASED);
        return AtomicWord.state(seen) == PUBLISHED && name.equals(name(record)) && word(record) == seen;
    }

    /// Notes a lease of the process that holds the record, before others see it.
    void setLease(int record, long slot) {
        // What stands there may be left over from a process that lost the slot: it counts for nothing.
        long offset = lease(record, AtomicWord.owner(slot));
        PoolLayout.compareAndSet(directory, offset, PoolLayout.getIntVolatile(directory, offset),
                AtomicWord.epoch(slot));
    }

    /// Ends the lease of a process; not that of another which got its slot.
    public void endLease(int record, long slot) {
        PoolLayout.compareAndSet(directory, lease(record, AtomicWord.owner(slot)), AtomicWord.epoch(slot), 0);
        steps.at(PoolStep.LEASE_ENDED);
    }

    /// How many processes have the container open. A lease counts while its epoch is that of the slot: those of the
    /// dead are void, all at once, when their slot is marked.
    int leases(int record) {
        int count = 0;
        for (int slot = 0; slot < PoolLayout.MAX_PROCESSES; slot++) {
            int epoch = PoolLayout.getIntVolatile(directory, lease(record, slot));
            if (epoch != 0 && slots.word(slot) == AtomicWord.of(Slots.TAKEN, slot, epoch)) {
                count++;
            }
        }
        return count;
    }

    /// Lets nobody new find a published record, if it has this name.
    public boolean retire(int record, String name) {
        long seen = word(record);
        boolean done = AtomicWord.state(seen) == PUBLISHED && name.equals(name(record))
                && change(record, seen, AtomicWord.of(RETIRED, 0, AtomicWord.epoch(seen)));
        if (done) {
            steps.at(PoolStep.RETIRED);
        }
        return done;
    }

    /// Holds a retired record that nobody has open any longer, so that its chunks can be freed. Once a record is
    /// retired, a lease that has ended stays so, but for one that is about to find out: all seen ended is all ended.
    ///
    /// @return whether this process is the one to free them
    public boolean holdUnused(int record, int slot) {
        long seen = word(record);
        boolean held = AtomicWord.state(seen) == RETIRED && leases(record) == 0
                && change(record, seen, AtomicWord.of(HELD, slot, AtomicWord.epoch(seen)));
        if (held) {
            steps.at(PoolStep.RECORD_HELD);
        }
        return held;
    }

    /// Frees a record whose chunks are freed.
    void free(int record, long held) {
        if (change(record, held, AtomicWord.of(FREE, 0, AtomicWord.epoch(held)))) {
            steps.at(PoolStep.RECORD_FREED);
        }
    }

    /// The name of a record; nonsense if it is neither announced nor published.
    String name(int record) {
        long base = geometry.container(record);
        int length = directory.get(PoolLayout.INT, base + PoolLayout.NAME_BYTES);
        byte[] bytes = new byte[Math.clamp(length, 0, PoolLayout.MAX_NAME_BYTES)];
        MemorySegment.copy(directory, ValueLayout.JAVA_BYTE, base + PoolLayout.NAME, bytes, 0, bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    public long byteSize(int record) {
        return directory.get(PoolLayout.LONG, geometry.container(record) + PoolLayout.BYTE_SIZE);
    }

    int chunks(int record) {
        return directory.get(PoolLayout.INT, geometry.container(record) + PoolLayout.CHUNKS);
    }

    long publisherPid(int record) {
        return directory.get(PoolLayout.LONG, geometry.container(record) + PoolLayout.PUBLISHER_PID);
    }

    private long lease(int record, int slot) {
        return geometry.container(record) + PoolLayout.LEASES + slot * PoolLayout.INT.byteSize();
    }

    private boolean change(int record, long expected, long word) {
        return PoolLayout.compareAndSet(directory, geometry.container(record), expected, word);
    }
}
