// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.foreign.MemorySegment;

/// A generated codec that writes one kind of message.
public non-sealed interface MessageEncoder extends MessageFlyweight {
    /// Starts writing a message without a header.
    ///
    /// @param offset where the root block starts
    /// @throws IndexOutOfBoundsException if the root block does not fit
    MessageEncoder wrap(MemorySegment memory, long offset);
}
