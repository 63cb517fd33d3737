// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.OtfEncoder;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// Texts to set in every charset, and what each language answers: the text is in the message, or it is refused and the
/// `ok` that is set instead is.
final class Texts {
    static final String ACCEPTED = "accepted";
    private static final HexFormat HEX = HexFormat.of();
    private static final Map<String, Charset> ARRAYS = Map.of("plain", StandardCharsets.US_ASCII, "ascii",
            StandardCharsets.US_ASCII, "latin", StandardCharsets.ISO_8859_1, "utf", StandardCharsets.UTF_8);
    private static final Map<String, Charset> DATA = Map.of("asciiNote", StandardCharsets.US_ASCII, "latinNote",
            StandardCharsets.ISO_8859_1, "utfNote", StandardCharsets.UTF_8, "wideNote", StandardCharsets.UTF_16LE);
    /// Halves of surrogate pairs among them.
    private static final List<String> STRINGS = List.of("", "a", "~\u007f", "\u0080", "é", "ÿ", "\u0100", "☃", "aé",
            "a☃", "\uffff", "😀", "é😀", "\ud800", "a\udfff", "\ude00\ud83d", "\ud83da");
    /// No UTF-8: a byte that continues nothing, one of ISO 8859-1, too few of them, overlong forms, half of a surrogate
    /// pair, beyond U+10FFFF.
    private static final List<String> NO_UTF8 = List.of("80", "e9", "61e9", "c3", "e282", "e28261", "c080", "c1bf", "e0809f",
            "f08fbfbf", "eda080", "edbfbf", "f4908080", "f5808080", "ff", "61626364656667c3");

    private Texts() {
    }

    /// What a language's strings are made of.
    enum Strings {
        BYTES,
        UTF_8,
        UTF_16
    }

    /// @param text  half of a surrogate pair is 3 bytes of UTF-8
    record Case(String element, String text, byte[] bytes) {
        /// The charset with which JDK decides what the text has.
        Charset charset() {
            return ARRAYS.containsKey(element) ? ARRAYS.get(element) : DATA.get(element);
        }

        private boolean isHeld() {
            return text != null && charset().newEncoder().canEncode(text);
        }

        /// One line of input: the element, the text as bytes and as UTF-16.
        String line() {
            return element + " -" + HEX.formatHex(bytes) + "- -"
                    + (text == null ? "" : HEX.formatHex(utf16(text))) + "-\n";
        }

        /// The lines expected for it; the first is how a refusal begins, if the text is refused.
        List<String> answers(Schema schema) {
            byte[] set = isHeld() ? text.getBytes(charset()) : "ok".getBytes(charset());
            Map<String, Object> values = new HashMap<>();
            ARRAYS.keySet().forEach(array -> values.put(array, "ok"));
            DATA.keySet().forEach(data -> values.put(data, "ok"));
            values.put(element, set);
            return List.of(isHeld() ? ACCEPTED : refusal(), HEX.formatHex(encoded(schema, values)));
        }

        /// What a refusal names.
        String refusal() {
            return "refused charset=" + charset() + " (" + element + ")";
        }
    }

    static Schema schema() throws IOException {
        return LanguagePage.parse(Resources.text("texts.xml"));
    }

    /// @param wide whether text in UTF-16 can be set
    static List<Case> of(Strings strings, boolean wide) {
        List<Case> cases = new ArrayList<>();
        List<String> elements = new ArrayList<>(ARRAYS.keySet());
        DATA.keySet().stream().filter(data -> wide || !data.equals("wideNote")).forEach(elements::add);
        for (String element : elements) {
            for (String text : STRINGS) {
                if (strings != Strings.UTF_8 || StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
                    cases.add(new Case(element, text, utf8(text)));
                }
            }
            if (strings == Strings.BYTES) {
                NO_UTF8.forEach(bytes -> cases.add(new Case(element, null, HEX.parseHex(bytes))));
            }
        }
        return cases;
    }

    static byte[] encoded(Schema schema, Map<String, Object> values) {
        byte[] message = new byte[256];
        long length = new OtfEncoder(schema).encode("Texts", values, MemorySegment.ofArray(message), 0);
        return Arrays.copyOf(message, (int) length);
    }

    /// A refusal, without what languages say of it beyond element and charset.
    static String shortened(String answer) {
        return answer.replaceAll("^text with a character that its charset lacks: (?:index=\\d+, )?(.*)\\((?:.*[./])?(\\w+)\\)$",
                "refused $1($2)");
    }

    private static byte[] utf8(String text) {
        StringBuilder hex = new StringBuilder();
        text.codePoints().forEach(point -> hex.append(HEX.formatHex(Character.getType(point) == Character.SURROGATE
                ? new byte[] {(byte) 0xed, (byte) (0x80 | point >> 6 & 0x3f), (byte) (0x80 | point & 0x3f)}
                : Character.toString(point).getBytes(StandardCharsets.UTF_8))));
        return HEX.parseHex(hex);
    }

    private static byte[] utf16(String text) {
        byte[] units = new byte[2 * text.length()];
        for (int i = 0; i < text.length(); i++) {
            units[2 * i] = (byte) (text.charAt(i) >> 8);
            units[2 * i + 1] = (byte) text.charAt(i);
        }
        return units;
    }
}
