// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.Schema;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/// Writes a frame and tokens as bytes.
final class TokenOutput {
    /// The reference implementation builds each token in a buffer of this size, so it could not write back a longer
    /// one.
    static final int MAX_TOKEN_LENGTH = 4096;
    private static final int MAX_STRING_LENGTH = 65_534;
    private static final int VERSION = 0;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private TokenOutput() {
    }

    /// @param tokens each begin with its end
    static byte[] write(Schema schema, List<Token> tokens) {
        return write(schema, tokens, counts(tokens));
    }

    static byte[] write(Schema schema, List<Token> tokens, int[] counts) {
        TokenOutput out = new TokenOutput();
        out.frame(schema);
        for (int i = 0; i < counts.length; i++) {
            out.token(tokens.get(i), counts[i]);
        }
        return out.bytes.toByteArray();
    }

    /// Tokens from each begin to its end, both included; 1 for what is neither.
    private static int[] counts(List<Token> tokens) {
        int[] counts = new int[tokens.size()];
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < counts.length; i++) {
            counts[i] = 1;
            Signal signal = tokens.get(i).signal();
            if (signal.isBegin()) {
                open.push(i);
            } else if (signal.isEnd()) {
                int begin = open.pop();
                counts[begin] = i - begin + 1;
                counts[i] = counts[begin];
            }
        }
        return counts;
    }

    private void frame(Schema schema) {
        int32(schema.id());
        int32(VERSION);
        int32(schema.version());
        string(utf8(schema.packageName()), "package");
        string(utf8(""), "namespace");
        string(utf8(schema.semanticVersion()), "semanticVersion");
    }

    private void token(Token token, int count) {
        byte[][] strings = {utf8(token.name()), token.constant(), token.min(), token.max(), token.nullValue(),
            utf8(token.characterEncoding()), utf8(token.epoch()), utf8(token.timeUnit()), utf8(token.semanticType()),
            utf8(""), utf8(token.referencedName()), utf8(token.packageName())};
        int length = Token.BLOCK_LENGTH + Token.STRINGS * Short.BYTES;
        for (byte[] string : strings) {
            length += string.length;
        }
        if (length > MAX_TOKEN_LENGTH) {
            throw new IllegalArgumentException("token too long for the format: length=" + length + ", max="
                    + MAX_TOKEN_LENGTH + " (" + token.signal() + " " + token.name() + ")");
        }
        strings[9] = cut(utf8(token.description()), MAX_TOKEN_LENGTH - length);
        int32(token.offset());
        int32(token.size());
        int32(token.id());
        int32(token.version());
        int32(count);
        bytes.write(token.signal().code());
        bytes.write(code(token.primitive()));
        bytes.write(token.bigEndian() ? 1 : 0);
        bytes.write(token.presence().ordinal());
        int32(token.deprecated());
        for (byte[] string : strings) {
            string(string, token.name());
        }
    }

    private static int code(PrimitiveType type) {
        return type == null ? 0 : type.ordinal() + 1;
    }

    /// As many whole characters of UTF-8 as fit.
    private static byte[] cut(byte[] text, int max) {
        if (text.length <= max) {
            return text;
        }
        int end = max;
        while (end > 0 && (text[end] & 0xc0) == 0x80) {
            end--;
        }
        return Arrays.copyOf(text, end);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void string(byte[] string, String what) {
        if (string.length > MAX_STRING_LENGTH) {
            throw new IllegalArgumentException("string too long for the format: bytes=" + string.length + ", max="
                    + MAX_STRING_LENGTH + " (" + what + ")");
        }
        bytes.write(string.length);
        bytes.write(string.length >> 8);
        bytes.writeBytes(string);
    }

    private void int32(int value) {
        bytes.write(value);
        bytes.write(value >> 8);
        bytes.write(value >> 16);
        bytes.write(value >> 24);
    }
}
