// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.time.Duration;
import java.util.Objects;

/// How much of a table or journal is kept: the newest, as long as none of the bounds is passed. Whole chunks are
/// retired, so a little more than a bound may be left.
///
/// @param maxRows  rows, or messages of a journal
/// @param maxBytes bytes of chunks; of a journal without the tables that it fills
/// @param maxAge   by the time of a row or message; chunks whose time nobody knows, since the table has none or they
///     are not sealed, are kept
public record Retention(long maxRows, long maxBytes, Duration maxAge) {
    /// Keeps all there is.
    public static final Retention ALL = new Retention(Long.MAX_VALUE, Long.MAX_VALUE, Duration.ofDays(1_000_000));

    public Retention {
        Objects.requireNonNull(maxAge, "maxAge");
        if (maxRows < 0 || maxBytes < 0 || maxAge.isNegative()) {
            throw new IllegalArgumentException("negative bound: maxRows=" + maxRows + ", maxBytes=" + maxBytes
                    + ", maxAge=" + maxAge);
        }
    }

    /// The same with a bound on rows.
    public Retention withMaxRows(long rows) {
        return new Retention(rows, maxBytes, maxAge);
    }

    /// The same with a bound on bytes.
    public Retention withMaxBytes(long bytes) {
        return new Retention(maxRows, bytes, maxAge);
    }

    /// The same with a bound on age.
    public Retention withMaxAge(Duration age) {
        return new Retention(maxRows, maxBytes, age);
    }
}
