// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

/// How much of an archive is kept.
///
/// @param days  dates that are kept, counted back from that of the newest day, that one included; at least 1
/// @param bytes of disk space that the kept days may take together
public record ArchiveRetention(long days, long bytes) {
    public ArchiveRetention {
        if (days < 1 || bytes < 0) {
            throw new IllegalArgumentException("nothing to keep: days=" + days + ", bytes=" + bytes);
        }
    }

    /// Keeps the last dates: 1 is that of the newest day alone.
    public static ArchiveRetention days(long count) {
        return new ArchiveRetention(count, Long.MAX_VALUE);
    }

    /// Keeps the newest days that take no more than this together, and at least the newest.
    public static ArchiveRetention bytes(long most) {
        return new ArchiveRetention(Long.MAX_VALUE, most);
    }
}
