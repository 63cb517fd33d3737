// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.python;

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

/// Declarations of the fields of blocks and the members of composites.
///
/// @param used receives the names that the declarations refer to
record PythonFields(PythonNames names, Set<String> used) {
    /// @param isRoot whether it is a field of a message, so that its name in JSON may differ
    String emit(Value value, boolean isRoot) {
        List<String> arguments = new ArrayList<>();
        String type = value.isConstant() ? constant(value, arguments) : onWire(value, arguments);
        String jsonName = JsonText.name(isRoot, value.slot().name());
        if (!jsonName.equals(value.slot().name())) {
            arguments.add("json_name=" + PythonWords.string(jsonName));
        }
        return PythonWords.comment(value.slot().meta())
                + PythonWords.call("    ", value.name() + " = sbe." + type + "(", arguments, ")");
    }

    private String constant(Value value, List<String> arguments) {
        arguments.add(PythonWords.string(value.slot().name()));
        if (value.type() instanceof EnumType type) {
            arguments.add(type.values().stream().filter(v -> v.bits() == value.constantBits()).findFirst()
                    .map(v -> use(names.of(type)) + "." + names.enumeratorsOf(type).get(v.name()))
                    .orElse(PythonWords.whole(type.primitive(), value.constantBits())));
            return "Constant";
        }
        PrimitiveType primitive = ((ScalarType) value.type()).primitive();
        switch (value.constant()) {
            case Literal.Text(String text) -> arguments.add(PythonWords.string(text));
            case Literal.Whole(long bits) when primitive == PrimitiveType.CHAR -> {
                arguments.add(PythonWords.string(String.valueOf((char) bits)));
                if (bits == 0) {
                    arguments.add("json=" + PythonWords.string(JsonText.constant(value)));
                }
            }
            case Literal whole -> {
                arguments.add(PythonWords.literal(primitive, whole));
                if (primitive.isFloatingPoint()) {
                    arguments.add("json=" + PythonWords.string(JsonText.constant(value)));
                }
            }
        }
        return "Constant";
    }

    private String onWire(Value value, List<String> arguments) {
        String name = PythonWords.string(value.slot().name());
        String id = Integer.toString(value.slot().id());
        String offset = Integer.toString(value.offset());
        boolean isNullable = value.nullTest().isPresent();
        String prefix = isNullable || value.since() > 0 ? "Optional" : "";
        String type = switch (value.type()) {
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR && scalar.length() == 1 -> {
                arguments.addAll(List.of(name, id, offset));
                yield "Char";
            }
            case ScalarType scalar when scalar.primitive() == PrimitiveType.CHAR -> {
                arguments.addAll(List.of(name, id, offset, Integer.toString(scalar.length())));
                TextEncoding encoding = TextEncoding.ofArray(scalar.characterEncoding());
                boolean isText = encoding.isArrayText();
                if (isText) {
                    arguments.add(PythonWords.string(encoding(encoding)));
                } else if (encoding == TextEncoding.BYTES) {
                    arguments.add("hex=True");
                }
                yield isText ? "Text" : "Bytes";
            }
            case ScalarType scalar -> {
                arguments.addAll(List.of(name, id, format(scalar.primitive()), offset));
                if (scalar.length() != 1) {
                    arguments.add("count=" + scalar.length());
                }
                yield number(scalar.primitive()) + (scalar.length() != 1 ? "s" : "");
            }
            case EnumType enumeration -> {
                arguments.addAll(List.of(use(names.of(enumeration)), name, id, format(enumeration.primitive()),
                        offset));
                yield "Enum";
            }
            case SetType set -> {
                arguments.addAll(List.of(use(names.of(set)), name, id, format(set.primitive()), offset));
                yield "Set";
            }
            case CompositeType composite -> {
                String base = names.of(composite);
                arguments.addAll(List.of(use(base + "Decoder"), use(base + "Encoder"), name, id, offset));
                yield "Composite";
            }
        };
        if (value.since() > 0) {
            arguments.add("since=" + value.since());
        }
        options(value, isNullable, arguments);
        return prefix + type;
    }

    private void options(Value value, boolean isNullable, List<String> arguments) {
        switch (value.type()) {
            case ScalarType scalar -> {
                PrimitiveType primitive = scalar.primitive();
                limit("null", primitive, scalar.effectiveNull(), primitive.nullValue(), arguments);
                if (primitive != PrimitiveType.CHAR || scalar.length() == 1) {
                    limit("min", primitive, scalar.effectiveMin(), primitive.minValue(), arguments);
                    limit("max", primitive, scalar.effectiveMax(), primitive.maxValue(), arguments);
                }
                required(value, isNullable, arguments);
            }
            case EnumType type -> {
                PrimitiveType primitive = type.primitive();
                // A char enum is a number here. Its null value differs from that of a byte.
                Literal standard = primitive == PrimitiveType.CHAR ? PrimitiveType.UINT8.nullValue()
                        : primitive.nullValue();
                limit("null", primitive, type.effectiveNull(), standard, arguments);
                required(value, isNullable, arguments);
            }
            case SetType _ -> {
            }
            case CompositeType type -> {
                if (value.hasBytes() && value.end() != value.offset() + type.encodedLength()) {
                    arguments.add("end=" + value.end());
                }
                value.nullTest().ifPresent(test -> arguments.add("null=" + nullTest(test)));
                if (value.isDecimal()) {
                    arguments.add("decimal=True");
                }
            }
        }
        if (!(value.type() instanceof CompositeType)) {
            text("semantic_type", value.slot().meta().semanticType(), arguments);
        }
        if (value.type() instanceof ScalarType scalar && scalar.primitive() != PrimitiveType.CHAR) {
            text("epoch", value.slot().epoch(), arguments);
            text("time_unit", value.slot().timeUnit(), arguments);
        }
    }

    private static void required(Value value, boolean isNullable, List<String> arguments) {
        if (!isNullable && value.since() > 0) {
            arguments.add("required=True");
        }
    }

    private static void text(String name, String text, List<String> arguments) {
        if (!text.isEmpty()) {
            arguments.add(name + "=" + PythonWords.string(text));
        }
    }

    private static void limit(String name, PrimitiveType primitive, Literal limit, Literal standard,
            List<String> arguments) {
        if (!limit.equals(standard)) {
            arguments.add(name + "=" + PythonWords.literal(primitive, limit));
        }
    }

    private String nullTest(NullTest test) {
        return "sbe.NullTest(" + format(test.primitive()) + ", " + test.offset() + ", " + test.elements() + ", "
                + PythonWords.literal(test.primitive(), test.nullValue()) + ")";
    }

    private String format(PrimitiveType primitive) {
        return "\"" + names.byteOrder() + PythonWords.code(primitive) + "\"";
    }

    private static String number(PrimitiveType primitive) {
        return switch (primitive) {
            case FLOAT -> "Float";
            case DOUBLE -> "Double";
            case CHAR, INT8, INT16, INT32, INT64, UINT8, UINT16, UINT32, UINT64 -> "Int";
        };
    }

    private String use(String name) {
        used.add(name);
        return name;
    }

    /// The name of an encoding in Python; empty if callers decode the bytes.
    static String encoding(TextEncoding encoding) {
        return switch (encoding) {
            case ASCII -> "ascii";
            case LATIN_1 -> "latin-1";
            case UTF_8 -> "utf-8";
            case UTF_16LE -> "utf-16-le";
            case UTF_16BE -> "utf-16-be";
            case WINDOWS_1252 -> "cp1252";
            case OTHER, BYTES -> "";
        };
    }
}
