// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.lang.management.ManagementFactory;

/// Counts the bytes that a piece of code allocates on the heap.
public final class Allocation {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ATTEMPTS = 20;

    private Allocation() {
    }

    /// Bytes that the calling thread has allocated so far.
    public static long ofThread() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /// Bytes that another thread has allocated so far; -1 if there is no such thread.
    public static long ofThread(long id) {
        return THREADS.getThreadAllocatedBytes(id);
    }

    /// The code whose allocation is counted.
    @FunctionalInterface
    public interface Operation<E extends Exception> {
        void run() throws E;
    }

    /// The least number of bytes allocated by `operations` runs of `operation` in several attempts, by the calling
    /// thread. Early attempts warm up the code; the minimum is the cost of every run.
    public static <E extends Exception> long leastBytes(int operations, Operation<E> operation) throws E {
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && least != 0; attempt++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < operations; i++) {
                operation.run();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
