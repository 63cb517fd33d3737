// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.verify;

import dev.ashlar.store.VerifyReport.Finding;
import dev.ashlar.store.internal.v1.chunk.Chain.Link;
import dev.ashlar.store.internal.v1.file.Extents;
import dev.ashlar.store.internal.v1.file.Geometry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// What is wrong, as it is found.
///
/// **Threading**: one thread at a time.
public final class StoreFindings {
    /// How many are reported.
    static final int MAX = 1000;
    private static final String ROWS = "rows";

    private final Extents extents;
    private final UnaryOperator<String> units;
    private final List<Finding> list = new ArrayList<>();
    private long omitted;

    public StoreFindings(Extents extents) {
        this(extents, _ -> ROWS);
    }

    /// @param units what numbers of a container count, by its name
    public StoreFindings(Extents extents, UnaryOperator<String> units) {
        this.extents = extents;
        this.units = units;
    }

    public List<Finding> list() {
        return list;
    }

    /// A badly damaged store would be reported row by row.
    private void add(Finding finding) {
        if (list.size() < MAX) {
            list.add(finding);
        } else {
            omitted++;
        }
    }

    /// How many were found beyond those that are reported.
    long omitted() {
        return omitted;
    }

    /// Counts what was found and not told by others.
    void omit(long more) {
        omitted += more;
    }

    /// Something that concerns no rows.
    void add(Path file, long offset, String found, String meaning) {
        add(new Finding("", file, offset, ROWS, 0, 0, found, meaning));
    }

    /// Something in the entry of a chunk.
    void addEntry(String container, int chunk, long first, long end, String found, String meaning) {
        Geometry geometry = extents.geometry();
        add(new Finding(container, extents.file(geometry.extent(chunk)), geometry.entryOffset(chunk),
                units.apply(container), first, end, found + ", chunk=" + chunk, meaning));
    }

    /// Something in a chunk.
    ///
    /// @param offset in the chunk
    void addChunk(String container, Link link, long offset, long first, long end, String found, String meaning) {
        Geometry geometry = extents.geometry();
        add(new Finding(container, extents.file(geometry.extent(link.chunk())), link.offset() + offset,
                units.apply(container), first, end, found + ", chunk=" + link.chunk(), meaning));
    }
}
