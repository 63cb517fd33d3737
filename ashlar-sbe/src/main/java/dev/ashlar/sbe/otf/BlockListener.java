// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import java.lang.foreign.MemorySegment;

/// Receives the blocks of a message from [MessageSplitter], each before those inside it.
///
/// **Failure**: an exception of a listener ends the splitting and reaches the splitter's caller.
@FunctionalInterface
public interface BlockListener {
    /// Begins a message that is well formed; its blocks follow.
    ///
    /// @param header says template and acting version; it changes with the next message
    /// @param length bytes of the message, header included
    default void begin(MessageHeader header, long length) {
    }

    /// One block. Nothing is copied: the bytes may be read as long as the call lasts.
    ///
    /// @param kind        index of its [BlockKind]
    /// @param entry       how many blocks of this kind the message had before
    /// @param parentEntry the same of the block it is in, among those of `parent` kind; [BlockKind#NONE] for a root
    ///     block
    /// @param offset      of its first byte
    /// @param length      bytes as its writer made it: fewer than the schema says if the writer is older, more if it is
    ///     newer or pads; [NullBlock] makes it fit
    void block(int kind, long entry, long parentEntry, MemorySegment memory, long offset, long length);
}
