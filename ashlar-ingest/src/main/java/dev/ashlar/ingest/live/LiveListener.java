// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import java.io.IOException;

/// Hears what happens while a feed is recorded. All methods do nothing unless overridden.
///
/// **Threading**: called by the thread of [LiveRecorder#run], except [#connection], which the thread of the connection
/// calls. A listener that takes long delays the recording.
public interface LiveListener {
    /// Ignores everything.
    LiveListener NONE = new LiveListener() { };

    /// Packets came on no line in time, and are given up. A hostile feed can cause one call for each of its packets.
    ///
    /// @param timeNs  when they were given up, nanoseconds since 1970-01-01 UTC
    /// @param from    first sequence number, unsigned
    /// @param to      last
    /// @param missing how many there are
    default void gap(long timeNs, long from, long to, long missing) {
    }

    /// The system has dropped datagrams, mostly for want of room in a receive buffer. At most once a second for each
    /// line.
    ///
    /// @param line    of whose socket, or `this machine` where the system does not count for each socket
    /// @param dropped since the last call
    default void drops(String line, long dropped) {
    }

    /// A TCP connection was opened, has ended, or could not be opened.
    ///
    /// @param address `host:port`
    /// @param event   what happened, in words
    default void connection(String address, String event) {
    }

    /// A line cannot be received any longer, and the others go on. [LiveRecorder#run] will throw this problem when it
    /// ends.
    ///
    /// @param line    that has ended
    /// @param problem why
    default void failed(String line, IOException problem) {
    }

    /// Once a second.
    default void progress(LiveReport report) {
    }
}
