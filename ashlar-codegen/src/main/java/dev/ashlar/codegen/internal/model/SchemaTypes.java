// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.model;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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

    /// The types that are not only the dimension of a group or the encoding of data.
    public static Set<Type> ofValues(Schema schema) {
        Set<Type> framing = new HashSet<>(dimensions(schema));
        framing.addAll(encodings(schema));
        Set<Type> values = new HashSet<>(Set.of(schema.header()));
        schema.messages().stream().flatMap(message -> Stream.concat(Stream.of(message), groups(message).stream()))
                .forEach(block -> block.fields().forEach(field -> values.add(field.type())));
        Set<Type> all = of(schema);
        for (Type type : all) {
            if (type instanceof CompositeType composite) {
                composite.members().forEach(member -> values.add(member.type()));
            }
        }
        framing.removeAll(values);
        all.removeAll(framing);
        return all;
    }

    /// The dimensions of groups.
    public static Set<CompositeType> dimensions(Schema schema) {
        Set<CompositeType> found = new LinkedHashSet<>();
        schema.messages().forEach(message -> groups(message).forEach(group -> found.add(group.dimension())));
        return found;
    }

    /// The encodings of variable-length data.
    public static Set<CompositeType> encodings(Schema schema) {
        Set<CompositeType> found = new LinkedHashSet<>();
        schema.messages().forEach(message -> addEncodings(message, found));
        return found;
    }

    /// The bits of a set that no choice has.
    public static long unnamedBits(SetType set) {
        long named = set.choices().stream().mapToLong(choice -> 1L << choice.bit()).reduce(0, (a, b) -> a | b);
        return ~named & -1L >>> 64 - 8 * set.primitive().size();
    }

    /// The groups of a block, each before those within it.
    public static List<Group> groups(Block block) {
        return block.groups().stream().flatMap(group -> Stream.concat(Stream.of(group), groups(group).stream()))
                .toList();
    }

    private static void addEncodings(Block block, Set<CompositeType> found) {
        block.groups().forEach(group -> addEncodings(group, found));
        block.data().forEach(data -> found.add(data.encoding()));
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
