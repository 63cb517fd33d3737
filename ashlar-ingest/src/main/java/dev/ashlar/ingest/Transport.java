// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

/// What carried a message.
public enum Transport {
    /// A raw binary file: no packets, no addresses, no times.
    FILE,
    /// A datagram.
    UDP,
    /// A reassembled stream.
    TCP
}
