// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.replay;

/// When each packet of a replay is sent.
@FunctionalInterface
public interface ReplayPace {
    /// As fast as possible.
    ReplayPace UNLIMITED = (_, _) -> 0;

    /// When a packet is due, in nanoseconds since the first one was sent; 0 or less means at once.
    ///
    /// @param index           of the packet, from 0
    /// @param sinceCaptureNs  time between the capture of the first packet and of this one; 0 if that is not known
    long dueNs(long index, long sinceCaptureNs);

    /// At the pace of the capture, or faster or slower.
    ///
    /// @param speed 1 for the capture's own, 10 for ten times as fast; more than 0
    /// @throws IllegalArgumentException if it is not
    static ReplayPace captured(double speed) {
        requirePositive("speed", speed);
        return (_, sinceCaptureNs) -> (long) (sinceCaptureNs / speed);
    }

    /// At a fixed rate.
    ///
    /// @param packetsPerSecond more than 0
    /// @throws IllegalArgumentException if it is not
    static ReplayPace rate(double packetsPerSecond) {
        requirePositive("rate", packetsPerSecond);
        return (index, _) -> (long) (index * (1e9 / packetsPerSecond));
    }

    private static void requirePositive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " is not a positive number: " + name + "=" + value);
        }
    }
}
