// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.internal.Charsets;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Builds types from their tokens and checks their invariants.
record TypeTree(TokenCursor in, boolean bigEndian) {
    /// A type and where it is used: by the name and offset of its first token.
    record Placed(Type type, Token token) { }

    /// The type whose first token is next.
    ///
    /// @param semanticType that of its field, which the file repeats on a type that has none itself
    Placed type(String semanticType) {
        return switch (in.peek()) {
            case ENCODING -> scalar(in.next(Signal.ENCODING), semanticType);
            case BEGIN_COMPOSITE -> composite(semanticType);
            case BEGIN_ENUM -> enumeration(semanticType);
            case BEGIN_SET -> set(semanticType);
            case BEGIN_MESSAGE, END_MESSAGE, END_COMPOSITE, BEGIN_FIELD, END_FIELD, BEGIN_GROUP, END_GROUP, VALID_VALUE,
                    END_ENUM, CHOICE, END_SET, BEGIN_VAR_DATA, END_VAR_DATA ->
                    throw in.fault(Fault.MISPLACED_TOKEN, "expected a type, found " + in.peek());
        };
    }

    private static String typeName(Token token) {
        return token.referencedName().isEmpty() ? token.name() : token.referencedName();
    }

    private static Meta meta(Token token, String semanticType) {
        String own = token.semanticType().equals(semanticType) ? "" : token.semanticType();
        return new Meta(token.description(), own, token.version(), token.deprecated());
    }

    private Placed scalar(Token token, String semanticType) {
        PrimitiveType primitive = token.primitive();
        if (primitive == null) {
            throw in.fault(Fault.BAD_VALUE, "encoding without a primitive type (" + token.name() + ")");
        }
        requireOrder(token);
        requireCharset(token);
        Optional<Literal> constant = Optional.empty();
        int length;
        if (token.presence() == Presence.CONSTANT) {
            constant = Optional.of(constant(token));
            length = primitive == PrimitiveType.CHAR ? token.constant().length : 1;
        } else if (token.size() == Token.VARIABLE) {
            length = 0;
        } else if (token.size() < 0 || token.size() % primitive.size() != 0) {
            throw in.fault(Fault.BAD_LAYOUT, "size is not a multiple of its type's size: size=" + token.size() + ", type="
                    + primitive.sbeName() + " (" + token.name() + ")");
        } else {
            length = token.size() / primitive.size();
        }
        ScalarType type = new ScalarType(typeName(token), token.packageName(), primitive, length, token.presence(),
                literal(token, token.nullValue(), "nullValue"), literal(token, token.min(), "minValue"),
                literal(token, token.max(), "maxValue"), constant, charset(token),
                meta(token, semanticType));
        return new Placed(type, token);
    }

    /// Only encodings have a byte order that means something; all must agree, for a schema has one.
    private void requireOrder(Token token) {
        if (token.bigEndian() != bigEndian) {
            throw in.fault(Fault.MIXED_BYTE_ORDER, "encodings have different byte orders (" + token.name() + ")");
        }
    }

