// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.go;

import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.NullBytes;
import dev.ashlar.codegen.internal.model.Part;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import java.util.List;
import java.util.stream.Collectors;

/// Messages and the entries of their groups.
final class GoBlocks {
    private static final int BYTES_A_LINE = 24;

    private final Schema schema;
    private final GoNames names;
    private final GoDecoding decoding;
    private final GoEncoding encoding;
    private final GoParts parts;

    GoBlocks(Schema schema, GoNames names) {
        this.schema = schema;
        this.names = names;
        this.decoding = new GoDecoding(names);
        this.encoding = new GoEncoding(names);
        this.parts = new GoParts(names);
    }

    /// The types of a message, then those of its groups.
    String message(Message message) {
        StringBuilder out = new StringBuilder(decoder(message)).append('\n').append(encoder(message));
        for (Group group : SchemaTypes.groups(message)) {
            out.append('\n').append(parts.group(group, nulls(group))).append('\n').append(decoder(group)).append('\n')
                    .append(encoder(group));
        }
        return out.toString();
    }

    private String decoder(Block block) {
        Names scope = names.members(block);
        List<Value> values = Value.of(block, scope, GoDecoding.SUFFIXES);
        List<Part> own = GoParts.of(block, scope);
        boolean root = block instanceof Message;
        String type = names.of(block) + "Decoder";
        String blockType = names.of(block) + "Block";
        boolean keeps = root || !own.isEmpty();
        Template t = new Template().with("T", names.of(block)).with("name", GoWords.string(block.name()))
                .with("plain", block.name()).with("id", block.id()).with("blockLength", block.blockLength())
                .with("since", block.meta().sinceVersion()).with("parts", own.size())
                .with("accessors", values.stream().map(v -> decoding.emit(v, blockType)).collect(Collectors.joining()))
                .with("getters", own.stream().map(p -> parts.getter(p, type)).collect(Collectors.joining()))
                .with("json", values.stream().map(v -> GoJson.value(v, JsonText.name(root, v.slot().name())))
                        .collect(Collectors.joining())
                        + own.stream().map(p -> GoParts.json(p, root)).collect(Collectors.joining()))
                .with("doc", GoWords.doc("", type, "reads " + (root ? "the message " : "an entry of the group ") + block.name()
                        + ".", block.meta()))
                .with("struct", keeps ? "\tmessage   []byte\n\tpositions [" + (own.size() + 1) + "]int\n" : "")
                .with("keep", keeps ? "\td.message = w.message\n\td.positions[0] = end\n" : "").with("walk", parts.walk(own));
        return (root ? messageHead(t) : "") + t.fill("""
                // ${T}Block reads the fields of $plain without groups or data, such as a row of a store.
                type ${T}Block struct {
                \tfields fields
                }

                // New${T}Block reads a block written with a schema version. Fields beyond its end are absent.
                func New${T}Block(block []byte, version uint32) ${T}Block {
                \treturn ${T}Block{fields{bytes: block, version: version}}
                }

                // SBEActingVersion is the schema version of the writer.
                func (d ${T}Block) SBEActingVersion() uint32 {
                \treturn d.fields.version
                }

                // SBEActingBlockLength is the length of the block as written, in bytes.
                func (d ${T}Block) SBEActingBlockLength() int {
                \treturn len(d.fields.bytes)
                }
                $accessors
                ${doc}type ${T}Decoder struct {
                \t${T}Block
                $struct}

                // walk checks the bytes at a position, and returns the position after the last part.
                func (d *${T}Decoder) walk(w *walk, at int, blockLength int64) int {
                \tend := w.block(at, blockLength, $name)
                \td.fields = w.fields(at, end)
                $keep$walk\treturn end
                }

                $getters
                """) + (root ? messageTail(t) : t.fill("""
                func (d ${T}Decoder) json(j *jsonText) {
                \tj.begin('{')
                $json\tj.end('}')
                }
                """));
    }

    private static String messageHead(Template t) {
        return t.fill("""
                const (
                \t// ${T}TemplateID is the template id of the message $plain.
                \t${T}TemplateID = $id

                \t// ${T}SinceVersion is the schema version that added the message.
                \t${T}SinceVersion = $since

                \t// ${T}BlockLength is the length of the block in this version of the schema, in bytes.
                \t${T}BlockLength = $blockLength
                )

                // New${T}Decoder decodes the message whose header starts at the first byte.
                //
                // The whole message is checked here, in one pass; the error is a [*MalformedError]. The decoder does
                // not copy the bytes, so they must not change while it is in use.
                func New${T}Decoder(message []byte) (${T}Decoder, error) {
                \tvar d ${T}Decoder
                \tw, blockLength := begin(message, ${T}TemplateID)
                \td.walk(&w, headerLength, blockLength)
                \tif w.failed != nil {
                \t\treturn ${T}Decoder{}, w.failed
                \t}
                \treturn d, nil
                }

                """);
    }

