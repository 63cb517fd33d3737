// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.typescript;

import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.NullTest;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Declarations and accessors of the fields of blocks and the members of composites.
///
/// @param used receives the names that the declarations refer to
record TypeScriptFields(TypeScriptNames names, Set<String> used) {
    /// @param isRoot whether it is a field of a message, so that its name in JSON may differ
    String declaration(Value value, boolean isRoot) {
        List<String> options = new ArrayList<>(List.of("name: " + TypeScriptWords.string(value.slot().name())));
        String jsonName = JsonText.name(isRoot, value.slot().name());
        if (!jsonName.equals(value.slot().name())) {
            options.add("jsonName: " + TypeScriptWords.string(jsonName));
        }
        String kind = value.isConstant() ? constant(value, options) : onWire(value, options);
        return TypeScriptWords.object("  ", value.name() + ": new sbe." + kind + "({", options, "}),");
    }

    private String constant(Value value, List<String> options) {
        options.add("value: " + constantValue(value));
        options.add("json: " + TypeScriptWords.string(JsonText.constant(value)));
        return "Constant";
    }

    private String constantValue(Value value) {
        if (value.type() instanceof EnumType type) {
            for (EnumType.ValidValue named : type.values()) {
                if (named.bits() == value.constantBits() && TypeScriptWords.isIdentifier(named.name())) {
                    return use(names.of(type)) + "." + named.name();
                }
            }
            return TypeScriptWords.whole(type.primitive(), value.constantBits()) + " as " + use(names.of(type));
        }
        PrimitiveType primitive = ((ScalarType) value.type()).primitive();
        return switch (value.constant()) {
            case Literal.Text(String text) -> TypeScriptWords.string(text);
            case Literal.Whole(long bits) when primitive == PrimitiveType.CHAR ->
                    TypeScriptWords.string(String.valueOf((char) bits));
            case Literal whole -> TypeScriptWords.literal(primitive, whole);
        };
    }

    private String onWire(Value value, List<String> options) {
        if (value.slot().id() >= 0) {
            options.add("id: " + value.slot().id());
        }
        options.add("offset: " + value.offset());
        if (value.since() > 0) {
            options.add("since: " + value.since());
        }
        if (value.nullTest().isPresent() && !(value.type() instanceof CompositeType)) {
            options.add("nullable: true");
        }
        String kind = switch (value.type()) {
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR -> characters(scalar, options);
            case ScalarType scalar -> {
                PrimitiveType primitive = scalar.primitive();
                options.add("type: " + wire(primitive));
                if (scalar.length() != 1) {
                    options.add("count: " + scalar.length());
                }
                limit("null", primitive, scalar.effectiveNull(), primitive.nullValue(), options);
                limit("min", primitive, scalar.effectiveMin(), primitive.minValue(), options);
                limit("max", primitive, scalar.effectiveMax(), primitive.maxValue(), options);
                yield scalar.length() == 1 ? "Scalar" : "List";
            }
            case EnumType type -> {
                PrimitiveType primitive = type.primitive();
                Literal standard = primitive == PrimitiveType.CHAR ? PrimitiveType.UINT8.nullValue()
                        : primitive.nullValue();
                options.add("type: " + wire(primitive));
                limit("null", primitive, type.effectiveNull(), standard, options);
                options.add("values: " + use(names.of(type)));
                yield "Enumerated<" + use(names.of(type)) + ">";
            }
            case SetType type -> {
                options.add("type: " + wire(type.primitive()));
                options.add("null: " + TypeScriptWords.whole(type.primitive(), 0));
                options.add("choices: " + use(names.of(type)));
                yield "BitSet<" + TypeScriptWords.type(type.primitive()) + ">";
            }
            case CompositeType type -> composite(value, type, options);
        };
        if (!(value.type() instanceof CompositeType)) {
            text("semanticType", value.slot().meta().semanticType(), options);
            text("epoch", value.slot().epoch(), options);
            text("timeUnit", value.slot().timeUnit(), options);
        }
        return kind;
    }

    private static String characters(ScalarType scalar, List<String> options) {
        limit("null", PrimitiveType.CHAR, scalar.effectiveNull(), PrimitiveType.CHAR.nullValue(), options);
        if (scalar.length() == 1) {
            return "Char";
        }
        options.add("length: " + scalar.length());
        TextEncoding encoding = TextEncoding.ofArray(scalar.characterEncoding());
        if (encoding.isArrayText()) {
            options.add("charset: " + charset(encoding));
            return "Text";
        }
        if (encoding == TextEncoding.BYTES) {
            options.add("hex: true");
        }
        return "RawText";
    }

