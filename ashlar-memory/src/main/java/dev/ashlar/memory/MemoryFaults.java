// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Faults of mapped memory: a page that cannot be read or written, since its file was cut, the disk fails, or, on a
/// copy-on-write file system, the disk is full.
///
/// The JVM turns a fault into an [InternalError]. In compiled code it does so not where it happens but at the next
/// safepoint: the code goes on, with a store that was lost or a value that means nothing, and the error may come from
/// the caller's loop. In code of its own, such as that of `CRC32C`, it does not do so at all, but ends the process.
///
/// So whoever publishes what it has stored, or hands out what it has read, calls [#settle] before, inside of what
/// catches the error; and whoever gives mapped memory to `CRC32C` calls [#touch] before.
///
/// **Threading**: any thread.
public final class MemoryFaults {
    private static final long PAGE_BYTES = 1 << 12;
    /// The compiler puts a method into itself once at most, so that this many calls have one that is real.
    private static final int CALLS = 2;

    private MemoryFaults() {
    }

    /// Whether an error says that memory could not be read or written.
    public static boolean isFault(Throwable problem) {
        return problem instanceof InternalError && String.valueOf(problem.getMessage()).contains("unsafe memory access");
    }

    /// Throws the fault that this thread's loads and stores have met, if they have. Takes two nanoseconds.
    ///
    /// @throws InternalError the fault
    public static void settle() {
        call(CALLS, 0);
    }

    /// Loads from each page of a range, and throws the fault if one cannot be read.
    ///
    /// @throws InternalError the fault
    public static void touch(MemorySegment memory, long offset, long bytes) {
        long loaded = 0;
        if (bytes > 0) {
            long last = offset + bytes - 1;
            for (long at = offset; at < last; at += PAGE_BYTES) {
                loaded += memory.get(ValueLayout.JAVA_BYTE, at);
            }
            loaded += memory.get(ValueLayout.JAVA_BYTE, last);
        }
        call(CALLS, loaded);
    }

    /// A thread stops at the end of a method that was called, where the error is thrown.
    ///
    /// @param loaded lest the compiler leaves out the loads
    private static long call(int calls, long loaded) {
        return calls == 0 ? loaded : call(calls - 1, loaded + calls);
    }
}
