// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.index;

import dev.ashlar.memory.AllocationException;
import dev.ashlar.memory.internal.AnonymousExtents;
import dev.ashlar.memory.internal.Extent;
import dev.ashlar.memory.internal.Os;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Memory of an index that is replaced as a whole when it is full. Readers may still use it then, so its holders are
/// counted, and it is freed when there are none.
///
/// **Threading**: any thread holds and releases it, without waiting.
///
/// **Ownership**: its memory. Who makes it holds it.
abstract class Generation implements Holdable {
    private static final long PAGE_BYTES = 4096;
    private static final long LARGE_BYTES = 1 << 20;

    private final AtomicInteger holders = new AtomicInteger(1);
    private final List<Extent> extents = new ArrayList<>();
    private long bytes;

    /// Memory that is all zero and begins at a page. Large memory has its space taken at once, and huge pages where the
    /// system has them; for small memory, of which there is much in the life of a sorted index, asking costs more.
    final MemorySegment allocate(long byteSize) throws AllocationException {
        long whole = Math.ceilDiv(Math.max(byteSize, 1), PAGE_BYTES) * PAGE_BYTES;
        boolean large = whole >= LARGE_BYTES;
        Extent extent = new AnonymousExtents(Os.current(), large, large).create(whole);
        extents.add(extent);
        bytes += whole;
        return extent.memory();
    }

    @Override
    public final boolean tryHold() {
        for (int now = holders.get(); now > 0; now = holders.get()) {
            if (holders.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public final void release() {
        if (holders.decrementAndGet() == 0) {
            extents.forEach(Extent::close);
        }
    }

    /// Bytes off the heap.
    public final long bytes() {
        return bytes;
    }
}
