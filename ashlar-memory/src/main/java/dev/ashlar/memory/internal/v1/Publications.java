// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal.v1;

import dev.ashlar.memory.PoolFileException;
import dev.ashlar.memory.PoolFileException.Reason;
import dev.ashlar.memory.SharedPoolStatistics;
import dev.ashlar.memory.SharedPoolStatistics.NamedContainer;
import dev.ashlar.memory.SharedPoolStatistics.ProcessShare;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The named containers, as one process publishes, opens and closes them.
///
/// **Threading**: any thread; the threads of one process take turns. **Failure**: a process that dies midway leaves an
/// unfinished record, which is freed with its chunks, or a lease, which is void.
public final class Publications {
    public static final int MAX_CONTAINERS = PoolLayout.MAX_CONTAINERS;
    /// No record: all are taken.
    public static final int NO_RECORD = -1;
    /// No record: the name is another's.
    public static final int NAME_TAKEN = -2;
    /// How often a name may be given to another container while it is being opened.
    private static final int MAX_CHANGES = 16;

    private final PoolMember member;
    private final SharedClaims claims;
    private final Entries entries;
    private final PoolCatalog catalog;
    /// By record: how often this process has it open. The process has one lease for all of them.
    private final int[] open = new int[MAX_CONTAINERS];

    /// An open container.
    ///
    /// @param record   its record, leased
    /// @param chunks   the numbers of its chunks, in order
    /// @param byteSize bytes that may be used
    public record Found(int record, int[] chunks, long byteSize) { }

    public Publications(PoolMember member, SharedClaims claims) {
        this.member = member;
        this.claims = claims;
        entries = member.entries();
        catalog = member.catalog();
    }

    /// @throws IllegalArgumentException if a record cannot have the name
    public static void checkName(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > PoolLayout.MAX_NAME_BYTES) {
            throw new IllegalArgumentException("name too long or empty: nameBytes=" + bytes + ", maxNameBytes="
                    + PoolLayout.MAX_NAME_BYTES + ", name=" + name);
        }
    }

    /// Gives chunks of this process to a container with a name, which this process has open from then on.
    ///
    /// @return its record, or [#NO_RECORD] or [#NAME_TAKEN], and then nothing has changed
    public synchronized int publish(String name, int[] chunks, int count, long byteSize) {
        member.check();
        int record = catalog.hold(member.slot());
        if (record == PoolCatalog.NONE) {
            return NO_RECORD;
        }
        // Thought dead before the record was held, this process would not be known as the one to free it.
        long held = catalog.word(record);
        if (!member.isAlive() || !catalog.announce(record, name, byteSize, count, member.pid(member.slot()))) {
            catalog.free(record, held);
            member.check();
            return NAME_TAKEN;
        }
        for (int i = 0; i < count; i++) {
            if (!claims.contain(chunks[i], record, i)) {
                throw lost(name);
            }
        }
        catalog.setLease(record, member.word());
        if (!catalog.publish(record)) {
            throw lost(name);
        }
        open[record]++;
        return record;
    }

    /// Opens a container.
    ///
    /// @return null if there is none of this name
    /// @throws PoolFileException if the directory contradicts itself
    public synchronized Found open(String name) throws PoolFileException {
        member.check();
        for (int i = 0; i < MAX_CHANGES; i++) {
            int record = catalog.find(name);
            if (record == PoolCatalog.NONE) {
                return null;
            }
            open[record]++;
            if (catalog.lease(record, name, member.word())) {
                try {
                    member.check();
                    return new Found(record, chunks(record, name), catalog.byteSize(record));
                } catch (PoolFileException | RuntimeException e) {
                    close(record);
                    throw e;
                }
            }
            close(record);
        }
        return null;
    }

    /// Closes what [#publish] or [#open] gave.
    public synchronized void close(int record) {
        if (--open[record] == 0) {
            member.endLease(record);
        }
    }

    /// Takes the name from a container, and frees it if nobody has it open.
    public synchronized boolean unpublish(String name) {
        member.check();
        int record = catalog.find(name);
        if (record == PoolCatalog.NONE || !catalog.retire(record, name)) {
            return false;
        }
        member.freeUnused(record);
        return true;
    }

    public SharedPoolStatistics statistics() {
        PoolGeometry geometry = member.directory().geometry();
        int extents = member.directory().extents();
        int total = geometry.chunksOf(extents);
        int free = 0;
        int[] owned = new int[PoolLayout.MAX_PROCESSES];
        for (int index = 0; index < total; index++) {
            long word = entries.word(index);
            free += AtomicWord.state(word) == Entries.FREE ? 1 : 0;
            if (AtomicWord.state(word) == Entries.OWNED && AtomicWord.owner(word) < owned.length) {
                owned[AtomicWord.owner(word)]++;
            }
        }
        List<ProcessShare> processes = new ArrayList<>();
        for (int slot = 0; slot < owned.length; slot++) {
            long pid = member.pid(slot);
            if (pid != 0 || owned[slot] != 0) {
                processes.add(new ProcessShare(slot, pid, owned[slot], slot == member.slot()));
            }
        }
        List<NamedContainer> containers = new ArrayList<>();
        for (int record = 0; record < MAX_CONTAINERS; record++) {
            int state = AtomicWord.state(catalog.word(record));
            if (state != PoolCatalog.FREE) {
                String name = state == PoolCatalog.HELD ? "" : catalog.name(record);
                containers.add(new NamedContainer(name, catalog.byteSize(record),
                        catalog.chunks(record), catalog.leases(record), state == PoolCatalog.PUBLISHED,
                        catalog.publisherPid(record)));
            }
        }
        return new SharedPoolStatistics(geometry.maxChunks(), extents, total, free, processes, containers);
    }

    /// The chunks of a leased container. They were all its own before it was published, so all are found; that they
    /// are is checked nonetheless, since other programs write the directory, too.
    private int[] chunks(int record, String name) throws PoolFileException {
        PoolGeometry geometry = member.directory().geometry();
        int count = catalog.chunks(record);
        long byteSize = catalog.byteSize(record);
        int total = geometry.chunksOf(member.directory().extents());
        if (count < 0 || count > total || byteSize < 0 || byteSize > (long) count * geometry.chunkBytes()) {
            throw corrupt(name, "chunks=" + count + ", byteSize=" + byteSize + ", totalChunks=" + total);
        }
        int[] numbers = new int[count];
        Arrays.fill(numbers, -1);
        int found = 0;
        for (int index = 0; index < total; index++) {
            long word = entries.word(index);
            if (AtomicWord.state(word) == Entries.CONTAINED && AtomicWord.owner(word) == record) {
                int ordinal = entries.ordinal(index);
                if (ordinal < 0 || ordinal >= count || numbers[ordinal] != -1) {
                    throw corrupt(name, "index=" + index + ", ordinal=" + ordinal + ", chunks=" + count);
                }
                numbers[ordinal] = geometry.number(index);
                found++;
            }
        }
        if (found != count) {
            throw corrupt(name, "chunks=" + count + ", found=" + found);
        }
        return numbers;
    }

    private PoolFileException corrupt(String name, String values) {
        return new PoolFileException(Reason.CORRUPT, member.directory().file(), "container=" + name + ", " + values);
    }

    private IllegalStateException lost(String name) {
        member.check();
        return new IllegalStateException("chunks of the container are not its own: name=" + name + " ("
                + member.directory().folder() + ")");
    }
}
