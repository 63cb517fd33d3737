// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.trades;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;

import dev.ashlar.memory.Flyweight;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// A trade off the heap, written by hand.
///
/// | offset | bytes | field          |
/// |-------:|------:|----------------|
/// |      0 |     8 | tradeId        |
/// |      8 |     8 | clientId       |
/// |     16 |     4 | venueCode      |
/// |     20 |     4 | instrumentCode |
/// |     24 |     8 | price          |
/// |     32 |     8 | quantity       |
/// |     40 |     2 | side           |
final class TradeFlyweight implements Flyweight {
    static final StructLayout LAYOUT = MemoryLayout.structLayout(
            ValueLayout.JAVA_LONG_UNALIGNED.withName("tradeId"),
            ValueLayout.JAVA_LONG_UNALIGNED.withName("clientId"),
            ValueLayout.JAVA_INT_UNALIGNED.withName("venueCode"),
            ValueLayout.JAVA_INT_UNALIGNED.withName("instrumentCode"),
            ValueLayout.JAVA_LONG_UNALIGNED.withName("price"),
            ValueLayout.JAVA_LONG_UNALIGNED.withName("quantity"),
            ValueLayout.JAVA_CHAR_UNALIGNED.withName("side"));

    private static final VarHandle TRADE_ID = LAYOUT.varHandle(groupElement("tradeId"));
    private static final VarHandle CLIENT_ID = LAYOUT.varHandle(groupElement("clientId"));
    private static final VarHandle VENUE_CODE = LAYOUT.varHandle(groupElement("venueCode"));
    private static final VarHandle INSTRUMENT_CODE = LAYOUT.varHandle(groupElement("instrumentCode"));
    private static final VarHandle PRICE = LAYOUT.varHandle(groupElement("price"));
    private static final VarHandle QUANTITY = LAYOUT.varHandle(groupElement("quantity"));
    private static final VarHandle SIDE = LAYOUT.varHandle(groupElement("side"));

    private MemorySegment memory;
    private long offset;

    @Override
    public void wrap(MemorySegment newMemory, long newOffset) {
        memory = newMemory;
        offset = newOffset;
    }

    void tradeId(long value) {
        TRADE_ID.set(memory, offset, value);
    }

    void clientId(long value) {
        CLIENT_ID.set(memory, offset, value);
    }

    void venueCode(int value) {
        VENUE_CODE.set(memory, offset, value);
    }

    void instrumentCode(int value) {
        INSTRUMENT_CODE.set(memory, offset, value);
    }

    long price() {
        return (long) PRICE.get(memory, offset);
    }

    void price(long value) {
        PRICE.set(memory, offset, value);
    }

    long quantity() {
        return (long) QUANTITY.get(memory, offset);
    }

    void quantity(long value) {
        QUANTITY.set(memory, offset, value);
    }

    char side() {
        return (char) SIDE.get(memory, offset);
    }

    void side(char value) {
        SIDE.set(memory, offset, value);
    }
}
