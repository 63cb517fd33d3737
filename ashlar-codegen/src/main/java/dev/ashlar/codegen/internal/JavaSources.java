// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// All source files of one schema, and what their emitters share.
public final class JavaSources {
    private final Schema schema;
    private final JavaOptions options;
    private final FileNames names;
    private final boolean hasDeprecated;
    private final List<GeneratedFile> files = new ArrayList<>();

    private JavaSources(Schema schema, JavaOptions options) {
        this.schema = schema;
        this.options = options;
        this.names = new FileNames(schema, options);
        this.hasDeprecated = hasDeprecated();
    }

    /// The files in a fixed order: types, messages, package descriptions.
    public static List<GeneratedFile> of(Schema schema, JavaOptions options) {
        return new JavaSources(schema, options).all();
    }

    Schema schema() {
        return schema;
    }

    JavaOptions options() {
        return options;
    }

    FileNames names() {
        return names;
    }

    /// The names of a composite's members.
    Names names(CompositeType type) {
        return Names.of(Names.Kind.COMPOSITE, Struct.slotsOf(type), List.of(), List.of());
    }

    /// The declaration of a value's handle; empty for those that are read through flyweights.
    String handle(Slot slot, int blockLength, String name) {
        Primitive primitive = switch (slot.type()) {
            case ScalarType scalar -> Primitive.of(scalar.primitive());
            case EnumType type -> Primitive.of(type.primitive());
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

    /// What silences warnings about deprecated parts of the schema inside generated code, which must name them.
    String suppression() {
        return hasDeprecated ? "@SuppressWarnings(\"deprecation\")\n" : "";
    }

    /// Constants that tell which schema a codec is for.
    void schemaConstants(Source out) {
        out.lines(new Template().with("id", schema.id()).with("version", schema.version())
                .with("semanticVersion", Strings.literal(schema.semanticVersion()))
                .with("order", schema.byteOrder() == ByteOrder.BIG_ENDIAN ? "BIG_ENDIAN" : "LITTLE_ENDIAN").fill("""
                public static final int SCHEMA_ID = $id;
                public static final int SCHEMA_VERSION = $version;
                public static final String SEMANTIC_VERSION = $semanticVersion;
                public static final ByteOrder BYTE_ORDER = ByteOrder.$order;"""));
    }

    /// Methods that codecs of composites and sets have.
    void structApi(Source out, String className) {
        Template t = new Template().with("C", className).with("keepMemory", Access.keepMemory().indent(4));
        out.member(t.fill("""
                public $C wrap(MemorySegment memory, long offset) {
                ${keepMemory}    this.offset = offset;
                    return this;
                }"""));
        structInfo(out);
    }

    /// Methods that codecs of composites and sets have, `wrap` excepted.
    void structInfo(Source out) {
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

    private List<GeneratedFile> all() {
        for (Type type : names.types()) {
            String name = names.name(type);
            String packageName = names.packageOf(type);
            switch (type) {
                case EnumType e -> add(packageName, name, EnumEmitter.emit(e, name), List.of());
                case SetType s -> {
                    SetEmitter emitter = new SetEmitter(s, this);
                    add(packageName, name + "Encoder", emitter.encoder(this), List.of());
                    add(packageName, name + "Decoder", emitter.decoder(this), List.of());
                    if (options.records()) {
                        add(packageName, name + "Dto", RecordEmitter.set(s, this), List.of());
                    }
                }
                case CompositeType c -> {
                    List<Type> used = c.members().stream().map(Member::type).toList();
                    add(packageName, name + "Encoder", CompositeEmitter.encoder(c, this), used);
                    add(packageName, name + "Decoder", HeaderDecoderEmitter.applies(c, this)
                            ? HeaderDecoderEmitter.emit(c, this) : CompositeEmitter.decoder(c, this), used);
                    if (options.records() && c.members().stream().noneMatch(m -> Struct.isVariable(m.type()))) {
                        add(packageName, name + "Dto", RecordEmitter.composite(c, this), used);
                    }
                }
                case ScalarType s -> throw new IllegalStateException("scalar types have no files: " + s.name());
            }
        }
        for (Message message : schema.messages()) {
            List<Type> used = new ArrayList<>(FileNames.usedBy(message));
            used.add(schema.header());
            String name = names.name(message);
            add(names.messagePackage(), name + "Encoder", MessageEmitter.encoder(message, this), used);
            add(names.messagePackage(), name + "Decoder", MessageEmitter.decoder(message, this), used);
            if (options.records()) {
                add(names.messagePackage(), name + "Dto", RecordEmitter.message(message, this), used);
            }
        }
        packageInfos();
        return List.copyOf(files);
    }

    private void add(String packageName, String className, String body, List<Type> used) {
        files.add(new GeneratedFile(folder(packageName) + className + ".java",
                Imports.header(packageName, body, used, names) + body));
    }

    private void packageInfos() {
        Set<String> packages = new LinkedHashSet<>();
        packages.add(names.messagePackage());
        names.types().forEach(type -> packages.add(names.packageOf(type)));
        for (String packageName : packages) {
            if (!packageName.isEmpty()) {
                String text = Doc.of(new Meta(schema.description(), "", 0, 0), "Codecs of an SBE schema.")
                        + "///\n/// Schema " + schema.id() + ", version " + schema.version() + ".\n";
                files.add(new GeneratedFile(folder(packageName) + "package-info.java",
                        Imports.NOTICE + text + "package " + packageName + ";\n"));
            }
        }
    }

    private static String folder(String packageName) {
        return packageName.isEmpty() ? "" : packageName.replace('.', '/') + "/";
    }

    private boolean hasDeprecated() {
        return names.types().stream().anyMatch(type -> type.meta().isDeprecated()
                || (type instanceof EnumType e && e.values().stream().anyMatch(v -> v.meta().isDeprecated()))
                || (type instanceof SetType s && s.choices().stream().anyMatch(c -> c.meta().isDeprecated()))
                || (type instanceof CompositeType c && c.members().stream().anyMatch(m -> m.meta().isDeprecated())))
                || schema.messages().stream().anyMatch(JavaSources::hasDeprecated);
    }

    private static boolean hasDeprecated(Block block) {
        return block.meta().isDeprecated() || block.fields().stream().anyMatch(f -> f.meta().isDeprecated())
                || block.data().stream().anyMatch(d -> d.meta().isDeprecated())
                || block.groups().stream().anyMatch(JavaSources::hasDeprecated);
    }
}
