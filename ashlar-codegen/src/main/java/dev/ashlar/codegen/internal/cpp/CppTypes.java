// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.cpp;

import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.codegen.internal.model.Decimal;
import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.codegen.internal.model.TypeWriter;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Enums, sets, composites and the header of a schema.
final class CppTypes implements TypeWriter {
    private final Schema schema;
    private final CppNames names;
    private final CppDecoding decoding;
    private final CppEncoding encoding;

    CppTypes(Schema schema, CppNames names) {
        this.schema = schema;
        this.names = names;
        this.decoding = new CppDecoding(names);
        this.encoding = new CppEncoding(names);
    }

    @Override
    public String enumeration(EnumType type) {
        Names scope = CppWords.enumerators();
        PrimitiveType primitive = type.primitive();
        StringBuilder values = new StringBuilder();
        StringBuilder cases = new StringBuilder();
        Set<Long> shown = new HashSet<>();
        for (EnumType.ValidValue value : type.values()) {
            String name = scope.claim(value.name());
            values.append(CppWords.doc(value.meta(), "")).append(name).append(" = ")
                    .append(CppWords.whole(primitive, value.bits())).append(",\n");
            if (!shown.add(value.bits())) {
                // If a value has two names, the first one is shown.
                continue;
            }
            cases.append("case ").append(names.of(type)).append("::").append(name).append(": return ")
                    .append(CppWords.string(JsonText.quote(value.name()))).append(";\n");
        }
        long nothing = type.effectiveNull() instanceof Literal.Whole(long bits) ? bits : 0;
        return new Template().with("T", names.of(type)).with("P", CppWords.type(primitive))
                .with("doc", CppWords.doc(type.meta(), "The enum `" + type.name() + "`."))
                .with("values", values.toString().indent(4)).with("cases", cases.toString().indent(8))
                .with("null", scope.claim("null_value")).with("nullBits", CppWords.whole(primitive, nothing)).fill("""
                        ${doc}/// Values of newer versions keep their numbers.
                        enum class $T : $P {
                        $values    $null = $nullBits,
                        };

                        /// The name of a value as JSON; empty if it has no name.
                        constexpr std::string_view json_name_of($T value) noexcept {
                            switch (value) {
                        $cases        default: return {};
                            }
                        }

                        /// The name of a value; empty if it has no name.
                        constexpr std::string_view name_of($T value) noexcept {
                            const std::string_view quoted = json_name_of(value);
                            return quoted.empty() ? quoted : quoted.substr(1, quoted.size() - 2);
                        }
                        """);
    }

    @Override
    public String set(SetType type) {
        String name = names.of(type);
        Names scope = CppWords.members();
        PrimitiveType primitive = type.primitive();
        StringBuilder accessors = new StringBuilder();
        StringBuilder json = new StringBuilder();
        for (SetType.Choice choice : type.choices()) {
            Template t = new Template().with("T", name).with("P", CppWords.type(primitive))
                    .with("x", scope.claim(choice.name())).with("bit", CppWords.whole(primitive, 1L << choice.bit()))
                    .with("quoted", CppWords.string(JsonText.quote(choice.name())));
            accessors.append("\n").append(CppWords.doc(choice.meta(), "")).append(t.fill("""
                    [[nodiscard]] constexpr bool $x() const noexcept { return (bits_ & $bit) != 0; }
                    constexpr $T& $x(bool value) noexcept {
                        bits_ = static_cast<$P>(value ? bits_ | $bit : bits_ & ~$bit);
                        return *this;
                    }
                    """));
            json.append(t.fill("""
                    if ($x()) {
                        json.raw($quoted);
                    }
                    """));
        }
        return new Template().with("T", name).with("P", CppWords.type(primitive))
                .with("doc", CppWords.doc(type.meta(), "The set `" + type.name() + "`."))
                .with("accessors", accessors.toString().indent(4)).with("json", json.toString().indent(8))
                .with("unknown", CppWords.whole(primitive, SchemaTypes.unnamedBits(type))).fill("""
                        ${doc}/// Choices of newer versions keep their bits.
                        class $T {
                        public:
                            constexpr $T() noexcept = default;
                            explicit constexpr $T($P bits) noexcept : bits_(bits) {}

                            [[nodiscard]] constexpr $P bits() const noexcept { return bits_; }
                            friend constexpr bool operator==($T, $T) noexcept = default;
                        $accessors
                            void write_json(sbe::JsonWriter& json) const {
                                json.begin('[');
                        $json        const auto unnamed = static_cast<$P>(bits_ & $unknown);
                                if (unnamed != 0) {
                                    json.value(unnamed);
                                }
                                json.end(']');
                            }

                        private:
                            $P bits_ = 0;
                        };
                        """);
    }

