// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.otf.MessageListener;
import dev.ashlar.sbe.otf.Slot;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/// Overwrites values of a message with their null value, optional or not; arrays wholly or in part.
record NullSower(ByteOrder order, SplittableRandom random) implements MessageListener {
    @Override
    public void scalar(Slot slot, ScalarType type, MemorySegment memory, long offset, boolean present) {
        int from = random.nextInt(3) == 0 ? random.nextInt(type.length()) : 0;
        int to = random.nextInt(3) == 0 ? from + 1 : type.length();
        sow(slot, present, memory, offset + (long) from * type.primitive().size(), to - from, type.effectiveNull());
    }

    @Override
    public void enumValue(Slot slot, EnumType type, MemorySegment memory, long offset, boolean present) {
        sow(slot, present, memory, offset, 1, type.effectiveNull());
    }

    @Override
    public void set(Slot slot, SetType type, MemorySegment memory, long offset, boolean present) {
        sow(slot, present, memory, offset, 1, Literal.of(random.nextBoolean() ? 0 : -1));
    }

    private void sow(Slot slot, boolean present, MemorySegment memory, long offset, int count, Literal nullValue) {
        if (!present || slot.isConstant() || random.nextBoolean()) {
            return;
        }
        PrimitiveType primitive = slot.primitive();
        long bits = Bits.of(nullValue, primitive);
        int size = primitive.size();
        for (int i = 0; i < count * size; i++) {
            int shift = order == ByteOrder.BIG_ENDIAN ? size - 1 - i % size : i % size;
            memory.set(ValueLayout.JAVA_BYTE, offset + i, (byte) (bits >>> 8 * shift));
        }
    }
}
