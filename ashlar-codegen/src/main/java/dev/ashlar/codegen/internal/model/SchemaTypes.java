// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import java.util.LinkedHashSet;
import java.util.Set;

/// The composites, enums and sets of a schema, each before those that have it as a member.
public final class SchemaTypes {
    private SchemaTypes() {
    }

    public static Set<Type> of(Schema schema) {
        Set<Type> all = new LinkedHashSet<>();
        add(schema.header(), all);
        schema.types().forEach(type -> add(type, all));
        schema.messages().forEach(message -> addUsed(message, all));
        return all;
    }

    private static void addUsed(Block block, Set<Type> all) {
        block.fields().forEach(field -> add(field.type(), all));
        for (Group group : block.groups()) {
            add(group.dimension(), all);
            addUsed(group, all);
        }
        block.data().forEach(data -> add(data.encoding(), all));
    }

    private static void add(Type type, Set<Type> all) {
        if (type instanceof CompositeType composite) {
            for (Member member : composite.members()) {
                add(member.type(), all);
            }
        }
        if (!(type instanceof ScalarType)) {
            all.add(type);
        }
    }
}
