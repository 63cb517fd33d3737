// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Words of byte arrays.
final class Words {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Words() {
    }

    static int littleInt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    static long littleLong(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    static long bigLong(byte[] bytes, int at) {
        return (long) BIG.get(bytes, at);
    }
}
