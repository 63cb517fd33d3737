// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import java.lang.foreign.MemorySegment;

/// Finds the length of a message by decoding it, for inputs without any framing.
@FunctionalInterface
public interface MessageLength {
    /// The length of the message at `offset`, its header included.
    ///
    /// Must not read at or behind `offset + available`, and must not throw for any bytes.
    ///
    /// @param available bytes that may be read, at least 1
    /// @return the length, which may be more than `available`; [FrameLayout#INCOMPLETE] if that many bytes do not tell;
    ///         [FrameLayout#IMPOSSIBLE] if there is no message here
    long lengthOf(MemorySegment memory, long offset, long available);
}
