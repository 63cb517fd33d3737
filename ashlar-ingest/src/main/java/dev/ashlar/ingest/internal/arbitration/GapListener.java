// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.internal.arbitration;

/// Receives the gaps of channels.
@FunctionalInterface
public interface GapListener {
    /// Does nothing.
    GapListener NONE = (_, _, _, _) -> { };

    /// @param timeNs  when they were given up, in the time of the packets
    /// @param from    first sequence number, unsigned
    /// @param to      last
    /// @param missing how many there are
    void gap(long timeNs, long from, long to, long missing);
}
