// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import java.util.Arrays;

/// Resources that this process has used, as Linux reports them; if it does not, zeros with [#isKnown()] false.
///
/// @param minorFaults faults of pages that were in memory or only had to be cleared
/// @param majorFaults faults of pages that had to be read
/// @param cpuNs       CPU time of all threads, and of child processes that have ended
/// @param kernelNs    CPU time of threads of this process, in the kernel
/// @param switches    involuntary context switches of this thread; those of the JVM's own threads are not relevant
public record OwnUse(long minorFaults, long majorFaults, long cpuNs, long kernelNs, long switches, boolean isKnown) {
    private static final long NS_PER_TICK = 10_000_000;
    /// The fields after the name, which is in brackets and may contain any characters.
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

    /// Involuntary context switches of this thread; 0 if the system does not report them.
    public static long switchesOfThisThread() {
        return Proc.line("/proc/thread-self/status", "nonvoluntary_ctxt_switches:").map(Long::parseLong).orElse(0L);
    }
}
