// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

/// How rows come.
enum Load {
    /// As fast as they are taken.
    FULL,
    /// One each [#PERIOD_NS], whatever became of those before: times count from when a row should have come.
    PACED;

    static final long PERIOD_NS = 1_000;
}
