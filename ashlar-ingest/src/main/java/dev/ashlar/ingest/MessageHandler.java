// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import java.lang.foreign.MemorySegment;

/// Receives each message.
@FunctionalInterface
public interface MessageHandler {
    /// Called once per message. Context and bytes are valid during the call only: copy what you keep.
    ///
    /// The bytes may end with padding that the frame's length includes. An exception goes to the caller of
    /// [MessageSource#poll]; the rest of the packet is then lost, and the source should be closed.
    ///
    /// @param context where the message came from; one object, reused
    /// @param memory  holds the message, and unrelated bytes around it
    /// @param offset  of the message, at its SBE header
    /// @param length  bytes from there to the end of the frame, more than 0
    void onMessage(MessageContext context, MemorySegment memory, long offset, long length);
}
