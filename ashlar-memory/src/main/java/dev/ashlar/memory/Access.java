// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.List;

/// Access to the values of a container in all access modes of Java, for use between threads and processes.
///
/// Each constant is a `VarHandle` with the coordinates [SegmentedMemory] and `long` offset. All have `get`, `set`, and
/// their opaque, acquire or release, and volatile forms; `INT`, `LONG`, `FLOAT` and `DOUBLE` have compare-and-set and
/// get-and-set; `INT` and `LONG` have get-and-add and the bitwise updates.
///
/// ```java
/// Access.LONG.setRelease(memory, 0L, 42L);
/// long position = (long) Access.LONG.getAcquire(memory, 0L);
/// boolean mine = Access.INT.compareAndSet(memory, 8L, 0, owner);
/// long before = (long) Access.LONG.getAndAdd(memory, 16L, 1L);
/// ```
///
/// **Layout**: native byte order. Offsets must be multiples of the value's size, so that a value never lies in two
/// chunks.
///
/// **Failure**: `IndexOutOfBoundsException` outside the container, `IllegalArgumentException` where the offset is not
/// aligned, `IllegalStateException` after close.
public final class Access {
    public static final VarHandle BYTE = handle(ValueLayout.JAVA_BYTE);
    public static final VarHandle SHORT = handle(ValueLayout.JAVA_SHORT);
    public static final VarHandle CHAR = handle(ValueLayout.JAVA_CHAR);
    public static final VarHandle INT = handle(ValueLayout.JAVA_INT);
    public static final VarHandle LONG = handle(ValueLayout.JAVA_LONG);
    public static final VarHandle FLOAT = handle(ValueLayout.JAVA_FLOAT);
    public static final VarHandle DOUBLE = handle(ValueLayout.JAVA_DOUBLE);

    private Access() {
    }

    /// From (memory, offset) to (chunk, offset in the chunk). The chunk's object says which memory is meant,
    /// whatever a thread that grows the container does between the two steps.
    private static VarHandle handle(ValueLayout layout) {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            MethodHandle chunk = MethodHandles.insertArguments(lookup.findStatic(Access.class, "chunk",
                    MethodType.methodType(MemorySegment.class, long.class, SegmentedMemory.class, long.class)), 0,
                    layout.byteSize());
            MethodHandle offset = lookup.findStatic(Access.class, "offset",
                    MethodType.methodType(long.class, SegmentedMemory.class, long.class));
            VarHandle bySteps = MethodHandles.collectCoordinates(
                    MethodHandles.collectCoordinates(layout.varHandle(), 1, offset), 0, chunk);
            return MethodHandles.permuteCoordinates(bySteps, List.of(SegmentedMemory.class, long.class), 0, 1,
                    0, 1);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MemorySegment chunk(long length, SegmentedMemory memory, long offset) {
        MemorySegment chunk = memory.chunkAt(offset, length);
        if ((memory.inChunk(offset) & length - 1) != 0) {
            throw new IllegalArgumentException(
                    "offset not aligned: offset=" + offset + ", length=" + length + " (" + memory.pool + ")");
        }
        return chunk;
    }

    private static long offset(SegmentedMemory memory, long offset) {
        return memory.inChunk(offset);
    }
}
