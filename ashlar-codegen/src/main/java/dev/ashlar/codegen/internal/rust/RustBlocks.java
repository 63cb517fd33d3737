// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.rust;

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
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Messages and the entries of their groups.
final class RustBlocks {
    private final Schema schema;
    private final RustNames names;
    private final RustDecoding decoding;
    private final RustEncoding encoding;
    private final RustParts parts;

    RustBlocks(Schema schema, RustNames names) {
        this.schema = schema;
        this.names = names;
        this.decoding = new RustDecoding(names, "types::");
        this.encoding = new RustEncoding(names, "types::");
        this.parts = new RustParts(names);
    }

    /// The structs of a message, then those of its groups.
    String message(Message message) {
        StringBuilder out = new StringBuilder();
        out.append(decoder(message)).append('\n').append(encoder(message));
        for (Group group : SchemaTypes.groups(message)) {
            out.append('\n').append(decoder(group)).append('\n').append(writer(group)).append('\n')
                    .append(encoder(group));
        }
        return out.toString();
    }

    private Template template(Block block, List<Part> own) {
        return new Template().with("T", names.of(block)).with("name", RustWords.string(block.name()))
                .with("plain", block.name()).with("parts", own.size())
                .with("since", block.meta().sinceVersion()).with("blockLength", block.blockLength()).with("id", block.id())
                .with("version", schema.version()).with("groups", block.groups().size()).with("data", block.data().size())
                .with("doc", RustWords.doc(0, block.meta(), block instanceof Message ? "The message `" + block.name() + "`."
                        : "An entry of the group `" + block.name() + "`."));
    }

    private String decoder(Block block) {
        Names scope = RustWords.members();
        List<Value> values = Value.of(block, scope, RustDecoding.SUFFIXES);
        List<Part> own = RustParts.of(block, scope);
        boolean root = block instanceof Message;
        String accessors = values.stream().map(decoding::emit).collect(Collectors.joining());
        String getters = own.stream().map(parts::getter).collect(Collectors.joining());
        String constants = names.of(block) + "Block";
        String json = values.stream().map(v -> RustJson.value(v, JsonText.name(root, v.slot().name()), constants))
                .collect(Collectors.joining())
                + own.stream().map(p -> RustParts.json(p, root)).collect(Collectors.joining());
        Template t = template(block, own).with("accessors", accessors).with("getters", getters).with("json", json)
                .with("walk", parts.walk(own)).with("init", RustParts.init(own)).with("tailSince", tailSince(block))
                .with("partsFields", RustParts.fields(own) + (root ? "    message: &'a [u8],\n" : ""))
                .with("block", RustWords.assign(8, "let fields =", "walk.block", List.of("block_length",
                        RustWords.string(block.name())), "?;"))
                .with("a", own.isEmpty() ? "" : "<'a>").with("b", own.isEmpty() ? "<'_>" : "<'a>");
        String struct = t.fill("""
                /// The fields of `$plain` without groups or data: the block of a message, or a row of a store.
                #[derive(Clone, Copy, Debug)]
                pub struct ${T}Block<'a> {
                    fields: sbe::Fields<'a>,
                }

                impl<'a> ${T}Block<'a> {
                    /// Reads a block written with this schema version. Fields beyond its end are absent.
                    #[inline]
                    pub fn new(block: &'a [u8], version: u32) -> Self {
                        Self {
                            fields: sbe::Fields {
                                bytes: block,
                                version,
                            },
                        }
                    }

                    /// The schema version of the writer.
                    #[inline]
                    pub fn sbe_acting_version(&self) -> u32 {
                        self.fields.version
                    }

                    /// Length of the block as written, in bytes.
                    pub fn sbe_acting_block_length(&self) -> usize {
                        self.fields.bytes.len()
                    }
                $accessors}

                ${doc}#[derive(Clone, Copy, Debug)]
                pub struct ${T}Decoder<'a> {
                    block: ${T}Block<'a>,
                $partsFields}

                impl<'a> Deref for ${T}Decoder<'a> {
                    type Target = ${T}Block<'a>;

                    #[inline]
                    fn deref(&self) -> &Self::Target {
                        &self.block
                    }
                }

                """);
        return struct + (root ? messageDecoder(t) : entryDecoder(t, (Group) block));
    }

