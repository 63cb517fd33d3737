// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Objects;

/// Work on whole ranges, run by run.
///
/// Steps are bounded, since the JDK's bulk calls keep all threads from a safepoint while they last.
final class Bulk {
    private static final long MAX_STEP = 1L << 20;

    static void fill(SegmentedMemory memory, long offset, long length, byte value) {
        memory.pin();
        try {
            memory.checkRange(offset, length);
            for (long at = offset, end = offset + length, n; at < end; at += n) {
                MemorySegment run = memory.runAt(at);
                long base = memory.baseIn(run, at);
                n = step(end - at, run, base);
                fillRun(run, base, n, value);
            }
        } finally {
            memory.unpin();
        }
    }

    /// The JDK fills whole segments only; a slice would be an object, which the JIT does not always eliminate.
    private static void fillRun(MemorySegment run, long base, long length, byte value) {
        long words = length >> 3;
        long pattern = (value & 0xFFL) * 0x0101_0101_0101_0101L;
        for (long i = 0; i < words; i++) {
            run.set(SegmentedMemory.LONG, base + (i << 3), pattern);
        }
        for (long i = words << 3; i < length; i++) {
            run.set(SegmentedMemory.BYTE, base + i, value);
        }
    }

    static void copy(SegmentedMemory source, long sourceOffset, MemorySegment target, long targetOffset, long length) {
        source.pin();
        try {
            source.checkRange(sourceOffset, length);
            Objects.checkFromIndexSize(targetOffset, length, target.byteSize());
            for (long done = 0, n; done < length; done += n) {
                MemorySegment run = source.runAt(sourceOffset + done);
                long base = source.baseIn(run, sourceOffset + done);
                n = step(length - done, run, base);
                MemorySegment.copy(run, base, target, targetOffset + done, n);
            }
        } finally {
            source.unpin();
        }
    }

    static void copy(MemorySegment source, long sourceOffset, SegmentedMemory target, long targetOffset, long length) {
        target.pin();
        try {
            target.checkRange(targetOffset, length);
            Objects.checkFromIndexSize(sourceOffset, length, source.byteSize());
            for (long done = 0, n; done < length; done += n) {
                MemorySegment run = target.runAt(targetOffset + done);
                long base = target.baseIn(run, targetOffset + done);
                n = step(length - done, run, base);
                MemorySegment.copy(source, sourceOffset + done, run, base, n);
            }
        } finally {
            target.unpin();
        }
    }

    static void copy(SegmentedMemory source, long sourceOffset, SegmentedMemory target, long targetOffset,
            long length) {
        source.pin();
        try {
            target.pin();
            try {
                source.checkRange(sourceOffset, length);
                target.checkRange(targetOffset, length);
                if (source.isBefore(sourceOffset, target, targetOffset, length)) {
                    copyBackwards(source, sourceOffset, target, targetOffset, length);
                } else {
                    copyForwards(source, sourceOffset, target, targetOffset, length);
                }
            } finally {
                target.unpin();
            }
        } finally {
            source.unpin();
        }
    }

    private static void copyForwards(SegmentedMemory source, long sourceOffset, SegmentedMemory target,
            long targetOffset, long length) {
        for (long done = 0, n; done < length; done += n) {
            MemorySegment from = source.runAt(sourceOffset + done);
            MemorySegment to = target.runAt(targetOffset + done);
            long fromBase = source.baseIn(from, sourceOffset + done);
            long toBase = target.baseIn(to, targetOffset + done);
            n = step(step(length - done, from, fromBase), to, toBase);
            MemorySegment.copy(from, fromBase, to, toBase, n);
        }
    }

    /// From the end on, so that a range that overlaps its target is read before it is overwritten.
    private static void copyBackwards(SegmentedMemory source, long sourceOffset, SegmentedMemory target,
            long targetOffset, long length) {
        for (long left = length, n; left > 0; left -= n) {
            long fromLast = sourceOffset + left - 1;
            long toLast = targetOffset + left - 1;
            MemorySegment from = source.runAt(fromLast);
            MemorySegment to = target.runAt(toLast);
            long fromBase = source.baseIn(from, fromLast);
            long toBase = target.baseIn(to, toLast);
            n = Math.min(Math.min(left, MAX_STEP), Math.min(fromBase, toBase) + 1);
            MemorySegment.copy(from, fromBase + 1 - n, to, toBase + 1 - n, n);
        }
    }

