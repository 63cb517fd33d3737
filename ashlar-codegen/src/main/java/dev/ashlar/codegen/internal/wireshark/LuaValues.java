// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.wireshark;

import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.NullTest;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Tables of fields and members, and the filter of each.
final class LuaValues {
    /// Names of fields that the dissector itself uses; `fields.lua` declares them.
    private static final List<String> OWN = List.of("malformed", "malformed.expert", "unreassembled", "unreassembled.expert",
            "unfinished", "ends", "template", "frame.length", "packet.sequence", "packet.time", "packet.count");
    /// The greatest integer that a Lua number represents exactly.
    private static final long MAX_EXACT = 1L << 53;

    private final Names paths = new Names(UnaryOperator.identity(), OWN);

    /// A path in filters that is not taken.
    String claim(String parent, String name) {
        String part = Names.verbatim(name);
        return paths.claim(parent.isEmpty() ? part : parent + "." + part);
    }

    /// An expression that makes a filter.
    static String field(String kind, String path, String name, String strings, Meta meta) {
        String text = meta.description().replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        String tail = text.isEmpty() ? strings.isEmpty() ? "" : ", " + strings
                : ", " + (strings.isEmpty() ? "nil" : strings) + ", " + LuaTable.string(text);
        return "field(" + LuaTable.string(kind) + ", " + LuaTable.string(path) + ", " + LuaTable.string(name) + tail + ")";
    }

    LuaTable all(List<Value> values, String path) {
        LuaTable table = new LuaTable();
        values.forEach(value -> table.add(of(value, path)));
        return table;
    }

    /// The values of a composite, as a message header has them.
    LuaTable members(CompositeType composite, String path) {
        return all(valuesOf(composite), path);
    }

    private static List<Value> valuesOf(CompositeType composite) {
        return Value.of(composite, new Names(Names::verbatim, Set.of()));
    }

    private LuaTable of(Value value, String parent) {
        String name = value.slot().name();
        String path = claim(parent, name);
        LuaTable table = new LuaTable().withString("name", name).withString("kind", kind(value))
                .with("at", value.isConstant() ? 0 : value.offset());
        if (value.isConstant()) {
            return constant(table, value, path);
        }
        if (value.hasBytes()) {
            table.with("since", value.since()).with("to", value.end());
        }
        value.nullTest().ifPresent(test -> table.with("null", test(test)));
        value.nullBits().ifPresent(test -> table.withString("type", type(test.primitive())).with("nothing", test(test)));
        Meta meta = value.slot().meta();
        switch (value.type()) {
            case ScalarType scalar -> {
                table.with("field", field(fieldKind(scalar.primitive()), path, name, "", meta));
                if (scalar.length() != 1) {
                    table.with("length", scalar.length()).with("optional", Boolean.toString(value.isOptional()));
                }
                if (scalar.length() != 1 && scalar.primitive() == PrimitiveType.CHAR) {
                    table.withString("charset", charset(TextEncoding.ofArray(scalar.characterEncoding()), false));
                }
            }
            case EnumType type -> enumeration(table, type, path, name, meta);
            case SetType type -> {
                LuaTable choices = new LuaTable();
                for (SetType.Choice choice : type.choices()) {
                    choices.add(new LuaTable().withString("name", choice.name()).with("bit", choice.bit())
                            .with("field", field("BOOLEAN", claim(path, choice.name()), choice.name(), "", choice.meta())));
                }
                table.withString("type", type(type.primitive()))
                        .with("field", field(fieldKind(type.primitive()), path, name, "", meta)).with("choices", choices);
            }
            case CompositeType type -> composite(table, value, type, path);
        }
        return table;
    }

    private void composite(LuaTable table, Value value, CompositeType type, String path) {
        LuaTable members = new LuaTable();
        for (Value member : valuesOf(type)) {
            LuaTable made = of(member, path);
            members.add(made);
            if (value.isDecimal()) {
                table.with(member.slot().name(), made);
            }
        }
        table.with("length", type.encodedLength()).with("field", field(value.isDecimal() ? "DOUBLE" : "NONE", path,
                value.slot().name(), "", value.slot().meta()));
        if (value.isDecimal()) {
            String[] names = type.members().stream().map(m -> m.name()).toArray(String[]::new);
            table.with("order", "{\"" + String.join("\", \"", names) + "\"}");
        } else {
            table.with("members", members);
        }
    }

