// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

/// What a statement does with its query.
public enum Command {
    /// Its rows are the result; or its plan, if it is an `EXPLAIN PLAN FOR`.
    RUN,
    /// It is run; the result is its plan with rows and times.
    ANALYZE,
    /// The result is its columns.
    DESCRIBE,
    /// It is run; the result is a row for each of its columns.
    SUMMARIZE
}
