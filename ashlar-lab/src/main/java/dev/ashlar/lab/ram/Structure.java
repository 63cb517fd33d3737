// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import java.io.IOException;

/// What keys are looked up in, and what it takes of memory for each key.
enum Structure {
    CHAINED("chained hash", 28),
    OPEN("open hash", 32),
    TREE("tree", 32),
    SORTED("sorted array", 16),
    TABLE_HASH("Ashlar's hash index", 26),
    TABLE_TREE("Ashlar's sorted index", 18);

    private final String text;
    private final int bytesPerKey;

    Structure(String text, int bytesPerKey) {
        this.text = text;
        this.bytesPerKey = bytesPerKey;
    }

    String text() {
        return text;
    }

    int bytesPerKey() {
        return bytesPerKey;
    }

    /// @param count of keys, a power of two
    Index build(int count) throws IOException {
        return switch (this) {
            case CHAINED -> new ChainedHash(count);
            case OPEN -> new OpenHash(count);
            case TREE -> new SearchTree(count);
            case SORTED -> new SortedArray(count);
            case TABLE_HASH -> new TableHash(new KeyTable(count));
            case TABLE_TREE -> new TableTree(new KeyTable(count));
        };
    }
}
