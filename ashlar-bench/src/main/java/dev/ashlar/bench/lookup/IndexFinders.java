// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import dev.ashlar.store.HashReader;
import dev.ashlar.store.IntegerField;
import dev.ashlar.store.SortedReader;

/// Ways to look up in indexes of tables. A method of its own for each, so that none is compiled for the sake of
/// another.
final class IndexFinders {
    private IndexFinders() {
    }

    /// No key depends on what was found before, so the processor may go on to the next while it waits: the baseline.
    static Finder each(HashReader reader) {
        return keys -> {
            long sum = 0;
            for (long key : keys) {
                sum += reader.find(key);
            }
            return sum;
        };
    }

    static Finder each(SortedReader reader) {
        return keys -> {
            long sum = 0;
            for (long key : keys) {
                sum += reader.find(key);
            }
            return sum;
        };
    }

    /// Which key is next depends on what was found, as with links from row to row; for keys that all are there.
    static Finder chase(HashReader reader) {
        return keys -> {
            long sum = 0;
            long row = 0;
            for (int i = 0; i < keys.length; i++) {
                row = reader.find(keys[i - (int) (row >> 63)]);
                sum += row;
            }
            return sum;
        };
    }

    static Finder chase(SortedReader reader) {
        return keys -> {
            long sum = 0;
            long row = 0;
            for (int i = 0; i < keys.length; i++) {
                row = reader.find(keys[i - (int) (row >> 63)]);
                sum += row;
            }
            return sum;
        };
    }

    static Finder batches(HashReader reader, int batch) {
        long[] rows = new long[batch];
        return keys -> {
            long sum = 0;
            for (int i = 0; i < keys.length; i += batch) {
                reader.lookup(keys, i, batch, rows);
                for (long row : rows) {
                    sum += row;
                }
            }
            return sum;
        };
    }

    static Finder batches(SortedReader reader, int batch) {
        long[] rows = new long[batch];
        return keys -> {
            long sum = 0;
            for (int i = 0; i < keys.length; i += batch) {
                reader.lookup(keys, i, batch, rows);
                for (long row : rows) {
                    sum += row;
                }
            }
            return sum;
        };
    }

    /// Also reads a field of what is found, which is the number of the row.
    static Finder eachWithField(HashReader reader, IntegerField field) {
        long[] rows = new long[1];
        long[] values = new long[1];
        return keys -> {
            long sum = 0;
            for (long key : keys) {
                rows[0] = reader.find(key);
                reader.read(rows, 0, 1, field, values, -1);
                sum += values[0];
            }
            return sum;
        };
    }

    static Finder batchesWithField(HashReader reader, IntegerField field, int batch) {
        long[] rows = new long[batch];
        long[] values = new long[batch];
        return keys -> {
            long sum = 0;
            for (int i = 0; i < keys.length; i += batch) {
                reader.lookupAndRead(keys, i, batch, rows, field, values, -1);
                for (long value : values) {
                    sum += value;
                }
            }
            return sum;
        };
    }
}