    @Override
    public String composite(CompositeType type) {
        List<Value> values = Value.of(type, CppWords.members(), CppDecoding.SUFFIXES);
        String name = names.of(type);
        String copies = values.stream().map(CppEncoding::copy).collect(Collectors.joining());
        Template t = new Template().with("T", name).with("length", type.encodedLength())
                .with("doc", CppWords.doc(type.meta(), "The composite `" + type.name() + "`."))
                .with("getters", values.stream().map(decoding::emit).collect(Collectors.joining()).indent(4))
                .with("setters", values.stream().map(v -> encoding.emit(v, name + "Encoder"))
                        .collect(Collectors.joining()).indent(4))
                .with("json", values.stream().map(v -> CppJson.value(v, v.slot().name())).collect(Collectors.joining())
                        .indent(8))
                .with("copies", copies.indent(8)).with("from", parameter("const " + name + "Decoder&", "from", copies))
                .with("valued", valued(values)).with("number", Decimal.of(values).map(CppTypes::number).orElse("") + extras(type, values));
        return t.fill("""
                ${doc}class ${T}Decoder : public sbe::Fields<byte_order> {
                public:
                    static constexpr std::size_t sbe_encoded_length = $length;

                    constexpr ${T}Decoder() noexcept = default;
                    /// @param version the schema version of the writer
                    constexpr ${T}Decoder(std::span<const std::byte> bytes, std::uint32_t version) noexcept
                        : Fields(bytes, version) {}
                $getters
                    /// Whether any member holds a value other than null.
                    [[nodiscard]] bool has_value() const noexcept {
                        return $valued;
                    }

                    void write_json(sbe::JsonWriter& json, bool sbe_is_null) const {
                        if (sbe_is_null && !has_value()) {
                            json.null();
                            return;
                        }
                        json.begin('{');
                $json        json.end('}');
                    }
                $number};

                ${doc}class ${T}Encoder : public sbe::FieldWriter<byte_order> {
                public:
                    /// @param bytes at least as many bytes as the composite has
                    explicit ${T}Encoder(std::byte* bytes) noexcept : FieldWriter(bytes) {}
                $setters
                    /// Copies all members; absent members become null.
                    void copy_from($from) noexcept {
                $copies    }
                };
                """);
    }

    private static String valued(List<Value> values) {
        String any = values.stream().filter(v -> v.hasBytes() && !v.isConstant()).map(CppJson::hasValue)
                .collect(Collectors.joining("\n               || "));
        return any.isEmpty() ? "false" : any;
    }

    /// The method that writes a decimal as a number.
    private static String number(Decimal decimal) {
        Value exponent = decimal.exponent();
        boolean unsigned64 = decimal.exponentType() == PrimitiveType.UINT64;
        return new Template().with("m", decimal.mantissa().name()).with("e", exponent.name())
                .with("isNull", exponent.isOptional() ? exponent.name() + "_is_null() || " : "")
                .with("known", exponent.isConstant())
                .with("exponent", unsigned64 ? "static_cast<std::int64_t>(" + exponent.name() + "())"
                        : "std::int64_t{" + exponent.name() + "()}").fill("""

                    /// Writes a number with exactly the digits of the mantissa.
                    void write_json_number(sbe::JsonWriter& json, bool sbe_is_null) const {
                        if (sbe_is_null) {
                            json.null();
                            return;
                        }
                        const std::int64_t power = $exponent;
                        if (${isNull}power > 99'999 || power < -99'999) {
                            write_json(json, false);
                        } else {
                            json.decimal($m(), power, $known);
                        }
                    }
                """);
    }

    /// The method that writes the non-standard members of the header.
    private String extras(CompositeType type, List<Value> values) {
        String json = JsonText.headerExtras(schema, type, values).stream().map(v -> CppJson.value(v, v.slot().name()))
                .collect(Collectors.joining());
        return json.isEmpty() ? "" : new Template().with("json", json.indent(8)).fill("""

                    /// Writes the non-standard members.
                    void write_json_extras(sbe::JsonWriter& json) const {
                        json.begin('{');
                $json        json.end('}');
                    }
                """);
    }

