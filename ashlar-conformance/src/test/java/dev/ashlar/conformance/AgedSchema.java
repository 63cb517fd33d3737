// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// A schema whose fields and members of composites came with any of its versions, in no sensible order.
final class AgedSchema {
    static final int VERSION = 3;

    private final SplittableRandom random;
    private final Map<Type, Type> types = new IdentityHashMap<>();

    private AgedSchema(SplittableRandom random) {
        this.random = random;
    }

    static Schema of(Schema schema, SplittableRandom random) {
        AgedSchema aged = new AgedSchema(random);
        // Header, dimensions and data are read whatever the version.
        aged.keep(schema.header());
        schema.messages().forEach(aged::keep);
        return new Schema(schema.packageName(), schema.id(), VERSION, schema.semanticVersion(), schema.description(),
                schema.byteOrder(), schema.header(), schema.messages().stream().map(aged::message).toList(),
                schema.types().stream().map(aged::type).toList());
    }

    private void keep(Block block) {
        block.groups().forEach(g -> {
            keep(g.dimension());
            keep(g);
        });
        block.data().forEach(d -> keep(d.encoding()));
    }

    private void keep(Type type) {
        types.put(type, type);
    }

    private Message message(Message message) {
        return new Message(message.id(), message.name(), message.blockLength(), fields(message), groups(message),
                message.data(), message.meta());
    }

    private List<Group> groups(Block block) {
        return block.groups().stream().map(g -> new Group(g.id(), g.name(), g.dimension(), g.blockLength(), fields(g),
                groups(g), g.data(), g.meta())).toList();
    }

    private List<Field> fields(Block block) {
        return block.fields().stream().map(f -> new Field(f.id(), f.name(), f.offset(), type(f.type()), f.presence(),
                f.constant(), f.valueRef(), f.epoch(), f.timeUnit(), since())).toList();
    }

    private Type type(Type type) {
        if (!(type instanceof CompositeType composite)) {
            return type;
        }
        Type known = types.get(type);
        if (known == null) {
            known = new CompositeType(composite.name(), composite.packageName(), composite.members().stream()
                    .map(m -> new Member(m.name(), m.offset(), type(m.type()), m.ref(), since())).toList(),
                    composite.encodedLength(), composite.meta());
            types.put(type, known);
        }
        return known;
    }

    private Meta since() {
        return new Meta("", "", random.nextBoolean() ? 0 : random.nextInt(VERSION + 1), 0);
    }
}
