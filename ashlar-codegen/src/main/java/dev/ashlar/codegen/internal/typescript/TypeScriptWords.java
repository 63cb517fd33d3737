// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.typescript;

import dev.ashlar.codegen.internal.model.LiteralWords;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.text.Strings;
import dev.ashlar.codegen.internal.text.Wrapping;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Words, literals, comments and lines of TypeScript, as prettier formats them.
final class TypeScriptWords {
    private static final int WIDTH = 80;
    /// Members of the base classes of blocks and composites, and members that the language itself calls.
    private static final Set<String> MEMBERS = Set.of("constructor", "hasOwnProperty", "isPrototypeOf",
            "propertyIsEnumerable", "sbeAfter", "sbeBase", "sbeBytes", "sbeCopyFrom", "sbeCopyMessage", "sbeCursor",
            "sbeEncodedLength", "sbeEnd", "sbeFound", "sbeHeader", "sbeHeaderExtras", "sbeJsonMembers", "sbeLayout",
            "sbeLength", "sbeMembers", "sbeOffset", "sbePositions", "sbeRequireNext", "sbeToJson", "sbeValidate",
            "sbeVersion", "sbeView", "then", "toJSON", "toLocaleString", "toString", "valueOf");
    private static final Set<String> TYPES = Set.of("AnyMessage", "Infinity", "NaN", "Uint8Array");

    private TypeScriptWords() {
    }

    /// A scope of the members of a block or composite.
    static Names members() {
        return new Names(TypeScriptWords::camel, MEMBERS);
    }

    /// A scope of classes and of the constants of enums and sets.
    static Names types() {
        return new Names(Names::pascal, TYPES);
    }

    /// A scope of the constants of dimensions and data encodings.
    static Names constants() {
        return new Names(TypeScriptWords::camel, Set.of("header", "wire"));
    }

    /// A scope of modules.
    static Names modules() {
        return Names.ofFiles(name -> Names.snake(name).replace('_', '-'), Set.of("types", "index"));
    }

    private static String camel(String name) {
        String pascal = Names.pascal(Names.snake(name));
        return Character.toLowerCase(pascal.charAt(0)) + pascal.substring(1);
    }

    /// The folder of a package: `dev.ashlar` is `dev/ashlar/`.
    static String folder(String packageName) {
        StringBuilder out = new StringBuilder();
        for (String part : packageName.split("\\.|::|/")) {
            out.append(Names.snake(part).replace('_', '-')).append('/');
        }
        return out.toString().equals("ashlar/") ? "ashlar-schema/" : out.toString();
    }

    /// The type of a value.
    static String type(PrimitiveType primitive) {
        return primitive.size() == 8 && !primitive.isFloatingPoint() ? "bigint" : "number";
    }

    /// The encoding of a value in memory.
    static String wire(PrimitiveType primitive) {
        return "wire." + (primitive == PrimitiveType.CHAR ? "uint8" : primitive.sbeName());
    }

    static String literal(PrimitiveType primitive, Literal literal) {
        return LiteralWords.of(primitive, literal, TypeScriptWords::whole, (_, value) -> real(value));
    }

    static String whole(PrimitiveType primitive, long bits) {
        return switch (primitive) {
            case UINT64 -> Long.toUnsignedString(bits) + "n";
            case INT64 -> bits + "n";
            default -> Long.toString(bits);
        };
    }

    private static String real(double value) {
        return Double.toString(value).replace('E', 'e').replaceFirst("\\.0(?=e|$)", "");
    }

    static String string(String text) {
        String quoted = Strings.quoted(text.codePoints(), c -> String.format(c > 0xffff ? "\\u{%x}" : "\\u%04x", c));
        // Prettier prefers the quotes that need fewer backslashes.
        long doubles = text.chars().filter(c -> c == '"').count();
        long singles = text.chars().filter(c -> c == '\'').count();
        return doubles <= singles ? quoted
                : "'" + quoted.substring(1, quoted.length() - 1).replace("\\\"", "\"").replace("'", "\\'") + "'";
    }

    /// The key of an object.
    static String key(String name) {
        return name.equals("__proto__") ? "[\"__proto__\"]"
                : isIdentifier(name) ? name : string(name);
    }

    static boolean isIdentifier(String name) {
        return name.matches("[A-Za-z_$][A-Za-z0-9_$]*") && !name.equals("__proto__");
    }

    /// A comment of the description or, where there is none, the fallback; nothing if both are empty.
    static String doc(String indent, Meta meta, String fallback) {
        List<String> lines = lines(meta, fallback, WIDTH - indent.length() - 3);
        if (lines.isEmpty()) {
            return "";
        }
        if (lines.size() == 1 && indent.length() + lines.getFirst().length() + 7 <= WIDTH) {
            return indent + "/** " + lines.getFirst() + " */\n";
        }
        return lines.stream().map(line -> indent + " * " + line + "\n")
                .collect(Collectors.joining("", indent + "/**\n", indent + " */\n"));
    }

    private static List<String> lines(Meta meta, String fallback, int width) {
        List<String> lines = Wrapping.lines((meta.description().isBlank() ? fallback : meta.description()).replace("*/", "* /")
                .replaceAll("[\\s\\p{Cntrl}\u2028\u2029]+", " "), width);
        if (meta.isDeprecated()) {
            lines.add("@deprecated since version " + meta.deprecatedSince() + " of the schema");
        }
        return lines;
    }

    /// A line that ends in arguments. If they do not fit, each is on its own line.
    static String call(String indent, String start, Collection<String> arguments, String end) {
        String line = indent + start + String.join(", ", arguments) + end + "\n";
        return line.length() <= WIDTH + 1 ? line : Wrapping.spread(indent, "  ", start, arguments, end);
    }

    /// A constant that a constructor creates.
    static String constant(String name, List<String> arguments) {
        String start = name + " = new sbe.Layout(";
        return start.length() <= WIDTH ? call("", start, arguments, ");")
                : name + " =\n" + call("  ", "new sbe.Layout(", arguments, ");");
    }

    /// The head of a class.
    static String head(String name, String base) {
        String line = "export class " + name + " extends " + base + " {\n";
        return line.length() <= WIDTH + 1 ? line : "export class " + name + "\n  extends " + base + "\n{\n";
    }

    /// The declarations of a class, as a member of it.
    static String members(String name) {
        String line = "  static readonly sbeMembers = " + name + ";\n";
        return line.length() <= WIDTH + 1 ? line : "  static readonly sbeMembers =\n    " + name + ";\n";
    }

    /// A union type.
    static String union(String name, List<String> types) {
        String all = types.isEmpty() ? "never" : String.join(" | ", types);
        String line = "export type " + name + " = " + all + ";\n";
        return line.length() <= WIDTH + 1 ? line
                : all.length() + 3 <= WIDTH ? "export type " + name + " =\n  " + all + ";\n"
                : types.stream().map(type -> "\n  | " + type).collect(Collectors.joining("", "export type " + name + " =",
                        ";\n"));
    }

    /// An object with each property on its own line, which prettier preserves.
    static String object(String indent, String start, Collection<String> properties, String end) {
        return properties.isEmpty() ? indent + start + end + "\n"
                : Wrapping.spread(indent, "  ", start, properties, end);
    }

    /// A statement that imports names.
    static String imports(String module, Collection<String> names) {
        String line = "import { " + String.join(", ", names) + " } from \"" + module + "\";\n";
        return line.length() <= WIDTH + 1 ? line
                : object("", "import {", names, "} from \"" + module + "\";");
    }
}