    private String messageTail(Template t) {
        String begin = "\"template\":" + JsonText.quote(t.get("plain")) + ",\"id\":" + t.get("id") + ",\"schema\":"
                + schema.id();
        return t.with("H", names.of(schema.header())).with("begin", GoWords.string(begin))
                .with("extras", JsonText.headerExtras(schema.header()).isEmpty() ? ""
                        : GoJson.name("header") + "\td.SBEHeader().jsonExtras(j)\n").fill("""
                // SBEName is the name of the message in the schema.
                func (d ${T}Decoder) SBEName() string {
                \treturn $name
                }

                // SBEEncodedLength is the length of the message in bytes, including the header.
                func (d ${T}Decoder) SBEEncodedLength() int {
                \treturn d.positions[$parts]
                }

                // SBEHeader returns the header of the message.
                func (d ${T}Decoder) SBEHeader() ${H}Decoder {
                \treturn ${H}Decoder{headerOf(d.message)}
                }

                // CopyTo writes the message as one of this version of the schema, and returns the number of bytes
                // written. Absent fields become null.
                func (d ${T}Decoder) CopyTo(buffer []byte) (int, error) {
                \tvar e ${T}Encoder
                \te.Begin(buffer)
                \te.CopyFrom(d)
                \treturn e.Finish()
                }

                // AppendJSON appends the message as one JSON object.
                func (d ${T}Decoder) AppendJSON(to []byte) []byte {
                \tj := jsonText{bytes: to}
                \td.json(&j)
                \treturn j.bytes
                }

                // MarshalJSON returns the message as one JSON object.
                func (d ${T}Decoder) MarshalJSON() ([]byte, error) {
                \treturn d.AppendJSON(nil), nil
                }

                // String returns the message as one JSON object.
                func (d ${T}Decoder) String() string {
                \treturn string(d.AppendJSON(nil))
                }

                func (d ${T}Decoder) json(j *jsonText) {
                \tj.begin('{')
                \tj.raw($begin)
                \tj.name("version")
                \tj.uint(uint64(d.fields.version))
                $extras$json\tj.end('}')
                }
                """);
    }

    private String encoder(Block block) {
        Names scope = names.members(block);
        List<Value> values = Value.of(block, scope, GoDecoding.SUFFIXES);
        List<Part> own = GoParts.of(block, scope);
        boolean root = block instanceof Message;
        String receiver = (root ? "*" : "") + names.of(block) + "Encoder";
        String copies = (root && !JsonText.headerExtras(schema.header()).isEmpty()
                ? "\te.SBEHeader().copyExtras(from.SBEHeader())\n" : "")
                + values.stream().map(v -> encoding.copy(v, root ? "e.cursor.values()" : "e.block"))
                        .collect(Collectors.joining())
                + own.stream().map(GoParts::copy).collect(Collectors.joining());
        Template t = new Template().with("T", names.of(block)).with("H", names.of(schema.header()))
                .with("name", GoWords.string(block.name())).with("plain", block.name()).with("nulls", nulls(block))
                .with("blockLength", block.blockLength()).with("groups", block.groups().size())
                .with("data", block.data().size()).with("copies", copies).with("id", block.id())
                .with("base", own.isEmpty() ? "" : "\tbase  parts\n")
                .with("accessors", values.stream().map(v -> encoding.emit(v, receiver)).collect(Collectors.joining())
                        + own.stream().map(p -> parts.setter(p, own.size(), receiver)).collect(Collectors.joining()));
        return t.fill(root ? """
                // ${T}Encoder writes the message $plain. Write groups and data in schema order.
                //
                // The encoder keeps the first error and ignores all calls after it, so it is enough to check the
                // error of Finish. The zero value is ready for Begin, which also begins the next message.
                type ${T}Encoder struct {
                \tcursor cursor
                }

                // Begin writes the header and a block with every field set to null.
                func (e *${T}Encoder) Begin(buffer []byte) {
                \te.cursor.begin(buffer, ${T}TemplateID, ${T}BlockLength, $nulls, $groups, $data, $name)
                }

                // Finish returns the length of the message, including the header. The error is an [*EncodingError].
                func (e *${T}Encoder) Finish() (int, error) {
                \treturn e.cursor.finish($name)
                }

                // Err returns the first error so far.
                func (e *${T}Encoder) Err() error {
                \treturn e.cursor.err()
                }

                // SBEHeader returns the header, for setting its non-standard members.
                func (e *${T}Encoder) SBEHeader() ${H}Encoder {
                \treturn ${H}Encoder{e.cursor.headerFields()}
                }
                $accessors
                // CopyFrom copies a message of any version; absent fields become null.
                func (e *${T}Encoder) CopyFrom(from ${T}Decoder) {
                $copies}
                """ : """
                // ${T}Encoder writes an entry of the group $plain.
                type ${T}Encoder struct {
                \tblock block
                $base}
                $accessors
                // CopyFrom copies all fields, groups and data; absent fields become null.
                func (e ${T}Encoder) CopyFrom(from ${T}Decoder) {
                $copies}
                """);
    }

    /// The bytes of a block with every field set to null, as a string without its trailing zeros.
    private String nulls(Block block) {
        byte[] bytes = NullBytes.withoutTrailingZeros(block, schema);
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < bytes.length; i++) {
            out.append(i > 0 && i % BYTES_A_LINE == 0 ? "\"+\n\t\t\"" : "").append(String.format("\\x%02x", bytes[i] & 0xff));
        }
        return out.append('"').toString();
    }
}
