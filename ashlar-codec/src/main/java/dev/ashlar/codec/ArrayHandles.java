// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Handles to values in a `byte[]`, with coordinates `(byte[] array, int index)`; they need no alignment.
///
/// **Failure.** `IndexOutOfBoundsException` if the value is not entirely inside the array.
public final class ArrayHandles {
    public static final VarHandle SHORT_LE = view(short[].class, ByteOrder.LITTLE_ENDIAN);
    public static final VarHandle SHORT_BE = view(short[].class, ByteOrder.BIG_ENDIAN);
    public static final VarHandle INT_LE = view(int[].class, ByteOrder.LITTLE_ENDIAN);
    public static final VarHandle INT_BE = view(int[].class, ByteOrder.BIG_ENDIAN);
    public static final VarHandle LONG_LE = view(long[].class, ByteOrder.LITTLE_ENDIAN);
    public static final VarHandle LONG_BE = view(long[].class, ByteOrder.BIG_ENDIAN);
    public static final VarHandle FLOAT_LE = view(float[].class, ByteOrder.LITTLE_ENDIAN);
    public static final VarHandle FLOAT_BE = view(float[].class, ByteOrder.BIG_ENDIAN);
    public static final VarHandle DOUBLE_LE = view(double[].class, ByteOrder.LITTLE_ENDIAN);
    public static final VarHandle DOUBLE_BE = view(double[].class, ByteOrder.BIG_ENDIAN);

    private ArrayHandles() {
    }

    private static VarHandle view(Class<?> view, ByteOrder order) {
        return MethodHandles.byteArrayViewVarHandle(view, order);
    }
}
