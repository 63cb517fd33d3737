// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Code by hand for memory off the heap, arrays in bulk, as published.
final class MemoryCodec implements ItemCodec {
    private static final int CAPACITY = 1024;
    private static final int SPECIAL = 8;
    private static final int ORDER_CODE = 9;
    private static final int PRIORITY = 13;
    private static final int PRICES = 17;

    private final MemorySegment memory = Arena.ofAuto().allocate(CAPACITY, Long.BYTES);
    private int length;

    @Override
    public void write(Item item) {
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, item.sourceId);
        memory.set(ValueLayout.JAVA_BYTE, SPECIAL, (byte) (item.special ? 1 : 0));
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, ORDER_CODE, item.orderCode);
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, PRIORITY, item.priority);
        int prices = item.prices.length;
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, PRICES, prices);
        MemorySegment.copy(item.prices, 0, memory, ValueLayout.JAVA_DOUBLE_UNALIGNED, PRICES + Integer.BYTES, prices);
        int at = PRICES + Integer.BYTES + prices * Double.BYTES;
        int quantities = item.quantities.length;
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, quantities);
        MemorySegment.copy(item.quantities, 0, memory, ValueLayout.JAVA_LONG_UNALIGNED, at + Integer.BYTES, quantities);
        length = at + Integer.BYTES + quantities * Long.BYTES;
    }

    @Override
    public Item read() {
        Item item = new Item();
        item.sourceId = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
        item.special = memory.get(ValueLayout.JAVA_BYTE, SPECIAL) != 0;
        item.orderCode = memory.get(ValueLayout.JAVA_INT_UNALIGNED, ORDER_CODE);
        item.priority = memory.get(ValueLayout.JAVA_INT_UNALIGNED, PRIORITY);
        int prices = memory.get(ValueLayout.JAVA_INT_UNALIGNED, PRICES);
        item.prices = new double[prices];
        MemorySegment.copy(memory, ValueLayout.JAVA_DOUBLE_UNALIGNED, PRICES + Integer.BYTES, item.prices, 0, prices);
        int at = PRICES + Integer.BYTES + prices * Double.BYTES;
        int quantities = memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
        item.quantities = new long[quantities];
        MemorySegment.copy(memory, ValueLayout.JAVA_LONG_UNALIGNED, at + Integer.BYTES, item.quantities, 0, quantities);
        return item;
    }

    @Override
    public long length() {
        return length;
    }
}
