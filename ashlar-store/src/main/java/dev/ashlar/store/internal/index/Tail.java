// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// The last few keys added to a sorted index, in the order of their arrival. They are few enough for a linear search.
///
/// **Threading**: one thread adds: the entry first, then the count, which is published. Any number read.
public final class Tail {
    public static final int CAPACITY = 128;
    private static final VarHandle COUNT;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(Tail.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] keys = new long[CAPACITY];
    private final long[] rows = new long[CAPACITY];
    private int count;

    /// There has to be space.
    public void add(long key, long row) {
        int at = count;
        keys[at] = key;
        rows[at] = row;
        COUNT.setRelease(this, at + 1);
    }

    public int count() {
        return (int) COUNT.getAcquire(this);
    }

    public long key(int at) {
        return keys[at];
    }

    public long row(int at) {
        return rows[at];
    }

    /// The last row with a key among the first entries; -1 if none has it.
    public long find(long key, int among) {
        for (int i = among - 1; i >= 0; i--) {
            if (keys[i] == key) {
                return rows[i];
            }
        }
        return -1;
    }
}
