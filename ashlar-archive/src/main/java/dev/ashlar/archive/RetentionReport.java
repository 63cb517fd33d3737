// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import java.util.List;

/// What a retention dropped, or would drop.
///
/// @param dropped   days, oldest first
/// @param bytes     disk space that they took
/// @param heldBytes part of `bytes`: space of days that other processes had open when the days were dropped; it is
///     freed when those processes close them
/// @param kept      days that remain
/// @param keptBytes disk space that the remaining days take
public record RetentionReport(List<Archive.Day> dropped, long bytes, long heldBytes, List<Archive.Day> kept,
        long keptBytes) {
    public RetentionReport {
        dropped = List.copyOf(dropped);
        kept = List.copyOf(kept);
    }
}
