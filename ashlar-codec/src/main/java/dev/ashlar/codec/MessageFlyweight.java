// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

import java.lang.foreign.MemorySegment;

/// Common methods of all generated message codecs, for code that handles messages it was not compiled against.
///
/// **Threading**: a flyweight belongs to one thread at a time. **Ownership**: it owns nothing; the owner of the memory
/// decides how long it may be used.
public sealed interface MessageFlyweight permits MessageEncoder, MessageDecoder {
    /// Bytes of the root block in the schema version the codec was generated from.
    int sbeBlockLength();

    /// Template id of the message.
    int sbeTemplateId();

    /// Id of the schema.
    int sbeSchemaId();

    /// Version of the schema the codec was generated from.
    int sbeSchemaVersion();

    /// Semantic type of the message, such as a FIX MsgType; empty if the schema gives none.
    String sbeSemanticType();

    /// The memory last wrapped; `null` before the first wrap.
    MemorySegment memory();

    /// Where the root block starts, after the message header.
    long offset();

    /// The cursor: the end of what was read or written so far, where the next group or data begins.
    long limit();

    /// Moves the cursor.
    void limit(long limit);

    /// Bytes from the start of the root block to the cursor, without the message header.
    long encodedLength();
}
