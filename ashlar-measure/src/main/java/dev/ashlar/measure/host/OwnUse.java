// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import java.util.Arrays;

/// What this process has used, as Linux tells; zeros where it does not, with [#isKnown()] false.
///
/// @param minorFaults pages that were there or only had to be cleared
/// @param majorFaults pages that had to be read
/// @param cpuNs       of all threads, and of processes that were waited for
/// @param kernelNs    of threads of this process, in the kernel
/// @param switches    of this thread against its will; those of a JVM's own threads say nothing of others
public record OwnUse(long minorFaults, long majorFaults, long cpuNs, long kernelNs, long switches, boolean isKnown) {
    private static final long NS_PER_TICK = 10_000_000;
    /// Fields after the name, which may hold anything, in brackets.
    private static final int MINOR = 7;
    private static final int MAJOR = 9;
    private static final int FIRST_TIME = 11;
    private static final int KERNEL_TIME = 12;
    private static final int TIMES = 4;

    public static OwnUse now() {
        return Proc.text("/proc/self/stat").map(stat -> parse(stat.substring(stat.lastIndexOf(')') + 2)))
                .orElse(new OwnUse(0, 0, 0, 0, 0, false));
    }

    private static OwnUse parse(String stat) {
        String[] fields = stat.split(" ");
        long ticks = Arrays.stream(fields, FIRST_TIME, FIRST_TIME + TIMES).mapToLong(Long::parseLong).sum();
        return new OwnUse(Long.parseLong(fields[MINOR]), Long.parseLong(fields[MAJOR]), ticks * NS_PER_TICK,
                Long.parseLong(fields[KERNEL_TIME]) * NS_PER_TICK, switchesOfThisThread(), true);
    }

    /// How often the system took the core from this thread; 0 where the system does not report it.
    public static long switchesOfThisThread() {
        return Proc.line("/proc/thread-self/status", "nonvoluntary_ctxt_switches:").map(Long::parseLong).orElse(0L);
    }
}
