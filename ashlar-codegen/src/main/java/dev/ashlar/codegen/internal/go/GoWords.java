// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.go;

import dev.ashlar.codegen.internal.model.LiteralWords;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.text.Strings;
import dev.ashlar.codegen.internal.text.Wrapping;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Words, types, literals and comments of Go.
final class GoWords {
    private static final int WIDTH = 120;
    private static final Pattern NO_CODE =
            Pattern.compile("//.*|\"(?:[^\"\\\\]++|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.[^']*)'");
    private static final Set<String> RESERVED = Set.of(("break case chan const continue default defer else fallthrough "
            + "for func go goto if import interface map package range return select struct switch type var main init "
            + "internal vendor").split(" "));

    private GoWords() {
    }

    /// A scope of the methods of a struct, without its own methods and those that have a meaning for `fmt`,
    /// `encoding` and `go vet`.
    static Names members() {
        return new Names(Names::pascal, List.of(("Begin Finish Err CopyFrom CopyTo AppendJSON SBEEncodedLength SBEActingVersion "
                + "SBEActingBlockLength SBEHeader SBEName Error String GoString Format MarshalJSON UnmarshalJSON MarshalXML "
                + "UnmarshalXML GobEncode GobDecode ReadByte ReadRune UnreadByte UnreadRune WriteByte").split(" ")));
    }

    /// A scope of the types, functions and constants of the package.
    static Names types() {
        return new Names(Names::pascal, List.of(("Rule MalformedError Refusal EncodingError FieldInfo Message Decode Validate "
                + "TemplateID SchemaID SchemaVersion SemanticVersion MaxEmptyEntries HeaderTooLong OtherSchema "
                + "UnknownTemplate VersionOutOfRange BlockTooLong GroupTooLong DataTooLong TooManyEmptyEntries CountOutOfRange "
                + "BufferTooSmall TextTooLong NotInCharset DataUncountable Latin1 "
                + "TooManyEntries OutOfOrder Incomplete NotBegun TooFewEntries").split(" ")));
    }

    /// A scope of files. Go ignores what begins with `_` and builds names that end in a system or `test` only there.
    static Names files() {
        return Names.ofFiles(name -> Names.snake(name) + "_message", List.of());
    }

    /// The package clause: the last part of `com.example.feed`, in lower case.
    static String packageName(String packageName) {
        String[] parts = packageName.split("[^A-Za-z0-9_]+");
        String name = parts.length == 0 ? "" : Names.lowerCase(parts[parts.length - 1]);
        return name.isEmpty() || name.equals("x") ? "codec" : RESERVED.contains(name) ? name + "codec" : name;
    }

    static String type(PrimitiveType primitive) {
        return switch (primitive) {
            case CHAR -> "byte";
            case UINT8 -> "uint8";
            case INT8 -> "int8";
            case INT16 -> "int16";
            case INT32 -> "int32";
            case INT64 -> "int64";
            case UINT16 -> "uint16";
            case UINT32 -> "uint32";
            case UINT64 -> "uint64";
            case FLOAT -> "float32";
            case DOUBLE -> "float64";
        };
    }

    /// An expression of this type.
    static String literal(PrimitiveType primitive, Literal literal) {
        return LiteralWords.of(primitive, literal, GoWords::whole, GoWords::real);
    }

    static String whole(PrimitiveType primitive, long bits) {
        if (primitive == PrimitiveType.CHAR) {
            return bits >= 0x20 && bits < 0x7f && bits != '\'' && bits != '\\' ? "'" + (char) bits + "'"
                    : Long.toString(bits & 0xff);
        }
        String name = Names.pascal(type(primitive));
        return LiteralWords.whole(primitive, bits, "math.Max" + name, "math.Min" + name);
    }

    private static String real(PrimitiveType primitive, double value) {
        boolean isFloat = primitive == PrimitiveType.FLOAT;
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            String text = Double.isNaN(value) ? "math.NaN()" : "math.Inf(" + (value < 0 ? "-1" : "1") + ")";
            return isFloat ? "float32(" + text + ")" : text;
        }
        return (isFloat ? Float.toString((float) value) : Double.toString(value)).replace('E', 'e');
    }

    /// The literal of a string.
    static String string(String text) {
        return Strings.quoted(text.codePoints(), c -> c > 0xffff ? String.format("\\U%08x", c)
                : String.format("\\u%04x", c >= 0xd800 && c < 0xe000 ? 0xfffd : c));
    }

    /// A documentation comment that begins with the identifier, as is usual in Go.
    ///
    /// @param what text after the identifier, before the description
    static String doc(String indent, String identifier, String what, Meta meta) {
        StringBuilder out = new StringBuilder();
        String description = plain(meta.description());
        comment(indent, identifier + " " + what + (description.isEmpty() ? "" : " " + description), out);
        if (meta.isDeprecated()) {
            out.append(indent).append("//\n");
            comment(indent, "Deprecated: since version " + meta.deprecatedSince() + " of the schema.", out);
        }
        return out.toString();
    }

    /// Text in one paragraph, without text that `gofmt` would change, `go vet` would read as a directive or Go forbids.
    private static String plain(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]+", " ").strip()
                .replaceAll("``|''", "\"").replace("+build", "+ build");
    }

    private static void comment(String indent, String text, StringBuilder out) {
        Wrapping.lines(text, WIDTH - 3 - 4 * indent.length())
                .forEach(line -> out.append(indent).append("// ").append(line).append('\n'));
    }

    /// The imports that a file needs. Comments and literals contain text from the schema, which may look like uses.
    static String imports(String text) {
        String code = NO_CODE.matcher(text).replaceAll("");
        List<String> used = Stream.of("encoding/binary", "math", "strconv")
                .filter(path -> code.matches("(?s).*\\b" + path.replaceFirst(".*/", "") + "\\.[A-Z].*"))
                .map(path -> "\"" + path + "\"").toList();
        return switch (used.size()) {
            case 0 -> "";
            case 1 -> "import " + used.getFirst() + "\n\n";
            default -> "import (\n\t" + String.join("\n\t", used) + "\n)\n\n";
        };
    }
}
