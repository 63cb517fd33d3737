// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.csharp;

import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.codegen.internal.model.Decimal;
import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.Names;
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
final class CsTypes implements TypeWriter {
    private final Schema schema;
    private final CsNames names;
    private final CsDecoding decoding;
    private final CsEncoding encoding;
    private final CsJson json;

    CsTypes(Schema schema, CsNames names) {
        this.schema = schema;
        this.names = names;
        this.decoding = new CsDecoding(names);
        this.encoding = new CsEncoding(names);
        this.json = new CsJson(names);
    }

    @Override
    public String enumeration(EnumType type) {
        Names scope = CsWords.enumerators();
        PrimitiveType primitive = CsWords.numeric(type.primitive());
        StringBuilder values = new StringBuilder();
        StringBuilder cases = new StringBuilder();
        StringBuilder texts = new StringBuilder();
        Set<Long> shown = new HashSet<>();
        for (EnumType.ValidValue value : type.values()) {
            String name = scope.claim(value.name());
            values.append(CsWords.doc(value.meta(), "")).append(name).append(" = ")
                    .append(CsWords.whole(primitive, value.bits())).append(",\n\n");
            if (!shown.add(value.bits())) {
                // If a value has two names, the first one is shown.
                continue;
            }
            Template t = new Template().with("T", names.of(type)).with("x", name)
                    .with("name", CsWords.string(value.name())).with("quoted", CsWords.string(JsonText.quote(value.name())));
            texts.append(t.fill("case $T.$x: return $name;\n"));
            cases.append(t.fill("case $T.$x: return $quoted;\n"));
        }
        long nothing = type.effectiveNull() instanceof Literal.Whole(long bits) ? bits : 0;
        return new Template().with("T", names.of(type)).with("P", CsWords.bits(type.primitive()))
                .with("doc", CsWords.comment((type.meta().description().isBlank() ? "The enum " + type.name() + "."
                        : type.meta().description()) + " Values unknown to this version keep their numbers."))
                .with("values", values.toString().indent(4)).with("cases", cases.toString().indent(12))
                .with("texts", texts.toString().indent(12))
                .with("null", scope.claim("NullValue")).with("nullBits", CsWords.whole(primitive, nothing)).fill("""
                        ${doc}public enum $T : $P
                        {
                        $values    $null = $nullBits,
                        }

                        /// <summary>The names of $T values in the schema.</summary>
                        public static class ${T}Names
                        {
                            /// <returns>null if the value has no name</returns>
                            public static string Of($T value)
                            {
                                switch (value)
                                {
                        $texts            default: return null;
                                }
                            }

                            internal static string JsonOf($T value)
                            {
                                switch (value)
                                {
                        $cases            default: return null;
                                }
                            }
                        }
                        """);
    }

    @Override
    public String set(SetType type) {
        Names scope = CsWords.enumerators();
        StringBuilder values = new StringBuilder();
        for (SetType.Choice choice : type.choices()) {
            values.append(CsWords.doc(choice.meta(), "")).append(scope.claim(choice.name())).append(" = ")
                    .append(CsWords.whole(CsWords.numeric(type.primitive()), 1L << choice.bit())).append(",\n\n");
        }
        return new Template().with("T", names.of(type)).with("P", CsWords.bits(type.primitive()))
                .with("doc", CsWords.comment((type.meta().description().isBlank() ? "The set " + type.name() + "."
                        : type.meta().description()) + " Choices unknown to this version keep their bits."))
                .with("values", values.toString().stripTrailing().indent(4)).fill("""
                        $doc[global::System.FlagsAttribute]
                        public enum $T : $P
                        {
                        $values}
                        """);
    }

    @Override
    public String composite(CompositeType type) {
        List<Value> values = Value.of(type, names.members(), CsDecoding.SUFFIXES);
        String name = names.of(type);
        return new Template().with("T", name).with("length", type.encodedLength())
                .with("doc", CsWords.doc(type.meta(), "The composite " + type.name() + "."))
                .with("getters", values.stream().map(decoding::emit).collect(Collectors.joining()).indent(4))
                .with("setters", values.stream().map(v -> encoding.emit(v, name + "Encoder"))
                        .collect(Collectors.joining()).indent(4))
                .with("json", values.stream().map(v -> json.value(v, v.slot().name())).collect(Collectors.joining())
                        .indent(8))
                .with("copies", values.stream().map(CsEncoding::copy).collect(Collectors.joining()).indent(8))
                .with("copyExtras", copyExtras(type, values).indent(4))
                .with("valued", valued(values)).with("number",
                        (Decimal.of(values).map(CsTypes::number).orElse("") + extras(type, values)).indent(4)).fill("""
                ${doc}public readonly ref struct ${T}Decoder
                {
                    public const int SbeEncodedLength = $length;

                    private readonly ReadOnlySpan<byte> block;
                    private readonly int version;

                    /// <param name="version">the schema version of the writer</param>
                    public ${T}Decoder(ReadOnlySpan<byte> bytes, int version)
                    {
                        block = bytes;
                        this.version = version;
                    }
                $getters
                    /// <summary>Whether any member holds a value other than null.</summary>
                    public bool HasValue => $valued;

                    internal void WriteJson(SbeJsonWriter json, bool isNull)
                    {
                        if (isNull && !HasValue)
                        {
                            json.Null();
                            return;
                        }

                        json.Begin('{');
                $json        json.End('}');
                    }
                $number
                    private bool Has(int since, int end) => version >= since && block.Length >= end;
                }

                ${doc}public readonly ref struct ${T}Encoder
                {
                    private readonly Span<byte> block;

                    internal ${T}Encoder(Span<byte> bytes)
                    {
                        block = bytes;
                    }
                $setters
                    internal void CopyFrom(${T}Decoder from)
                    {
                $copies    }
                $copyExtras}
                """);
    }

