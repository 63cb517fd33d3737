// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.rust;

import dev.ashlar.codegen.internal.model.NullTest;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Accessors of values in decoders.
///
/// A value that may be missing by the schema, because it is optional or was added later, is an `Option`.
///
/// @param types path of the module of types, with `::`, from where the accessors are
record RustDecoding(RustNames names, String types) {
    /// The suffixes that members of a struct add to a value's name.
    static final String[] SUFFIXES = {"", "_is_null", "_is_present", "_raw", "_info", "_null_value", "_min_value",
        "_max_value"};

    String emit(Value value) {
        return value.isConstant() ? "\n" + doc(value) + constant(value) : "\n" + info(value) + doc(value) + accessor(value)
                + tests(value);
    }

    static String doc(Value value) {
        return RustWords.doc(4, value.slot().meta(), "The value of `" + value.slot().name() + "`.");
    }

    /// The type of text, such as `sbe::Text`.
    static String textType(TextEncoding encoding) {
        return encoding == TextEncoding.LATIN_1 ? "sbe::Latin1" : "sbe::Text";
    }

    /// The type that an accessor returns and a setter accepts, without `Option`.
    String type(Value value) {
        return switch (value.type()) {
            case ScalarType scalar when value.isCharArray() -> {
                TextEncoding encoding = TextEncoding.ofArray(scalar.characterEncoding());
                yield encoding.isByteText() ? textType(encoding) + "<'a>" : "&'a [u8]";
            }
            case ScalarType scalar when scalar.length() != 1 -> rawType(value);
            case ScalarType scalar -> RustWords.type(scalar.primitive());
            case EnumType type -> types + names.of(type);
            case SetType type -> types + names.of(type);
            case CompositeType type -> types + names.of(type) + "Decoder<'a>";
        };
    }

    static String rawType(Value value) {
        ScalarType scalar = (ScalarType) value.type();
        return "[" + RustWords.type(scalar.primitive()) + "; " + scalar.length() + "]";
    }

    /// The null value of a scalar or enum; the empty set for a set.
    String nullValue(Value value) {
        return switch (value.type()) {
            case ScalarType scalar when scalar.length() != 1 -> "[" + literal(value) + "; " + scalar.length() + "]";
            case ScalarType _ -> literal(value);
            case EnumType type -> types + names.of(type) + "::NULL_VALUE";
            case SetType type -> types + names.of(type) + "::empty()";
            case CompositeType _ -> throw new IllegalArgumentException("composite has no null value: " + value.name());
        };
    }

    private static String literal(Value value) {
        NullTest test = value.nullBits().orElseThrow();
        return RustWords.literal(test.primitive(), test.nullValue());
    }

    /// An expression of the value, null or not.
    List<String> rawArguments(Value value) {
        return List.of("self.fields", Integer.toString(value.since()), Integer.toString(value.offset()), nullValue(value));
    }

    private String info(Value value) {
        Template t = new Template().with("X", value.name().toUpperCase(Locale.ROOT))
                .with("name", value.slot().name())
                .with("id", value.slot().id() < 0 ? "None" : "Some(" + value.slot().id() + ")")
                .with("since", value.since()).with("offset", value.offset()).with("length", value.slot().encodedLength())
                .with("semantic", RustWords.string(value.slot().meta().semanticType()))
                .with("epoch", RustWords.string(value.slot().epoch())).with("unit", RustWords.string(value.slot().timeUnit()));
        String start = t.fill("    pub const ${X}_INFO: sbe::FieldInfo =");
        String struct = t.fill("""
                sbe::FieldInfo {
                    id: $id,
                    since_version: $since,
                    offset: $offset,
                    length: $length,
                    semantic_type: $semantic,
                    epoch: $epoch,
                    time_unit: $unit,
                };
                """);
        boolean fits = start.length() + " sbe::FieldInfo {".length() < RustWords.WIDTH;
        String info = t.fill("    /// Metadata of `$name`.\n") + start
                + (fits ? " " + struct.indent(4).strip() : "\n" + struct.indent(8).stripTrailing()) + "\n";
        if (!(value.type() instanceof ScalarType scalar)) {
            return info + "\n";
        }
        PrimitiveType primitive = scalar.primitive();
        return info + t.with("T", RustWords.type(primitive)).with("null", RustWords.literal(primitive, scalar.effectiveNull()))
                .with("min", RustWords.literal(primitive, scalar.effectiveMin()))
                .with("max", RustWords.literal(primitive, scalar.effectiveMax())).fill("""
                    /// The null value of `$name`.
                    pub const ${X}_NULL_VALUE: $T = $null;
                    /// The minimum value of `$name`.
                    pub const ${X}_MIN_VALUE: $T = $min;
                    /// The maximum value of `$name`.
                    pub const ${X}_MAX_VALUE: $T = $max;

                """);
    }

