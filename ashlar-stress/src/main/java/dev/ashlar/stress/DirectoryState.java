// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.stress;

import dev.ashlar.memory.internal.v1.Catalog;
import dev.ashlar.memory.internal.v1.Entries;
import dev.ashlar.memory.internal.v1.Geometry;
import dev.ashlar.memory.internal.v1.Slots;
import dev.ashlar.memory.internal.v1.Steps;
import java.lang.foreign.MemorySegment;

/// The directory of a pool of two chunks with two processes, new for every race; `data` stands for the bytes of a
/// chunk.
class DirectoryState {
    private static final Geometry GEOMETRY = new Geometry(4096, 2, 2);
    static final String NAME = "name";

    final Entries entries;
    final Catalog catalog;
    final long[] slots;
    int data;

    DirectoryState() {
        MemorySegment directory = MemorySegment.ofArray(new long[(int) GEOMETRY.directoryBytes() / Long.BYTES]);
        Slots all = new Slots(directory, GEOMETRY);
        entries = new Entries(directory, GEOMETRY, Steps.NONE);
        catalog = new Catalog(directory, GEOMETRY, all, Steps.NONE);
        slots = new long[] {all.take(0), all.take(1)};
    }

    /// Publishes a chunk that the process in slot 0 claimed.
    int publish(int slot, int index, long claimed) {
        int record = catalog.hold(slot);
        if (!catalog.announce(record, NAME, 4096, 1, slot)) {
            return Catalog.NONE;
        }
        entries.contain(index, claimed, record, 0);
        catalog.publish(record);
        return record;
    }
}
