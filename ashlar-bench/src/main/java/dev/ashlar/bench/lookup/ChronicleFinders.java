// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import java.util.LinkedHashMap;
import java.util.Map;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import net.openhft.chronicle.values.Values;

/// A map of Chronicle off the heap, in memory of the process, with the same keys and rows. It is asked in two ways: for
/// boxed numbers, and, as its documentation recommends for speed, for a value that is used again.
///
/// **Threading**: one. **Ownership**: both maps.
final class ChronicleFinders implements AutoCloseable {
    private static final int ABSENT = -1;

    private final ChronicleMap<Long, Long> boxed;
    private final ChronicleMap<LongValue, LongValue> values;

    ChronicleFinders(int rows) {
        boxed = ChronicleMapBuilder.of(Long.class, Long.class).entries(rows).putReturnsNull(true).create();
        values = ChronicleMapBuilder.of(LongValue.class, LongValue.class).entries(rows).putReturnsNull(true).create();
        LongValue key = Values.newHeapInstance(LongValue.class);
        LongValue value = Values.newHeapInstance(LongValue.class);
        for (long row = 0; row < rows; row++) {
            boxed.put(Keys.keyOf(row), row);
            key.setValue(Keys.keyOf(row));
            value.setValue(row);
            values.put(key, value);
        }
    }

    Map<String, Finder> ways() {
        Map<String, Finder> ways = new LinkedHashMap<>();
        ways.put("Chronicle Map, Long", this::boxed);
        ways.put("Chronicle Map, LongValue", used());
        return ways;
    }

    private long boxed(long[] keys) {
        long sum = 0;
        for (long key : keys) {
            Long row = boxed.get(key);
            sum += row == null ? ABSENT : row;
        }
        return sum;
    }

    private Finder used() {
        LongValue wanted = Values.newHeapInstance(LongValue.class);
        LongValue found = Values.newHeapInstance(LongValue.class);
        return keys -> {
            long sum = 0;
            for (long key : keys) {
                wanted.setValue(key);
                LongValue row = values.getUsing(wanted, found);
                sum += row == null ? ABSENT : row.getValue();
            }
            return sum;
        };
    }

    @Override
    public void close() {
        boxed.close();
        values.close();
    }
}
