// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

/// How much of an archive is kept.
///
/// @param days  number of dates to keep, counted back from the date of the newest day, which is included; at least 1
/// @param bytes disk space that the kept days may take together, in bytes
public record ArchiveRetention(long days, long bytes) {
    public ArchiveRetention {
        if (days < 1 || bytes < 0) {
            throw new IllegalArgumentException("nothing to keep: days=" + days + ", bytes=" + bytes);
        }
    }

    /// Keeps the last `count` dates; 1 keeps only the date of the newest day.
    public static ArchiveRetention days(long count) {
        return new ArchiveRetention(count, Long.MAX_VALUE);
    }

    /// Keeps the newest days that together take at most this many bytes, and always the newest day.
    public static ArchiveRetention bytes(long most) {
        return new ArchiveRetention(Long.MAX_VALUE, most);
    }
}
