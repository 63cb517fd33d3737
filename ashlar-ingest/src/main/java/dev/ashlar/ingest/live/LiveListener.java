// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

import java.io.IOException;

/// Is notified of events while a feed is recorded. All methods do nothing unless overridden.
///
/// **Threading**: called by the thread of [LiveRecorder#run], except [#connection], which the thread of the connection
/// calls. A slow listener delays the recording.
public interface LiveListener {
    /// Ignores everything.
    LiveListener NONE = new LiveListener() { };

    /// Packets arrived on no line in time, and are given up. A hostile feed can cause one call for each of its packets.
    ///
    /// @param timeNs  when they were given up, nanoseconds since 1970-01-01 UTC
    /// @param from    first sequence number, unsigned
    /// @param to      last
    /// @param missing how many there are
    default void gap(long timeNs, long from, long to, long missing) {
    }

    /// The system has dropped datagrams, usually because a receive buffer was full. Called at most once a second for
    /// each line.
    ///
    /// @param line    line whose socket dropped them, or `this machine` if the system does not count drops for each
    ///     socket
    /// @param dropped datagrams dropped since the last call
    default void drops(String line, long dropped) {
    }

    /// A TCP connection was opened, has ended, or could not be opened.
    ///
    /// @param address `host:port`
    /// @param event   what happened, in words
    default void connection(String address, String event) {
    }

    /// A line can no longer be received; the others continue. [LiveRecorder#run] throws this problem when it ends.
    ///
    /// @param line    that has ended
    /// @param problem why
    default void failed(String line, IOException problem) {
    }

    /// Called once a second.
    default void progress(LiveReport report) {
    }
}
