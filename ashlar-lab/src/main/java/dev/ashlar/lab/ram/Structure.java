// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import dev.ashlar.lab.ram.TableIndex.KeyTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/// Structures for lookups, with their memory per key.
public enum Structure implements IndexKind {
    // Lambdas, because method references would load the classes of all structures, and the JIT would no longer know
    // that the calls of the one that a JVM measures have a single target.
    CHAINED("chained hash", 28, count -> new ChainedHash(count)),
    OPEN("open hash", 32, count -> new OpenHash(count)),
    TREE("tree", 32, count -> new SearchTree(count)),
    SORTED("sorted array", 16, count -> new SortedArray(count)),
    TABLE_HASH("Ashlar's hash index", 26, count -> new TableIndex.Hash(new KeyTable(count))),
    TABLE_TREE("Ashlar's sorted index", 18, count -> new TableIndex.Sorted(new KeyTable(count))),
    TABLE_HASH_AND_FIELD("Ashlar's hash index, and a field", 26, count -> new TableIndex.HashAndField(new KeyTable(count)));

    /// The structures of the experiment.
    static final List<Structure> LAB = List.of(CHAINED, OPEN, TREE, SORTED, TABLE_HASH, TABLE_TREE);

    private final String text;
    final int bytesPerKey;
    private final Building building;

    private interface Building {
        Index of(int count) throws IOException;
    }

    Structure(String text, int bytesPerKey, Building building) {
        this.text = text;
        this.bytesPerKey = bytesPerKey;
        this.building = building;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public Index build(int count) throws IOException {
        return building.of(count);
    }

    /// A hash table of slots with linear probing, half full.
    static final class OpenHash implements Index {
        private static final int SLOT_WORDS = 2;

        private final long[] slots;
        private final int mask;

        /// @param count of keys, a power of two
        OpenHash(int count) {
            slots = new long[2 * count * SLOT_WORDS];
            mask = 2 * count - 1;
            for (int i = 0; i < count; i++) {
                int slot = slot(Keys.of(i));
                while (slots[slot] != 0) {
                    slot = next(slot);
                }
                // One more than the key: 0 is an empty slot.
                slots[slot] = Keys.of(i) + 1;
                slots[slot + 1] = i;
            }
        }

        private int slot(long key) {
            return ((int) Keys.hash(key) & mask) * SLOT_WORDS;
        }

        private int next(int slot) {
            return slot + SLOT_WORDS & slots.length - 1;
        }

        @Override
        public long find(long key) {
            return findFrom(slot(key), key);
        }

        private long findFrom(int first, long key) {
            int slot = first;
            while (slots[slot] != 0) {
                if (slots[slot] == key + 1) {
                    return slots[slot + 1];
                }
                slot = next(slot);
            }
            return -1;
        }

        @Override
        public long findBatch(long[] keys, int from, int count) {
            int[] at = new int[count];
            long touched = 0;
            for (int i = 0; i < count; i++) {
                at[i] = slot(keys[from + i]);
            }
            for (int i = 0; i < count; i++) {
                touched |= slots[at[i]];
            }
            long sum = touched == 0 ? -1 : 0;
            for (int i = 0; i < count; i++) {
                sum += findFrom(at[i], keys[from + i]);
            }
            return sum;
        }
    }

    /// A hash table whose buckets are lists; a node has a key, a value and the place of the next node.
    static final class ChainedHash implements Index {
        private static final int NODE_WORDS = 3;
        private static final int END = -1;

        private final int[] heads;
        private final long[] nodes;

        /// @param count of keys, a power of two
        ChainedHash(int count) {
            heads = new int[count];
            nodes = new long[count * NODE_WORDS];
            Arrays.fill(heads, END);
            for (int i = 0; i < count; i++) {
                int node = i * NODE_WORDS;
                int bucket = bucket(Keys.of(i));
                nodes[node] = Keys.of(i);
                nodes[node + 1] = i;
                nodes[node + 2] = heads[bucket];
                heads[bucket] = node;
            }
        }

        private int bucket(long key) {
            return (int) Keys.hash(key) & heads.length - 1;
        }

        @Override
        public long find(long key) {
            int node = heads[bucket(key)];
            while (node != END) {
                if (nodes[node] == key) {
                    return nodes[node + 1];
                }
                node = (int) nodes[node + 2];
            }
            return -1;
        }

        @Override
        public long findBatch(long[] keys, int from, int count) {
            int[] at = new int[count];
            long sum = 0;
            for (int i = 0; i < count; i++) {
                at[i] = heads[bucket(keys[from + i])];
            }
            int open = count;
            while (open > 0) {
                int left = 0;
                for (int i = 0; i < count; i++) {
                    int node = at[i];
                    if (node != END) {
                        boolean found = nodes[node] == keys[from + i];
                        sum += found ? nodes[node + 1] : 0;
                        at[i] = found ? END : (int) nodes[node + 2];
                        left += at[i] == END ? 0 : 1;
                    }
                }
                open = left;
            }
            return sum;
        }
    }

    /// Sorted keys, with their values in a second array; binary search.
    static final class SortedArray implements Index {
        private final long[] keys;
        private final long[] values;

        /// @param count of keys, a power of two
        SortedArray(int count) {
            keys = new long[count];
            values = new long[count];
            Arrays.setAll(keys, Keys::of);
            Arrays.sort(keys);
            for (int i = 0; i < count; i++) {
                values[place(Keys.of(i))] = i;
            }
        }

        /// The last place whose key is not greater, or 0.
        private int place(long key) {
            int low = 0;
            for (int half = keys.length >>> 1; half > 0; half >>>= 1) {
                low = keys[low + half] <= key ? low + half : low;
            }
            return low;
        }

        @Override
        public long find(long key) {
            int place = place(key);
            return keys[place] == key ? values[place] : -1;
        }

        @Override
        public long findBatch(long[] wanted, int from, int count) {
            int[] low = new int[count];
            for (int half = keys.length >>> 1; half > 0; half >>>= 1) {
                for (int i = 0; i < count; i++) {
                    low[i] = keys[low[i] + half] <= wanted[from + i] ? low[i] + half : low[i];
                }
            }
            long sum = 0;
            for (int i = 0; i < count; i++) {
                sum += keys[low[i]] == wanted[from + i] ? values[low[i]] : -1;
            }
            return sum;
        }
    }
}