    private static String tailSince(Block block) {
        OptionalInt since = Part.firstVersion(block);
        return since.isPresent() ? Integer.toString(since.getAsInt()) : "u32::MAX";
    }

    private String entryDecoder(Template t, Group group) {
        String implemented = "impl<'a> sbe::Entry<'a> for " + names.of(group) + "Decoder<'a> {";
        return t.with("D", names.of(group.dimension())).with("implements", implemented.length() <= RustWords.WIDTH ? implemented
                : implemented.replace(" for ", "\n    for ").replace(" {", "\n{")).fill("""
                impl$a ${T}Decoder$b {$getters
                    fn write_json(&self, json: &mut json::JsonWriter<'_>) -> fmt::Result {
                        json.begin('{')?;
                $json        json.end('}')
                    }
                }

                $implements
                    const NAME: &'static str = $name;
                    const SINCE_VERSION: u32 = $since;
                    const TAIL_SINCE: u32 = $tailSince;
                    const DIMENSION: usize = <types::$D as sbe::Dimension>::LENGTH;
                    const COUNTS: sbe::Counts = <types::$D as sbe::Dimension>::COUNTS;
                    const BLOCK_LENGTH: i64 = $blockLength;

                    #[inline]
                    fn sbe_block_length(dimension: &[u8]) -> i64 {
                        <types::$D as sbe::Dimension>::block_length(dimension)
                    }

                    #[inline]
                    fn sbe_count(dimension: &[u8]) -> i64 {
                        <types::$D as sbe::Dimension>::count(dimension)
                    }

                    #[inline]
                    fn sbe_walk(walk: &mut sbe::Walk<'a>, block_length: usize) -> sbe::Decoded<Self> {
                $block$walk        Ok(Self {
                            block: ${T}Block { fields },
                $init        })
                    }
                }
                """);
    }

    private String messageDecoder(Template t) {
        String extras = JsonText.headerExtras(schema.header()).isEmpty() ? ""
                : RustJson.name("header") + "        self.sbe_header().write_json_extras(json)?;\n";
        return t.with("H", names.of(schema.header())).with("extras", extras)
                .with("idType", RustWords.idType(schema.header(), "templateId"))
                .with("template", RustWords.string("\"template\":" + JsonText.quote(t.get("plain"))))
                .with("numbers", RustWords.string("\"id\":" + t.get("id") + ",\"schema\":" + schema.id())).fill("""
                impl<'a> ${T}Decoder<'a> {
                    /// Template id of the message.
                    pub const TEMPLATE_ID: $idType = $id;
                    /// The schema version that added the message.
                    pub const SINCE_VERSION: u32 = $since;
                    /// Length of the block in this version of the schema, in bytes.
                    pub const BLOCK_LENGTH: usize = $blockLength;

                    /// Decodes the message whose header starts at the first byte.
                    ///
                    /// The whole message is checked here, in one pass, so accessors cannot fail.
                    #[inline]
                    pub fn new(bytes: &'a [u8]) -> sbe::Decoded<Self> {
                        let (mut walk, block_length) =
                            sbe::Walk::begin::<types::Header>(bytes, $id, Self::BLOCK_LENGTH)?;
                $block$walk        Ok(Self {
                            block: ${T}Block { fields },
                $init            message: walk.walked(),
                        })
                    }

                    /// Length of the message in bytes, including the header.
                    #[inline]
                    pub fn sbe_encoded_length(&self) -> usize {
                        self.message.len()
                    }

                    /// The header of the message.
                    pub fn sbe_header(&self) -> types::${H}Decoder<'a> {
                        let bytes = &self.message[..<types::Header as sbe::MessageHeader>::LENGTH];
                        types::${H}Decoder::new(sbe::Fields {
                            bytes,
                            version: u32::MAX,
                        })
                    }
                $getters
                    /// Writes the message as one JSON object.
                    pub fn write_json(&self, json: &mut json::JsonWriter<'_>) -> fmt::Result {
                        json.begin('{')?;
                        json.raw($template)?;
                        json.raw($numbers)?;
                        json.name("version")?;
                        json.number(Some(self.fields.version))?;
                $extras$json        json.end('}')
                    }
                }

                impl fmt::Display for ${T}Decoder<'_> {
                    /// Writes the message as JSON.
                    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        self.write_json(&mut json::JsonWriter::new(f))
                    }
                }
                """);
    }

