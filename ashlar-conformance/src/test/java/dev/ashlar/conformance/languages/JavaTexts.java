// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.codec.MessageEncoder;
import dev.ashlar.codegen.Compiled;
import dev.ashlar.codegen.JavaGenerator;
import dev.ashlar.codegen.JavaOptions;
import dev.ashlar.sbe.ir.Schema;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/// Sets texts with the generated Java code.
///
/// @param textType `String` or `CharSequence`, which setters take
record JavaTexts(Class<?> textType, Class<?> encoderType, Class<?> headerType) {
    static JavaTexts of(Schema schema, Class<?> textType) {
        Compiled classes = Compiled.of(JavaGenerator.generate(schema, JavaOptions.DEFAULT));
        return new JavaTexts(textType, classes.type("texts.TextsEncoder"), classes.type("texts.MessageHeaderEncoder"));
    }

    /// What became of the text, and the message.
    List<String> answers(Texts.Case c) throws ReflectiveOperationException {
        byte[] message = new byte[256];
        Object encoder = encoderType.getConstructor().newInstance();
        encoderType.getMethod("wrapAndApplyHeader", MemorySegment.class, long.class, headerType).invoke(encoder,
                MemorySegment.ofArray(message), 0L, headerType.getConstructor().newInstance());
        List<String> answers = new ArrayList<>();
        for (String element : List.of("plain", "ascii", "latin", "utf", "asciiNote", "latinNote", "utfNote", "wideNote")) {
            boolean isData = element.endsWith("Note");
            if (!isData) {
                set(encoder, element, "ok");
            }
            boolean isAsked = element.equals(c.element());
            if (isAsked) {
                answers.add(answer(encoder, c));
            }
            // What was refused is still the next part.
            if (isData && (!isAsked || !answers.getFirst().equals(Texts.ACCEPTED))) {
                set(encoder, element, "ok");
            }
        }
        int length = 8 + (int) ((MessageEncoder) encoder).encodedLength();
        answers.add(HexFormat.of().formatHex(Arrays.copyOf(message, length)));
        return answers;
    }

    private String answer(Object encoder, Texts.Case c) throws ReflectiveOperationException {
        try {
            set(encoder, c.element(), c.text());
            return Texts.ACCEPTED;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                return refused.getMessage();
            }
            throw e;
        }
    }

    private void set(Object encoder, String element, String text) throws ReflectiveOperationException {
        CharSequence value = textType == String.class ? text : new StringBuilder(text);
        encoderType.getMethod(element, textType).invoke(encoder, value);
    }
}
