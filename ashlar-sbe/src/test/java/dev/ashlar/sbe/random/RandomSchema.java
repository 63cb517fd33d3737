// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.random;

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
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// A random schema, as the parser would make it of [SchemaXml#of(Schema)].
///
/// It has what schemas in the wild have: arrays, custom nulls and bounds, constants of every kind, gaps, padding,
/// nested composites and groups, refs, both byte orders, headers and dimensions of every width with members beyond the
/// standard's.
public final class RandomSchema {
    private static final int MAX_GROUP_DEPTH = 3;
    private static final PrimitiveType[] COUNTS = {PrimitiveType.UINT8, PrimitiveType.UINT16, PrimitiveType.UINT32};
    private static final String[] ODD_NAMES = {"id", "version", "template", "time_"};

    private final SplittableRandom random;
    private final boolean plainDimensions;
    private final RandomTypes types;
    private int id;

    private RandomSchema(SplittableRandom random, boolean plainDimensions, boolean wideEnums) {
        this.random = random;
        this.plainDimensions = plainDimensions;
        this.types = new RandomTypes(random, wideEnums);
    }

    /// Any valid schema.
    public static Schema any(SplittableRandom random) {
        return new RandomSchema(random, false, false).schema();
    }

    /// Any valid schema, and enums over types that the reference refuses.
    public static Schema beyondReference(SplittableRandom random) {
        return new RandomSchema(random, false, true).schema();
    }

    /// A schema whose group dimensions and data lengths the reference's on-the-fly decoder finds: it reads them by
    /// position, not by name.
    public static Schema forReference(SplittableRandom random) {
        return new RandomSchema(random, true, false).schema();
    }

    private Schema schema() {
        CompositeType header = header();
        types.add(header);
        CompositeType[] dimensions = {dimension(), dimension()};
        CompositeType[] encodings = {encoding(), encoding(), encoding()};
        for (CompositeType dimension : dimensions) {
            types.add(dimension);
        }
        List<Type> fieldTypes = new ArrayList<>();
        for (int i = 0, n = 3 + random.nextInt(8); i < n; i++) {
            // Not before: a reference from a composite to a dimension or to data would be odd even for this class.
            fieldTypes.add(types.make());
        }
        for (CompositeType encoding : encodings) {
            types.add(encoding);
        }
        List<Message> messages = new ArrayList<>();
        for (int i = 0, n = 1 + random.nextInt(4); i < n; i++) {
            Content content = content(fieldTypes, dimensions, encodings, 0);
            messages.add(new Message(i * 7 + random.nextInt(7) + 1, "Message" + i, content.blockLength(),
                    content.fields(),
                    content.groups(), content.data(), Meta.NONE));
        }
        return new Schema("dev.ashlar.random", 1 + random.nextInt(200), random.nextInt(3), random.nextBoolean() ? "5.2"
                : "",
                random.nextBoolean() ? "random" : "", random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN
                : ByteOrder.BIG_ENDIAN,
                header, messages, types.named());
    }

    private CompositeType header() {
        List<ScalarType> members = new ArrayList<>();
        for (String name : new String[] {"blockLength", "templateId", "schemaId", "version"}) {
            members.add(whole(name, random.nextInt(3) == 0 ? PrimitiveType.UINT32 : PrimitiveType.UINT16,
                    Optional.empty()));
        }
        if (random.nextInt(3) == 0) {
            members.add(random.nextInt(5), whole("sequence", PrimitiveType.UINT32, Optional.empty()));
        }
        if (random.nextInt(3) == 0) {
            members.add(0, members.remove(random.nextInt(members.size())));
        }
        return spaced(random.nextInt(3) == 0 ? "OtherHeader" : "messageHeader", members);
    }

    private CompositeType dimension() {
        List<ScalarType> members = new ArrayList<>();
        // A u8 block length would have to be checked against the blocks made.
        members.add(whole("blockLength", PrimitiveType.UINT16, Optional.empty()));
        PrimitiveType count = types.pick(COUNTS);
        members.add(counted("numInGroup", count,
                count == PrimitiveType.UINT32 ? Optional.of(Literal.of(Integer.MAX_VALUE)) : Optional.empty()));
        if (random.nextInt(4) == 0) {
            members.add(whole("numGroups", PrimitiveType.UINT16, Optional.empty()));
        }
        if (!plainDimensions && random.nextInt(3) == 0) {
            members.add(0, members.remove(random.nextInt(members.size())));
        }
        return spaced(types.name("Dimension"), members);
    }

    /// Members with a gap somewhere, perhaps.
    private CompositeType spaced(String name, List<ScalarType> types) {
        List<Member> members = new ArrayList<>();
        int end = 0;
        for (ScalarType type : types) {
            int offset = end + (random.nextInt(6) == 0 ? 1 + random.nextInt(4) : 0);
            members.add(new Member(type.name(), offset, type, false, type.meta()));
            end = offset + type.encodedLength();
        }
        return new CompositeType(name, "", members, end, Meta.NONE);
    }

