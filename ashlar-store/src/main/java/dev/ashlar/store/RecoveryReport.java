// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.util.List;

/// What recovery found and did when a store was opened for writing.
///
/// @param kind       the state that the last writer left
/// @param rows       number of rows in all containers
/// @param messages   messages recorded since the last checkpoint, which were split again to check their rows
/// @param dropped    what was discarded, one line each
/// @param nanoseconds how long recovery took
public record RecoveryReport(Kind kind, long rows, long messages, List<String> dropped, long nanoseconds) {
    /// The state that the last writer left.
    public enum Kind {
        /// There was no store; it was created.
        CREATED,
        /// The last writer closed it.
        CLEAN,
        /// The last writer died; the machine is still up, so nothing that was committed is lost.
        PROCESS_DEATH,
        /// The machine went down: what had not reached the disk is lost.
        POWER_LOSS
    }

    public RecoveryReport {
        dropped = List.copyOf(dropped);
    }
}
