// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.otf.internal.Numbers;
import dev.ashlar.sbe.otf.internal.TextCodec;
import dev.ashlar.sbe.otf.internal.TextCodecs;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.Map;

/// Converts Java values to the bytes of text and data.
final class TextValues {
    private final TextCodecs codecs = new TextCodecs();
    private final boolean strict;

    TextValues(boolean strict) {
        this.strict = strict;
    }

    /// @param value             a string, text or, without a known charset, hexadecimal digits; `{"hex": digits}`; or
    ///     bytes
    /// @param characterEncoding empty if the bytes are not text
    /// @throws IllegalArgumentException if the value is none of these, or the charset lacks one of its characters
    byte[] bytes(Object value, String characterEncoding) {
        return switch (value) {
            case byte[] bytes -> bytes;
            case MemorySegment memory -> memory.toArray(ValueLayout.JAVA_BYTE);
            case String text -> {
                TextCodec codec = codecs.get(characterEncoding);
                yield codec == null ? hex(text) : codec.encode(text, strict);
            }
            case Map<?, ?> object when isHex(object) -> hex((String) object.values().iterator().next());
            default -> throw new IllegalArgumentException("not text or bytes: value=" + Numbers.show(value));
        };
    }

    private static boolean isHex(Map<?, ?> object) {
        // Not by get: a map sorted by keys of another class would throw.
        return object.size() == 1 && TextCodec.HEX.equals(object.keySet().iterator().next())
                && object.values().iterator().next() instanceof String;
    }

    private static byte[] hex(String digits) {
        try {
            return HexFormat.of().parseHex(digits);
        } catch (IllegalArgumentException _) {
            throw new IllegalArgumentException("not hexadecimal digits: value=" + Numbers.show(digits));
        }
    }
}
