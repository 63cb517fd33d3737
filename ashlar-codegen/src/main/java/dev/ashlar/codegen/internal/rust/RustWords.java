// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.rust;

import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.codegen.internal.model.LiteralWords;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.text.Strings;
import dev.ashlar.codegen.internal.text.Wrapping;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Words, types, literals, comments and line breaks of Rust.
final class RustWords {
    static final int WIDTH = 100;
    private static final int CALL_WIDTH = 60;
    private static final Set<String> RESERVED = Set.of(("as async await become box break const continue crate do dyn "
            + "else enum extern false final fn for gen if impl in let loop macro match mod move mut override priv pub "
            + "ref return self static struct super trait true try type typeof union unsafe unsized use virtual where "
            + "while yield abstract bool char str core std test").split(" "));
    /// Names that generated structs use themselves.
    private static final List<String> MEMBERS = List.of("new", "finish", "add", "remaining", "copy_from", "write_json",
            "write_json_number", "write_json_extras", "has_value", "fields", "message", "block", "cursor",
            "base", "from", "json", "fmt", "clone", "eq", "into", "try_into", "to_string", "to_owned", "try_from",
            "borrow", "borrow_mut", "deref", "type_id", "sbe_encoded_length", "sbe_acting_version", "sbe_acting_block_length",
            "sbe_header", "sbe_walk", "walk", "sbe_block_length", "sbe_count");

    private RustWords() {
    }

    /// A scope of the methods of a struct.
    static Names members() {
        return new Names(Names::snake, Stream.concat(RESERVED.stream(), MEMBERS.stream()).toList());
    }

    /// A scope of associated constants.
    static Names constants() {
        return new Names(RustWords::screaming, Set.of("ALL", "NONE"));
    }

    /// The type of an id or version that a member of the header holds.
    static String idType(CompositeType header, String member) {
        return WholeMember.of(header, member).primitive().size() > 2 ? "u32" : "u16";
    }

    /// A scope of structs, without names that have another meaning inside generated modules.
    static Names types() {
        return new Names(Names::pascal, List.of("Self", "Header", "Message", "Option", "Some", "None", "Result", "Ok", "Err",
                "Into", "From", "Default", "Copy", "Clone", "Debug", "Eq", "PartialEq", "Hash", "Iterator", "IntoIterator",
                "String", "Vec", "Box", "Deref", "Drop", "Fn", "Send", "Sync", "Sized", "Ord", "PartialOrd", "ToString"));
    }

    /// A scope of modules.
    static Names modules() {
        return Names.ofFiles(Names::snake, Stream.concat(RESERVED.stream(), Stream.of("sbe", "json", "types", "alloc",
                "lib", "codec")).toList());
    }

    static String screaming(String name) {
        return Names.snake(name).toUpperCase(Locale.ROOT);
    }

    /// The crate of a package: `com.example.feed` is `com-example-feed`.
    static String crate(String packageName) {
        String name = Stream.of(packageName.split("[^A-Za-z0-9_]+")).filter(part -> !part.isEmpty()).map(Names::snake)
                .collect(Collectors.joining("-"));
        return name.isEmpty() ? "codec" : RESERVED.contains(name) || name.equals("alloc") ? name + "-codec" : name;
    }

    /// Chained calls: on one line, or one per line as rustfmt breaks them.
    static String chain(int indent, List<String> calls, String tail) {
        String line = String.join(".", calls);
        return " ".repeat(indent) + (line.length() < CALL_WIDTH ? line
                : String.join("\n" + " ".repeat(indent + 4) + ".", calls)) + tail + "\n";
    }

    /// A statement that converts an optional argument to a value.
    static String unwrap(String otherwise) {
        String last = "unwrap_or(" + otherwise + ")";
        boolean fits = "value.into().".length() + last.length() <= CALL_WIDTH;
        return "        let value = value" + (fits ? ".into()." : "\n            .into()\n            .") + last + ";\n";
    }

