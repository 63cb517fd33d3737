// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.foreign.MemorySegment;

/// A generated codec that reads one kind of message.
public non-sealed interface MessageDecoder extends MessageFlyweight {
    /// Starts reading a message whose header has already been read.
    ///
    /// @param offset            where the root block starts
    /// @param actingBlockLength bytes of the root block as its writer sent it
    /// @param actingVersion     schema version of the writer
    /// @throws MalformedMessageException if the block reaches beyond the memory; the flyweight is unchanged
    MessageDecoder wrap(MemorySegment memory, long offset, int actingBlockLength, int actingVersion);

    /// Bytes of the root block as its writer sent it.
    int actingBlockLength();

    /// Schema version of the writer.
    int actingVersion();

    /// Moves the cursor back to the end of the root block.
    MessageDecoder sbeRewind();

    /// Moves the cursor to the end of the message.
    ///
    /// @throws MalformedMessageException if a group or data reaches beyond the memory; the flyweight is unchanged
    MessageDecoder sbeSkip();

    /// Bytes of the whole message without its header. Moves nothing.
    ///
    /// @throws MalformedMessageException if a group or data reaches beyond the memory
    long sbeDecodedLength();
}
