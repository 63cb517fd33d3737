// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.append;

/// What is promised of rows that were appended, by all contenders alike.
enum Promise {
    /// They outlive the process. A peer's buffer in the process breaks this, and the report says so.
    NONE,
    /// They outlive the machine once [#INTERVAL_MS] have passed.
    INTERVAL,
    /// They outlive the machine once the batch they are in is appended.
    COMMIT;

    static final int INTERVAL_MS = 100;
}
