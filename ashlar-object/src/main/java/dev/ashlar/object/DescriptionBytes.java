// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import dev.ashlar.codec.MalformedMessageException;
import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Encodes and decodes types of objects: names and codes, outermost first.
final class DescriptionBytes {
    /// Maximum nesting of types. It bounds the stack of code that follows them.
    static final int MAX_DEPTH = 32;
    /// Maximum number of types in one description, nested ones included.
    static final int MAX_TYPES = 4_096;
    /// Maximum length of one description in bytes.
    static final int MAX_BYTES = 1 << 20;
    static final int MAYBE = 0x10;
    static final int ARRAY = 0x20;
    static final int TEXT = 0x30;
    static final int ENUMERATION = 0x31;
    static final int SEQUENCE = 0x32;
    static final int OPTION = 0x33;
    static final int STRUCT = 0x34;
    private static final int PRIMITIVES = 0x0f;
    private static final int MAX_NAME_BYTES = 0xffff;

    private final ByteBuffer bytes;
    private int types;

    private DescriptionBytes(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    /// @throws IllegalArgumentException if it exceeds the limits for parsing
    static byte[] of(ObjectType.Struct type) {
        ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try {
            new DescriptionBytes(bytes).put(type, 0);
        } catch (BufferOverflowException e) {
            throw new IllegalArgumentException("description too long: maxBytes=" + MAX_BYTES + " (" + type.name()
                    + ")", e);
        }
        byte[] written = new byte[bytes.position()];
        bytes.get(0, written);
        return written;
    }

    private void put(ObjectType.Struct struct, int depth) {
        put(struct.name());
        bytes.putShort((short) struct.fields().size());
        for (ObjectType.Field field : struct.fields()) {
            put(field.name());
            putType(field.type(), depth + 1);
        }
    }

    private void putType(ObjectType type, int depth) {
        if (depth > MAX_DEPTH || ++types > MAX_TYPES) {
            throw new IllegalArgumentException("too many types in one class: depth=" + depth + ", maxDepth="
                    + MAX_DEPTH + ", types=" + types + ", maxTypes=" + MAX_TYPES);
        }
        switch (type) {
            case ObjectType.Value t -> code(t.primitive().code());
            case ObjectType.Maybe t -> code(MAYBE + t.primitive().code());
            case ObjectType.Array t -> code(ARRAY + t.primitive().code());
            case ObjectType.Text _ -> code(TEXT);
            case ObjectType.Enumeration t -> {
                code(ENUMERATION);
                put(t.name());
                bytes.putShort((short) t.constants().size());
                t.constants().forEach(this::put);
            }
            case ObjectType.Sequence t -> {
                code(SEQUENCE);
                putType(t.element(), depth + 1);
            }
            case ObjectType.Option t -> {
                code(OPTION);
                putType(t.element(), depth + 1);
            }
            case ObjectType.Struct t -> {
                code(STRUCT);
                put(t, depth);
            }
        }
    }

    private void code(int code) {
        bytes.put((byte) code);
    }

    private void put(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        if (text.length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException("name too long: bytes=" + text.length + ", maxBytes=" + MAX_NAME_BYTES);
        }
        bytes.putShort((short) text.length);
        bytes.put(text);
    }

    /// @throws MalformedMessageException if a body of this length is too long
    static void requireLength(int length) {
        if (length > MAX_BYTES) {
            throw new MalformedMessageException("description too long: length=" + length + ", maxBytes=" + MAX_BYTES);
        }
    }

    /// Number of names in a type: of classes, fields and constants.
    static long names(ObjectType type) {
        return switch (type) {
            case ObjectType.Value _, ObjectType.Maybe _, ObjectType.Array _, ObjectType.Text _ -> 0;
            case ObjectType.Enumeration t -> 1 + t.constants().size();
            case ObjectType.Sequence t -> names(t.element());
            case ObjectType.Option t -> names(t.element());
            case ObjectType.Struct t -> 1 + t.fields().stream().mapToLong(field -> 1 + names(field.type())).sum();
        };
    }

    /// @throws MalformedMessageException if these are not the bytes of a description
    static ObjectType.Struct parse(byte[] body) {
        requireLength(body.length);
        ByteBuffer bytes = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        try {
            ObjectType.Struct type = new DescriptionBytes(bytes).struct(0);
            if (bytes.hasRemaining()) {
                throw new MalformedMessageException("bytes after the end of the description: remainingBytes="
                        + bytes.remaining());
            }
            return type;
        } catch (BufferUnderflowException | CharacterCodingException | IllegalArgumentException e) {
            throw new MalformedMessageException("not a description: offset=" + bytes.position() + ", "
                    + (e.getMessage() == null ? "it ends too early" : e.getMessage()));
        }
    }

    private ObjectType.Struct struct(int depth) throws CharacterCodingException {
        String name = name();
        int count = bytes.getShort() & 0xffff;
        List<ObjectType.Field> fields = new ArrayList<>();
        for (int i = 0; i < count && i <= ObjectType.MAX_FIELDS; i++) {
            fields.add(new ObjectType.Field(name(), type(depth + 1)));
        }
        return new ObjectType.Struct(name, fields);
    }

    private ObjectType type(int depth) throws CharacterCodingException {
        if (depth > MAX_DEPTH || ++types > MAX_TYPES) {
            throw new IllegalArgumentException("too many types: depth=" + depth + ", types=" + types);
        }
        int code = bytes.get() & 0xff;
        return switch (code) {
            case TEXT -> new ObjectType.Text();
            case ENUMERATION -> enumeration();
            case SEQUENCE -> new ObjectType.Sequence(type(depth + 1));
            case OPTION -> new ObjectType.Option(type(depth + 1));
            case STRUCT -> struct(depth);
            default -> {
                Primitive primitive = Primitive.ofCode(code & PRIMITIVES);
                if (primitive == null) {
                    throw new IllegalArgumentException("unknown type: code=" + code);
                }
                yield switch (code & ~PRIMITIVES) {
                    case 0 -> new ObjectType.Value(primitive);
                    case MAYBE -> new ObjectType.Maybe(primitive);
                    case ARRAY -> new ObjectType.Array(primitive);
                    default -> throw new IllegalArgumentException("unknown type: code=" + code);
                };
            }
        };
    }

    private ObjectType.Enumeration enumeration() throws CharacterCodingException {
        String name = name();
        int count = bytes.getShort() & 0xffff;
        List<String> constants = new ArrayList<>();
        for (int i = 0; i < count && i <= ObjectType.MAX_CONSTANTS; i++) {
            constants.add(name());
        }
        return new ObjectType.Enumeration(name, constants);
    }

    private String name() throws CharacterCodingException {
        int length = bytes.getShort() & 0xffff;
        if (length > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        ByteBuffer text = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        return StandardCharsets.UTF_8.newDecoder().decode(text).toString();
    }
}
