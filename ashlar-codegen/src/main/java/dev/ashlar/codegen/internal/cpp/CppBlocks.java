// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.cpp;

import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.NullBytes;
import dev.ashlar.codegen.internal.model.Part;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.VarData;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Messages and the entries of their groups.
final class CppBlocks {
    private final Schema schema;
    private final CppNames names;
    private final CppDecoding decoding;
    private final CppEncoding encoding;
    private final CppParts parts;

    CppBlocks(Schema schema, CppNames names) {
        this.schema = schema;
        this.names = names;
        this.decoding = new CppDecoding(names);
        this.encoding = new CppEncoding(names);
        this.parts = new CppParts(names);
    }

    /// The classes of a message, after those of its groups.
    String message(Message message) {
        StringBuilder out = new StringBuilder();
        groups(message, out);
        out.append(decoder(message)).append('\n').append(encoder(message));
        return out.toString();
    }

    private void groups(Block block, StringBuilder out) {
        for (VarData data : block.data()) {
            out.append(parts.dataTraits(data)).append('\n');
        }
        for (Group group : block.groups()) {
            groups(group, out);
            out.append(decoder(group)).append('\n').append(encoder(group)).append('\n');
        }
    }

    private Template template(Block block, List<Part> parts) {
        return new Template().with("T", names.of(block)).with("name", CppWords.string(block.name()))
                .with("parts", parts.size()).with("since", block.meta().sinceVersion())
                .with("blockLength", block.blockLength()).with("id", block.id())
                .with("groups", block.groups().size()).with("data", block.data().size())
                .with("version", "std::uint32_t version").with("positions", "Positions& positions")
                .with("D", block instanceof Group group ? names.of(group.dimension()) : "");
    }

    private String decoder(Block block) {
        Names scope = CppWords.members();
        List<Value> values = Value.of(block, scope, CppDecoding.SUFFIXES);
        List<Part> own = CppParts.of(block, scope);
        boolean root = block instanceof Message;
        String accessors = values.stream().map(decoding::emit).collect(Collectors.joining())
                + own.stream().map(parts::getter).collect(Collectors.joining());
        String json = values.stream().map(v -> CppJson.value(v, JsonText.name(root, v.slot().name())))
                .collect(Collectors.joining())
                + own.stream().map(p -> CppParts.json(p, root)).collect(Collectors.joining());
        Template t = template(block, own).with("accessors", accessors.indent(4)).with("walk", parts.walk(own))
                .with("json", json.indent(8)).with("tailSince", tailSince(block))
                .with("doc", CppWords.doc(block.meta(), root ? "The message `" + block.name() + "`."
                        : "An entry of the group `" + block.name() + "`."));
        return root ? messageDecoder(t) : entryDecoder(t.with("own", t.fill(own.isEmpty() ? """
                    friend class sbe::Group<${T}Decoder>;

                    ${T}Decoder(std::span<const std::byte> block, std::uint32_t version, std::size_t end = 0) noexcept
                        : BlockDecoder(block, version, end) {}
                """ : """
                    ${T}Decoder(std::span<const std::byte> block, std::uint32_t version) noexcept
                        : BlockDecoder(block, version) {}
                """)));
    }

    private static String tailSince(Block block) {
        OptionalInt since = Part.firstVersion(block);
        return since.isPresent() ? since.getAsInt() + "U" : "(std::numeric_limits<std::uint32_t>::max)()";
    }

    private static String entryDecoder(Template t) {
        return t.fill("""
                ${doc}class ${T}Decoder : public sbe::BlockDecoder<${T}Decoder, byte_order, $parts> {
                public:
                    using Dimension = ${D}Dimension;
                    static constexpr const char* sbe_name = $name;
                    static constexpr std::uint32_t sbe_since_version = $since;
                    static constexpr std::uint32_t sbe_tail_since = $tailSince;

                    /// An empty decoder, to be assigned to.
                    ${T}Decoder() = default;

                    /// @throws sbe::MalformedMessage if the entry extends beyond the message
                    ${T}Decoder(std::span<const std::byte> message, std::size_t at, std::int64_t block_length, $version)
                        : BlockDecoder(message, at, block_length, version) {}

                    /// Reads the block of an entry without its message, such as a row of a store. Access to groups or
                    /// data throws `sbe::MalformedMessage`.
                    [[nodiscard]] static ${T}Decoder from_block(std::span<const std::byte> block, $version) noexcept {
                        return ${T}Decoder(block, version);
                    }
                $accessors
                    void write_json(sbe::JsonWriter& json) const {
                        json.begin('{');
                $json        json.end('}');
                    }

                    static bool sbe_walk(sbe::Walk& walk, std::size_t at, std::int64_t block_length, $positions) noexcept {
                        return $walk;
                    }

                private:
                $own};
                """);
    }

