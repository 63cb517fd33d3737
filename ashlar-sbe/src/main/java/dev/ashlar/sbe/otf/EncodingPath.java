// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

/// Where an encoder is, such as `Car/fuelFigures[2]/speed`, for the messages of its exceptions.
final class EncodingPath {
    private final StringBuilder text = new StringBuilder();

    void begin(String root) {
        text.setLength(0);
        text.append(root);
    }

    /// Goes down to a name.
    ///
    /// @return what [#leave(int)] takes to come back
    int enter(String name) {
        int mark = text.length();
        text.append('/').append(name);
        return mark;
    }

    /// Goes to an entry of the group it is at.
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
