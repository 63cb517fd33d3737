// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.codec;

import dev.ashlar.codegen.internal.code.BlockCode;
import dev.ashlar.codegen.internal.code.GroupCode;
import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.naming.FileNames;
import dev.ashlar.codegen.internal.naming.JavaWords;
import dev.ashlar.codegen.internal.naming.MemberNames;
import dev.ashlar.codegen.internal.naming.Scope;
import dev.ashlar.codegen.internal.text.Charsets;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.codegen.internal.type.SetEmitter;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.List;

/// Writes the Java records of messages, groups, composites and sets.
public final class RecordEmitter {
    /// Of a constructor of Java, with `this` for one.
    private static final int MAX_SLOTS = 254;

    private final SchemaCode shared;
    private final ClassBody out = new ClassBody();
    private final List<String> components = new ArrayList<>();
    private final List<String> reads = new ArrayList<>();
    private final List<String> writes = new ArrayList<>();
    private final List<String> readers = new ArrayList<>();

    private RecordEmitter(SchemaCode shared) {
        this.shared = shared;
    }

    public static String message(Message message, SchemaCode shared) {
        BlockCode decoder = GroupCode.root(message, shared, "Decoder");
        BlockCode encoder = GroupCode.root(message, shared, "Encoder");
        String name = shared.names().name(message) + "Dto";
        List<String> taken = new ArrayList<>(decoder.taken());
        FileNames.usedBy(message).stream().map(type -> shared.names().name(type)).filter(n -> n != null)
                .forEach(n -> taken.add(n + "Dto"));
        taken.add(name);
        return new RecordEmitter(shared).block(new Path(decoder, decoder.className(), encoder.className(), taken),
                name,
                Doc.of(message.meta(), "Values of message `" + message.name() + "` of the schema."));
    }

    public static String composite(CompositeType type, SchemaCode shared) {
        String name = shared.names().name(type);
        RecordEmitter emitter = new RecordEmitter(shared);
        MemberNames names = shared.names(type);
        List<MemberSlot> slots = Struct.slotsOf(type);
        for (int i = 0; i < slots.size(); i++) {
            emitter.slot(slots.get(i), new Template().withAll(names.slots().get(i)), name + "Decoder");
        }
        return emitter.write(name + "Dto", name + "Decoder", name + "Encoder",
                Doc.of(type.meta(), "Values of composite `" + type.name() + "` of the schema."), "decoder", false,
                List.of());
    }

    public static String set(SetType type, SchemaCode shared) {
        String name = shared.names().name(type);
        RecordEmitter emitter = new RecordEmitter(shared);
        emitter.writes.add("encoder.clear();");
        for (String choice : SetEmitter.methods(type)) {
            emitter.components.add("boolean " + choice);
            emitter.reads.add("decoder." + choice + "()");
            emitter.writes.add("encoder." + choice + "(" + choice + "());");
        }
        return emitter.write(name + "Dto", name + "Decoder", name + "Encoder",
                Doc.of(type.meta(), "Choices of set `" + type.name() + "` of the schema."), "decoder", false,
                List.of());
    }

    private record Path(BlockCode code, String decoder, String encoder, List<String> taken) {
    }

    private String block(Path path, String name, String doc) {
        BlockCode code = path.code();
        Struct struct = Struct.of(code.block(), code.path());
        for (int i = 0; i < struct.slots().size(); i++) {
            slot(struct.slots().get(i), new Template().withAll(code.names().slots().get(i)), path.decoder());
        }
        List<String> nested = new ArrayList<>();
        List<GroupCode> decoders = GroupCode.of(code, "Decoder", shared.schema().byteOrder());
        List<String> taken = new ArrayList<>(path.taken());
        for (GroupCode g : decoders) {
            Scope scope = Scope.of(taken);
            String entry = JavaWords.type(g.group().name());
            entry = scope.claim(JavaWords.isKnownType(entry) ? entry + "_" : entry);
            taken.add(entry);
            String decoder = path.decoder() + "." + g.t().get("Name") + "Decoder";
            String encoder = path.encoder() + "." + g.t().get("Name") + "Encoder";
            Template t = new Template().withAll(g.t()).with("Entry", entry).with("E", encoder);
            components.add("List<" + entry + "> " + t.get("x"));
            reads.add(t.fill("$Entry.decodeAll(decoder.$x())"));
            writes.add(t.fill("$E ${x}Entries = encoder.$xCount($x().size());\n"
                    + "for ($Entry entry : $x()) {\n    entry.encode(${x}Entries.next());\n}"));
            nested.add(new RecordEmitter(shared).block(new Path(g.code(), decoder, encoder, List.copyOf(taken)), entry,
                    Doc.comment("Values of an entry of group `" + g.group().name() + "`.")));
        }
        for (int i = 0; i < code.block().data().size(); i++) {
            data(code.block().data().get(i), new Template().withAll(code.names().data().get(i)), path.decoder());
        }
        return write(name, path.decoder(), path.encoder(), doc,
                code.isRoot() ? "decoder.sbeRewind()" : "decoder", !code.isRoot(), nested);
    }

