// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.code;

import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.codegen.internal.layout.JavaPrimitive;
import dev.ashlar.codegen.internal.layout.MemberSlot;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.naming.FileNames;
import dev.ashlar.codegen.internal.naming.MemberNames;
import dev.ashlar.codegen.internal.text.ClassBody;
import dev.ashlar.codegen.internal.text.Strings;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import java.nio.ByteOrder;
import java.util.List;

/// State that the emitters of one schema share: its names, the options, and members that many classes have.
public final class SchemaCode {
    private final Schema schema;
    private final JavaOptions options;
    private final FileNames names;
    private final boolean hasDeprecated;

    public SchemaCode(Schema schema, JavaOptions options) {
        this.schema = schema;
        this.options = options;
        this.names = new FileNames(schema, options);
        this.hasDeprecated = hasDeprecated();
    }

    public Schema schema() {
        return schema;
    }

    public JavaOptions options() {
        return options;
    }

    public FileNames names() {
        return names;
    }

    /// The names of a composite's members.
    public MemberNames names(CompositeType type) {
        return MemberNames.of(MemberNames.Kind.COMPOSITE, Struct.slotsOf(type), List.of(), List.of());
    }

    /// The declaration of a value's handle; empty for those that are read through flyweights.
    public String handle(MemberSlot slot, int blockLength, String name) {
        JavaPrimitive primitive = switch (slot.type()) {
            case ScalarType scalar -> JavaPrimitive.of(scalar.primitive());
            case EnumType type -> JavaPrimitive.of(type.primitive());
            case SetType type -> null;
            case CompositeType type -> null;
        };
        if (primitive == null) {
            return "";
        }
        boolean isArray = slot.type() instanceof ScalarType scalar && scalar.isArray();
        return "private static final VarHandle " + name + " = FieldHandles.of" + primitive.name() + "(BYTE_ORDER, "
                + (isArray ? primitive.size() + ", 0);" : blockLength + ", " + slot.offset() + ");");
    }

    /// The annotation against warnings about deprecated parts of the schema, which generated code must name.
    public String suppression() {
        return hasDeprecated ? "@SuppressWarnings(\"deprecation\")\n" : "";
    }

    /// Constants that identify the schema of a codec.
    public void schemaConstants(ClassBody out) {
        out.lines(new Template().with("id", schema.id()).with("version", schema.version())
                .with("semanticVersion", Strings.literal(schema.semanticVersion()))
                .with("order", schema.byteOrder() == ByteOrder.BIG_ENDIAN ? "BIG_ENDIAN" : "LITTLE_ENDIAN").fill("""
                public static final int SCHEMA_ID = $id;
                public static final int SCHEMA_VERSION = $version;
                public static final String SEMANTIC_VERSION = $semanticVersion;
                public static final ByteOrder BYTE_ORDER = ByteOrder.$order;"""));
    }

    /// Methods that codecs of composites and sets have.
    public void structApi(ClassBody out, String className, int length) {
        Template t = new Template().with("C", className).with("length", length);
        out.member(t.fill("""
                /// @throws IndexOutOfBoundsException if it does not fit into the memory; the flyweight is unchanged
                public $C wrap(MemorySegment memory, long offset) {
                    move(memory, offset, $length);
                    return this;
                }"""));
        structInfo(out);
    }

    /// Methods that codecs of composites and sets have, `wrap` excepted.
    public void structInfo(ClassBody out) {
        out.member("""
                public MemorySegment memory() {
                    return memory;
                }""");
        out.member("""
                public long offset() {
                    return offset;
                }""");
        out.member("""
                public int encodedLength() {
                    return ENCODED_LENGTH;
                }""");
        out.member("""
                public int sbeSchemaId() {
                    return SCHEMA_ID;
                }""");
        out.member("""
                public int sbeSchemaVersion() {
                    return SCHEMA_VERSION;
                }""");
    }

    private boolean hasDeprecated() {
        return names.types().stream().anyMatch(type -> type.meta().isDeprecated()
                || (type instanceof EnumType e && e.values().stream().anyMatch(v -> v.meta().isDeprecated()))
                || (type instanceof SetType s && s.choices().stream().anyMatch(c -> c.meta().isDeprecated()))
                || (type instanceof CompositeType c && c.members().stream().anyMatch(m -> m.meta().isDeprecated())))
                || schema.messages().stream().anyMatch(SchemaCode::hasDeprecated);
    }

    private static boolean hasDeprecated(Block block) {
        return block.meta().isDeprecated() || block.fields().stream().anyMatch(f -> f.meta().isDeprecated())
                || block.data().stream().anyMatch(d -> d.meta().isDeprecated())
                || block.groups().stream().anyMatch(SchemaCode::hasDeprecated);
    }
}
