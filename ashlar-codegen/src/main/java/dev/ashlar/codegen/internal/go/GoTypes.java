// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.go;

import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.codegen.internal.model.Decimal;
import dev.ashlar.codegen.internal.model.JsonText;
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
final class GoTypes implements TypeWriter {
    private final Schema schema;
    private final GoNames names;
    private final GoDecoding decoding;
    private final GoEncoding encoding;

    GoTypes(Schema schema, GoNames names) {
        this.schema = schema;
        this.names = names;
        this.decoding = new GoDecoding(names);
        this.encoding = new GoEncoding(names);
    }

    @Override
    public String enumeration(EnumType type) {
        PrimitiveType primitive = type.primitive();
        StringBuilder values = new StringBuilder();
        StringBuilder cases = new StringBuilder();
        Set<Long> shown = new HashSet<>();
        for (EnumType.ValidValue value : type.values()) {
            String name = names.constant(value);
            values.append(GoWords.doc("\t", name, "is the value " + value.name() + ".", value.meta())).append('\t').append(name)
                    .append(' ').append(names.of(type)).append(" = ").append(GoWords.whole(primitive, value.bits()))
                    .append("\n\n");
            // If a value has two names, the first one is shown.
            if (shown.add(value.bits())) {
                cases.append("\tcase ").append(name).append(":\n\t\treturn ").append(GoWords.string(value.name()))
                        .append(", true\n");
            }
        }
        long nothing = type.effectiveNull() instanceof Literal.Whole(long bits) ? bits : 0;
        PrimitiveType number = primitive == PrimitiveType.CHAR ? PrimitiveType.UINT8 : primitive;
        return new Template().with("T", names.of(type)).with("P", GoDecoding.method(primitive)).with("values", values)
                .with("doc", GoWords.doc("", names.of(type), "is the enum " + type.name()
                        + ". Values unknown to this version keep their numbers.", type.meta()))
                .with("name", cases.isEmpty() ? "" : "\tswitch v {\n" + cases + "\t}\n")
                .with("number", GoJson.number(number, GoDecoding.method(primitive) + "(v)"))
                .with("null", GoWords.whole(primitive, nothing)).fill("""
                        ${doc}type $T $P

                        const (
                        $values\t// ${T}NullValue stands for no value.
                        \t${T}NullValue $T = $null
                        )

                        // Name returns the name of the value, if it has one in the schema.
                        func (v $T) Name() (name string, ok bool) {
                        $name\treturn "", false
                        }

                        // String returns the name of the value, or its number if it has no name.
                        func (v $T) String() string {
                        \tvar j jsonText
                        \tif name, ok := v.Name(); ok {
                        \t\treturn name
                        \t}
                        \t$number
                        \treturn string(j.bytes)
                        }

                        func (v $T) json(j *jsonText) {
                        \tif name, ok := v.Name(); ok {
                        \t\tj.enumerator(name)
                        \t} else {
                        \t\t$number
                        \t}
                        }
                        """);
    }

    @Override
    public String set(SetType type) {
        PrimitiveType primitive = type.primitive();
        StringBuilder choices = new StringBuilder();
        StringBuilder json = new StringBuilder();
        for (SetType.Choice choice : type.choices()) {
            String name = names.constant(choice);
            choices.append(choices.isEmpty() ? "" : "\n")
                    .append(GoWords.doc("\t", name, "is the choice " + choice.name() + ".", choice.meta())).append('\t')
                    .append(name).append(' ').append(names.of(type)).append(" = 1 << ").append(choice.bit()).append('\n');
            json.append("\tif s.Has(").append(name).append(") {\n\t\tj.raw(")
                    .append(GoWords.string(JsonText.quote(choice.name()))).append(")\n\t}\n");
        }
        long unnamed = SchemaTypes.unnamedBits(type);
        return new Template().with("T", names.of(type)).with("P", GoWords.type(primitive))
                .with("doc", GoWords.doc("", names.of(type), "is the set " + type.name()
                        + ". Choices unknown to this version keep their bits.", type.meta()))
                .with("choices", choices.isEmpty() ? "" : "\nconst (\n" + choices + ")\n").with("json", json)
                .with("unnamed", unnamed == 0 ? "" : """
                        \tif unnamed := uint64(s & $bits); unnamed != 0 {
                        \t\tj.uint(unnamed)
                        \t}
                        """.replace("$bits", GoWords.whole(primitive, unnamed))).fill("""
                        ${doc}type $T $P
                        $choices
                        // Has reports whether the set contains all of the choices.
                        func (s $T) Has(choices $T) bool {
                        \treturn s&choices == choices
                        }

                        func (s $T) json(j *jsonText) {
                        \tj.begin('[')
                        $json$unnamed\tj.end(']')
                        }
                        """);
    }

