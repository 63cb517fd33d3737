// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.rust;

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
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Enums, sets, composites and the header of a schema.
final class RustTypes implements TypeWriter {
    private final Schema schema;
    private final RustNames names;
    private final RustDecoding decoding;
    private final RustEncoding encoding;

    RustTypes(Schema schema, RustNames names) {
        this.schema = schema;
        this.names = names;
        this.decoding = new RustDecoding(names, "");
        this.encoding = new RustEncoding(names, "");
    }

    @Override
    public String enumeration(EnumType type) {
        Names scope = RustWords.constants();
        // Named first, because fields refer to it by this name.
        String none = scope.claim("null_value");
        PrimitiveType primitive = type.primitive();
        StringBuilder values = new StringBuilder();
        StringBuilder cases = new StringBuilder();
        Set<Long> shown = new HashSet<>();
        for (EnumType.ValidValue value : type.values()) {
            String quoted = JsonText.quote(value.name());
            values.append(RustWords.doc(4, value.meta(), "`" + value.name() + "`."))
                    .append("    pub const ").append(scope.claim(value.name())).append(": Self = Self(")
                    .append(RustWords.whole(primitive, value.bits())).append(");\n");
            // If a value has two names, the first one is shown.
            if (shown.add(value.bits())) {
                cases.append("            ").append(RustWords.whole(primitive, value.bits())).append(" => Some(")
                        .append(RustWords.string(quoted.substring(1, quoted.length() - 1))).append("),\n");
            }
        }
        long nothing = type.effectiveNull() instanceof Literal.Whole(long bits) ? bits : 0;
        String name = cases.isEmpty() ? "        None\n" : "        match self.0 {\n" + cases
                + "            _ => None,\n        }\n";
        return new Template().with("T", names.of(type)).with("P", RustWords.type(primitive))
                .with("doc", RustWords.doc(0, type.meta(), "The enum `" + type.name() + "`."))
                .with("values", values).with("name", name).with("null", none)
                .with("nullBits", RustWords.whole(primitive, nothing)).fill("""
                        ${doc}///
                        /// Values unknown to this version keep their numbers.
                        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
                        pub struct $T(pub $P);

                        impl $T {
                        $values    /// Stands for no value.
                            pub const $null: Self = Self($nullBits);

                            /// The name of the value, if the schema has one for it.
                            pub const fn name(self) -> Option<&'static str> {
                        $name    }
                        }

                        sbe::wire_newtype!($T, $P);
                        json::enumerator!($T, $P);
                        """);
    }

    @Override
    public String set(SetType type) {
        Names scope = RustWords.constants();
        PrimitiveType primitive = type.primitive();
        StringBuilder choices = new StringBuilder();
        StringBuilder json = new StringBuilder();
        for (SetType.Choice choice : type.choices()) {
            String name = scope.claim(choice.name());
            choices.append(RustWords.doc(4, choice.meta(), "`" + choice.name() + "`."))
                    .append("    pub const ").append(name).append(": Self = Self(1 << ").append(choice.bit()).append(");\n");
            json.append("        if self.contains(Self::").append(name).append(") {\n            json.raw(")
                    .append(RustWords.string(JsonText.quote(choice.name()))).append(")?;\n        }\n");
        }
        long unnamed = SchemaTypes.unnamedBits(type);
        return new Template().with("T", names.of(type)).with("P", RustWords.type(primitive))
                .with("doc", RustWords.doc(0, type.meta(), "The set `" + type.name() + "`."))
                .with("choices", choices.isEmpty() ? "" : choices + "\n").with("json", json)
                .with("unnamed", unnamed == 0 ? "" : """
                                let unnamed = self.0 & $bits;
                                if unnamed != 0 {
                                    json.number(Some(unnamed))?;
                                }
                        """.replace("$bits", RustWords.whole(primitive, unnamed))).fill("""
                        ${doc}///
                        /// Choices unknown to this version keep their bits.
                        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
                        pub struct $T($P);

                        impl $T {
                        $choices    /// No choice.
                            pub const fn empty() -> Self {
                                Self(0)
                            }

                            /// All bits, including those without a name.
                            pub const fn from_bits(bits: $P) -> Self {
                                Self(bits)
                            }

                            /// All bits, including those without a name.
                            pub const fn bits(self) -> $P {
                                self.0
                            }

                            /// Whether this set contains all choices of the other set.
                            pub const fn contains(self, other: Self) -> bool {
                                self.0 & other.0 == other.0
                            }

                            pub(super) fn write_json(self, json: &mut json::JsonWriter<'_>) -> fmt::Result {
                                json.begin('[')?;
                        $json$unnamed        json.end(']')
                            }
                        }

                        impl core::ops::BitOr for $T {
                            type Output = Self;

                            fn bitor(self, other: Self) -> Self {
                                Self(self.0 | other.0)
                            }
                        }

                        sbe::wire_newtype!($T, $P);
                        """);
    }

