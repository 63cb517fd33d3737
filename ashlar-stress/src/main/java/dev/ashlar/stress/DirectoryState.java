// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import dev.ashlar.memory.internal.v1.Entries;
import dev.ashlar.memory.internal.v1.PoolCatalog;
import dev.ashlar.memory.internal.v1.PoolGeometry;
import dev.ashlar.memory.internal.v1.PoolSteps;
import dev.ashlar.memory.internal.v1.Slots;
import java.lang.foreign.MemorySegment;

/// The directory of a pool of two chunks with two processes, new for every race; `data` stands for the bytes of a
/// chunk.
class DirectoryState {
    private static final PoolGeometry GEOMETRY = new PoolGeometry(4096, 2, 2);
    static final String NAME = "name";

    final Entries entries;
    final PoolCatalog catalog;
    final long[] slots;
    int data;

    DirectoryState() {
        MemorySegment directory = MemorySegment.ofArray(new long[(int) GEOMETRY.directoryBytes() / Long.BYTES]);
        Slots all = new Slots(directory, GEOMETRY);
        entries = new Entries(directory, GEOMETRY, PoolSteps.NONE);
        catalog = new PoolCatalog(directory, GEOMETRY, all, PoolSteps.NONE);
        slots = new long[] {all.take(0), all.take(1)};
    }

    /// Publishes a chunk that the process in slot 0 claimed.
    int publish(int slot, int index, long claimed) {
        int record = catalog.hold(slot);
        if (!catalog.announce(record, NAME, 4096, 1, slot)) {
            return PoolCatalog.NONE;
        }
        entries.contain(index, claimed, record, 0);
        catalog.publish(record);
        return record;
    }
}
