// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.rust;

import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.SetType;
import java.util.List;

/// Setters of values in encoders.
final class RustEncoding {
    private final RustNames names;
    private final String types;
    private final RustDecoding decoding;

    RustEncoding(RustNames names, String types) {
        this.names = names;
        this.types = types;
        this.decoding = new RustDecoding(names, types);
    }

    String emit(Value value) {
        return value.isConstant() ? "" : "\n" + RustDecoding.doc(value) + setter(value);
    }

    private String setter(Value value) {
        Template t = new Template().with("x", value.name()).with("offset", value.offset())
                .with("name", RustWords.string(value.slot().name()));
        return switch (value.type()) {
            case ScalarType scalar when value.isCharArray() -> {
                TextEncoding encoding = TextEncoding.ofArray(scalar.characterEncoding());
                boolean text = encoding.isByteText();
                boolean latin1 = encoding == TextEncoding.LATIN_1;
                List<String> arguments = List.of("self.block", Integer.toString(value.offset()),
                        Integer.toString(scalar.length()), text && !latin1 ? "text.as_bytes()" : "text", t.get("name"));
                yield "    #[inline]\n" + RustWords.function(4, "pub fn " + value.name(), List.of("&mut self",
                        text ? "text: &str" : "text: &[u8]"), "sbe::Encoded<&mut Self>")
                        + (encoding == TextEncoding.ASCII
                                ? RustWords.call(8, "sbe::require_ascii", List.of("text", t.get("name")), "?;") : "")
                        + RustWords.call(8, latin1 ? "sbe::put_latin1" : "sbe::put_text", arguments, "?;")
                        + t.with("plain", value.slot().name()).fill("""
                                        Ok(self)
                                    }

                                    /// All bytes of `$plain`, including padding.
                                    #[inline]
                                """)
                        + RustWords.function(4, "pub fn " + value.name() + "_raw", List.of("&mut self",
                                "bytes: " + RustDecoding.rawType(value)), "&mut Self")
                        + t.fill("""
                                        sbe::put(self.block, $offset, bytes);
                                        self
                                    }
                                """);
            }
            case ScalarType _, EnumType _, SetType _ -> {
                boolean optional = value.isOptional() && !(value.type() instanceof SetType);
                String type = decoding.type(value);
                String put = optional ? RustWords.unwrap(decoding.nullValue(value)) : "";
                yield "    #[inline]\n" + RustWords.function(4, "pub fn " + value.name(), List.of("&mut self",
                        "value: " + (optional ? "impl Into<Option<" + type + ">>" : type)), "&mut Self") + put + t.fill("""
                                sbe::put(self.block, $offset, value);
                                self
                            }
                        """);
            }
            case CompositeType type -> {
                String encoder = types + names.of(type) + "Encoder";
                yield "    #[inline]\n" + RustWords.function(4, "pub fn " + value.name(), List.of("&mut self"), encoder + "<'_>")
                        + "        " + encoder + "::new(sbe::part_mut(self.block, " + value.offset() + "))\n    }\n";
            }
        };
    }

    /// A statement that copies the value from the decoder `from`; an absent value becomes null.
    String copy(Value value) {
        if (value.isConstant()) {
            return "";
        }
        if (value.type() instanceof CompositeType) {
            String raw = value.name() + (value.mayBeMissing() ? "_raw" : "");
            return RustWords.method(8, "self." + value.name() + "()", "copy_from", List.of("from." + raw + "()"), ";");
        }
        return RustWords.call(8, "sbe::copy", List.of("self.block", "from.fields", Integer.toString(value.since()),
                Integer.toString(value.offset()), typed(value)), ";");
    }

    /// The null value with its type.
    private String typed(Value value) {
        String literal = decoding.nullValue(value);
        if (!(value.type() instanceof ScalarType scalar)) {
            return literal;
        }
        String type = RustWords.type(scalar.primitive());
        if (scalar.length() != 1) {
            String element = literal.substring(1, literal.lastIndexOf(';'));
            return "[" + suffixed(element, type) + "; " + scalar.length() + "]";
        }
        return suffixed(literal, type);
    }

    private static String suffixed(String literal, String type) {
        return literal.contains("::") || literal.startsWith("b'") ? literal : literal + "_" + type;
    }
}