    /// A declaration or field: on one line, or what follows the first part on the next.
    static String wrapped(int indent, String first, String rest, String last) {
        String line = " ".repeat(indent) + first + rest + last;
        String inner = "\n" + " ".repeat(indent + 4);
        return (line.length() <= WIDTH ? line : last.startsWith(")")
                ? " ".repeat(indent) + first + inner + rest + ",\n" + " ".repeat(indent) + last
                : " ".repeat(indent) + first.stripTrailing() + inner + rest + last) + "\n";
    }

    /// An arm of a match.
    static String arm(int indent, String pattern, String value) {
        String start = " ".repeat(indent) + pattern + " => ";
        return start.length() + value.length() < WIDTH ? start + value + ",\n"
                : start + "{\n" + " ".repeat(indent + 4) + value + "\n" + " ".repeat(indent) + "}\n";
    }

    static String type(PrimitiveType primitive) {
        return switch (primitive) {
            case CHAR, UINT8 -> "u8";
            case INT8 -> "i8";
            case INT16 -> "i16";
            case INT32 -> "i32";
            case INT64 -> "i64";
            case UINT16 -> "u16";
            case UINT32 -> "u32";
            case UINT64 -> "u64";
            case FLOAT -> "f32";
            case DOUBLE -> "f64";
        };
    }

    static String literal(PrimitiveType primitive, Literal literal) {
        return LiteralWords.of(primitive, literal, RustWords::whole, RustWords::real);
    }

    static String whole(PrimitiveType primitive, long bits) {
        if (primitive == PrimitiveType.CHAR) {
            return bits >= 0x20 && bits < 0x7f && bits != '\'' && bits != '\\' ? "b'" + (char) bits + "'"
                    : Long.toString(bits & 0xff);
        }
        return LiteralWords.whole(primitive, bits, type(primitive) + "::MAX", type(primitive) + "::MIN");
    }

    private static String real(PrimitiveType primitive, double value) {
        if (Double.isNaN(value)) {
            return type(primitive) + "::NAN";
        }
        if (Double.isInfinite(value)) {
            return type(primitive) + (value < 0 ? "::NEG_INFINITY" : "::INFINITY");
        }
        return primitive == PrimitiveType.FLOAT ? Float.toString((float) value) : Double.toString(value);
    }

    /// The literal of a string.
    static String string(String text) {
        return Strings.quoted(text.codePoints(), c -> String.format("\\u{%x}", c >= 0xd800 && c < 0xe000 ? 0xfffd : c));
    }

    /// A documentation comment of the description or, where there is none, the fallback.
    static String doc(int indent, Meta meta, String fallback) {
        StringBuilder out = new StringBuilder();
        comment(" ".repeat(indent), meta.description().isBlank() ? fallback : plain(meta.description()), out);
        if (meta.isDeprecated()) {
            comment(" ".repeat(indent), "Deprecated since version " + meta.deprecatedSince() + " of the schema.", out);
        }
        return out.toString();
    }

