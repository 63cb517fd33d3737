// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import java.util.List;

/// What a retention dropped, or would drop.
///
/// @param dropped   days, oldest first
/// @param bytes     disk space that they took
/// @param heldBytes of these, space of days that other processes had open when they were dropped; it is free when those
///     close them
/// @param kept      days that are left
/// @param keptBytes disk space that these take
public record RetentionReport(List<Archive.Day> dropped, long bytes, long heldBytes, List<Archive.Day> kept,
        long keptBytes) {
    public RetentionReport {
        dropped = List.copyOf(dropped);
        kept = List.copyOf(kept);
    }
}
