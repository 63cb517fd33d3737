// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import java.util.List;
import java.util.SplittableRandom;

/// Schemas whose fields and members of composites came with any version, in any order.
record Aged(SplittableRandom random) {
    /// The newest version that added something.
    static final int VERSIONS = 3;

    static Schema of(Schema schema, SplittableRandom random) {
        Aged aged = new Aged(random);
        List<Message> messages = schema.messages().stream().map(m -> new Message(m.id(), m.name(), m.blockLength(),
                aged.fields(m.fields()), aged.groups(m.groups()), m.data(), m.meta())).toList();
        return new Schema(schema.packageName(), schema.id(), VERSIONS, schema.semanticVersion(), schema.description(),
                schema.byteOrder(), schema.header(), messages, schema.types());
    }

    private List<Group> groups(List<Group> groups) {
        return groups.stream().map(g -> new Group(g.id(), g.name(), g.dimension(), g.blockLength(), fields(g.fields()),
                groups(g.groups()), g.data(), g.meta())).toList();
    }

    private List<Field> fields(List<Field> fields) {
        return fields.stream().map(f -> new Field(f.id(), f.name(), f.offset(), type(f.type()), f.presence(),
                f.constant(), f.valueRef(), f.epoch(), f.timeUnit(), since())).toList();
    }

    private Type type(Type type) {
        return type instanceof CompositeType composite ? new CompositeType(composite.name(), composite.packageName(),
                composite.members().stream().map(m -> new Member(m.name(), m.offset(), type(m.type()), m.ref(),
                        since())).toList(), composite.encodedLength(), composite.meta()) : type;
    }

    private Meta since() {
        return new Meta("", "", random.nextInt(VERSIONS + 1), 0);
    }
}