    private void requireCharset(Token token) {
        String name = token.characterEncoding();
        try {
            boolean inArray = token.primitive() == PrimitiveType.CHAR && token.size() != Token.VARIABLE
                    && !token.name().equals("varData");
            if (!name.isEmpty() && Charsets.hasWiderUnits(Charset.forName(name)) && inArray) {
                throw in.fault(Fault.BAD_CHARSET, "charset too wide for chars of one byte: characterEncoding=\"" + name
                        + "\" (" + token.name() + ")");
            }
        } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
            throw in.fault(Fault.BAD_CHARSET, "unknown charset: characterEncoding=\"" + name + "\" (" + token.name()
                    + ")");
        }
    }

    /// The built-in char, which is not declared, has a charset all the same.
    private static String charset(Token token) {
        boolean builtIn = token.primitive() == PrimitiveType.CHAR && token.name().equals(PrimitiveType.CHAR.sbeName());
        return builtIn && token.characterEncoding().isEmpty() ? "US-ASCII" : token.characterEncoding();
    }

    private Literal constant(Token token) {
        byte[] bytes = token.constant();
        Literal value = bytes.length == 0 ? null
                : LiteralBytes.constant(bytes, token.primitive(), token.characterEncoding());
        if (value == null) {
            throw in.fault(Fault.BAD_VALUE, "constant of another size than its type: bytes=" + bytes.length + ", type="
                    + token.primitive().sbeName() + " (" + token.name() + ")");
        }
        return value;
    }

    private Optional<Literal> literal(Token token, byte[] bytes, String what) {
        if (bytes.length == 0) {
            return Optional.empty();
        }
        Literal value = LiteralBytes.single(bytes, token.primitive());
        if (value == null) {
            throw in.fault(Fault.BAD_VALUE, what + " of another size than its type: bytes=" + bytes.length + ", type="
                    + token.primitive().sbeName() + " (" + token.name() + ")");
        }
        return Optional.of(value);
    }

    Placed composite(String semanticType) {
        Token token = in.begin(Signal.BEGIN_COMPOSITE);
        List<Member> members = new ArrayList<>();
        Set<String> names = new HashSet<>();
        long end = 0;
        while (!in.at(Signal.END_COMPOSITE)) {
            Placed member = type(semanticType);
            Token at = member.token();
            if (!names.add(at.name())) {
                throw in.fault(Fault.DUPLICATE, "member is declared twice: name=" + at.name() + " (" + token.name()
                        + ")");
            }
            int length = member.type().encodedLength();
            boolean onWire = at.presence() != Presence.CONSTANT || at.signal() != Signal.ENCODING;
            if (onWire && at.offset() < end || at.offset() < 0 && onWire) {
                throw in.fault(Fault.BAD_LAYOUT, "member overlaps the one before it: name=" + at.name()
                        + ", offset="
                        + at.offset() + ", least possible " + end + " (" + token.name() + ")");
            }
            end = onWire ? at.offset() + (long) length : end;
            Meta meta = member.type().meta();
            members.add(new Member(at.name(), onWire ? at.offset() : (int) end, member.type(),
                    !at.referencedName().isEmpty(),
                    meta));
        }
        in.end(token);
        int length = token.size() == Token.VARIABLE ? (int) Math.min(end, Integer.MAX_VALUE) : token.size();
        if (end > length) {
            throw in.fault(Fault.BAD_LAYOUT, "composite shorter than its members: size=" + token.size() + ", end="
                    + end + " ("
                    + token.name() + ")");
        }
        return new Placed(new CompositeType(typeName(token), token.packageName(), members, length, meta(token,
                semanticType)),
                token);
    }

    private Placed enumeration(String semanticType) {
        Token token = in.begin(Signal.BEGIN_ENUM);
        PrimitiveType primitive = wholePrimitive(token);
        Optional<Literal> nullValue = literal(token, token.nullValue(), "nullValue")
                .filter(value -> !value.equals(primitive.nullValue()));
        List<EnumType.ValidValue> values = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (!in.at(Signal.END_ENUM)) {
            Token value = in.next(Signal.VALID_VALUE);
            values.add(new EnumType.ValidValue(value.name(), bits(value, primitive, names), valueMeta(value)));
        }
        in.end(token);
        return new Placed(new EnumType(typeName(token), token.packageName(), primitive, nullValue, values,
                meta(token, semanticType)), token);
    }

    private Placed set(String semanticType) {
        Token token = in.begin(Signal.BEGIN_SET);
        PrimitiveType primitive = wholePrimitive(token);
        if (!primitive.isUnsigned()) {
            throw in.fault(Fault.BAD_VALUE, "set of a type that is not unsigned: " + primitive.sbeName() + " ("
                    + token.name() + ")");
        }
        List<SetType.Choice> choices = new ArrayList<>();
        Set<String> names = new HashSet<>();
        while (!in.at(Signal.END_SET)) {
            Token choice = in.next(Signal.CHOICE);
            long bit = bits(choice, primitive, names);
            if (bit < 0 || bit >= 8L * primitive.size()) {
                throw in.fault(Fault.BAD_VALUE, "not a bit of " + primitive.sbeName() + ": bit=" + bit + " ("
                        + choice.name() + ")");
            }
            choices.add(new SetType.Choice(choice.name(), (int) bit, valueMeta(choice)));
        }
        in.end(token);
        return new Placed(new SetType(typeName(token), token.packageName(), primitive, choices, meta(token,
                semanticType)),
                token);
    }

    private PrimitiveType wholePrimitive(Token token) {
        PrimitiveType primitive = token.primitive();
        if (primitive == null || primitive.isFloatingPoint() || token.size() != primitive.size()) {
            throw in.fault(Fault.BAD_VALUE, "not a single integer: type=" + (primitive == null ? "none"
                    : primitive.sbeName())
                    + ", size=" + token.size() + " (" + token.name() + ")");
        }
        return primitive;
    }

    private long bits(Token value, PrimitiveType primitive, Set<String> names) {
        if (!names.add(value.name())) {
            throw in.fault(Fault.DUPLICATE, "value is declared twice: name=" + value.name());
        }
        if (value.primitive() == primitive
                && LiteralBytes.single(value.constant(), primitive) instanceof Literal.Whole(long bits)) {
            return bits;
        }
        throw in.fault(Fault.BAD_VALUE, "value does not have the type of its enum or set (" + value.name() + ")");
    }

    private static Meta valueMeta(Token value) {
        return new Meta(value.description(), value.semanticType(), value.version(), value.deprecated());
    }
}