    private String messageDecoder(Template t) {
        String extras = JsonText.headerExtras(schema.header()).isEmpty() ? ""
                : CppJson.name("header") + "sbe_header().write_json_extras(json);\n";
        return t.with("H", names.of(schema.header())).with("extras", extras.indent(8))
                .with("schemaId", schema.id())
                .with("quotedName", CppWords.string("\"template\":" + JsonText.quote(t.get("name")
                        .substring(1, t.get("name").length() - 1)))).fill("""
                ${doc}class ${T}Decoder : public sbe::BlockDecoder<${T}Decoder, byte_order, $parts> {
                public:
                    static constexpr const char* sbe_name = $name;
                    static constexpr std::int64_t sbe_template_id = $id;
                    static constexpr std::uint32_t sbe_since_version = $since;
                    static constexpr std::size_t sbe_block_length = $blockLength;

                    /// Decodes the message whose header starts at the first byte. The whole message is checked here.
                    ///
                    /// @throws sbe::MalformedMessage if the bytes do not begin with a valid message of this type
                    explicit ${T}Decoder(std::span<const std::byte> message) : ${T}Decoder(message, checked<Header>(message)) {}

                    /// Reads the block of a message without its header, such as a row of a store. Access to the header,
                    /// groups or data throws `sbe::MalformedMessage`.
                    [[nodiscard]] static ${T}Decoder from_block(std::span<const std::byte> block, $version) noexcept {
                        return ${T}Decoder(block, version);
                    }

                    /// Checks whether the bytes begin with a valid message of this type.
                    [[nodiscard]] static sbe::Validation validate(std::span<const std::byte> message) noexcept {
                        sbe::Acting acting;
                        Positions positions;
                        return sbe::validate_message<Header, ${T}Decoder>(message, acting, positions);
                    }

                    /// Length of the message in bytes, including the header.
                    [[nodiscard]] std::size_t sbe_encoded_length() const {
                        sbe::header_of<Header>(message_);
                        return positions_.back();
                    }
                    [[nodiscard]] ${H}Decoder sbe_header() const {
                        return ${H}Decoder(sbe::header_of<Header>(message_), (std::numeric_limits<std::uint32_t>::max)());
                    }
                $accessors
                    void write_json(sbe::JsonWriter& json) const {
                        json.begin('{');
                        json.raw($quotedName);
                        json.raw("\\"id\\":$id");
                        json.raw("\\"schema\\":$schemaId");
                        json.name("\\"version\\"");
                        json.value(version_);
                $extras$json        json.end('}');
                    }

                    [[nodiscard]] std::string to_json() const {
                        std::string out;
                        sbe::JsonWriter json(out);
                        write_json(json);
                        return out;
                    }

                    static bool sbe_walk(sbe::Walk& walk, std::size_t at, std::int64_t block_length, $positions) noexcept {
                        return $walk;
                    }

                private:
                    ${T}Decoder(std::span<const std::byte> message, const Checked& found)
                        : BlockDecoder(message, Header::length, found) {}

                    ${T}Decoder(std::span<const std::byte> block, std::uint32_t version) noexcept
                        : BlockDecoder(block, version) {}
                };
                """);
    }

