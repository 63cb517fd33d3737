// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The same schema as far as the reference's Java generator is able to. It needs other names for
///
/// - groups inside a group of the same name, and composites inside a composite of the same name: the end of the inner
///   one counts as that of the outer one;
/// - types declared inside two composites under the same name: they would be one class;
///
/// its code puts data right behind its length whatever the offset of `varData`; and it takes block lengths, template
/// ids and versions for `int`, so that they must not be `uint32` in the header.
final class ForReference {
    private final Map<Type, Type> renamed = new HashMap<>();
    private int count;

    private ForReference() {
    }

    static Schema of(Schema schema) {
        return new ForReference().schema(schema);
    }

    private Schema schema(Schema schema) {
        CompositeType header = header(schema.header());
        renamed.put(schema.header(), header);
        return new Schema(schema.packageName(), schema.id(), schema.version(), schema.semanticVersion(),
                schema.description(), schema.byteOrder(), header,
                schema.messages().stream().map(this::message).toList(),
                schema.types().stream().map(this::type).toList());
    }

    /// With block length, template id and version in two bytes, and a gap behind them where there were four.
    private static CompositeType header(CompositeType header) {
        List<Member> members = header.members().stream().map(m -> {
            ScalarType type = (ScalarType) m.type();
            boolean narrow = !m.name().equals("schemaId") && !m.name().equals("sequence");
            return narrow ? new Member(m.name(), m.offset(), new ScalarType(type.name(), "", PrimitiveType.UINT16, 1,
                    type.presence(), type.nullValue(), type.minValue(), type.maxValue(), type.constant(), "",
                    type.meta()),
                    m.ref(), m.meta()) : m;
        }).toList();
        Member last = members.getLast();
        return new CompositeType(header.name(), "", members, last.offset() + last.encodedLength(), header.meta());
    }

    private Message message(Message m) {
        return new Message(m.id(), m.name(), m.blockLength(), fields(m.fields()), groups(m.groups()), data(m.data()),
                m.meta());
    }

    private List<Group> groups(List<Group> groups) {
        return groups.stream().map(g -> new Group(g.id(), g.name() + "x" + g.id(), (CompositeType) type(g.dimension()),
                g.blockLength(), fields(g.fields()), groups(g.groups()), data(g.data()), g.meta())).toList();
    }

    private List<VarData> data(List<VarData> data) {
        return data.stream().map(d -> new VarData(d.id(), d.name(), (CompositeType) type(d.encoding()), d.epoch(),
                d.timeUnit(), d.meta())).toList();
    }

    private List<Field> fields(List<Field> fields) {
        return fields.stream().map(f -> new Field(f.id(), f.name(), f.offset(), type(f.type()), f.presence(),
                f.constant(), f.valueRef(), f.epoch(), f.timeUnit(), f.meta())).toList();
    }

    private Type type(Type type) {
        if (!(type instanceof CompositeType composite)) {
            return type;
        }
        Type known = renamed.get(type);
        if (known == null) {
            List<Member> members = new ArrayList<>();
            composite.members().forEach(m -> members.add(member(m)));
            int length = composite.encodedLength();
            if (composite.member("varData") != null) {
                Member data = members.removeLast();
                length = members.getLast().encodedLength();
                members.add(new Member(data.name(), length, data.type(), data.ref(), data.meta()));
            }
            known = new CompositeType(composite.name(), composite.packageName(), members, length, composite.meta());
            renamed.put(type, known);
        }
        return known;
    }

    private Member member(Member member) {
        if (member.type() instanceof ScalarType) {
            return member;
        }
        String name = "t" + ++count + member.name();
        if (member.ref()) {
            return new Member(name, member.offset(), type(member.type()), true, member.meta());
        }
        Type inner = switch (type(member.type())) {
            case EnumType e -> new EnumType(name, e.packageName(), e.primitive(), e.nullValue(), e.values(), e.meta());
            case SetType s -> new SetType(name, s.packageName(), s.primitive(), s.choices(), s.meta());
            case CompositeType c -> new CompositeType(name, c.packageName(), c.members(), c.encodedLength(), c.meta());
            case ScalarType s -> throw new AssertionError(s);
        };
        return new Member(name, member.offset(), inner, false, member.meta());
    }
}