    private String composite(Value value, CompositeType type, List<String> options) {
        String base = names.of(type);
        options.add("layout: " + use(base + "Layout"));
        options.add("decoder: " + use(base + "Decoder"));
        options.add("encoder: " + use(base + "Encoder"));
        if (value.hasBytes() && value.end() != value.offset() + type.encodedLength()) {
            options.add("end: " + value.end());
        }
        value.nullTest().ifPresent(test -> options.add(nullTest(test)));
        if (value.isDecimal()) {
            options.add("decimal: true");
        }
        return "Composite";
    }

    private String nullTest(NullTest test) {
        return TypeScriptWords.object("    ", "null: {", List.of("type: " + wire(test.primitive()), "offset: " + test.offset(),
                "count: " + test.elements(), "value: " + TypeScriptWords.literal(test.primitive(), test.nullValue())), "}")
                .strip();
    }

    private static void text(String name, String text, List<String> options) {
        if (!text.isEmpty()) {
            options.add(name + ": " + TypeScriptWords.string(text));
        }
    }

    private static void limit(String name, PrimitiveType primitive, Literal limit, Literal standard,
            List<String> options) {
        if (!limit.equals(standard)) {
            options.add(name + ": " + TypeScriptWords.literal(primitive, limit));
        }
    }

    private String wire(PrimitiveType primitive) {
        use("wire");
        return TypeScriptWords.wire(primitive);
    }

    private String use(String name) {
        used.add(name);
        return name;
    }

    /// The accessor of a decoder.
    ///
    /// @param members the constant with the declarations
    String getter(Value value, String members) {
        String path = members + "." + value.name();
        if (value.isConstant()) {
            return accessor(value, "get " + value.name() + "(): " + type(value), "return "
                    + constantValue(value) + ";");
        }
        boolean isNullable = value.nullTest().isPresent() || value.since() > 0;
        String type = value.type() instanceof CompositeType composite ? use(names.of(composite) + "Decoder") : type(value);
        return accessor(value, "get " + value.name() + "(): " + type + (isNullable ? " | null" : ""),
                TypeScriptWords.call("    ", "return " + path + (isNullable ? ".getOrNull(" : ".get("), List.of("this"), ");")
                        .strip());
    }

    /// The accessor of an encoder; none for a constant.
    String setter(Value value, String members) {
        if (value.isConstant()) {
            return "";
        }
        String path = members + "." + value.name();
        if (value.type() instanceof CompositeType composite) {
            return accessor(value, "get " + value.name() + "(): " + use(names.of(composite) + "Encoder"),
                    TypeScriptWords.call("    ", "return " + path + ".encoder(", List.of("this"), ");").strip());
        }
        boolean isNullable = value.nullTest().isPresent() || value.since() > 0;
        return accessor(value, "set " + value.name() + "(value: " + type(value) + (isNullable ? " | null" : "") + ")",
                TypeScriptWords.call("    ", path + ".set(", List.of("this", "value"), ");").strip());
    }

    private static String accessor(Value value, String head, String body) {
        return "\n" + TypeScriptWords.doc("  ", value.slot().meta(), "") + "  " + head + " {\n    " + body + "\n  }\n";
    }

    private String type(Value value) {
        return switch (value.type()) {
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR -> {
                TextEncoding encoding = TextEncoding.ofArray(scalar.characterEncoding());
                yield value.isConstant() || scalar.length() == 1 || encoding.isArrayText()
                        ? "string" : "Uint8Array";
            }
            case ScalarType _ when value.isConstant() && value.constant() instanceof Literal.Text -> "string";
            case ScalarType scalar when value.isConstant() || scalar.length() == 1 ->
                    TypeScriptWords.type(scalar.primitive());
            case ScalarType scalar -> "readonly " + TypeScriptWords.type(scalar.primitive()) + "[]";
            case EnumType _, SetType _ -> use(names.of(value.type()));
            case CompositeType _ -> throw new IllegalStateException("composite: " + value.name());
        };
    }

    /// The charset of text; empty if callers decode the bytes.
    static String charset(TextEncoding encoding) {
        return switch (encoding) {
            case ASCII -> "sbe.ascii";
            case LATIN_1 -> "sbe.latin1";
            case UTF_8 -> "sbe.utf8";
            case UTF_16LE -> "sbe.utf16le";
            case UTF_16BE -> "sbe.utf16be";
            case WINDOWS_1252 -> "sbe.windows1252";
            case OTHER, BYTES -> "";
        };
    }
}
