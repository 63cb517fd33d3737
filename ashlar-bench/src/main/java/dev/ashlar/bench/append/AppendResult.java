// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// What one JVM measured.
///
/// @param rows           that were appended
/// @param elapsedNs      until all was as promised
/// @param cpuNs          of all threads of the process
/// @param systemNs       of these in the kernel; steps of 10 ms, 0 where the system does not tell
/// @param allocatedBytes on the heap, by the thread that appends
/// @param diskBytes      that the folder takes afterwards
/// @param slowestBatchNs the longest that one batch took
/// @param p50Ns          of single appends, where they were paced; else 0, as the following
/// @param p99Ns          and so on
/// @param p999Ns         and so on
/// @param maxNs          the longest
record AppendResult(long rows, long elapsedNs, long cpuNs, long systemNs, long allocatedBytes, long diskBytes,
        long slowestBatchNs, long p50Ns, long p99Ns, long p999Ns, long maxNs) {
    private static final int FIELDS = 11;
    private static final double NS_PER_SECOND = 1e9;

    double rowsPerSecond() {
        return rows * NS_PER_SECOND / elapsedNs;
    }

    double rowsPerCoreSecond() {
        return rows * NS_PER_SECOND / cpuNs;
    }

    double systemPart() {
        return (double) systemNs / cpuNs;
    }

    double allocatedPerRow() {
        return (double) allocatedBytes / rows;
    }

    double diskBytesPerRow() {
        return (double) diskBytes / rows;
    }

    /// As a line of text, which [#parse] reads.
    String line() {
        return LongStream.of(rows, elapsedNs, cpuNs, systemNs, allocatedBytes, diskBytes, slowestBatchNs, p50Ns, p99Ns,
                p999Ns, maxNs).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }

    /// @throws IllegalArgumentException if that is none
    static AppendResult parse(String line) {
        long[] n = Arrays.stream(line.strip().split(" ")).mapToLong(Long::parseLong).toArray();
        if (n.length != FIELDS) {
            throw new IllegalArgumentException("not a result: fields=" + n.length + ", expected=" + FIELDS);
        }
        return new AppendResult(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10]);
    }
}
