// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.replay;

/// Holds a replay back for reasons other than time, for example until its receivers have caught up. UDP itself has no
/// back pressure.
@FunctionalInterface
public interface ReplayGate {
    /// Never holds back.
    ReplayGate OPEN = (_, _) -> { };

    /// Blocks until the next packet may be sent.
    ///
    /// @param line index of the line
    /// @param sent packets sent on it so far
    void await(int line, long sent);
}
