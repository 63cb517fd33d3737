// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.store.internal.v1.file.Entry;
import dev.ashlar.store.internal.v1.file.Entry.Identity;
import dev.ashlar.store.internal.v1.file.Entry.Seal;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.store.Container;
import java.util.Map;

/// Checks the entry of each chunk of an extent by itself: is it whole, and does what it says fit a chunk?
///
/// @param settled whether the writer closed the store, so that nothing is half done
record EntryCheck(Extents extents, Map<Integer, Container> containers, boolean settled, StoreFindings findings) {
    /// @return chunks in use
    long check(int extent) {
        int chunks = extents.geometry().extentChunks();
        long used = 0;
        for (int chunk = extent * chunks; chunk < (extent + 1) * chunks; chunk++) {
            if (extents.hasEntry(chunk)) {
                used += check(chunk, extents.entry(chunk)) ? 1 : 0;
            }
        }
        return used;
    }

    private boolean check(int chunk, Entry entry) {
        if (!entry.isWhole()) {
            if (!entry.isUnused()) {
                findings.addEntry("", chunk, 0, 0, "entry differs from its checksum",
                        "the container of the chunk, if it has one, is unknown");
            }
            return false;
        }
        Identity identity = entry.identity();
        Container container = containers.get(identity.container());
        if (container == null) {
            findings.addEntry("", chunk, 0, 0, "unknown container: container=" + identity.container(),
                    "the rows of the chunk belong to no container of the catalog");
            return true;
        }
        String name = container.record().name();
        long first = identity.first();
        long end = first + Math.clamp(entry.count(), 0, Math.max(0, identity.capacity()));
        if (!identity.fits(extents.geometry())) {
            findings.addEntry(name, chunk, first, end, "layout does not fit a chunk: " + identity,
                    "the rows cannot be read");
        } else if (!extents.holds(chunk)) {
            findings.addEntry(name, chunk, first, end, "file ends before the chunk does", "the rows are lost");
        }
        if (entry.count() < 0 || entry.count() > identity.capacity()) {
            findings.addEntry(name, chunk, first, end, "count=" + entry.count() + ", capacity=" + identity.capacity(),
                    "rows may be counted that do not exist");
        }
        checkSeal(name, chunk, entry, first, end);
        return true;
    }

    private void checkSeal(String name, int chunk, Entry entry, long first, long end) {
        Seal seal = entry.seal();
        boolean torn = seal == null && (entry.hasSeal() || settled && entry.hasTraceOfSeal());
        if (torn) {
            findings.addEntry(name, chunk, first, end, "seal differs from its checksum",
                    "the rows can be read, but not verified");
        } else if (seal != null && seal.rows() != entry.count()) {
            findings.addEntry(name, chunk, first, end, "count=" + entry.count() + ", sealed=" + seal.rows(),
                    "rows may be missing, or counted although they do not exist");
        }
    }
}
