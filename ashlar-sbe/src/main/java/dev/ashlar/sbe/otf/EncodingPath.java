// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

/// The path of the value being encoded, such as `Car/fuelFigures[2]/speed`, for exception messages.
final class EncodingPath {
    private final StringBuilder text = new StringBuilder();

    void begin(String root) {
        text.setLength(0);
        text.append(root);
    }

    /// Enters an element by name.
    ///
    /// @return the mark to pass to [#leave(int)]
    int enter(String name) {
        int mark = text.length();
        text.append('/').append(name);
        return mark;
    }

    /// Enters an entry of the current group.
    int enter(int index) {
        int mark = text.length();
        text.append('[').append(index).append(']');
        return mark;
    }

    void leave(int mark) {
        text.setLength(mark);
    }

    IllegalArgumentException refuse(String what) {
        return new IllegalArgumentException(what + " (" + text + ")");
    }

    IllegalArgumentException refuse(IllegalArgumentException cause) {
        return new IllegalArgumentException(cause.getMessage() + " (" + text + ")", cause);
    }
}
