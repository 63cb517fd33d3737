// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.SchemaException;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads a frame and tokens from bytes.
final class TokenInput {
    private static final PrimitiveType[] PRIMITIVES = PrimitiveType.values();
    private static final Presence[] PRESENCES = Presence.values();
    private static final int VERSION = 0;

    private final String file;
    private final ByteBuffer in;

    private TokenInput(byte[] bytes, String file) {
        this.file = file;
        this.in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// The frame before the tokens, and the tokens.
    record Content(int id, int version, String packageName, String semanticVersion, List<Token> tokens) { }

    static Content read(byte[] bytes, String file) {
        TokenInput input = new TokenInput(bytes, file);
        return input.content();
    }

    private Content content() {
        int id = int32("schema id");
        int form = int32("form version");
        if (form != VERSION) {
            throw Fault.UNKNOWN_FORM.in(file, "serialised form of unknown version: irVersion=" + form + ", expected="
                    + VERSION
                    + "; is this a .sbeir file?");
        }
        int version = int32("schema version");
        String packageName = string("package");
        string("namespace");
        String semanticVersion = string("semanticVersion");
        List<Token> tokens = new ArrayList<>();
        while (in.hasRemaining()) {
            tokens.add(token());
        }
        return new Content(id, version, packageName, semanticVersion, tokens);
    }

    private Token token() {
        int start = in.position();
        need(Token.BLOCK_LENGTH, "token");
        int offset = in.getInt();
        int size = in.getInt();
        int id = in.getInt();
        int version = in.getInt();
        in.getInt(); // The count of tokens is derived from their nesting, which is checked.
        Signal signal = Signal.of(in.get() & 0xff);
        int primitive = in.get() & 0xff;
        int order = in.get() & 0xff;
        int presence = in.get() & 0xff;
        int deprecated = in.getInt();
        if (signal == null || primitive > PRIMITIVES.length || order > 1 || presence >= PRESENCES.length) {
            throw Fault.UNKNOWN_CODE.in(file, "token with an unknown code: signal=" + (in.get(start + 20) & 0xff)
                    + ", primitiveType=" + primitive + ", byteOrder=" + order + ", presence=" + presence + ", offset="
                    + start);
        }
        String name = string("name");
        byte[] constant = bytes("constant");
        byte[] min = bytes("minValue");
        byte[] max = bytes("maxValue");
        byte[] nullValue = bytes("nullValue");
        return new Token(signal, name, id, offset, size, version, deprecated,
                primitive == 0 ? null : PRIMITIVES[primitive - 1], order == 1, PRESENCES[presence], constant, min, max,
                nullValue, string("characterEncoding"), string("epoch"), string("timeUnit"), string("semanticType"),
                string("description"), string("referencedName"), string("packageName"));
    }

    private int int32(String what) {
        need(Integer.BYTES, what);
        return in.getInt();
    }

    private byte[] bytes(String what) {
        need(Short.BYTES, what);
        int length = in.getShort() & 0xffff;
        need(length, what);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private String string(String what) {
        int start = in.position();
        byte[] bytes = bytes(what);
        if (bytes.length == 0) {
            return "";
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException _) {
            throw Fault.BAD_VALUE.in(file, what + " is not UTF-8: offset=" + start);
        }
    }

    private void need(int length, String what) {
        if (in.remaining() < length) {
            throw truncated(length, what);
        }
    }

    private SchemaException truncated(int length, String what) {
        return Fault.TRUNCATED.in(file, "file ends inside " + what + ": length=" + length + ", remainingBytes="
                + in.remaining()
                + ", offset=" + in.position());
    }
}