    /// The message header, its four standard members found by name.
    String header() {
        CompositeType header = schema.header();
        StringBuilder reads = new StringBuilder();
        StringBuilder writes = new StringBuilder();
        for (String member : List.of("blockLength", "templateId", "schemaId", "version")) {
            String name = Names.snake(member);
            WholeMember whole = WholeMember.of(header, member);
            reads.append(".").append(name).append(" = ").append(read(whole)).append(",\n");
            writes.append(write(whole, "acting." + name));
        }
        writes.append(counts(header));
        return new Template().with("reads", reads.toString().indent(12)).with("writes", writes.toString().indent(8))
                .with("length", header.encodedLength()).with("id", schema.id()).with("version", schema.version())
                .with("name", CppWords.string(header.name())).with("T", names.of(header))
                .with("semantic", CppWords.string(schema.semanticVersion())).fill("""
                        /// The header before each message.
                        struct Header {
                            static constexpr const char* name = $name;
                            static constexpr std::size_t length = $length;
                            static constexpr std::int64_t schema_id = $id;
                            static constexpr std::uint32_t schema_version = $version;
                            static constexpr std::string_view semantic_version = $semantic;

                            static sbe::Acting read(const std::byte* from) noexcept {
                                return {
                        $reads        };
                            }

                            static void write(std::byte* to, const sbe::Acting& acting,
                                              [[maybe_unused]] std::size_t groups,
                                              [[maybe_unused]] std::size_t data) noexcept {
                        $writes    }
                        };
                        """);
    }

    /// The dimension composites of groups.
    String dimension(CompositeType dimension) {
        WholeMember length = WholeMember.of(dimension, "blockLength");
        WholeMember count = WholeMember.of(dimension, "numInGroup");
        String writes = write(length, "block_length") + write(count, "count") + counts(dimension);
        return new Template().with("T", names.of(dimension)).with("length", dimension.encodedLength())
                .with("name", dimension.name()).with("min", count.least()).with("max", count.greatest())
                .with("blockLength", read(length)).with("from", length.isConstant() ? "" : " from")
                .with("count", read(count)).with("writes", writes.indent(8)).fill("""
                        /// The dimension composite before the entries of a group: `$name`.
                        struct ${T}Dimension {
                            static constexpr std::size_t length = $length;
                            static constexpr std::size_t min_count = $min;
                            static constexpr std::size_t max_count = $max;

                            static std::int64_t block_length(const std::byte*$from) noexcept {
                                return $blockLength;
                            }
                            static std::int64_t count(const std::byte* from) noexcept {
                                return $count;
                            }
                            static void write(std::byte* to, [[maybe_unused]] std::size_t block_length,
                                              std::size_t count, [[maybe_unused]] std::size_t groups,
                                              [[maybe_unused]] std::size_t data) noexcept {
                        $writes    }
                        };
                        """);
    }

    /// The encodings of variable-length data.
    String dataLength(CompositeType encoding) {
        WholeMember length = WholeMember.of(encoding, "length");
        return new Template().with("T", names.of(encoding)).with("name", encoding.name())
                .with("header", WholeMember.headerLength(encoding)).with("min", length.least())
                .with("max", length.greatest()).with("read", read(length)).with("write", write(length, "bytes").strip())
                .fill("""
                        /// The length before variable-length data, encoded as `$name`.
                        struct ${T}Length {
                            static constexpr std::size_t header_length = $header;
                            static constexpr std::size_t min_length = $min;
                            static constexpr std::size_t max_length = $max;

                            static std::int64_t length(const std::byte* from) noexcept {
                                return $read;
                            }
                            static void write(std::byte* to, std::size_t bytes) noexcept {
                                $write
                            }
                        };
                        """);
    }

    /// An expression of a member at `from`, as `std::int64_t`.
    private static String read(WholeMember member) {
        String type = CppWords.type(member.primitive());
        String bits = member.isConstant() ? member.constant() + "LL"
                : "sbe::load<" + type + ", byte_order>(" + at("from", member) + ")";
        if (member.isConstant()) {
            return bits;
        }
        return switch (member.primitive()) {
            case CHAR -> "std::int64_t{static_cast<unsigned char>(" + bits + ")}";
            case UINT64 -> "static_cast<std::int64_t>(" + bits + ")";
            default -> "std::int64_t{" + bits + "}";
        };
    }

    /// A statement that writes a member to `to`; none where it is constant.
    private static String write(WholeMember member, String value) {
        String type = CppWords.type(member.primitive());
        return member.isConstant() ? "" : "sbe::store<" + type + ", byte_order>(" + at("to", member)
                + ", static_cast<" + type + ">(" + value + "));\n";
    }

    private static String at(String start, WholeMember member) {
        return member.offset() == 0 ? start : start + " + " + member.offset();
    }

    /// A parameter, marked as unused if no statement uses it.
    static String parameter(String type, String name, String statements) {
        return (statements.contains(name) ? "" : "[[maybe_unused]] ") + type + " " + name;
    }

    /// Statements that write the numbers of groups and data, for members that drafts of the standard define.
    private static String counts(CompositeType composite) {
        StringBuilder out = new StringBuilder();
        WholeMember.counts(composite).forEach((name, member) -> out.append(write(member, name)));
        return out.toString();
    }
}
