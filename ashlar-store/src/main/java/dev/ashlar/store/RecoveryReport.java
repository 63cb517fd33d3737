// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store;

import java.util.List;

/// What was found and done when a store was opened for writing.
///
/// @param kind       why there was something to do
/// @param rows       rows that are there, in all containers
/// @param messages   recorded since the last checkpoint, which were split once more to see that their rows are
///     there
/// @param dropped    what was not kept, one line each
/// @param nanoseconds it took
public record RecoveryReport(Kind kind, long rows, long messages, List<String> dropped, long nanoseconds) {
    /// Why there was something to do.
    public enum Kind {
        /// The store was made.
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