    private static String valued(List<Value> values) {
        String any = values.stream().filter(v -> v.hasBytes() && !v.isConstant()).map(CsJson::hasValue)
                .collect(Collectors.joining("\n        || "));
        return any.isEmpty() ? "false" : any;
    }

    /// The method that writes a decimal as a number.
    private static String number(Decimal decimal) {
        Value exponent = decimal.exponent();
        return new Template().with("m", decimal.mantissa().name())
                .with("isNull", exponent.isOptional() ? exponent.name() + "IsNull || " : "")
                .with("known", exponent.isConstant())
                .with("exponent", decimal.exponentType() == PrimitiveType.UINT64
                        ? "unchecked((long)" + exponent.name() + ")" : exponent.name()).fill("""

                /// <summary>Writes a number with exactly the digits of the mantissa.</summary>
                internal void WriteJsonNumber(SbeJsonWriter json, bool isNull)
                {
                    if (isNull)
                    {
                        json.Null();
                        return;
                    }

                    long power = $exponent;
                    if (${isNull}power > 99999 || power < -99999)
                    {
                        WriteJson(json, false);
                    }
                    else
                    {
                        json.Decimal($m, power, $known);
                    }
                }
                """);
    }

    /// The method that copies the non-standard members of the header.
    private String copyExtras(CompositeType type, List<Value> values) {
        String copies = JsonText.headerExtras(schema, type, values).stream().map(CsEncoding::copy)
                .collect(Collectors.joining());
        return copies.isEmpty() ? "" : new Template().with("T", names.of(type)).with("copies", copies.indent(4)).fill("""

                internal void CopyExtrasFrom(${T}Decoder from)
                {
                $copies}
                """);
    }

    /// The method that writes the non-standard members of the header.
    private String extras(CompositeType type, List<Value> values) {
        String written = JsonText.headerExtras(schema, type, values).stream().map(v -> json.value(v, v.slot().name()))
                .collect(Collectors.joining());
        return written.isEmpty() ? "" : new Template().with("json", written.indent(4)).fill("""

                /// <summary>Writes the non-standard members.</summary>
                internal void WriteJsonExtras(SbeJsonWriter json)
                {
                    json.Begin('{');
                $json    json.End('}');
                }
                """);
    }

    /// The message header, its four standard members found by name.
    String header() {
        CompositeType header = schema.header();
        WholeMember blockLength = WholeMember.of(header, "blockLength");
        WholeMember templateId = WholeMember.of(header, "templateId");
        WholeMember schemaId = WholeMember.of(header, "schemaId");
        WholeMember version = WholeMember.of(header, "version");
        String writes = CsWords.write(blockLength, "to", "acting.BlockLength")
                + CsWords.write(templateId, "to", "acting.TemplateId") + CsWords.write(schemaId, "to", "acting.SchemaId")
                + CsWords.write(version, "to", "acting.Version") + counts(header, "groups", "data");
        return new Template().with("reads", List.of(blockLength, templateId, schemaId, version).stream()
                .map(m -> CsWords.read(m, "from", "")).collect(Collectors.joining(",\n            ")))
                .with("writes", writes.indent(8)).with("length", header.encodedLength()).with("id", schema.id())
                .with("version", schema.version()).with("name", CsWords.string(header.name()))
                .with("semantic", CsWords.string(schema.semanticVersion())).fill("""
                        /// <summary>The header before each message.</summary>
                        public static class SbeHeader
                        {
                            public const string Name = $name;

                            public const int Length = $length;

                            public const long SchemaId = $id;

                            public const int SchemaVersion = $version;

                            public const string SemanticVersion = $semantic;

                            /// <param name="from">at least <see cref="Length"/> bytes</param>
                            public static SbeActing Read(ReadOnlySpan<byte> from) => new SbeActing(
                                    $reads);

                            internal static void Write(Span<byte> to, SbeActing acting, int groups, int data)
                            {
                        $writes    }

                            internal static SbeValidation Check(ReadOnlySpan<byte> message, out SbeActing acting)
                            {
                                acting = default;
                                if (message.Length < Length)
                                {
                                    return new SbeValidation(SbeStatus.HeaderTooLong, 0, Name);
                                }

                                acting = Read(message);
                                return acting.SchemaId == SchemaId
                                    ? new SbeValidation(SbeStatus.Ok, 0, Name)
                                    : new SbeValidation(SbeStatus.OtherSchema, 0, "schemaId");
                            }

                            /// <exception cref="SbeMalformedMessageException">if there is no header</exception>
                            internal static ReadOnlySpan<byte> Of(ReadOnlySpan<byte> message)
                            {
                                if (message.Length < Length)
                                {
                                    var found = new SbeValidation(SbeStatus.HeaderTooLong, 0, Name);
                                    throw new SbeMalformedMessageException(found);
                                }

                                return message.Slice(0, Length);
                            }
                        }
                        """);
    }

    /// Statements that write the numbers of groups and data, for members that drafts of the standard define.
    static String counts(CompositeType composite, Object groups, Object data) {
        StringBuilder out = new StringBuilder();
        WholeMember.counts(composite).forEach((name, member) -> out.append(CsWords.write(member, "to",
                (name.equals("groups") ? groups : data).toString())));
        return out.toString();
    }
}
