// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

/// The durability of appended rows, the same for all contenders.
enum Promise {
    /// Rows survive a crash of the process. A peer that buffers in the process does not, and the report says so.
    NONE,
    /// Rows survive a crash of the machine once [#INTERVAL_MS] have passed.
    INTERVAL,
    /// Rows survive a crash of the machine once their batch is appended.
    COMMIT;

    static final int INTERVAL_MS = 100;
}