    private void slot(MemberSlot slot, Template t, String decoder) {
        if (slot.isConstant()) {
            return;
        }
        t.with("D", decoder);
        switch (slot.type()) {
            case ScalarType type when type.isArray() -> array(type, t);
            case ScalarType type -> scalar(slot, type, t);
            case EnumType type -> add(t, shared.names().name(type), "decoder.$x()", "encoder.$x($x());");
            case SetType type -> nested(t, shared.names().name(type));
            case CompositeType type -> nested(t, shared.names().name(type));
        }
    }

    private void scalar(MemberSlot slot, ScalarType type, Template t) {
        JavaPrimitive primitive = JavaPrimitive.of(type.primitive());
        if (slot.presence() == Presence.OPTIONAL || slot.since() > 0) {
            add(t.with("null", primitive.literal(type.effectiveNull())), primitive.boxed(),
                    "decoder.$xIsNull() ? null : decoder.$x()", "encoder.$x($x() == null ? $null : $x());");
        } else {
            add(t, primitive.java(), "decoder.$x()", "encoder.$x($x());");
        }
    }

    private void array(ScalarType type, Template t) {
        JavaPrimitive primitive = JavaPrimitive.of(type.primitive());
        t.with("T", primitive.java()).with("length", type.length());
        boolean text = type.primitive() == PrimitiveType.CHAR && Charsets.expression(
                type.characterEncoding().isBlank() ? "US-ASCII" : type.characterEncoding()).isPresent();
        if (text) {
            add(t, "String", "decoder.$x()", "encoder.$x($x());");
        } else if (primitive.size() == 1) {
            add(t, "byte[]", "$getX(decoder)", "encoder.$putX($x(), 0, $x().length);");
            readers.add(t.fill("""
                    private static byte[] $getX($D decoder) {
                        byte[] bytes = new byte[$length];
                        decoder.$getX(bytes, 0$last);
                        return bytes;
                    }""".replace("$last", type.primitive() == PrimitiveType.CHAR ? "" : ", $length")));
        } else {
            add(t, primitive.java() + "[]", "$getX(decoder)",
                    "for (int i = 0; i < $length; i++) {\n    encoder.$x(i, $x()[i]);\n}");
            readers.add(t.fill("""
                    private static $T[] $getX($D decoder) {
                        $T[] values = new $T[$length];
                        for (int i = 0; i < $length; i++) {
                            values[i] = decoder.$x(i);
                        }
                        return values;
                    }"""));
        }
    }

    private void nested(Template t, String type) {
        add(t.with("Type", type), type + "Dto", "${Type}Dto.decode(decoder.$x())", "$x().encode(encoder.$x());");
    }

    private void data(VarData data, Template t, String decoder) {
        if (Charsets.expression(data.characterEncoding()).isPresent()) {
            add(t, "String", "decoder.$x()", "encoder.$x($x());");
            return;
        }
        add(t, "byte[]", "$getX(decoder)", "encoder.$putX($x(), 0, $x().length);");
        readers.add(t.with("D", decoder).fill("""
                private static byte[] $getX($D decoder) {
                    byte[] bytes = new byte[decoder.$xLength()];
                    decoder.$getX(bytes, 0, bytes.length);
                    return bytes;
                }"""));
    }

    private void add(Template t, String type, String read, String write) {
        components.add(type + " " + t.get("x"));
        reads.add(t.fill(read));
        writes.add(t.fill(write));
    }

    private void requireSlots(String decoder) {
        int slots = components.stream().mapToInt(c -> c.startsWith("long ") || c.startsWith("double ") ? 2 : 1).sum();
        if (slots > MAX_SLOTS) {
            throw new IllegalArgumentException("too many values for a Java record: values=" + components.size()
                    + ", slots=" + slots + " (a long or double takes two), maxSlots=" + MAX_SLOTS
                    + "; generate without records, or move some values into a composite (" + decoder + ")");
        }
    }

    private String write(String name, String decoder, String encoder, String doc, String start, boolean isGroup,
            List<String> nested) {
        requireSlots(decoder);
        Template t = new Template().with("Name", name).with("D", decoder).with("E", encoder);
        out.open(doc + shared.suppression() + "public record " + name + "("
                + (components.isEmpty() ? "" : "\n        " + String.join(",\n        ", components)) + ") {");
        String rewind = start.equals("decoder") ? "" : "    " + start + ";\n";
        out.member(t.with("rewind", rewind).with("reads", reads.isEmpty() ? ""
                : "\n            " + String.join(",\n            ", reads)).fill("""
                /// Reads all values in schema order.
                public static $Name decode($D decoder) {
                ${rewind}    return new $Name($reads);
                }"""));
        if (isGroup) {
            out.member(t.fill("""
                    private static List<$Name> decodeAll($D group) {
                        List<$Name> entries = new ArrayList<>(Math.min(group.count(), 1024));
                        for ($D entry : group) {
                            entries.add(decode(entry));
                        }
                        return entries;
                    }"""));
        }
        out.member(t.with("writes", String.join("\n", writes).indent(4)).fill("""
                /// Writes all values in schema order to an encoder that has been wrapped.
                public $E encode($E encoder) {
                ${writes}    return encoder;
                }"""));
        readers.forEach(out::member);
        nested.forEach(out::member);
        return out.close().toString();
    }
}
