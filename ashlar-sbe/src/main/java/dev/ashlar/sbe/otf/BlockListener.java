// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import java.lang.foreign.MemorySegment;

/// Receives the blocks of a message from [MessageSplitter], each before the blocks inside it.
///
/// **Failure**: an exception of a listener ends the splitting and reaches the splitter's caller.
@FunctionalInterface
public interface BlockListener {
    /// Begins a message; its blocks follow. The message is well formed, except that [MessageSplitter#collect] has
    /// checked only its header.
    ///
    /// @param header has the template and acting version; it changes with the next message
    /// @param length bytes of the message, header included; from [MessageSplitter#collect], bytes that may be read
    default void begin(MessageHeader header, long length) {
    }

    /// Receives one block. Nothing is copied: the bytes may be read only during the call.
    ///
    /// @param kind        index of its [BlockKind]
    /// @param entry       number of earlier blocks of this kind in the message
    /// @param parentEntry the entry of the block that contains it, counted among blocks of its own kind;
    ///     [BlockKind#NONE] for a root block
    /// @param offset      of its first byte
    /// @param length      bytes of the block as its writer sent it: fewer than in this schema if the writer is older,
    ///     more if it is newer or pads; [NullBlock] adapts it to the length in the schema
    void block(int kind, long entry, long parentEntry, MemorySegment memory, long offset, long length);
}
