// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.replay;

/// Holds a replay back by something else than time: by how far its receivers are, for instance, where these can be
/// asked. UDP itself has no back pressure.
@FunctionalInterface
public interface ReplayGate {
    /// Never holds back.
    ReplayGate OPEN = (_, _) -> { };

    /// Returns when the next packet may be sent.
    ///
    /// @param line index of the line
    /// @param sent packets sent on it so far
    void await(int line, long sent);
}