    private String writer(Group group) {
        String begin = RustWords.assign(8, "let entries =", "sbe::Entries::begin::<types::" + names.of(group.dimension()) + ">",
                List.of("cursor", "count", "shape", RustWords.string(group.name())), "?;");
        int tail = group.groups().size() + group.data().size();
        String nulls = RustWords.assign(8, "let block =", "entries.add", List.of(names.of(group) + "Encoder::NULL_BLOCK"),
                "?;");
        String add = names.of(group) + "Encoder<" + (tail == 0 ? "'a>" : "'_, 'a>");
        String made = names.of(group) + "Encoder {\n    block,\n    cursor,\n    base,\n}";
        // A struct literal with a name too long for an argument is broken into lines.
        made = names.of(group).length() + "Encoder {".length() <= 60 ? "        Ok(" + made.indent(8).strip() + ")\n"
                : "        Ok(\n" + made.indent(12).stripTrailing() + ",\n        )\n";
        return template(group, List.of()).with("made", made).with("begin", begin).with("nulls", nulls).with("tail", tail)
                .with("add", RustWords.function(4, "pub fn add", List.of("&mut self"), "sbe::Encoded<" + add + ">"))
                .fill("""
                /// Writes the entries of the group `$plain`: exactly as many as announced.
                #[derive(Debug)]
                pub struct ${T}Writer<'c, 'a> {
                    entries: sbe::Entries<'c, 'a>,
                }

                impl<'c, 'a> ${T}Writer<'c, 'a> {
                    #[inline]
                    fn begin(cursor: &'c mut sbe::Cursor<'a>, count: usize) -> sbe::Encoded<Self> {
                        let shape = ($blockLength, $groups, $data);
                $begin        Ok(Self { entries })
                    }

                    /// Begins the next entry, with every field set to null.
                    #[inline]
                $add$ADD    }

                    /// Number of entries still to be added.
                    pub fn remaining(&self) -> usize {
                        self.entries.remaining()
                    }
                }
                """.replace("$ADD", group.groups().isEmpty() && group.data().isEmpty() ? """
                                let entries = &mut self.entries;
                        $nulls        Ok(${T}Encoder { block })
                        """ : """
                                let entries = &mut self.entries;
                        $nulls        let (cursor, base) = entries.parts($tail);
                        $made"""));
    }

