// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.HexFormat;
import java.util.List;

/// The facts of a message, to be written one after the other.
final class Facts {
    private final List<String> lines;
    private int next;

    Facts(List<String> lines) {
        this.lines = lines;
    }

    private String value(String path) {
        String line = lines.get(next++);
        if (!line.startsWith(path + "=")) {
            throw new AssertionError("another fact comes next: " + line + ", wanted " + path);
        }
        return line.substring(path.length() + 1);
    }

    long bits(String path) {
        return Long.parseUnsignedLong(value(path), 16);
    }

    Object value(String path, Class<?> type, PrimitiveType primitive) {
        return Bits.as(type, bits(path), primitive);
    }

    int count(String path) {
        return Integer.parseInt(value(path));
    }

    byte[] data(String path) {
        return HexFormat.of().parseHex(value(path));
    }

    boolean isComplete() {
        return next == lines.size();
    }
}
