// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import java.io.IOException;
import java.util.List;

/// What keys are looked up in, and what it takes of memory for each key.
public enum Structure implements IndexKind {
    CHAINED("chained hash", 28),
    OPEN("open hash", 32),
    TREE("tree", 32),
    SORTED("sorted array", 16),
    TABLE_HASH("Ashlar's hash index", 26),
    TABLE_TREE("Ashlar's sorted index", 18),
    TABLE_HASH_AND_FIELD("Ashlar's hash index, and a field", 26);

    /// Those of the experiment.
    static final List<Structure> LAB = List.of(CHAINED, OPEN, TREE, SORTED, TABLE_HASH, TABLE_TREE);

    private final String text;
    private final int bytesPerKey;

    Structure(String text, int bytesPerKey) {
        this.text = text;
        this.bytesPerKey = bytesPerKey;
    }

    @Override
    public String text() {
        return text;
    }

    int bytesPerKey() {
        return bytesPerKey;
    }

    @Override
    public Index build(int count) throws IOException {
        return switch (this) {
            case CHAINED -> new ChainedHash(count);
            case OPEN -> new OpenHash(count);
            case TREE -> new SearchTree(count);
            case SORTED -> new SortedArray(count);
            case TABLE_HASH -> new TableIndex.Hash(new KeyTable(count));
            case TABLE_HASH_AND_FIELD -> new TableIndex.HashAndField(new KeyTable(count));
            case TABLE_TREE -> new TableIndex.Sorted(new KeyTable(count));
        };
    }
}