    private String encoder(Block block) {
        Names scope = RustWords.members();
        List<Value> values = Value.of(block, scope, RustDecoding.SUFFIXES);
        List<Part> own = RustParts.of(block, scope);
        boolean root = block instanceof Message;
        String accessors = values.stream().map(encoding::emit).collect(Collectors.joining())
                + own.stream().map(p -> parts.setter(block, p, own.size())).collect(Collectors.joining());
        String copies = (root ? headerCopies() : "").concat(values.stream().map(encoding::copy).collect(Collectors.joining()))
                .concat(own.stream().map(RustParts::copy).collect(Collectors.joining()));
        boolean leaf = own.isEmpty() && !root;
        Template t = template(block, own).with("accessors", accessors).with("nulls", nulls(block)).with("copies", copies)
                .with("copyFrom", RustWords.function(4, "pub fn copy_from", List.of("&mut self", (copies.contains("from.")
                        ? "from" : "_from") + ": &" + names.of(block) + "Decoder<'_>"), "sbe::Encoded<()>"))
                .with("H", names.of(schema.header()))
                .with("headerLength", schema.header().encodedLength())
                .with("schemaId", schema.id())
                .with("begun", RustWords.assign(8, "let block =", "cursor.block", List.of("Self::NULL_BLOCK",
                        RustWords.string(block.name())), "?;")
                        + (own.isEmpty() ? "" : "        cursor.begin(" + own.size() + ");\n"))
                .with("finish", RustWords.method(8, "self.cursor", "finish", List.of(RustWords.string(block.name())), ""))
                .with("generics", leaf ? "<'a>" : "<'c, 'a>")
                .with("fields", leaf ? "" : "    cursor: &'c mut sbe::Cursor<'a>,\n    base: sbe::Parts,\n")
                .with("a", block.groups().isEmpty() ? "" : "<'a>")
                .with("b", leaf ? "<'_>" : block.groups().isEmpty() ? "<'_, '_>" : "<'_, 'a>");
        return t.fill(root ? """
                ${doc}///
                /// All fields are null at first. Write groups and data in schema order.
                #[derive(Debug)]
                pub struct ${T}Encoder<'a> {
                    header: &'a mut [u8],
                    block: &'a mut [u8; $blockLength],
                    cursor: sbe::Cursor<'a>,
                }

                impl<'a> ${T}Encoder<'a> {
                $nulls
                    /// Writes the header and a block with every field set to null.
                    #[inline]
                    pub fn new(buffer: &'a mut [u8]) -> sbe::Encoded<Self> {
                        let acting = sbe::Acting {
                            block_length: $blockLength,
                            template_id: $id,
                            schema_id: $schemaId,
                            version: $version,
                        };
                        let mut cursor = sbe::Cursor::new(buffer);
                        let header = cursor.header::<types::Header>(acting, $groups, $data)?;
                $begun        Ok(Self {
                            header,
                            block,
                            cursor,
                        })
                    }

                    /// Returns the length of the complete message in bytes, including the header.
                    pub fn finish(&self) -> sbe::Encoded<usize> {
                $finish    }

                    /// The header, for setting its non-standard members.
                    pub fn sbe_header(&mut self) -> types::${H}Encoder<'_> {
                        types::${H}Encoder::new(sbe::part_mut(self.header, 0))
                    }
                $accessors
                    /// Copies a message of any version; absent fields become null.
                $copyFrom$copies        Ok(())
                    }
                }
                """ : """
                ${doc}#[derive(Debug)]
                pub struct ${T}Encoder$generics {
                    block: &'a mut [u8; $blockLength],
                $fields}

                impl$a ${T}Encoder$b {
                $nulls$accessors
                    /// Copies all fields, groups and data; absent fields become null.
                $copyFrom$copies        Ok(())
                    }
                }
                """);
    }

    private String headerCopies() {
        String copies = JsonText.headerExtras(schema, schema.header(), Value.of(schema.header(), RustWords.members(),
                RustDecoding.SUFFIXES)).stream().map(encoding::copy).collect(Collectors.joining());
        return copies.isEmpty() ? "" : "        self.sbe_header().copy_extras(from.sbe_header());\n";
    }

    private String nulls(Block block) {
        byte[] bytes = NullBytes.of(block, schema);
        String head = "    const NULL_BLOCK: &'static [u8; " + bytes.length + "] = b\"";
        StringBuilder out = new StringBuilder();
        for (byte b : bytes) {
            out.append(b == 0 ? "\\0" : String.format("\\x%02x", b & 0xff));
        }
        if (head.length() + out.length() <= 90) {
            return head + out + "\";\n";
        }
        StringBuilder lines = new StringBuilder(head).append("\\\n");
        int column = 0;
        lines.append("        ");
        for (byte b : bytes) {
            String escaped = b == 0 ? "\\0" : String.format("\\x%02x", b & 0xff);
            if (column + escaped.length() > 88) {
                lines.append("\\\n        ");
                column = 0;
            }
            lines.append(escaped);
            column += escaped.length();
        }
        return lines.append("\";\n").toString();
    }
}
