// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.cpp;

import dev.ashlar.codegen.internal.model.LiteralWords;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.Resource;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.text.Strings;
import dev.ashlar.codegen.internal.text.Wrapping;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Words, types, literals and comments of C++.
final class CppWords {
    private static final int COMMENT_WIDTH = 110;
    private static final String KEYWORDS = "alignas alignof and and_eq asm auto bitand bitor bool break "
            + "case catch char char8_t char16_t char32_t class compl concept const consteval constexpr constinit "
            + "const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast else "
            + "enum explicit export extern false float for friend goto if inline int long mutable namespace new "
            + "noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast "
            + "requires return short signed sizeof static static_assert static_cast struct switch template this "
            + "thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t "
            + "while xor xor_eq final override import module std posix";
    /// Keywords, and names that headers of common platforms define as macros.
    private static final Set<String> RESERVED = Stream.concat(Stream.of(KEYWORDS.split(" ")),
            Resource.words("cpp/macros.txt").stream()).collect(Collectors.toUnmodifiableSet());
    /// Names that generated classes use themselves.
    private static final Set<String> MEMBERS = with("get", "get_array", "get_text", "from", "has", "holds_null",
            "data_at", "checked", "Checked", "bytes_", "version_", "message_", "positions_", "parts_", "cursor_",
            "put", "put_array", "put_bytes", "put_text",
            "write_json", "write_json_number", "write_json_extras", "copy_from", "copy", "from_block", "to_json",
            "has_value", "validate", "byte_order", "json", "sbe_walk",
            "sbe_name", "sbe_since_version", "sbe_tail_since", "sbe_template_id", "sbe_block_length", "sbe_end",
            "sbe_acting_version", "sbe_acting_block_length", "sbe_encoded_length", "sbe_null_block", "sbe_header", "sbe_is_null",
            "sbe", "bits", "bits_", "text", "raw", "entry", "entries", "writer", "unnamed", "quoted", "power");

    private CppWords() {
    }

    /// A scope of the members of a class.
    static Names members() {
        return new Names(Names::snake, MEMBERS);
    }

    /// A scope of enumerators, which keep their names.
    static Names enumerators() {
        return new Names(Names::verbatim, RESERVED);
    }

    /// A scope of classes, without names that have another meaning inside generated classes.
    static Names types() {
        return new Names(Names::pascal, with("Header", "Fields", "FieldWriter", "BlockDecoder", "Positions", "Dimension",
                "Checked"));
    }

    private static Set<String> with(String... names) {
        return Stream.concat(RESERVED.stream(), Stream.of(names)).collect(Collectors.toUnmodifiableSet());
    }

    /// The type that accessors of text return.
    static String text(TextEncoding encoding) {
        return encoding == TextEncoding.LATIN_1 ? "sbe::Latin1" : "std::string_view";
    }

    /// The enumerator of the charset that setters of text encode to.
    static String charset(TextEncoding encoding) {
        return "sbe::Charset::" + encoding.charset().replace("US-", "").replace("ISO-8859-", "latin").replace("UTF-", "utf")
                .toLowerCase(Locale.ROOT);
    }

    /// The namespace of a package: `dev.ashlar` is `dev::ashlar`, but `ashlar` alone is `ashlar_`.
    static String namespace(String packageName) {
        StringBuilder out = new StringBuilder();
        for (String part : packageName.split("\\.|::|/")) {
            String name = Names.snake(part);
            out.append(out.isEmpty() ? "" : "::").append(RESERVED.contains(name) ? name + "_" : name);
        }
        // The shared runtime is in the namespace `ashlar::sbe`, and its files are in `ashlar`.
        return out.toString().replaceFirst("^ashlar(?=$|::sbe\\b)", "ashlar_");
    }

    static String type(PrimitiveType primitive) {
        return switch (primitive) {
            case CHAR -> "char";
            case FLOAT -> "float";
            case DOUBLE -> "double";
            case INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 -> "std::" + primitive.sbeName() + "_t";
        };
    }

    static String literal(PrimitiveType primitive, Literal literal) {
        return LiteralWords.of(primitive, literal, CppWords::whole, CppWords::real);
    }

    static String whole(PrimitiveType primitive, long bits) {
        return switch (primitive) {
            case CHAR -> bits >= 0x20 && bits < 0x7f && bits != '\'' && bits != '\\' ? "'" + (char) bits + "'"
                    : bits == 0 ? "'\\0'" : "static_cast<char>(" + bits + ")";
            case UINT32 -> bits + "U";
            case UINT64 -> Long.toUnsignedString(bits) + "ULL";
            case INT32 -> bits == Integer.MIN_VALUE ? "(std::numeric_limits<std::int32_t>::min)()" : Long.toString(bits);
            case INT64 -> bits == Long.MIN_VALUE ? "(std::numeric_limits<std::int64_t>::min)()" : bits + "LL";
            default -> Long.toString(bits);
        };
    }

    private static String real(PrimitiveType primitive, double value) {
        String type = type(primitive);
        if (Double.isNaN(value)) {
            return "std::numeric_limits<" + type + ">::quiet_NaN()";
        }
        if (Double.isInfinite(value)) {
            return (value < 0 ? "-" : "") + "std::numeric_limits<" + type + ">::infinity()";
        }
        return primitive == PrimitiveType.FLOAT ? Float.toString((float) value) + "F" : Double.toString(value);
    }

    /// A string literal of the text's UTF-8.
    static String string(String text) {
        // Compilers warn about former trigraphs.
        return Strings.utf8(text, "\\%03o").replaceAll("(?<=\\?)\\?", "\\\\?");
    }

    /// A documentation comment of the description or, where there is none, the fallback.
    static String doc(Meta meta, String fallback) {
        StringBuilder out = new StringBuilder();
        comment(meta.description().isBlank() ? fallback : meta.description(), out);
        if (meta.isDeprecated()) {
            out.append("/// Deprecated since version ").append(meta.deprecatedSince()).append(" of the schema.\n");
        }
        return out.toString();
    }

    private static void comment(String text, StringBuilder out) {
        // A backslash at the end of a line would continue the comment.
        String plain = text.replace('\\', '/').replaceAll("[\\s\\p{Cntrl}\u2028\u2029]+", " ");
        Wrapping.lines(plain, COMMENT_WIDTH).forEach(line -> out.append("/// ").append(line).append('\n'));
    }
}
