// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.csharp;

import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.codegen.internal.model.LiteralWords;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.text.Strings;
import dev.ashlar.codegen.internal.text.Wrapping;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Words, types, literals and comments of C#. All names are in Pascal case, so that none of them is a keyword.
final class CsWords {
    private static final int COMMENT_WIDTH = 100;
    /// Names that every generated type uses itself.
    private static final List<String> MEMBERS = List.of("Equals", "GetHashCode", "ToString", "GetType", "MemberwiseClone",
            "ReferenceEquals", "Finalize", "Validate", "ToJson", "WriteJson", "WriteJsonNumber", "WriteJsonExtras",
            "Has", "HasValue", "FromBlock", "CopyFrom", "CopyExtrasFrom", "NullBlock",
            "Positions", "Check", "End", "Span", "ReadOnlySpan", "BinaryPrimitives");
    /// Names that generated code uses from other namespaces, and members of its own types, inherited or not.
    private static final Set<String> TYPES = Set.of("Span", "ReadOnlySpan", "Positions", "Enumerator", "NullBlock", "Of",
            "JsonOf", "Equals", "GetHashCode", "ToString", "GetType", "MemberwiseClone", "ReferenceEquals", "Finalize");

    private CsWords() {
    }

    /// The name of a charset in the names of methods for text.
    static String charset(TextEncoding encoding) {
        return switch (encoding) {
            case ASCII -> "Ascii";
            case LATIN_1 -> "Latin1";
            case UTF_8 -> "Utf8";
            case UTF_16LE, UTF_16BE, WINDOWS_1252, OTHER, BYTES -> throw new IllegalArgumentException("no text: encoding=" + encoding);
        };
    }

    /// A scope of the members of a type.
    static Names members(List<String> reserved) {
        return new Names(CsWords::memberName, Stream.concat(MEMBERS.stream(), reserved.stream()).toList());
    }

    /// Names that begin with `Sbe` are for what the schema does not name.
    private static String memberName(String name) {
        String pascal = Names.pascal(name);
        return pascal.startsWith("Sbe") ? "X" + pascal : pascal;
    }

    /// A scope of enumerators. Capital letters keep their underscores.
    static Names enumerators() {
        return new Names(name -> name.equals(name.toUpperCase(Locale.ROOT)) ? Names.verbatim(name) : Names.pascal(name),
                Set.of("value__"));
    }

    /// A scope of types.
    static Names types() {
        return new Names(CsWords::memberName, TYPES);
    }

    /// A scope of files. Those that all schemas share are next to them if the package is `ashlar`.
    static Names files() {
        return Names.ofFiles(Names::pascal, Set.of("Types", "SbeMessages", "Sbe", "SbeJson"));
    }

    /// The namespace of a package: `com.example.feed` is `Com.Example.Feed`.
    static String namespace(String packageName) {
        StringBuilder out = new StringBuilder();
        for (String part : packageName.split("\\.|::|/")) {
            out.append(out.isEmpty() ? "" : ".").append(Names.pascal(part));
        }
        return out.toString();
    }

    static String type(PrimitiveType primitive) {
        return switch (primitive) {
            case CHAR -> "char";
            case INT8 -> "sbyte";
            case INT16 -> "short";
            case INT32 -> "int";
            case INT64 -> "long";
            case UINT8 -> "byte";
            case UINT16 -> "ushort";
            case UINT32 -> "uint";
            case UINT64 -> "ulong";
            case FLOAT -> "float";
            case DOUBLE -> "double";
        };
    }

    /// The type of an enum's or set's number.
    static String bits(PrimitiveType primitive) {
        return primitive == PrimitiveType.CHAR ? "byte" : type(primitive);
    }