    @Override
    public String composite(CompositeType type) {
        List<Value> values = Value.of(type, GoWords.members(), GoDecoding.SUFFIXES);
        String decoder = names.of(type) + "Decoder";
        String encoder = names.of(type) + "Encoder";
        String valued = values.stream().filter(v -> v.hasBytes() && !v.isConstant()).map(GoJson::hasValue)
                .collect(Collectors.joining(" ||\n\t\t"));
        List<Value> extras = JsonText.headerExtras(schema, type, values);
        return new Template().with("T", names.of(type)).with("length", type.encodedLength()).with("name", type.name())
                .with("doc", GoWords.doc("", decoder, "reads the composite " + type.name() + ".", type.meta()))
                .with("getters", values.stream().map(v -> decoding.emit(v, decoder)).collect(Collectors.joining()))
                .with("setters", values.stream().map(v -> encoding.emit(v, encoder)).collect(Collectors.joining()))
                .with("copies", copies(values)).with("valued", valued.isEmpty() ? "false" : valued).with("json", json(values))
                .with("number", Decimal.of(values).map(d -> number(d, decoder)).orElse(""))
                .with("extras", extras.isEmpty() ? "" : new Template().with("T", names.of(type)).with("json", json(extras))
                        .with("copies", copies(extras)).fill("""

                        // jsonExtras adds the non-standard members.
                        func (d ${T}Decoder) jsonExtras(j *jsonText) {
                        \tj.begin('{')
                        $json\tj.end('}')
                        }

                        // copyExtras copies the non-standard members.
                        func (e ${T}Encoder) copyExtras(from ${T}Decoder) {
                        $copies}
                        """))
                .fill("""
                        // ${T}EncodedLength is the length of the composite in this version of the schema, in bytes.
                        const ${T}EncodedLength = $length

                        ${doc}type ${T}Decoder struct {
                        \tfields fields
                        }
                        $getters
                        // hasValue reports whether any member holds a value other than null.
                        func (d ${T}Decoder) hasValue() bool {
                        \treturn $valued
                        }

                        func (d ${T}Decoder) json(j *jsonText, isNull bool) {
                        \tif isNull && !d.hasValue() {
                        \t\tj.null()
                        \t\treturn
                        \t}
                        \tj.begin('{')
                        $json\tj.end('}')
                        }
                        $number
                        // ${T}Encoder writes the composite $name.
                        type ${T}Encoder struct {
                        \tblock block
                        }
                        $setters
                        // CopyFrom copies all members; absent members become null.
                        func (e ${T}Encoder) CopyFrom(from ${T}Decoder) {
                        $copies}
                        $extras""");
    }

    private static String json(List<Value> values) {
        return values.stream().map(v -> GoJson.value(v, v.slot().name())).collect(Collectors.joining());
    }

    private String copies(List<Value> values) {
        return values.stream().map(v -> encoding.copy(v, "e.block")).collect(Collectors.joining());
    }