    @Override
    public String composite(CompositeType type) {
        List<Value> values = Value.of(type, RustWords.members(), RustDecoding.SUFFIXES);
        String getters = values.stream().map(decoding::emit).collect(Collectors.joining());
        String setters = values.stream().map(encoding::emit).collect(Collectors.joining());
        String copies = values.stream().map(encoding::copy).collect(Collectors.joining());
        String valued = values.stream().filter(v -> v.hasBytes() && !v.isConstant()).map(RustTypes::valued)
                .collect(Collectors.joining());
        return new Template().with("T", names.of(type)).with("length", type.encodedLength())
                .with("doc", RustWords.doc(0, type.meta(), "The composite `" + type.name() + "`."))
                .with("getters", getters).with("setters", setters).with("copies", copies).with("valued", valued)
                .with("from", copies.isEmpty() ? "_from" : "from")
                .with("json", values.stream().map(v -> RustJson.value(v, v.slot().name(), "Self"))
                        .collect(Collectors.joining()))
                .with("writeJson", "pub(super) fn write_json(&self, json: &mut json::JsonWriter<'_>, is_null: bool) "
                        + "-> fmt::Result {")
                .with("number", Decimal.of(values).map(this::number).orElse("") + extras(type, values))
                .with("extraCopies", extraCopies(type, values))
                .fill("""
                        ${doc}#[derive(Clone, Copy, Debug)]
                        pub struct ${T}Decoder<'a> {
                            fields: sbe::Fields<'a>,
                        }

                        impl<'a> ${T}Decoder<'a> {
                            /// Length of the composite in this version of the schema, in bytes.
                            pub const ENCODED_LENGTH: usize = $length;

                            #[inline]
                            pub(super) fn new(fields: sbe::Fields<'a>) -> Self {
                                Self { fields }
                            }
                        $getters
                            /// Whether any member holds a value other than null.
                            pub fn has_value(&self) -> bool {
                        $valued        false
                            }

                            $writeJson
                                if is_null && !self.has_value() {
                                    return json.null();
                                }
                                json.begin('{')?;
                        $json        json.end('}')
                            }
                        $number}

                        ${doc}#[derive(Debug)]
                        pub struct ${T}Encoder<'b> {
                            block: &'b mut [u8; $length],
                        }

                        impl<'b> ${T}Encoder<'b> {
                            #[inline]
                            pub(super) fn new(block: &'b mut [u8; $length]) -> Self {
                                Self { block }
                            }
                        $setters
                            /// Copies all members; absent members become null.
                            pub fn copy_from(&mut self, $from: ${T}Decoder<'_>) {
                        $copies    }
                        $extraCopies}
                        """);
    }

    private static String valued(Value value) {
        return "        if " + RustJson.hasValue(value) + " {\n            return true;\n        }\n";
    }

