// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codec;

/// The bytes of a message contradict its schema or reach beyond the memory that holds them.
///
/// Thrown instead of reading on: a count or length that does not fit into the segment, a message of another schema, a
/// value that cannot be what the schema says. The flyweight is left where it was before the call.
public final class MalformedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param message what was found, the bound it breaks, and where
    public MalformedMessageException(String message) {
        super(message);
    }

    /// @param message what was found, the bound it breaks, and where
    /// @param cause   what another said of it
    public MalformedMessageException(String message, Throwable cause) {
        super(message, cause);
    }
}