    /// Text with its markup escaped.
    private static String plain(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}\u2028\u2029\u202a-\u202e\u2066-\u2069]+", " ").strip()
                .replaceAll("[\\\\\\[\\]<>*#`|~_]", "\\\\$0").replaceAll("(?<=^| )(?=[-+=]|\\d+[.)])", "\\\\");
    }

    private static void comment(String indent, String text, StringBuilder out) {
        Wrapping.lines(text, WIDTH - 4 - indent.length())
                .forEach(line -> out.append(indent).append("/// ").append(line).append('\n'));
    }

    /// A call as `rustfmt` breaks it: in one line, or a line for each argument.
    ///
    /// @param head may open another call, whose only argument this one is: `Some(sbe::get`
    static String call(int indent, String head, List<String> arguments, String tail) {
        String joined = String.join(", ", arguments);
        String start = " ".repeat(indent) + head + "(";
        int around = head.indexOf('(') < 0 ? 0 : head.length() - head.indexOf('(') + 1;
        int width = head.startsWith(".") && tail.startsWith("?") ? WIDTH - 1 : WIDTH;
        if (joined.length() + around <= CALL_WIDTH && start.length() + joined.length() + 1 + tail.length() <= width) {
            return start + joined + ")" + tail + "\n";
        }
        return spread(indent, head + "(", arguments, ")" + tail);
    }

    /// A line for each argument, or one for all if each is a short word.
    private static String spread(int indent, String start, List<String> arguments, String end) {
        if (arguments.isEmpty()) {
            return " ".repeat(indent) + start + end + "\n";
        }
        boolean isShort = arguments.stream().allMatch(argument -> argument.matches("[^:]{1,10}"));
        return Wrapping.spread(" ".repeat(indent), "    ", start,
                isShort ? List.of(String.join(", ", arguments)) : arguments, end);
    }

    /// An assignment of the result of a call as `rustfmt` breaks it: in one line, after the `=`, before the method, or
    /// a line for each argument.
    ///
    /// @param start ends with `=`
    static String assign(int indent, String start, String head, List<String> arguments, String tail) {
        String call = head + "(" + String.join(", ", arguments) + ")" + tail;
        boolean isMethod = head.matches("\\w+\\..*");
        // A single argument may be wider than several.
        boolean isSingle = arguments.size() == 1;
        if (isSingle || String.join(", ", arguments).length() <= CALL_WIDTH) {
            // A line with a method has to end two columns earlier.
            if (indent + start.length() + 1 + call.length() <= (isMethod ? WIDTH - 2 : WIDTH)) {
                return " ".repeat(indent) + start + " " + call + "\n";
            }
            if (indent + 4 + call.length() <= WIDTH) {
                return " ".repeat(indent) + start + "\n" + " ".repeat(indent + 4) + call + "\n";
            }
            if (isMethod) {
                int dot = head.indexOf('.');
                return " ".repeat(indent) + start + " " + head.substring(0, dot) + "\n" + (isSingle
                        ? " ".repeat(indent + 4) + call.substring(dot) + "\n"
                        : call(indent + 4, head.substring(dot), arguments, tail));
            }
        }
        return spread(indent, start + " " + head + "(", arguments, ")" + tail);
    }

    /// A call of a method of a field as `rustfmt` breaks it: in one line, before the method, or a line for each
    /// argument.
    static String method(int indent, String receiver, String head, List<String> arguments, String tail) {
        String joined = head + "(" + String.join(", ", arguments) + ")" + tail.replace(";", "");
        // A question mark counts twice.
        int width = receiver.length() + 1 + joined.length() + (tail.startsWith("?") ? 1 : 0);
        if (width <= CALL_WIDTH) {
            return " ".repeat(indent) + receiver + "." + joined + (tail.endsWith(";") ? ";" : "") + "\n";
        }
        if (indent + 4 + width - receiver.length() + 1 <= WIDTH) {
            return " ".repeat(indent) + receiver + "\n" + call(indent + 4, "." + head, arguments, tail);
        }
        // The head of the method does not fit in one line with its receiver, either.
        return receiver.length() + 1 + head.length() + 1 > CALL_WIDTH
                ? " ".repeat(indent) + receiver + "\n" + call(indent + 4, "." + head, arguments, tail)
                : spread(indent, receiver + "." + head + "(", arguments, ")" + tail);
    }

    /// The head of a function as `rustfmt` breaks it, with its opening brace.
    static String function(int indent, String head, List<String> parameters, String result) {
        String tail = result.isEmpty() ? "" : " -> " + result;
        String line = " ".repeat(indent) + head + "(" + String.join(", ", parameters) + ")" + tail + " {";
        if (line.length() <= WIDTH) {
            return line + "\n";
        }
        boolean isLong = indent + 1 + tail.length() + 2 > WIDTH - 4;
        return Wrapping.spread(" ".repeat(indent), "    ", head + "(", parameters, ")" + tail
                + (isLong ? "\n" + " ".repeat(indent) : " ") + "{");
    }
}
