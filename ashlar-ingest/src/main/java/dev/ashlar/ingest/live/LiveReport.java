// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import dev.ashlar.ingest.IngestReport;
import dev.ashlar.store.SyncLag;
import java.util.List;

/// What a [LiveRecorder] has done so far.
///
/// @param lines           one entry for each line
/// @param messages        recorded
/// @param messageBytes    of these
/// @param tooLong         messages longer than a chunk of the store, which were not recorded and so are lost
/// @param commits         of batches of messages
/// @param packets         how packets became messages, and which did not; with the gaps of the channel
/// @param machineDropped  UDP datagrams that all sockets of this machine dropped meanwhile because their buffers were
///                        full; -1 if that is not known, or if each line has its own count
/// @param lag             from the receive stamp of a message to the end of its commit
/// @param lastLag         the same, of the last second
/// @param sync            what a loss of power would lose
/// @param elapsedNs       since the recording began
public record LiveReport(List<LineReport> lines, long messages, long messageBytes, long tooLong, long commits,
        IngestReport packets, long machineDropped, Lag lag, Lag lastLag, SyncLag sync, long elapsedNs) {
    /// Percentiles of a duration; each is at most 6 % too high.
    ///
    /// @param count  measured times
    /// @param p50Ns  median
    /// @param p99Ns  99 % are not longer
    /// @param p999Ns 99.9 % are not longer
    /// @param maxNs  the longest
    public record Lag(long count, long p50Ns, long p99Ns, long p999Ns, long maxNs) {
        /// Nothing measured.
        public static final Lag NONE = new Lag(0, 0, 0, 0, 0);
    }

    public LiveReport {
        lines = List.copyOf(lines);
    }

    /// Gaps: runs of sequence numbers that arrived on no line in time.
    public long gaps() {
        return packets.channels().stream().mapToLong(channel -> channel.gapCount()).sum();
    }

    /// Sequence numbers in these.
    public long missing() {
        return packets.channels().stream().mapToLong(channel -> channel.missing()).sum();
    }

    /// Datagrams that the system is known to have dropped.
    public long dropped() {
        return lines.stream().mapToLong(line -> Math.max(0, line.dropped())).sum() + Math.max(0, machineDropped);
    }

    /// Whether everything received became messages and was recorded, and nothing is known to be missing. A packet that
    /// the system dropped on one line is not missing if another line delivered it.
    public boolean isComplete() {
        return tooLong == 0 && packets.isComplete() && (dropped() == 0 || !packets.channels().isEmpty());
    }
}