    private CompositeType encoding() {
        PrimitiveType length = types.pick(COUNTS);
        String charset = types.pick(new String[] {"", "UTF-8", "US-ASCII", "UTF-16LE"});
        ScalarType data = new ScalarType("varData", "", PrimitiveType.UINT8, 0, Presence.REQUIRED, Optional.empty(),
                Optional.empty(), Optional.empty(), Optional.empty(), charset, Meta.NONE);
        ScalarType lengthType = counted("length", length,
                length == PrimitiveType.UINT32 ? Optional.of(Literal.of(1 << 20)) : Optional.empty());
        int gap = random.nextInt(6) == 0 ? 2 : 0;
        return new CompositeType(types.name("Data"), "", List.of(new Member("length", 0, lengthType, false, Meta.NONE),
                new Member("varData", length.size() + gap, data, false, Meta.NONE)), length.size() + gap, Meta.NONE);
    }

    static ScalarType whole(String name, PrimitiveType primitive, Optional<Literal> max) {
        return bounded(name, primitive, Optional.empty(), max);
    }

    /// A count or length, of which few are allowed, perhaps.
    private ScalarType counted(String name, PrimitiveType primitive, Optional<Literal> max) {
        Optional<Literal> least = random.nextInt(8) == 0 ? Optional.of(Literal.of(1)) : Optional.empty();
        Optional<Literal> few = Optional.of(Literal.of(2 + random.nextInt(40)));
        return bounded(name, primitive, least, random.nextInt(4) == 0 ? few : max);
    }

    private static ScalarType bounded(String name, PrimitiveType primitive, Optional<Literal> min,
            Optional<Literal> max) {
        return new ScalarType(name, "", primitive, 1, Presence.REQUIRED, Optional.empty(), min, max, Optional.empty(),
                "", Meta.NONE);
    }

    private record Content(int blockLength, List<Field> fields, List<Group> groups, List<VarData> data) { }

    private Content content(List<Type> fieldTypes, CompositeType[] dimensions, CompositeType[] encodings, int depth) {
        List<Field> fields = new ArrayList<>();
        int end = 0;
        for (int i = 0, n = random.nextInt(7); i < n; i++) {
            String name = depth == 0 && i < ODD_NAMES.length && random.nextInt(8) == 0 ? ODD_NAMES[i] : "f" + i;
            Field field = field(name, end, fieldTypes);
            fields.add(field);
            end = field.presence() == Presence.CONSTANT ? end : field.offset() + field.encodedLength();
        }
        int blockLength = end + (end > 0 && random.nextInt(4) == 0 ? random.nextInt(9) : 0);
        List<Group> groups = new ArrayList<>();
        for (int i = 0, n = depth < MAX_GROUP_DEPTH ? random.nextInt(3) : 0; i < n; i++) {
            Content inner = content(fieldTypes, dimensions, encodings, depth + 1);
            groups.add(new Group(++id, "g" + i, types.pick(dimensions), inner.blockLength(), inner.fields(),
                    inner.groups(),
                    inner.data(), Meta.NONE));
        }
        List<VarData> data = new ArrayList<>();
        for (int i = 0, n = random.nextInt(3); i < n; i++) {
            data.add(new VarData(++id, "d" + i, types.pick(encodings), "", "", Meta.NONE));
        }
        return new Content(blockLength, fields, groups, data);
    }

    private Field field(String name, int end, List<Type> fieldTypes) {
        Type type = random.nextInt(3) == 0 ? ScalarType.of(types.pick(PrimitiveType.values()))
                : fieldTypes.get(random.nextInt(fieldTypes.size()));
        int offset = end + (random.nextInt(6) == 0 ? random.nextInt(4) : 0);
        Presence ofType = type instanceof ScalarType scalar ? scalar.presence() : Presence.REQUIRED;
        Presence presence = ofType == Presence.REQUIRED && random.nextInt(3) == 0 ? Presence.OPTIONAL : ofType;
        Optional<Literal> constant = type instanceof ScalarType scalar ? scalar.constant() : Optional.empty();
        String valueRef = "";
        if (type instanceof EnumType enumType && random.nextInt(5) == 0) {
            EnumType.ValidValue value = enumType.values().get(random.nextInt(enumType.values().size()));
            presence = Presence.CONSTANT;
            constant = Optional.of(Literal.of(value.bits()));
            valueRef = enumType.name() + "." + value.name();
        }
        return new Field(++id, name, presence == Presence.CONSTANT ? end : offset, type, presence, constant, valueRef,
                "", random.nextInt(5) == 0 ? "nanosecond" : "", Meta.NONE);
    }
}
