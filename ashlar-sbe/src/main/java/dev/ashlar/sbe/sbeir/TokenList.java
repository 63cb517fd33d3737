// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The tokens of a schema: its header composite, then each message.
///
/// Types are written out wherever they are used, and so carry the version, semantic type, epoch and unit of their use.
final class TokenList {
    private static final byte[] NONE = {};

    /// The use of a type: the attributes that the type takes over from it.
    private record Use(int sinceVersion, String semanticType) {
        static final Use NOWHERE = new Use(0, "");
    }

    private final List<Token> tokens = new ArrayList<>();
    private final boolean bigEndian;

    private TokenList(Schema schema) {
        bigEndian = schema.byteOrder() == ByteOrder.BIG_ENDIAN;
    }

    static List<Token> of(Schema schema) {
        TokenList list = new TokenList(schema);
        list.composite(schema.header(), schema.header().name(), "", 0, Use.NOWHERE, Optional.empty());
        // The reference keeps messages in a hash map by id: its files, and so ours, have them in the order of that map.
        Map<Long, Message> byId = new HashMap<>();
        schema.messages().forEach(m -> byId.put((long) m.id(), m));
        byId.values().forEach(list::message);
        return list.tokens;
    }

    private void message(Message message) {
        Token token = described(Token.of(Signal.BEGIN_MESSAGE, message.name(), message.id(), 0, message.blockLength(),
                message.meta().sinceVersion(), message.meta().deprecatedSince()), message.meta());
        tokens.add(token);
        content(message, message.blockLength());
        tokens.add(token.withSignal(Signal.END_MESSAGE));
    }

    /// @param tailOffset where groups and data begin; from the second one on, it varies
    private void content(Block block, int tailOffset) {
        block.fields().forEach(this::field);
        int offset = tailOffset;
        for (Group group : block.groups()) {
            group(group, offset);
            offset = Token.VARIABLE;
        }
        for (VarData data : block.data()) {
            data(data, offset);
            offset = Token.VARIABLE;
        }
    }

    private void field(Field field) {
        Type type = field.type();
        Meta meta = field.meta();
        String semanticType = meta.semanticType().equals(type.meta().semanticType()) ? "" : meta.semanticType();
        Token token = Token.of(Signal.BEGIN_FIELD, field.name(), field.id(), field.offset(), field.encodedLength(),
                        meta.sinceVersion(), meta.deprecatedSince())
                .withType(field.valueRef().isEmpty() ? null : PrimitiveType.CHAR, false, field.presence())
                .withText("", field.epoch(), field.timeUnit(), semanticType, meta.description());
        if (!field.valueRef().isEmpty()) {
            token = token.withValues(field.valueRef().getBytes(StandardCharsets.UTF_8), NONE, NONE, NONE);
        }
        tokens.add(token);
        Use use = new Use(meta.sinceVersion(), semanticType);
        if (type instanceof ScalarType scalar) {
            tokens.add(scalar(scalar, scalar.name(), "", field.offset(), use.sinceVersion(), field.presence(),
                    field.constant())
                    .withText(isBuiltIn(scalar) ? "" : scalar.characterEncoding(), field.epoch(), field.timeUnit(),
                    semantic(type, use),
                            type.meta().description()));
        } else {
            compound(type, type.name(), "", field.offset(), use.sinceVersion(), use);
        }
        tokens.add(token.withSignal(Signal.END_FIELD));
    }

    /// Whether a type is used by a primitive's name, without being declared; the reference gives it no charset.
    private static boolean isBuiltIn(ScalarType type) {
        return type.name().equals(type.primitive().sbeName()) && type.length() == 1 && type.packageName().isEmpty();
    }

    private void group(Group group, int offset) {
        Token token = described(Token.of(Signal.BEGIN_GROUP, group.name(), group.id(), offset, group.blockLength(),
                group.meta().sinceVersion(), group.meta().deprecatedSince()), group.meta());
        tokens.add(token);
        Use use = new Use(group.meta().sinceVersion(), group.meta().semanticType());
        composite(group.dimension(), group.dimension().name(), "", 0, use, Optional.of(use));
        int end = 0;
        for (Field field : group.fields()) {
            end = field.offset() + field.encodedLength();
        }
        content(group, end);
        tokens.add(token.withSignal(Signal.END_GROUP));
    }

    private void data(VarData data, int offset) {
        Meta meta = data.meta();
        CompositeType type = data.encoding();
        String semanticType = meta.semanticType().equals(type.meta().semanticType()) ? "" : meta.semanticType();
        Token token = Token.of(Signal.BEGIN_VAR_DATA, data.name(), data.id(), offset, 0, meta.sinceVersion(),
                meta.deprecatedSince()).withText("", data.epoch(), data.timeUnit(), semanticType, meta.description());
        tokens.add(token);
        Use use = new Use(meta.sinceVersion(), semanticType);
        composite(type, type.name(), "", offset, use, Optional.of(use));
        tokens.add(token.withSignal(Signal.END_VAR_DATA));
    }

    private void compound(Type type, String name, String reference, int offset, int version, Use use) {
        switch (type) {
            case ScalarType _ -> throw new AssertionError("a scalar is one token: " + name);
            case CompositeType composite -> composite(composite, name, reference, offset, use, Optional.of(use));
            case EnumType enumType -> enumeration(enumType, name, reference, offset, version, use);
            case SetType set -> set(set, name, reference, offset, version, use);
        }
    }

