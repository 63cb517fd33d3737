// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.otf.Slot;
import dev.ashlar.sbe.otf.WireFacts;
import java.lang.foreign.MemorySegment;

/// Facts of a message decoded on the fly, and what is null in it.
final class NullFacts extends WireFacts {
    final Found found = new Found();

    private void state(Slot slot, MemorySegment memory, long offset, boolean present) {
        if (!slot.isConstant()) {
            found.state(at(slot.name()), present, present && slot.isNull(memory, offset));
        }
    }

    @Override
    public void scalar(Slot slot, ScalarType type, MemorySegment memory, long offset, boolean present) {
        super.scalar(slot, type, memory, offset, present);
        state(slot, memory, offset, present);
    }

    @Override
    public void enumValue(Slot slot, EnumType type, MemorySegment memory, long offset, boolean present) {
        super.enumValue(slot, type, memory, offset, present);
        state(slot, memory, offset, present);
    }

    @Override
    public void set(Slot slot, SetType type, MemorySegment memory, long offset, boolean present) {
        super.set(slot, type, memory, offset, present);
        state(slot, memory, offset, present);
    }

    @Override
    public boolean beginComposite(Slot slot, CompositeType type, MemorySegment memory, long offset, boolean present) {
        state(slot, memory, offset, present);
        return super.beginComposite(slot, type, memory, offset, present);
    }
}
