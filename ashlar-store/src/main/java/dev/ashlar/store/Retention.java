// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.time.Duration;
import java.util.Objects;

/// How much of a table or journal is kept: the newest part within all of the limits. Whole chunks are retired, so
/// slightly more than a limit may remain.
///
/// @param maxRows  rows, or messages of a journal
/// @param maxBytes bytes of chunks; for a journal, without the tables that it fills
/// @param maxAge   by the time of a row or message; chunks of unknown time (the table has none, or they are not sealed)
///     are kept
public record Retention(long maxRows, long maxBytes, Duration maxAge) {
    /// Keeps everything.
    public static final Retention ALL = new Retention(Long.MAX_VALUE, Long.MAX_VALUE, Duration.ofDays(1_000_000));

    public Retention {
        Objects.requireNonNull(maxAge, "maxAge");
        if (maxRows < 0 || maxBytes < 0 || maxAge.isNegative()) {
            throw new IllegalArgumentException("negative bound: maxRows=" + maxRows + ", maxBytes=" + maxBytes
                    + ", maxAge=" + maxAge);
        }
    }

    /// The same with a limit on rows.
    public Retention withMaxRows(long rows) {
        return new Retention(rows, maxBytes, maxAge);
    }

    /// The same with a limit on bytes.
    public Retention withMaxBytes(long bytes) {
        return new Retention(maxRows, bytes, maxAge);
    }

    /// The same with a limit on age.
    public Retention withMaxAge(Duration age) {
        return new Retention(maxRows, maxBytes, age);
    }
}
