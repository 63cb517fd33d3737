// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

/// The bytes of a message contradict its schema or reach beyond the memory that holds them.
///
/// Causes are a count or length that does not fit into the segment, a message of another schema, or a value that the
/// schema does not allow. The flyweight stays where it was before the call.
public final class MalformedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param message what was found, the bound it breaks, and where
    public MalformedMessageException(String message) {
        super(message);
    }

    /// @param message what was found, the bound it breaks, and where
    /// @param cause   the underlying exception
    public MalformedMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
