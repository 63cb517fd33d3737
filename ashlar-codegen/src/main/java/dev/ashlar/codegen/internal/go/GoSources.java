// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.go;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.LanguageOptions;
import dev.ashlar.codegen.internal.model.Resource;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Schema;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The package of one schema.
public final class GoSources {
    private static final String NOTICE = "// Code generated from an SBE schema by Ashlar. DO NOT EDIT.\n\n";

    private final Schema schema;
    private final GoNames names;
    private final String packageName;

    private GoSources(Schema schema, LanguageOptions options) {
        this.schema = schema;
        this.names = new GoNames(schema);
        this.packageName = GoWords.packageName(options.packageName().orElse(schema.packageName()));
    }

    /// The files in a fixed order: the schema, its types, the shared runtime, messages.
    public static List<GeneratedFile> of(Schema schema, LanguageOptions options) {
        return new GoSources(schema, options).all();
    }

    private List<GeneratedFile> all() {
        List<GeneratedFile> files = new ArrayList<>();
        GoTypes types = new GoTypes(schema, names);
        GoBlocks blocks = new GoBlocks(schema, names);
        files.add(file("schema", GoWords.doc("", "Package " + packageName, "has the codecs of the SBE schema " + schema.id()
                + ", version " + schema.version() + ".", new Meta(schema.description(), "", 0, 0)), types.header() + messages()));
        files.add(file("types", "", names.types().stream().map(types::text).collect(Collectors.joining("\n"))));
        for (String shared : List.of("sbe", "encoding", "errors", "json")) {
            files.add(new GeneratedFile(packageName + "/" + shared + ".go", Resource.text("go/" + shared + ".go")
                    .replace("package PACKAGE", "package " + packageName)
                    .replace("binary.ORDER", schema.byteOrder() == ByteOrder.BIG_ENDIAN ? "binary.BigEndian"
                            : "binary.LittleEndian")));
        }
        for (Message message : schema.messages()) {
            files.add(file(names.file(message), "", blocks.message(message)));
        }
        return List.copyOf(files);
    }

    private GeneratedFile file(String name, String doc, String text) {
        String clean = text.replaceAll("\n{3,}", "\n\n").strip();
        return new GeneratedFile(packageName + "/" + name + ".go", NOTICE + doc + "package " + packageName + "\n\n"
                + GoWords.imports(clean) + clean + "\n");
    }

    private String messages() {
        return new Template().with("decodes", each(m -> "\tcase " + names.of(m) + "TemplateID:\n\t\td, err := New" + names.of(m)
                        + "Decoder(message)\n\t\tif err != nil {\n\t\t\treturn nil, err\n\t\t}\n\t\treturn d, nil\n"))
                .with("validates", each(m -> "\tcase " + names.of(m) + "TemplateID:\n\t\td, err := New" + names.of(m)
                        + "Decoder(message)\n\t\treturn d.SBEEncodedLength(), err\n")).fill("""

                // Message is any message of the schema: the decoder of that message.
                type Message interface {
                \t// SBEName is the name of the message in the schema.
                \tSBEName() string
                \t// SBEEncodedLength is the length of the message in bytes, including the header.
                \tSBEEncodedLength() int
                \t// SBEActingVersion is the schema version of the writer.
                \tSBEActingVersion() uint32
                \t// CopyTo writes the message as one of this version of the schema.
                \tCopyTo(buffer []byte) (int, error)
                \t// AppendJSON appends the message as one JSON object.
                \tAppendJSON(to []byte) []byte
                \t// String returns the message as one JSON object.
                \tString() string
                }

                // TemplateID returns the template id in the header of a message of the schema.
                func TemplateID(message []byte) (int64, error) {
                \tw := walk{message: message}
                \ta := w.readHeader()
                \treturn a.templateID, w.err()
                }

                // Decode decodes the message whose header starts at the first byte.
                //
                // To avoid the allocation of a Message, switch on [TemplateID].
                func Decode(message []byte) (Message, error) {
                \tid, err := TemplateID(message)
                \tif err != nil {
                \t\treturn nil, err
                \t}
                \tswitch id {
                $decodes\t}
                \treturn nil, &MalformedError{Rule: UnknownTemplate, Element: "templateId"}
                }

                // Validate checks in one pass that the bytes begin with a valid message, and returns its length.
                func Validate(message []byte) (int, error) {
                \tid, err := TemplateID(message)
                \tif err != nil {
                \t\treturn 0, err
                \t}
                \tswitch id {
                $validates\t}
                \treturn 0, &MalformedError{Rule: UnknownTemplate, Element: "templateId"}
                }
                """);
    }

    private String each(Function<Message, String> text) {
        return schema.messages().stream().map(text).collect(Collectors.joining());
    }
}
