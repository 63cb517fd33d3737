// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.random;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// The next version of a schema, grown as the standard allows: fields at the end of blocks, groups and data at the end
/// of messages. Readers of either version read messages of the other.
public final class NewerSchema {
    private final SplittableRandom random;
    private final int version;
    private final CompositeType dimension;
    private final CompositeType encoding;
    private int id;

    private NewerSchema(Schema older, SplittableRandom random) {
        this.random = random;
        this.version = older.version() + 1;
        this.id = 50_000 + 100 * version;
        this.dimension = RandomTypes.packed("NewDimension" + version, List.of(
                RandomSchema.whole("blockLength", PrimitiveType.UINT16, Optional.empty()),
                RandomSchema.whole("numInGroup", PrimitiveType.UINT8, Optional.empty())));
        this.encoding = new CompositeType("NewData" + version, "", RandomTypes.packed("", List.of(
                RandomSchema.whole("length", PrimitiveType.UINT16, Optional.empty()),
                new ScalarType("varData", "", PrimitiveType.UINT8, 0, Presence.REQUIRED, Optional.empty(),
                Optional.empty(),
                        Optional.empty(), Optional.empty(), "UTF-8", Meta.NONE))).members(), 2, Meta.NONE);
    }

    public static Schema of(Schema older, SplittableRandom random) {
        return new NewerSchema(older, random).newer(older);
    }

    private Schema newer(Schema older) {
        List<Type> types = new ArrayList<>(older.types());
        types.add(dimension);
        types.add(encoding);
        return new Schema(older.packageName(), older.id(), version, older.semanticVersion(), older.description(),
                older.byteOrder(), older.header(), older.messages().stream().map(this::newer).toList(), types);
    }

    private Message newer(Message older) {
        List<Field> fields = fields(older);
        List<Group> groups = groups(older);
        List<VarData> data = new ArrayList<>(older.data());
        // A group before data of the older version would stand where an older reader looks for that data.
        if (data.isEmpty() && random.nextBoolean()) {
            Field field = new Field(++id, "n1", 0, ScalarType.of(PrimitiveType.UINT32), Presence.OPTIONAL,
                    Optional.empty(), "",
                    "", "", since());
            groups.add(new Group(++id, "newGroup" + version, dimension, 4, List.of(field), List.of(), List.of(),
                    since()));
        }
        if (random.nextBoolean()) {
            data.add(new VarData(++id, "newData" + version, encoding, "", "", since()));
        }
        return new Message(older.id(), older.name(), end(fields, older.blockLength()), fields, groups, data,
                older.meta());
    }

    private List<Group> groups(Block older) {
        List<Group> groups = new ArrayList<>();
        for (Group group : older.groups()) {
            List<Field> fields = fields(group);
            groups.add(new Group(group.id(), group.name(), group.dimension(), end(fields, group.blockLength()), fields,
                    groups(group), group.data(), group.meta()));
        }
        return groups;
    }

    private Meta since() {
        return new Meta("", "", version, 0);
    }

    private static int end(List<Field> fields, int atLeast) {
        int end = atLeast;
        for (Field field : fields) {
            end = field.presence() == Presence.CONSTANT ? end : Math.max(end, field.offset() + field.encodedLength());
        }
        return end;
    }

    private List<Field> fields(Block older) {
        List<Field> fields = new ArrayList<>(older.fields());
        int end = older.blockLength();
        for (int i = 0, n = random.nextInt(3); i < n; i++) {
            PrimitiveType[] all = PrimitiveType.values();
            ScalarType type = ScalarType.of(all[random.nextInt(all.length)]);
            Presence presence = random.nextBoolean() ? Presence.OPTIONAL : Presence.REQUIRED;
            fields.add(new Field(++id, "n" + version + "x" + i, end, type, presence, Optional.<Literal>empty(), "", "",
                    "", since()));
            end += type.encodedLength();
        }
        return fields;
    }
}
