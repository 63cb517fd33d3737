// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.codegen.internal.code.SchemaCode;
import dev.ashlar.codegen.internal.codec.CompositeEmitter;
import dev.ashlar.codegen.internal.codec.HeaderDecoderEmitter;
import dev.ashlar.codegen.internal.codec.MessageDecoderEmitter;
import dev.ashlar.codegen.internal.codec.MessageEncoderEmitter;
import dev.ashlar.codegen.internal.codec.RecordEmitter;
import dev.ashlar.codegen.internal.layout.Struct;
import dev.ashlar.codegen.internal.naming.FileNames;
import dev.ashlar.codegen.internal.naming.Imports;
import dev.ashlar.codegen.internal.text.Doc;
import dev.ashlar.codegen.internal.type.EnumEmitter;
import dev.ashlar.codegen.internal.type.SetEmitter;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// All source files of one schema.
public final class JavaSources {
    private final Schema schema;
    private final JavaOptions options;
    private final SchemaCode shared;
    private final FileNames names;
    private final List<GeneratedFile> files = new ArrayList<>();

    private JavaSources(Schema schema, JavaOptions options) {
        this.schema = schema;
        this.options = options;
        this.shared = new SchemaCode(schema, options);
        this.names = shared.names();
    }

    /// The files in a fixed order: types, messages, package descriptions.
    public static List<GeneratedFile> of(Schema schema, JavaOptions options) {
        return new JavaSources(schema, options).all();
    }

    private List<GeneratedFile> all() {
        names.types().forEach(JavaLimits::require);
        schema.messages().forEach(message -> JavaLimits.require(message, message.name()));
        for (Type type : names.types()) {
            String name = names.name(type);
            String packageName = names.packageOf(type);
            switch (type) {
                case EnumType e -> add(packageName, name, EnumEmitter.emit(e, name), List.of());
                case SetType s -> {
                    SetEmitter emitter = new SetEmitter(s, shared);
                    add(packageName, name + "Encoder", emitter.encoder(shared), List.of());
                    add(packageName, name + "Decoder", emitter.decoder(shared), List.of());
                    if (options.records()) {
                        add(packageName, name + "Dto", RecordEmitter.set(s, shared), List.of());
                    }
                }
                case CompositeType c -> {
                    List<Type> used = c.members().stream().map(Member::type).toList();
                    add(packageName, name + "Encoder", CompositeEmitter.encoder(c, shared), used);
                    add(packageName, name + "Decoder", HeaderDecoderEmitter.applies(c, shared)
                            ? HeaderDecoderEmitter.emit(c, shared) : CompositeEmitter.decoder(c, shared), used);
                    if (options.records() && c.members().stream().noneMatch(m -> Struct.isVariable(m.type()))) {
                        add(packageName, name + "Dto", RecordEmitter.composite(c, shared), used);
                    }
                }
                case ScalarType s -> throw new IllegalStateException("scalar types have no files: " + s.name());
            }
        }
        for (Message message : schema.messages()) {
            List<Type> used = new ArrayList<>(FileNames.usedBy(message));
            used.add(schema.header());
            String name = names.name(message);
            add(names.messagePackage(), name + "Encoder", MessageEncoderEmitter.emit(message, shared), used);
            add(names.messagePackage(), name + "Decoder", MessageDecoderEmitter.emit(message, shared), used);
            if (options.records()) {
                add(names.messagePackage(), name + "Dto", RecordEmitter.message(message, shared), used);
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
}
