// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest.live;

/// What one line has received.
///
/// @param name            `address:port`
/// @param packets         datagrams received; for a TCP connection, reads
/// @param bytes           of these, without headers
/// @param dropped         datagrams that the system dropped because the receive buffer was full, or their checksum was
///                        wrong; -1 if that is not known
/// @param ringWaits       how often the line had to wait because its ring was full: meanwhile the receive buffer takes
///                        what comes
/// @param ringWaitNs      total time of these waits
/// @param requestedBytes  receive buffer that was requested
/// @param grantedBytes    receive buffer that the system granted
/// @param connections     TCP connections opened; 0 for UDP
public record LineReport(String name, long packets, long bytes, long dropped, long ringWaits, long ringWaitNs,
        int requestedBytes, int grantedBytes, long connections) {
    /// Whether the system granted less than was requested.
    public boolean isBufferReduced() {
        return grantedBytes < requestedBytes;
    }
}
