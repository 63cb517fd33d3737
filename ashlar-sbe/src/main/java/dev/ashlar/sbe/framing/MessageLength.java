// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.framing;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.MessageValidator;
import dev.ashlar.sbe.otf.ValidationResult;
import java.lang.foreign.MemorySegment;

/// Finds the length of a message by decoding it, for inputs without any framing.
@FunctionalInterface
public interface MessageLength {
    /// The length of the message at `offset`, its header included.
    ///
    /// Must not read at or after `offset + available`, and must not throw for any bytes.
    ///
    /// @param available bytes that may be read, at least 1
    /// @return the length; [FrameLayout#INCOMPLETE] if `available` bytes do not determine it; [FrameLayout#IMPOSSIBLE]
    ///         if there is no message here. A length above `available` may still grow when more bytes are available
    long lengthOf(MemorySegment memory, long offset, long available);

    /// Finds lengths by decoding messages of a schema; for one thread at a time.
    static MessageLength of(Schema schema) {
        MessageValidator validator = new MessageValidator(schema);
        return (memory, offset, available) -> {
            ValidationResult result = validator.validate(memory, offset, available);
            return switch (result.status()) {
                case OK -> result.decodedLength();
                case HEADER_TOO_LONG -> FrameLayout.INCOMPLETE;
                case BLOCK_TOO_LONG, GROUP_TOO_LONG, DATA_TOO_LONG -> {
                    long missing = validator.missingBytes();
                    yield missing == MessageValidator.NOT_MENDED ? FrameLayout.IMPOSSIBLE : available + missing;
                }
                case OTHER_SCHEMA, UNKNOWN_TEMPLATE, TOO_MANY_EMPTY_ENTRIES, VERSION_OUT_OF_RANGE, COUNT_OUT_OF_RANGE ->
                        FrameLayout.IMPOSSIBLE;
            };
        };
    }
}
