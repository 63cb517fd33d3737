// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

/// Text is not JSON (RFC 8259), or not an object that represents a message.
public final class JsonFormatException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final int position;

    /// @param message  what is wrong
    /// @param position 0-based index of the offending character
    public JsonFormatException(String message, int position) {
        super(message + ": position=" + position);
        this.position = position;
    }

    /// 0-based index of the offending character.
    public int position() {
        return position;
    }
}
