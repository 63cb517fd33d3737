// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// Handles to the fields of a block, with coordinates `(MemorySegment memory, long blockOffset)`.
///
/// A handle checks that the *whole block* lies inside the memory, not only its own field. So all accessors of a block
/// make the same check, and the JIT keeps one of them: that makes always-checked access as cheap as unchecked access.
/// Handles need no alignment. They are deliberately not exact: calls with exactly matching types run the same code
/// either way, but an exact handle costs an eighth more of the JIT's inlining budget per access, and beyond that budget
/// the JIT no longer inlines accessors.
public final class FieldHandles {
    private FieldHandles() {
    }

    /// @param blockLength bytes that must lie inside the memory
    /// @param offset      of the field in the block
    public static VarHandle ofByte(ByteOrder order, long blockLength, long offset) {
        return field(ValueLayout.JAVA_BYTE.withOrder(order), blockLength, offset);
    }

    /// @see #ofByte(ByteOrder, long, long)
    public static VarHandle ofShort(ByteOrder order, long blockLength, long offset) {
        return field(ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(order), blockLength, offset);
    }

    /// @see #ofByte(ByteOrder, long, long)
    public static VarHandle ofInt(ByteOrder order, long blockLength, long offset) {
        return field(ValueLayout.JAVA_INT_UNALIGNED.withOrder(order), blockLength, offset);
    }

    /// @see #ofByte(ByteOrder, long, long)
    public static VarHandle ofLong(ByteOrder order, long blockLength, long offset) {
        return field(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order), blockLength, offset);
    }

    /// @see #ofByte(ByteOrder, long, long)
    public static VarHandle ofFloat(ByteOrder order, long blockLength, long offset) {
        return field(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(order), blockLength, offset);
    }

    /// @see #ofByte(ByteOrder, long, long)
    public static VarHandle ofDouble(ByteOrder order, long blockLength, long offset) {
        return field(ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(order), blockLength, offset);
    }

    private static VarHandle field(ValueLayout layout, long blockLength, long offset) {
        return block(layout.withName("field"), blockLength, offset)
                .varHandle(PathElement.groupElement("field"));
    }

    private static MemoryLayout block(MemoryLayout field, long blockLength, long offset) {
        List<MemoryLayout> parts = new ArrayList<>();
        if (offset > 0) {
            parts.add(MemoryLayout.paddingLayout(offset));
        }
        parts.add(field);
        long rest = blockLength - offset - field.byteSize();
        if (rest > 0) {
            parts.add(MemoryLayout.paddingLayout(rest));
        }
        return MemoryLayout.structLayout(parts.toArray(MemoryLayout[]::new));
    }
}
