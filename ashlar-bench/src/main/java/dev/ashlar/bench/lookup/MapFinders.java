// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.Long2LongHashMap;

/// Maps on the heap with the same keys and rows.
final class MapFinders {
    private static final int ABSENT = -1;

    private MapFinders() {
    }

    static Finder jdk(int rows) {
        Map<Long, Long> map = HashMap.newHashMap(rows);
        for (long row = 0; row < rows; row++) {
            map.put(Keys.keyOf(row), row);
        }
        return keys -> {
            long sum = 0;
            for (long key : keys) {
                Long row = map.get(key);
                sum += row == null ? ABSENT : row;
            }
            return sum;
        };
    }

    static Finder agrona(int rows) {
        Long2LongHashMap map = new Long2LongHashMap(ABSENT);
        for (long row = 0; row < rows; row++) {
            map.put(Keys.keyOf(row), row);
        }
        return keys -> {
            long sum = 0;
            for (long key : keys) {
                sum += map.get(key);
            }
            return sum;
        };
    }

    static Finder fastutil(int rows) {
        Long2LongOpenHashMap map = new Long2LongOpenHashMap(rows);
        map.defaultReturnValue(ABSENT);
        for (long row = 0; row < rows; row++) {
            map.put(Keys.keyOf(row), row);
        }
        return keys -> {
            long sum = 0;
            for (long key : keys) {
                sum += map.get(key);
            }
            return sum;
        };
    }
}