    private static void enumeration(LuaTable table, EnumType type, String path, String name, Meta meta) {
        LuaTable strings = new LuaTable();
        LuaTable names = new LuaTable();
        Set<Long> shown = new HashSet<>();
        for (EnumType.ValidValue value : type.values()) {
            // If a value has two names, the first one is shown.
            if (shown.add(value.bits())) {
                String number = type.primitive() == PrimitiveType.UINT64 ? Long.toUnsignedString(value.bits())
                        : Long.toString(value.bits());
                strings.with("[" + number + "]", LuaTable.string(value.name()));
                names.with("[\"" + number + "\"]", LuaTable.string(value.name()));
            }
        }
        boolean isShort = type.primitive().size() < 8;
        PrimitiveType primitive = type.primitive() == PrimitiveType.CHAR ? PrimitiveType.UINT8 : type.primitive();
        table.with("names", names).with("field", field(fieldKind(primitive), path, name,
                isShort && !shown.isEmpty() ? strings.toString() : "", meta));
    }

    private static LuaTable constant(LuaTable table, Value value, String path) {
        String json = JsonText.constant(value);
        String text = value.type() instanceof EnumType && json.startsWith("\"") ? nameOf(value)
                : value.constant() instanceof Literal.Text(String t) ? t : isChar(value) ? character(value)
                : json.startsWith("\"") ? json.substring(1, json.length() - 1) : json;
        boolean isNumber = !(value.type() instanceof EnumType) && json.matches("-?\\d{1,18}")
                && Math.abs(Long.parseLong(json)) <= MAX_EXACT;
        return table.withString("text", text).with("value", isNumber ? "Int64(" + json + ")" : LuaTable.string(text))
                .with("field", field(isNumber ? "INT64" : "STRING", path, value.slot().name(), "", value.slot().meta()));
    }

    private static boolean isChar(Value value) {
        return value.type() instanceof ScalarType scalar && scalar.primitive() == PrimitiveType.CHAR;
    }

    private static String character(Value value) {
        return value.constantBits() == 0 ? "" : Character.toString((char) value.constantBits());
    }

    private static String nameOf(Value value) {
        return ((EnumType) value.type()).values().stream().filter(v -> v.bits() == value.constantBits())
                .map(EnumType.ValidValue::name).findFirst().orElseThrow();
    }

    private static String kind(Value value) {
        if (value.isConstant()) {
            return "constant";
        }
        return switch (value.type()) {
            case ScalarType scalar when scalar.length() == 1 -> "number";
            case ScalarType scalar -> scalar.primitive() == PrimitiveType.CHAR ? "text" : "array";
            case EnumType _ -> "enum";
            case SetType _ -> "set";
            case CompositeType _ -> value.isDecimal() ? "decimal" : "composite";
        };
    }

    private static LuaTable test(NullTest test) {
        return new LuaTable().withString("type", type(test.primitive())).with("at", test.offset())
                .with("count", test.elements()).with("value", literal(test.primitive(), test.nullValue()));
    }

    private static String literal(PrimitiveType primitive, Literal literal) {
        return switch (literal) {
            case Literal.Whole(long bits) when primitive == PrimitiveType.UINT64 -> "\"" + Long.toUnsignedString(bits) + "\"";
            case Literal.Whole(long bits) when primitive == PrimitiveType.INT64 -> "\"" + bits + "\"";
            case Literal.Whole(long bits) -> Long.toString(bits);
            case Literal.Real(double value) -> real(primitive == PrimitiveType.FLOAT ? (float) value : value);
            case Literal.Text(String text) -> Integer.toString(text.isEmpty() ? 0 : text.charAt(0));
        };
    }

    private static String real(double value) {
        return Double.isNaN(value) ? "0/0" : Double.isInfinite(value) ? value < 0 ? "-math.huge" : "math.huge"
                : Double.toString(value);
    }

    static String type(PrimitiveType primitive) {
        return primitive.sbeName();
    }

    private static String fieldKind(PrimitiveType primitive) {
        return primitive == PrimitiveType.CHAR ? "STRING" : primitive.sbeName().toUpperCase(Locale.ROOT);
    }

    /// @param isData whether UTF-16 is decoded, as in variable-length data
    static String charset(TextEncoding encoding, boolean isData) {
        return switch (encoding) {
            case ASCII, LATIN_1 -> "latin1";
            case UTF_8 -> "utf8";
            case UTF_16LE -> isData ? "utf16le" : "other";
            case UTF_16BE -> isData ? "utf16be" : "other";
            case WINDOWS_1252 -> "windows1252";
            case OTHER -> "other";
            case BYTES -> isData ? "bytes" : "other";
        };
    }
}
