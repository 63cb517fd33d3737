// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Faults of mapped memory: a page cannot be read or written because its file was truncated, the disk fails or, on a
/// copy-on-write file system, the disk is full.
///
/// The JVM turns a fault into an [InternalError]. In compiled code the error is thrown not at the access but at the
/// next safepoint: until then the code continues, with a lost store or a meaningless value, and the error may surface
/// in the caller's loop. A fault in the JVM's own code, such as `CRC32C`, ends the process.
///
/// So call [#settle] before publishing stored data or returning data that was read, inside the block that catches the
/// error. Call [#touch] before passing mapped memory to `CRC32C`.
///
/// **Threading**: any thread.
public final class MemoryFaults {
    private static final long PAGE_BYTES = 1 << 12;
    /// The compiler inlines a recursive call once at most, so that one of this many calls is a real call.
    private static final int CALLS = 2;

    private MemoryFaults() {
    }

    /// Whether an error is a fault of mapped memory.
    public static boolean isFault(Throwable problem) {
        return problem instanceof InternalError && String.valueOf(problem.getMessage()).contains("unsafe memory access");
    }

    /// Throws the pending fault of this thread's loads and stores, if any. Takes 2 ns.
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

    /// The return from a method that was really called is a safepoint, where the error is thrown.
    ///
    /// @param loaded used, so that the compiler keeps the loads
    private static long call(int calls, long loaded) {
        return calls == 0 ? loaded : call(calls - 1, loaded + calls);
    }
}
