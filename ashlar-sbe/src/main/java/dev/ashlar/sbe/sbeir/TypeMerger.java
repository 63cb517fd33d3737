// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.sbeir;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Merges the copies of a type into one type: a serialised schema has a copy at each use.
///
/// A copy carries the version and semantic type of its use where they exceed its own, so copies of a type differ only
/// in these: the merged type gets the lowest version of all copies, member by member, and the semantic type of any copy
/// that has one.
final class TypeMerger {
    private final Map<Type, Type> byShape = new HashMap<>();

    Schema merge(Schema schema) {
        visit(schema);
        CompositeType header = (CompositeType) merged(schema.header());
        List<Message> messages = schema.messages().stream()
                .map(m -> new Message(m.id(), m.name(), m.blockLength(), fields(m.fields()), groups(m.groups()),
                data(m.data()),
                        m.meta()))
                .toList();
        Map<String, Type> named = new LinkedHashMap<>();
        collect(header, true, named);
        messages.forEach(m -> collect(m.fields(), m.groups(), m.data(), named));
        return new Schema(schema.packageName(), schema.id(), schema.version(), schema.semanticVersion(),
                schema.description(),
                schema.byteOrder(), header, messages, new ArrayList<>(named.values()));
    }

    private void visit(Schema schema) {
        learn(schema.header());
        schema.messages().forEach(m -> visit(m.fields(), m.groups(), m.data()));
    }

    private void visit(List<Field> fields, List<Group> groups, List<VarData> data) {
        fields.forEach(f -> learn(f.type()));
        for (Group group : groups) {
            learn(group.dimension());
            visit(group.fields(), group.groups(), group.data());
        }
        data.forEach(d -> learn(d.encoding()));
    }

    private void learn(Type type) {
        byShape.merge(shape(type), type, TypeMerger::least);
    }

    private Type merged(Type type) {
        return byShape.get(shape(type));
    }

    private List<Field> fields(List<Field> fields) {
        return fields.stream()
                .map(f -> new Field(f.id(), f.name(), f.offset(), merged(f.type()), f.presence(), f.constant(),
                f.valueRef(),
                        f.epoch(), f.timeUnit(), f.meta()))
                .toList();
    }

    private List<Group> groups(List<Group> groups) {
        return groups.stream()
                .map(g -> new Group(g.id(), g.name(), (CompositeType) merged(g.dimension()), g.blockLength(),
                fields(g.fields()),
                        groups(g.groups()), data(g.data()), g.meta()))
                .toList();
    }

    private List<VarData> data(List<VarData> data) {
        return data.stream()
                .map(d -> new VarData(d.id(), d.name(), (CompositeType) merged(d.encoding()), d.epoch(), d.timeUnit(),
                d.meta()))
                .toList();
    }

    /// The type without what its use may have added.
    private static Type shape(Type type) {
        return rebuilt(type, m -> new Meta(m.description(), "", 0, m.deprecatedSince()));
    }

    private interface MetaChange {
        Meta of(Meta meta);
    }

    private static Type rebuilt(Type type, MetaChange change) {
        Meta meta = change.of(type.meta());
        return switch (type) {
            case ScalarType t -> new ScalarType(t.name(), t.packageName(), t.primitive(), t.length(), t.presence(),
                    t.nullValue(),
                    t.minValue(), t.maxValue(), t.constant(), t.characterEncoding(), meta);
            case EnumType t -> new EnumType(t.name(), t.packageName(), t.primitive(), t.nullValue(), t.values(), meta);
            case SetType t -> new SetType(t.name(), t.packageName(), t.primitive(), t.choices(), meta);
            case CompositeType t -> new CompositeType(t.name(), t.packageName(), t.members().stream()
                    .map(m -> new Member(m.name(), m.offset(), rebuilt(m.type(), change), m.ref(), change.of(m.meta())))
                    .toList(), t.encodedLength(), meta);
        };
    }

    /// Merges two types of the same shape.
    private static Type least(Type a, Type b) {
        Meta meta = least(a.meta(), b.meta());
        if (!(a instanceof CompositeType left) || !(b instanceof CompositeType right)) {
            return rebuilt(a, _ -> meta);
        }
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < left.members().size(); i++) {
            Member first = left.members().get(i);
            Member second = right.members().get(i);
            members.add(new Member(first.name(), first.offset(), least(first.type(), second.type()), first.ref(),
                    least(first.meta(), second.meta())));
        }
        return new CompositeType(left.name(), left.packageName(), members, left.encodedLength(), meta);
    }

    private static Meta least(Meta a, Meta b) {
        return new Meta(a.description(), a.semanticType().isEmpty() ? b.semanticType() : a.semanticType(),
                Math.min(a.sinceVersion(), b.sinceVersion()), a.deprecatedSince());
    }

    private static void collect(List<Field> fields, List<Group> groups, List<VarData> data, Map<String, Type> named) {
        fields.forEach(f -> collect(f.type(), true, named));
        for (Group group : groups) {
            collect(group.dimension(), true, named);
            collect(group.fields(), group.groups(), group.data(), named);
        }
        data.forEach(d -> collect(d.encoding(), true, named));
    }

    /// Adds the types that have names of their own: those of fields, and of members that refer to one.
    private static void collect(Type type, boolean isNamed, Map<String, Type> named) {
        if (type instanceof CompositeType composite) {
            composite.members().forEach(m -> collect(m.type(), m.ref(), named));
        }
        boolean builtIn = type instanceof ScalarType
                && Optional.ofNullable(PrimitiveType.find(type.name())).isPresent();
        if (isNamed && !builtIn) {
            named.putIfAbsent(type.name(), type);
        }
    }
}