    private String constant(Value value) {
        String type;
        String constant;
        if (value.type() instanceof EnumType e) {
            type = types + names.of(e);
            constant = type + "(" + RustWords.whole(e.primitive(), value.constantBits()) + ")";
        } else if (value.constant() instanceof Literal.Text(String text)) {
            type = "&'static str";
            constant = RustWords.string(text);
        } else {
            PrimitiveType primitive = ((ScalarType) value.type()).primitive();
            type = RustWords.type(primitive);
            constant = RustWords.literal(primitive, value.constant());
        }
        return RustWords.function(4, "pub fn " + value.name(), List.of("&self"), type) + "        " + constant + "\n    }\n";
    }

    private String accessor(Value value) {
        Template t = new Template().with("x", value.name()).with("since", value.since()).with("offset", value.offset())
                .with("end", value.end());
        String type = type(value);
        boolean option = value.mayBeMissing();
        StringBuilder out = new StringBuilder("    #[inline]\n")
                .append(RustWords.function(4, "pub fn " + value.name(), List.of("&self"),
                        option ? "Option<" + type + ">" : type));
        String open = "";
        String close = "";
        if (option) {
            out.append(t.fill("""
                            if self.${x}_is_null() {
                                return None;
                            }
                    """));
            open = "Some(";
            close = ")";
        }
        switch (value.type()) {
            case ScalarType scalar when value.isCharArray() -> {
                TextEncoding encoding = TextEncoding.ofArray(scalar.characterEncoding());
                String text = "sbe::get_text(self.fields, " + value.since() + ", " + value.offset() + ", " + scalar.length()
                        + ")";
                out.append("        ").append(open).append(encoding.isByteText() ? textType(encoding) + "::new(" + text + ")" : text)
                        .append(close).append("\n    }\n");
                out.append(t.with("name", value.slot().name()).fill("""

                            /// All bytes of `$name`, including padding.
                            #[inline]
                        """)).append(RustWords.function(4, "pub fn " + value.name() + "_raw", List.of("&self"), rawType(value)))
                        .append(RustWords.call(8, "sbe::get", rawArguments(value), "")).append("    }\n");
            }
            case CompositeType _ -> {
                if (option) {
                    out.append(t.with("T", type).with("name", value.slot().name()).fill("""
                                    Some(self.${x}_raw())
                                }

                                /// The members of `$name`, even if it is null.
                                #[inline]
                            """)).append(RustWords.function(4, "pub fn " + value.name() + "_raw", List.of("&self"), type));
                }
                String bytes = value.hasBytes() ? t.with("full", value.offset() + value.slot().encodedLength())
                        .fill("self.fields.part($since, $offset, $end, $full)") : "self.fields.part(0, 0, 0, 0)";
                out.append("        ").append(type.replace("<'a>", "")).append("::new(").append(bytes).append(")\n    }\n");
            }
            case ScalarType _, EnumType _, SetType _ -> {
                out.append(RustWords.call(8, open + "sbe::get", rawArguments(value), close)).append("    }\n");
            }
        }
        return out.toString();
    }

    private String tests(Value value) {
        Template t = new Template().with("x", value.name()).with("name", value.slot().name())
                .with("present", isPresent(value));
        Optional<NullTest> test = value.nullTest();
        String absent = value.hasBytes() ? "!self." + value.name() + "_is_present()" : test.isEmpty() ? "false" : "";
        String isNull = "        " + absent;
        if (test.isPresent()) {
            String holds = holdsNull(value.offset(), test.get());
            String line = "        " + absent + (absent.isEmpty() ? "" : " || ") + holds;
            isNull = line.length() <= 100 ? line : "        " + absent + "\n            || " + holds;
        }
        return t.with("null", isNull).fill("""

                    /// Whether `$name` is present, even if null.
                    #[inline]
                    pub fn ${x}_is_present(&self) -> bool {
                        $present
                    }

                    /// Whether `$name` is absent or null.
                    #[inline]
                    pub fn ${x}_is_null(&self) -> bool {
                $null
                    }
                """);
    }

    /// An expression that is true if the value is present.
    static String isPresent(Value value) {
        return value.hasBytes() ? "self.fields.has(" + value.since() + ", " + value.end() + ")" : "true";
    }

    /// An expression that is true if the elements of a present value hold the null value.
    static String holdsNull(int offset, NullTest test) {
        return "sbe::holds_null::<" + RustWords.type(test.primitive()) + ">(self.fields, " + (offset + test.offset()) + ", "
                + test.elements() + ", " + RustWords.literal(test.primitive(), test.nullValue()) + ")";
    }
}