    /// The method that writes a decimal as a number.
    private String number(Decimal decimal) {
        Value exponent = decimal.exponent();
        String raw = exponent.isConstant() ? "self.exponent()" : "sbe::get(" + String.join(", ",
                decoding.rawArguments(exponent)) + ")";
        return new Template().with("m", String.join(", ", decoding.rawArguments(decimal.mantissa())))
                .with("M", RustWords.type(decimal.mantissaType()))
                .with("E", RustWords.type(decimal.exponentType())).with("e", raw)
                .with("isNull", exponent.isOptional() ? "self." + exponent.name() + "_is_null() || " : "")
                .with("known", exponent.isConstant())
                .with("power", switch (decimal.exponentType()) {
                    case INT64 -> "exponent";
                    case UINT64 -> "exponent as i64";
                    default -> "i64::from(exponent)";
                }).fill("""

                    /// Writes a number with exactly the digits of the mantissa.
                    pub(super) fn write_json_number(
                        &self,
                        json: &mut json::JsonWriter<'_>,
                        is_null: bool,
                    ) -> fmt::Result {
                        if is_null {
                            return json.null();
                        }
                        let mantissa: $M = sbe::get($m);
                        let exponent: $E = $e;
                        let power = $power;
                        if $isNull!(-99_999..=99_999).contains(&power) {
                            return self.write_json(json, false);
                        }
                        json.decimal(mantissa, power, $known)
                    }
                """);
    }

    /// The method that writes the non-standard members of the header.
    private String extras(CompositeType type, List<Value> values) {
        String json = JsonText.headerExtras(schema, type, values).stream().map(v -> RustJson.value(v, v.slot().name(), "Self"))
                .collect(Collectors.joining());
        return json.isEmpty() ? "" : new Template().with("json", json).fill("""

                    /// Writes the non-standard members.
                    pub(super) fn write_json_extras(&self, json: &mut json::JsonWriter<'_>) -> fmt::Result {
                        json.begin('{')?;
                $json        json.end('}')
                    }
                """);
    }