    /// The suffix of the methods of `SbeLittleEndian` after `Get` and `Put`.
    static String wire(PrimitiveType primitive) {
        return switch (primitive) {
            case CHAR -> "Char";
            case INT8 -> "SByte";
            case INT16 -> "Int16";
            case INT32 -> "Int32";
            case INT64 -> "Int64";
            case UINT8 -> "Byte";
            case UINT16 -> "UInt16";
            case UINT32 -> "UInt32";
            case UINT64 -> "UInt64";
            case FLOAT -> "Single";
            case DOUBLE -> "Double";
        };
    }

    static PrimitiveType numeric(PrimitiveType primitive) {
        return primitive == PrimitiveType.CHAR ? PrimitiveType.UINT8 : primitive;
    }

    static String literal(PrimitiveType primitive, Literal literal) {
        return LiteralWords.of(primitive, literal, CsWords::whole, CsWords::real);
    }

    static String whole(PrimitiveType primitive, long bits) {
        return switch (primitive) {
            case CHAR -> bits >= 0x20 && bits < 0x7f && bits != '\'' && bits != '\\' ? "'" + (char) bits + "'"
                    : bits == 0 ? "'\\0'" : String.format("'\\u%04x'", bits & 0xff);
            case UINT32 -> bits + "U";
            case UINT64 -> Long.toUnsignedString(bits) + "UL";
            case INT32 -> bits == Integer.MIN_VALUE ? "int.MinValue" : Long.toString(bits);
            case INT64 -> bits == Long.MIN_VALUE ? "long.MinValue" : bits + "L";
            default -> Long.toString(bits);
        };
    }

    private static String real(PrimitiveType primitive, double value) {
        String type = type(primitive);
        if (Double.isNaN(value)) {
            return type + ".NaN";
        }
        if (Double.isInfinite(value)) {
            return type + (value < 0 ? ".NegativeInfinity" : ".PositiveInfinity");
        }
        return primitive == PrimitiveType.FLOAT ? Float.toString((float) value) + "F" : Double.toString(value) + "D";
    }

    /// An expression of a member at `at` in `bytes`, as `long`.
    static String read(WholeMember member, String bytes, String at) {
        String read = "SbeWire.Get" + wire(numeric(member.primitive())) + "(" + bytes + ", " + plus(at, member.offset()) + ")";
        return member.isConstant() ? member.constant() + "L"
                : member.primitive() == PrimitiveType.UINT64 ? "unchecked((long)" + read + ")" : read;
    }

    private static String plus(String at, int offset) {
        return at.isEmpty() ? Integer.toString(offset) : offset == 0 ? at : at + " + " + offset;
    }

    /// A statement that writes a member to the start of `bytes`; none where it is constant.
    static String write(WholeMember member, String bytes, String value) {
        PrimitiveType primitive = numeric(member.primitive());
        return member.isConstant() ? "" : "SbeWire.Put" + wire(primitive) + "(" + bytes + ", " + member.offset() + ", ("
                + type(primitive) + ")" + value + ");\n";
    }

    static String string(String text) {
        return Strings.quoted(text.chars(), c -> String.format("\\u%04x", c));
    }

    /// A documentation comment of the description or, where there is none, the fallback.
    static String doc(Meta meta, String fallback) {
        String text = meta.description().isBlank() ? fallback : meta.description();
        if (meta.isDeprecated()) {
            text += (text.isEmpty() ? "" : " ") + "Deprecated since version " + meta.deprecatedSince() + " of the schema.";
        }
        return comment(text);
    }

    static String comment(String text) {
        String plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                .replaceAll("[\\s\\p{Cntrl}\u0085\u2028\u2029]+", " ").strip();
        if (plain.isEmpty()) {
            return "";
        }
        if (plain.length() <= COMMENT_WIDTH) {
            return "/// <summary>" + plain + "</summary>\n";
        }
        return Wrapping.lines(plain, COMMENT_WIDTH).stream().map(line -> "/// " + line + "\n")
                .collect(Collectors.joining("", "/// <summary>\n", "/// </summary>\n"));
    }
}
