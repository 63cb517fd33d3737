// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import dev.ashlar.sbe.sbeir.TypeTree.Placed;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Builds a schema from tokens and checks its invariants.
final class SchemaTree {
    private final TokenCursor in;
    private final TypeTree types;
    private final StandardRoles roles;

    /// Fields, groups and data of a block, in this order.
    private record Content(List<Field> fields, List<Group> groups, List<VarData> data) { }

    private SchemaTree(TokenCursor in, boolean bigEndian) {
        this.in = in;
        this.types = new TypeTree(in, bigEndian);
        this.roles = new StandardRoles(in);
    }

    static Schema of(TokenInput.Content content, String file) {
        if (content.id() < 0 || content.version() < 0) {
            throw Fault.BAD_VERSION.in(file, "negative schema id or version: id=" + content.id() + ", version="
                    + content.version());
        }
        TokenCursor in = new TokenCursor(content.tokens(), file, content.version());
        Token encoding = in.find(Signal.ENCODING);
        boolean bigEndian = encoding != null && encoding.bigEndian();
        return new SchemaTree(in, bigEndian).schema(content, bigEndian ? ByteOrder.BIG_ENDIAN
                : ByteOrder.LITTLE_ENDIAN);
    }

    private Schema schema(TokenInput.Content content, ByteOrder order) {
        CompositeType header = (CompositeType) types.composite("").type();
        roles.checkHeader(header, content.id(), content.version());
        List<Message> messages = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Set<Integer> ids = new HashSet<>();
        while (in.hasNext()) {
            Message message = message(header);
            if (!names.add(message.name()) || !ids.add(message.id())) {
                throw in.fault(Fault.DUPLICATE, "two messages share a name or id: name=" + message.name() + ", id="
                        + message.id());
            }
            messages.add(message);
        }
        Schema asWritten = new Schema(content.packageName(), content.id(), content.version(),
                content.semanticVersion(), "",
                order, header, messages, List.of());
        return new TypeMerger().merge(asWritten);
    }

    private Message message(CompositeType header) {
        Token token = in.begin(Signal.BEGIN_MESSAGE);
        Content content = content(token);
        in.end(token);
        roles.checkMessage(header, token.id(), token.size());
        return new Message(token.id(), token.name(), token.size(), content.fields(), content.groups(), content.data(),
                meta(token));
    }

    private Content content(Token block) {
        List<Field> fields = new ArrayList<>();
        List<Group> groups = new ArrayList<>();
        List<VarData> data = new ArrayList<>();
        Set<String> names = new HashSet<>();
        long end = 0;
        while (in.at(Signal.BEGIN_FIELD)) {
            Field field = field((int) end);
            requireNew(names, field.name(), block);
            if (field.presence() != Presence.CONSTANT) {
                if (field.offset() < end) {
                    throw in.fault(Fault.BAD_LAYOUT, "field overlaps the one before it: name=" + field.name()
                            + ", offset="
                            + field.offset() + ", least possible " + end + " (" + block.name() + ")");
                }
                end = field.offset() + (long) field.encodedLength();
            }
            if (end > block.size()) {
                throw in.fault(Fault.BAD_LAYOUT, "block shorter than its fields: blockLength=" + block.size()
                        + ", end=" + end
                        + " (" + block.name() + ")");
            }
            fields.add(field);
        }
        while (in.at(Signal.BEGIN_GROUP)) {
            Group group = group();
            requireNew(names, group.name(), block);
            groups.add(group);
        }
        while (in.at(Signal.BEGIN_VAR_DATA)) {
            VarData datum = data();
            requireNew(names, datum.name(), block);
            data.add(datum);
        }
        if (block.size() < 0) {
            throw in.fault(Fault.BAD_LAYOUT, "negative block length: " + block.size() + " (" + block.name() + ")");
        }
        return new Content(fields, groups, data);
    }

    private void requireNew(Set<String> names, String name, Token block) {
        if (!names.add(name)) {
            throw in.fault(Fault.DUPLICATE, "name is declared twice: " + name + " (" + block.name() + ")");
        }
    }

    private Field field(int end) {
        Token token = in.begin(Signal.BEGIN_FIELD);
        Placed placed = types.type(token.semanticType());
        in.end(token);
        Type type = placed.type();
        boolean constant = token.presence() == Presence.CONSTANT;
        if (!constant) {
            requireOnWire(token, placed);
        }
        String valueRef = constant ? new String(token.constant(), StandardCharsets.UTF_8) : "";
        Optional<Literal> value = constant ? Optional.of(constant(token, type, valueRef)) : Optional.empty();
        return new Field(token.id(), token.name(), constant ? end : token.offset(), type, token.presence(), value,
                valueRef,
                token.epoch(), token.timeUnit(), meta(token, type));
    }

    private void requireOnWire(Token token, Placed placed) {
        if (placed.token().offset() != token.offset()) {
            throw in.fault(Fault.BAD_LAYOUT, "field and its type at different offsets: field=" + token.offset()
                    + ", type="
                    + placed.token().offset() + " (" + token.name() + ")");
        }
        if (placed.type() instanceof ScalarType scalar && (scalar.length() == 0
                || scalar.presence() == Presence.CONSTANT)
                || StandardRoles.isVariable(placed.type())) {
            throw in.fault(Fault.BAD_LAYOUT, "field of a type that has no fixed length on the wire (" + token.name()
                    + ")");
        }
    }

    private Literal constant(Token token, Type type, String valueRef) {
        switch (type) {
            case ScalarType scalar when scalar.constant().isPresent() -> {
                return scalar.constant().get();
            }
            case EnumType enumType when valueRef.startsWith(enumType.name() + ".") -> {
                EnumType.ValidValue value = enumType.value(valueRef.substring(enumType.name().length() + 1));
                if (value != null) {
                    return Literal.of(value.bits());
                }
            }
            default -> {
                // No other type can be constant.
            }
        }
        throw in.fault(Fault.BAD_VALUE, "constant field without a valid value of its type (" + token.name() + ")");
    }

    private Group group() {
        Token token = in.begin(Signal.BEGIN_GROUP);
        CompositeType dimension = (CompositeType) types.composite(token.semanticType()).type();
        roles.checkDimension(dimension, token);
        Content content = content(token);
        in.end(token);
        return new Group(token.id(), token.name(), dimension, token.size(), content.fields(), content.groups(),
                content.data(),
                meta(token));
    }

    private VarData data() {
        Token token = in.begin(Signal.BEGIN_VAR_DATA);
        CompositeType encoding = roles.varData((CompositeType) types.composite(token.semanticType()).type());
        in.end(token);
        return new VarData(token.id(), token.name(), encoding, token.epoch(), token.timeUnit(), meta(token, encoding));
    }

    private static Meta meta(Token token) {
        return new Meta(token.description(), token.semanticType(), token.version(), token.deprecated());
    }

    private static Meta meta(Token token, Type type) {
        return new Meta(token.description(),
                token.semanticType().isEmpty() ? type.meta().semanticType() : token.semanticType(),
                Math.max(token.version(), type.meta().sinceVersion()), token.deprecated());
    }
}