    static long mismatch(SegmentedMemory one, long oneOffset, SegmentedMemory two, long twoOffset, long length) {
        one.pin();
        try {
            two.pin();
            try {
                one.checkRange(oneOffset, length);
                two.checkRange(twoOffset, length);
                for (long done = 0, n; done < length; done += n) {
                    MemorySegment a = one.runAt(oneOffset + done);
                    MemorySegment b = two.runAt(twoOffset + done);
                    long aBase = one.baseIn(a, oneOffset + done);
                    long bBase = two.baseIn(b, twoOffset + done);
                    n = step(step(length - done, a, aBase), b, bBase);
                    long found = MemorySegment.mismatch(a, aBase, aBase + n, b, bBase, bBase + n);
                    if (found >= 0) {
                        return done + found;
                    }
                }
                return -1;
            } finally {
                two.unpin();
            }
        } finally {
            one.unpin();
        }
    }

    static int compare(SegmentedMemory one, long oneOffset, long oneLength, SegmentedMemory two, long twoOffset,
            long twoLength) {
        one.checkRange(oneOffset, oneLength);
        two.checkRange(twoOffset, twoLength);
        long common = Math.min(oneLength, twoLength);
        long found = mismatch(one, oneOffset, two, twoOffset, common);
        return found < 0 ? Long.compare(oneLength, twoLength)
                : Byte.compareUnsigned(one.getByte(oneOffset + found), two.getByte(twoOffset + found));
    }

    static void write(SegmentedMemory memory, long offset, long length, WritableByteChannel target)
            throws IOException {
        checkBlocking(target);
        memory.pin();
        try {
            memory.checkRange(offset, length);
            for (long at = offset, end = offset + length, n; at < end; at += n) {
                ByteBuffer bytes = buffer(memory, at, end - at);
                n = bytes.remaining();
                while (bytes.hasRemaining()) {
                    target.write(bytes);
                }
            }
        } finally {
            memory.unpin();
        }
    }

    static void read(ReadableByteChannel source, SegmentedMemory memory, long offset, long length)
            throws IOException {
        checkBlocking(source);
        memory.pin();
        try {
            memory.checkRange(offset, length);
            for (long at = offset, end = offset + length, n; at < end; at += n) {
                ByteBuffer bytes = buffer(memory, at, end - at);
                n = bytes.remaining();
                while (bytes.hasRemaining()) {
                    if (source.read(bytes) < 0) {
                        throw new EOFException("channel ended early: length=" + length + ", found="
                                + (at - offset + bytes.position()));
                    }
                }
            }
        } finally {
            memory.unpin();
        }
    }

    static boolean advise(SegmentedMemory memory, Advice advice) {
        memory.pin();
        try {
            boolean taken = true;
            long end = memory.byteSize();
            for (long at = 0, n; at < end; at += n) {
                MemorySegment run = memory.runAt(at);
                long base = memory.baseIn(run, at);
                n = Math.min(end - at, run.byteSize() - base);
                taken &= memory.pool.os().advise(run.asSlice(base, n), advice);
            }
            return taken;
        } finally {
            memory.unpin();
        }
    }

    /// A non-blocking channel that is not ready would be polled in a busy loop.
    private static void checkBlocking(Channel channel) {
        if (channel instanceof SelectableChannel selectable && !selectable.isBlocking()) {
            throw new IllegalBlockingModeException();
        }
    }

    private static ByteBuffer buffer(SegmentedMemory memory, long at, long length) {
        MemorySegment run = memory.runAt(at);
        long base = memory.baseIn(run, at);
        return run.asSlice(base, step(length, run, base)).asByteBuffer();
    }

    private static long step(long length, MemorySegment run, long base) {
        return Math.min(Math.min(length, MAX_STEP), run.byteSize() - base);
    }
}
