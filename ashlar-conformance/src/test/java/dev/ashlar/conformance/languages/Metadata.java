// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.codec.MetaAttribute;
import dev.ashlar.codegen.Compiled;
import dev.ashlar.codegen.JavaGenerator;
import dev.ashlar.codegen.JavaOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What codecs say of the fields of the message `Order` in `defects.xml`: in Java, and in other languages.
///
/// Ids, versions, offsets, lengths, semantic types, the null value and the range of numbers, and the charset that is
/// named when a text is refused. Floats are compared by the bits that they have as `double`.
record Metadata(Class<?> decoder) {
    /// The program that prints it.
    static final String PROGRAM = "metadata";

    private static List<String> ofJava;

    /// Fails unless a program says what Java does.
    ///
    /// @param command that runs the program in the folder
    static void compare(TargetLanguage language, List<String> command, Path folder) throws IOException,
            InterruptedException, ReflectiveOperationException {
        List<String> answers = Tool.answers(folder, command, new byte[0]);
        assertEquals(String.join("\n", java()), String.join("\n", answers), language.name());
    }

    private static synchronized List<String> java() throws ReflectiveOperationException {
        if (ofJava != null) {
            return ofJava;
        }
        Compiled classes = Compiled.of(JavaGenerator.generate(Defect.schema(), JavaOptions.DEFAULT));
        Metadata metadata = new Metadata(classes.type("defects.OrderDecoder"));
        List<String> lines = new ArrayList<>();
        for (String number : List.of("u16", "i16", "custom", "wide", "added", "ratio", "rate")) {
            lines.add(metadata.field(number) + " null=" + metadata.number(number + "NullValue") + " min="
                    + metadata.number(number + "MinValue") + " max=" + metadata.number(number + "MaxValue"));
        }
        lines.add(metadata.place("price"));
        lines.add(metadata.field("side"));
        lines.add(metadata.field("few"));
        lines.add(metadata.field("text") + " charset=" + metadata.get("textCharacterEncoding"));
        ofJava = lines;
        return lines;
    }

    private String place(String name) throws ReflectiveOperationException {
        return name + " id=" + get(name + "Id") + " since=" + get(name + "SinceVersion") + " offset="
                + get(name + "EncodingOffset");
    }

    private String field(String name) throws ReflectiveOperationException {
        Object semanticType = decoder.getMethod(name + "MetaAttribute", MetaAttribute.class).invoke(null,
                MetaAttribute.SEMANTIC_TYPE);
        return place(name) + " length=" + get(name + "EncodingLength") + " semantic=" + semanticType;
    }

    /// Longs here are of `uint32` and `uint64`.
    private String number(String name) throws ReflectiveOperationException {
        Object value = get(name);
        return switch (value) {
            case Long bits -> Long.toUnsignedString(bits);
            case Float real -> bits(real);
            case Double real -> bits(real);
            default -> value.toString();
        };
    }

    private static String bits(double real) {
        return Double.isNaN(real) ? "NaN" : Long.toHexString(Double.doubleToRawLongBits(real));
    }

    private Object get(String name) throws ReflectiveOperationException {
        return decoder.getMethod(name).invoke(null);
    }
}
