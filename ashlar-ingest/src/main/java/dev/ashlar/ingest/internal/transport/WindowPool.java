// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.util.ArrayDeque;

/// Memory for the windows of all streams, in powers of two, recycled and bounded.
public final class WindowPool {
    private static final int MIN_SHIFT = 12;
    private static final int SHIFTS = 20;

    private final SegmentAllocator allocator;
    private final ArrayDeque<StreamWindow> windows = new ArrayDeque<>();
    private final ArrayDeque<MemorySegment>[] free = newLists();
    private final long maxBytes;
    private long inUseBytes;
    private long allocatedBytes;

    public WindowPool(SegmentAllocator allocator, long maxBytes) {
        this.allocator = allocator;
        this.maxBytes = maxBytes;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static ArrayDeque<MemorySegment>[] newLists() {
        ArrayDeque<MemorySegment>[] lists = new ArrayDeque[SHIFTS];
        for (int i = 0; i < SHIFTS; i++) {
            lists[i] = new ArrayDeque<>();
        }
        return lists;
    }

    StreamWindow takeWindow() {
        StreamWindow window = windows.poll();
        return window == null ? new StreamWindow() : window;
    }

    void giveBack(StreamWindow window) {
        window.clear(this);
        windows.push(window);
    }

    /// Memory of at least `length` bytes, or [MemorySegment#NULL] if the bound does not allow it.
    public MemorySegment acquire(int length) {
        int index = indexOf(length);
        long size = 1L << MIN_SHIFT + index;
        if (inUseBytes + size > maxBytes) {
            return MemorySegment.NULL;
        }
        MemorySegment memory = free[index].poll();
        if (memory == null) {
            // Free memory of other sizes counts too, so that all memory stays within twice the bound.
            if (allocatedBytes + size > 2 * maxBytes) {
                return MemorySegment.NULL;
            }
            memory = allocator.allocate(size);
            allocatedBytes += size;
        }
        inUseBytes += size;
        return memory;
    }

    public void release(MemorySegment memory) {
        if (memory.byteSize() > 0) {
            inUseBytes -= memory.byteSize();
            free[indexOf((int) memory.byteSize())].push(memory);
        }
    }

    private static int indexOf(int length) {
        return Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(length - 1) - MIN_SHIFT);
    }
}
