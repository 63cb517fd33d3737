// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import org.openjdk.jmh.runner.options.TimeValue;

/// How long is measured.
///
/// @param rounds             forks of each contender
/// @param warmupIterations   per fork
/// @param measuredIterations per fork
/// @param iterationTime      of both
public record Effort(int rounds, int warmupIterations, int measuredIterations, TimeValue iterationTime) {
    /// For figures to be published.
    static final Effort FULL = new Effort(5, 8, 13, TimeValue.milliseconds(100));

    /// For a look: one round, no range.
    static final Effort QUICK = new Effort(1, 5, 3, TimeValue.milliseconds(100));

    /// For the page: what its figures are good for.
    String label() {
        return equals(FULL) ? "full" : equals(QUICK) ? "quick" : "tiny";
    }
}
