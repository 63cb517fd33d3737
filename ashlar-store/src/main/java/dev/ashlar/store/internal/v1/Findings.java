// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.internal.v1.Chain.Link;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What is wrong, as it is found.
///
/// **Threading**: one thread at a time.
final class Findings {
    private final Extents extents;
    private final List<Finding> list = new ArrayList<>();

    Findings(Extents extents) {
        this.extents = extents;
    }

    List<Finding> list() {
        return list;
    }

    /// Something that concerns no rows.
    void add(Path file, long offset, String found, String meaning) {
        list.add(new Finding("", file, offset, 0, 0, found, meaning));
    }

    /// Something in the entry of a chunk.
    void addEntry(String container, int chunk, long first, long end, String found, String meaning) {
        Geometry geometry = extents.geometry();
        list.add(new Finding(container, extents.file(geometry.extent(chunk)), geometry.entryOffset(chunk), first, end,
                found + ", chunk=" + chunk, meaning));
    }

    /// Something in a chunk.
    ///
    /// @param offset in the chunk
    void addChunk(String container, Link link, long offset, long first, long end, String found, String meaning) {
        Geometry geometry = extents.geometry();
        list.add(new Finding(container, extents.file(geometry.extent(link.chunk())), link.offset() + offset, first,
                end, found + ", chunk=" + link.chunk(), meaning));
    }
}