    /// The method that copies the non-standard members of the header.
    private String extraCopies(CompositeType type, List<Value> values) {
        List<Value> extras = JsonText.headerExtras(schema, type, values);
        return extras.isEmpty() ? "" : new Template().with("T", names.of(type))
                .with("copies", extras.stream().map(encoding::copy).collect(Collectors.joining())).fill("""

                    /// Copies the non-standard members.
                    pub(super) fn copy_extras(&mut self, from: ${T}Decoder<'_>) {
                $copies    }
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
            reads.append("            ").append(name).append(": ").append(read(whole)).append(",\n");
            writes.append(write(whole, "acting." + name));
        }
        writes.append(counts(header));
        return new Template().with("reads", reads).with("writes", writes).with("length", header.encodedLength())
                .with("id", schema.id()).with("version", schema.version()).with("name", RustWords.string(header.name()))
                .with("semantic", RustWords.string(schema.semanticVersion()))
                .with("idType", RustWords.idType(header, "schemaId"))
                .with("versionType", RustWords.idType(header, "version"))
                .with("to", used("to", writes)).with("acting", used("acting", writes)).with("from", used("from", reads))
                .with("groups", used("groups", writes)).with("data", used("data", writes))
                .with("doc", RustWords.doc(0, new Meta("", "", 0, 0), "The id of the schema."))
                .fill("""
                        ${doc}pub const SCHEMA_ID: $idType = $id;
                        /// The version of the schema.
                        pub const SCHEMA_VERSION: $versionType = $version;
                        /// The semantic version of the schema.
                        pub const SEMANTIC_VERSION: &str = $semantic;

                        /// The header before each message.
                        pub(super) struct Header;

                        impl sbe::MessageHeader for Header {
                            const NAME: &'static str = $name;
                            const LENGTH: usize = $length;
                            const SCHEMA_ID: i64 = $id;

                            #[inline]
                            fn read($from: &[u8]) -> sbe::Acting {
                                sbe::Acting {
                        $reads        }
                            }

                            #[inline]
                            fn write($to: &mut [u8], $acting: sbe::Acting, $groups: i64, $data: i64) {
                        $writes    }
                        }
                        """);
    }

    /// The type that reads and writes the dimension composite of groups.
    String dimension(CompositeType type) {
        WholeMember length = WholeMember.of(type, "blockLength");
        WholeMember count = WholeMember.of(type, "numInGroup");
        String writes = write(length, "block_length") + write(count, "count") + counts(type);
        return new Template().with("T", names.of(type)).with("name", type.name()).with("length", type.encodedLength())
                .with("min", count.least()).with("max", count.greatest())
                .with("readLength", read(length)).with("readCount", read(count)).with("writes", writes)
                .with("fromLength", used("from", read(length))).with("fromCount", used("from", read(count)))
                .with("to", used("to", writes)).with("block", used("block_length", writes)).with("count", used("count", writes))
                .with("groups", used("groups", writes)).with("data", used("data", writes)).fill("""
                        /// Reads and writes the dimension `$name` of groups.
                        pub(super) struct $T;

                        impl sbe::Dimension for $T {
                            const LENGTH: usize = $length;
                            const COUNTS: sbe::Counts = $min..=$max;

                            #[inline]
                            fn block_length($fromLength: &[u8]) -> i64 {
                                $readLength
                            }

                            #[inline]
                            fn count($fromCount: &[u8]) -> i64 {
                                $readCount
                            }

                            #[inline]
                            fn write($to: &mut [u8], $block: i64, $count: i64, $groups: i64, $data: i64) {
                        $writes    }
                        }
                        """);
    }

    /// The type that reads and writes the length of data.
    String dataLength(CompositeType type) {
        WholeMember length = WholeMember.of(type, "length");
        return new Template().with("T", names.of(type)).with("name", type.name())
                .with("length", WholeMember.headerLength(type))
                .with("min", length.least()).with("max", length.greatest()).with("read", read(length))
                .with("write", write(length, "length")).fill("""
                        /// Reads and writes the length of data, encoded as `$name`.
                        pub(super) struct $T;

                        impl sbe::DataLength for $T {
                            const LENGTH: usize = $length;
                            const LENGTHS: sbe::Counts = $min..=$max;

                            #[inline]
                            fn read(from: &[u8]) -> i64 {
                                $read
                            }

                            #[inline]
                            fn write(to: &mut [u8], length: i64) {
                        $write    }
                        }
                        """);
    }

    private static String used(String name, CharSequence text) {
        return text.toString().matches("(?s).*\\b" + name + "\\b.*") ? name : "_" + name;
    }

    /// An expression of a member at `from`, as `i64`.
    private static String read(WholeMember member) {
        if (member.isConstant()) {
            return Long.toString(member.constant());
        }
        String bits = "sbe::load::<" + RustWords.type(member.primitive()) + ">(from, " + member.offset() + ")";
        return switch (member.primitive()) {
            case INT64 -> bits;
            case UINT64 -> bits + " as i64";
            default -> "i64::from(" + bits + ")";
        };
    }

    /// A statement that writes a member to `to`; none where it is constant.
    private static String write(WholeMember member, String value) {
        String cast = member.primitive() == PrimitiveType.INT64 ? "" : " as " + RustWords.type(member.primitive());
        return member.isConstant() ? "" : "        sbe::put(to, " + member.offset() + ", " + value + cast + ");\n";
    }

    /// Statements that write the numbers of groups and data, for members that drafts of the standard define.
    private static String counts(CompositeType composite) {
        StringBuilder out = new StringBuilder();
        WholeMember.counts(composite).forEach((name, member) -> out.append(write(member, name)));
        return out.toString();
    }
}
