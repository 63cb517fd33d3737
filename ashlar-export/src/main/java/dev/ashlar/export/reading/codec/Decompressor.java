// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

/// Restores bytes of a known length.
///
/// **Threading**: one thread.
@FunctionalInterface
public interface Decompressor {
    /// Bytes that arrays must have behind the input and behind the output, for reads and writes of whole words.
    int SLACK = 32;

    /// Decompresses all of the input to exactly `toLength` bytes; overwrites up to [#SLACK] bytes behind them.
    ///
    /// @throws DamagedException if the input is damaged or has another length
    void decompress(byte[] from, int offset, int length, byte[] to, int toLength) throws DamagedException;
}