    /// @param field the field whose version the members take over; empty for the header
    private void composite(CompositeType type, String name, String reference, int offset, Use use,
            Optional<Use> field) {
        boolean variable = type.members().stream().anyMatch(m -> isVariable(type, m));
        int since = Math.max(use.sinceVersion(), type.meta().sinceVersion());
        Token token = Token.of(Signal.BEGIN_COMPOSITE, name, Token.NO_ID, offset, variable ? Token.VARIABLE
                : type.encodedLength(),
                        since, type.meta().deprecatedSince())
                .withText("", "", "", semantic(type, use), type.meta().description())
                .withOrigin(reference, type.packageName());
        tokens.add(token);
        for (Member member : type.members()) {
            Type of = member.type();
            String memberReference = member.ref() ? of.name() : "";
            if (of instanceof ScalarType scalar) {
                int version = Math.max(member.meta().sinceVersion(), field.isPresent() ? since : 0);
                Token encoding = scalar(scalar, member.name(), memberReference, member.offset(), version,
                        scalar.presence(),
                        scalar.constant()).withText(scalar.characterEncoding(), "", "", "", of.meta().description());
                tokens.add(isVariable(type, member) ? sized(encoding, Token.VARIABLE) : encoding);
            } else {
                Use inner = new Use(Math.max(use.sinceVersion(), member.meta().sinceVersion()), use.semanticType());
                compound(of, member.name(), memberReference, member.offset(), inner.sinceVersion(), inner);
            }
        }
        tokens.add(token.withSignal(Signal.END_COMPOSITE));
    }

    private static boolean isVariable(CompositeType type, Member member) {
        return member.name().equals("varData") && type.member("length") != null
                && member.type() instanceof ScalarType scalar && scalar.length() == 0;
    }

    private static Token sized(Token token, int size) {
        return new Token(token.signal(), token.name(), token.id(), token.offset(), size, token.version(),
                token.deprecated(),
                token.primitive(), token.bigEndian(), token.presence(), token.constant(), token.min(), token.max(),
                token.nullValue(), token.characterEncoding(), token.epoch(), token.timeUnit(), token.semanticType(),
                token.description(), token.referencedName(), token.packageName());
    }

    private Token scalar(ScalarType type, String name, String reference, int offset, int version, Presence presence,
            Optional<Literal> constant) {
        PrimitiveType primitive = type.primitive();
        boolean isConstant = presence == Presence.CONSTANT;
        int size = isConstant ? 0 : primitive.size() * type.length();
        Token token = Token.of(Signal.ENCODING, name, Token.NO_ID, offset, size, version, type.meta().deprecatedSince())
                .withType(primitive, bigEndian, presence).withOrigin(reference, type.packageName());
        if (isConstant) {
            byte[] value = constant.map(c -> LiteralBytes.of(c, primitive, type.length(),
                    type.characterEncoding())).orElse(NONE);
            return token.withValues(value, NONE, NONE, NONE);
        }
        return token.withValues(NONE, LiteralBytes.of(type.minValue(), primitive), LiteralBytes.of(type.maxValue(),
                primitive), LiteralBytes.of(type.nullValue(), primitive));
    }

    private void enumeration(EnumType type, String name, String reference, int offset, int version, Use use) {
        Token token = Token.of(Signal.BEGIN_ENUM, name, Token.NO_ID, offset, type.encodedLength(), version,
                        type.meta().deprecatedSince())
                .withType(type.primitive(), bigEndian, Presence.REQUIRED)
                .withValues(NONE, NONE, NONE, LiteralBytes.of(type.effectiveNull(), type.primitive(), 1, ""))
                .withText("", "", "", semantic(type, use), type.meta().description())
                .withOrigin(reference, type.packageName());
        tokens.add(token);
        for (EnumType.ValidValue value : type.values()) {
            tokens.add(value(Signal.VALID_VALUE, value.name(), value.bits(), type.primitive(), value.meta()));
        }
        tokens.add(token.withSignal(Signal.END_ENUM));
    }

    private void set(SetType type, String name, String reference, int offset, int version, Use use) {
        // The reference gives a set no byte order: it stands as little endian, even among big-endian values.
        Token token = Token.of(Signal.BEGIN_SET, name, Token.NO_ID, offset, type.encodedLength(), version,
                        type.meta().deprecatedSince())
                .withType(type.primitive(), false, Presence.REQUIRED)
                .withText("", "", "", semantic(type, use), type.meta().description())
                .withOrigin(reference, type.packageName());
        tokens.add(token);
        for (SetType.Choice choice : type.choices()) {
            tokens.add(value(Signal.CHOICE, choice.name(), choice.bit(), type.primitive(), choice.meta()));
        }
        tokens.add(token.withSignal(Signal.END_SET));
    }

    private Token value(Signal signal, String name, long bits, PrimitiveType primitive, Meta meta) {
        return Token.of(signal, name, Token.NO_ID, 0, 0, meta.sinceVersion(), meta.deprecatedSince())
                .withType(primitive, bigEndian, Presence.REQUIRED)
                .withValues(LiteralBytes.of(Literal.of(bits), primitive, 1, ""), NONE, NONE, NONE)
                .withText("", "", "", "", meta.description());
    }

    private static Token described(Token token, Meta meta) {
        return token.withText("", "", "", meta.semanticType(), meta.description());
    }

    private static String semantic(Type type, Use use) {
        return type.meta().semanticType().isEmpty() ? use.semanticType() : type.meta().semanticType();
    }
}