    /// The method that adds a decimal as a number.
    private String number(Decimal decimal, String decoder) {
        Value exponent = decimal.exponent();
        return new Template().with("R", decoder).with("known", exponent.isConstant())
                .with("m", "d." + GoDecoding.rawName(decimal.mantissa()) + "()")
                .with("e", "d." + GoDecoding.rawName(exponent) + "()")
                .with("isNull", exponent.isOptional() ? "d." + exponent.name() + "IsNull() || " : "")
                .with("append", decimal.mantissaType() == PrimitiveType.UINT64 ? "AppendUint" : "AppendInt")
                .with("M", decimal.mantissaType() == PrimitiveType.UINT64 ? "uint64" : "int64").fill("""

                        // jsonNumber adds a number with exactly the digits of the mantissa.
                        func (d $R) jsonNumber(j *jsonText, isNull bool) {
                        \tif isNull {
                        \t\tj.null()
                        \t\treturn
                        \t}
                        \texponent := int64($e)
                        \tif ${isNull}exponent < -99_999 || exponent > 99_999 {
                        \t\td.json(j, false)
                        \t\treturn
                        \t}
                        \tvar digits [20]byte
                        \tj.decimal(strconv.$append(digits[:0], $M($m), 10), exponent, $known)
                        }
                        """);
    }

    /// The message header, its four standard members found by name.
    String header() {
        CompositeType header = schema.header();
        StringBuilder reads = new StringBuilder();
        StringBuilder writes = new StringBuilder();
        for (String member : List.of("blockLength", "templateId", "schemaId", "version")) {
            String name = member.replace("Id", "ID");
            WholeMember whole = WholeMember.of(header, member);
            reads.append("\t\t").append(name).append(": ").append(" ".repeat("blockLength".length() - name.length()))
                    .append(read(whole, "from")).append(",\n");
            writes.append(write(whole, "to", "a." + name));
        }
        WholeMember.counts(header).forEach((name, member) -> writes.append(write(member, "to", name)));
        return new Template().with("reads", reads).with("writes", writes).with("length", header.encodedLength())
                .with("id", schema.id()).with("version", schema.version()).with("name", GoWords.string(header.name()))
                .with("semantic", GoWords.string(schema.semanticVersion())).fill("""
                        const (
                        \t// SchemaID is the id of the schema.
                        \tSchemaID = $id

                        \t// SchemaVersion is the version of the schema.
                        \tSchemaVersion = $version

                        \t// SemanticVersion is the semantic version of the schema.
                        \tSemanticVersion = $semantic

                        \theaderName   = $name
                        \theaderLength = $length
                        )

                        func actingOf(from []byte) acting {
                        \treturn acting{
                        $reads\t}
                        }

                        func actingTo(to []byte, a acting, groups, data int64) {
                        $writes}
                        """);
    }

    /// An expression of a number of a header, dimension or length, as `int64`.
    static String read(WholeMember member, String from) {
        if (member.isConstant()) {
            return Long.toString(member.constant());
        }
        String at = from + (member.primitive().size() == 1 ? "[" + member.offset() + "]"
                : member.offset() == 0 ? "" : "[" + member.offset() + ":]");
        int bits = 8 * member.primitive().size();
        String unsigned = bits == 8 ? at : "order.Uint" + bits + "(" + at + ")";
        return switch (member.primitive()) {
            case INT8, INT16, INT32 -> "int64(" + GoWords.type(member.primitive()) + "(" + unsigned + "))";
            default -> "int64(" + unsigned + ")";
        };
    }

    /// A statement that writes such a number; none where it is constant.
    static String write(WholeMember member, String to, String value) {
        if (member.isConstant()) {
            return "";
        }
        int bits = 8 * member.primitive().size();
        return bits == 8 ? "\t" + to + "[" + member.offset() + "] = uint8(" + value + ")\n"
                : "\torder.PutUint" + bits + "(" + to + (member.offset() == 0 ? "" : "[" + member.offset() + ":]") + ", uint"
                + bits + "(" + value + "))\n";
    }
}