    private String encoder(Block block) {
        Names scope = CppWords.members();
        List<Value> values = Value.of(block, scope, CppDecoding.SUFFIXES);
        List<Part> own = CppParts.of(block, scope);
        String className = names.of(block) + "Encoder";
        String accessors = values.stream().map(v -> encoding.emit(v, className)).collect(Collectors.joining())
                + own.stream().map(p -> parts.setter(p, own.size(), className)).collect(Collectors.joining());
        String copies = (block instanceof Message ? headerCopies() : "")
                + values.stream().map(CppEncoding::copy).collect(Collectors.joining())
                + own.stream().map(CppParts::copy).collect(Collectors.joining());
        Template t = template(block, own).with("accessors", accessors.indent(4)).with("nulls", nulls(block))
                .with("H", names.of(schema.header()))
                .with("plainName", block.name())
                .with("doc", CppWords.doc(block.meta(), block instanceof Message ? "The message `" + block.name() + "`."
                        : "An entry of the group `" + block.name() + "`."))
                .with("copies", copies.indent(8))
                .with("from", CppTypes.parameter("const " + names.of(block) + "Decoder&", "from", copies))
                .with("partsInit", own.isEmpty() ? "" : ", parts_(cursor, " + own.size() + ")")
                .with("cursor", own.isEmpty() ? "sbe::Cursor&" : "sbe::Cursor& cursor")
                .with("partsField", own.isEmpty() ? "" : "\nprivate:\n    sbe::Parts parts_;\n")
                .with("rootInit", own.isEmpty() ? "" : ", parts_(cursor_, " + own.size() + ")")
                .with("rootField", own.isEmpty() ? "" : "    sbe::Parts parts_;\n");
        return t.fill(block instanceof Message ? """
                ${doc}///
                /// All fields are null at first. Write groups and data in schema order.
                class ${T}Encoder : public sbe::FieldWriter<byte_order> {
                public:
                    /// Writes the header and a block with every field set to null.
                    ///
                    /// @throws sbe::EncodingError if they do not fit
                    explicit ${T}Encoder(std::span<std::byte> buffer) : cursor_{.buffer = buffer}$rootInit {
                        sbe::begin_message<Header>(cursor_, $blockLength, $id, $groups, $data);
                        bytes_ = sbe::begin_block(cursor_, sbe_null_block, $name);
                    }

                    ${T}Encoder(const ${T}Encoder&) = delete;
                    ${T}Encoder& operator=(const ${T}Encoder&) = delete;

                    /// Length of the message in bytes, including the header.
                    ///
                    /// @throws sbe::EncodingError if groups, entries or data are missing
                    [[nodiscard]] std::size_t sbe_encoded_length() const {
                        if (cursor_.next != 0) {
                            throw sbe::EncodingError("groups, entries or data are missing ($plainName)");
                        }
                        return cursor_.position;
                    }

                    /// The header, for setting its non-standard members.
                    [[nodiscard]] ${H}Encoder sbe_header() noexcept { return ${H}Encoder(cursor_.buffer.data()); }
                $accessors
                    /// Copies a message of any version; absent fields become null.
                    ///
                    /// @throws sbe::EncodingError if the message does not fit, or if it has groups or data already
                    void copy_from($from) {
                $copies    }

                private:
                $nulls
                    sbe::Cursor cursor_;
                $rootField};
                """ : """
                ${doc}class ${T}Encoder : public sbe::FieldWriter<byte_order> {
                public:
                    using Dimension = ${D}Dimension;
                    static constexpr const char* sbe_name = $name;
                    static constexpr std::size_t sbe_groups = $groups;
                    static constexpr std::size_t sbe_data = $data;
                $nulls
                    ${T}Encoder($cursor, std::byte* block) noexcept : FieldWriter(block)$partsInit {}
                $accessors
                    /// Copies all fields, groups and data; absent fields become null.
                    void copy_from($from) {
                $copies    }
                $partsField};
                """);
    }

    private String headerCopies() {
        return JsonText.headerExtras(schema, schema.header(), Value.of(schema.header(), CppWords.members(),
                CppDecoding.SUFFIXES)).stream()
                .map(v -> CppEncoding.copy(v).replaceFirst("^", "sbe_header().").replace("(from.", "(from.sbe_header()."))
                .collect(Collectors.joining());
    }

    private String nulls(Block block) {
        byte[] bytes = NullBytes.withoutTrailingZeros(block, schema);
        String head = "    static constexpr std::array<unsigned char, " + block.blockLength() + "> sbe_null_block{";
        String all = IntStream.range(0, bytes.length).mapToObj(i -> Integer.toString(bytes[i] & 0xff))
                .collect(Collectors.joining(", "));
        return CppLayout.fits(head + all + "};") ? head + all + "};\n" : "    // clang-format off\n" + head + "\n"
                + all.replaceAll("((?:\\d+, ){20})", "$1\n").indent(8) + "    };\n    // clang-format on\n";
    }
}
