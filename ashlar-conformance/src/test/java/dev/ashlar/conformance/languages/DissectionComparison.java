// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.otf.internal.JsonParser;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Whether tshark shows a message as `ashlar decode` prints it.
final class DissectionComparison {
    private static final Set<String> ENVELOPE = Set.of("template", "id", "schema", "version", "header");
    /// Wireshark cuts labels at 240 bytes.
    private static final int LABEL = 200;

    private DissectionComparison() {
    }

    static void same(String json, Dissection item) {
        Map<?, ?> message = (Map<?, ?>) JsonParser.parse(json);
        assertEquals(message.get("template"), item.label(), () -> json + "\n" + item);
        Map<String, String> header = item.children().getFirst().children().stream().collect(Collectors.toMap(
                c -> c.label().replaceFirst(": .*", ""), c -> c.label().replaceFirst("^[^:]*: ", ""), (a, _) -> a));
        assertEquals(message.get("id").toString(), header.get("templateId"));
        assertEquals(message.get("version").toString(), header.get("version"));
        if (message.get("header") instanceof Map<?, ?> extras) {
            extras.forEach((name, value) -> sameExtra(name + ": " + (value == null ? "null" : value), header, name.toString(),
                    value));
        }
        try {
            members(message, item.children().subList(1, item.children().size()), true);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "\n" + json + "\n" + item, e);
        }
    }

    private static void sameExtra(String label, Map<String, String> header, String name, Object value) {
        if (!(value instanceof Map) && !(value instanceof List)) {
            sameText(value, header.get(name), label);
        }
    }

    private static void members(Map<?, ?> object, List<Dissection> items, boolean root) {
        Iterator<Dissection> remaining = items.iterator();
        object.forEach((name, value) -> {
            if (!root || !ENVELOPE.contains(name)) {
                assertTrue(remaining.hasNext(), () -> "not shown: " + name);
                member(name.toString(), value, remaining.next(), root);
            }
        });
        assertTrue(!remaining.hasNext(), () -> "shown only: " + remaining.next());
    }

    private static void member(String jsonName, Object value, Dissection item, boolean root) {
        String name = root && !item.label().startsWith(jsonName) ? jsonName.replaceFirst("_$", "") : jsonName;
        if (value instanceof Map<?, ?> object && !object.keySet().equals(Set.of("hex"))) {
            assertEquals(name, item.label());
            members(object, item.children(), false);
            return;
        }
        assertTrue(item.label().startsWith(name + ": "), () -> "expected " + name + "\n" + item);
        String text = item.label().substring(name.length() + 2);
        if (value instanceof List<?> list && (list.isEmpty() ? text.equals("0") : list.getFirst() instanceof Map)) {
            assertEquals(Integer.toString(list.size()), text);
            assertEquals(list.size(), item.children().size());
            for (int i = 0; i < list.size(); i++) {
                assertEquals(name + "[" + i + "]", item.children().get(i).label());
                members((Map<?, ?>) list.get(i), item.children().get(i).children(), false);
            }
        } else {
            sameText(value, text, name);
        }
    }

    private static void sameText(Object value, String text, String name) {
        switch (value) {
            case null -> assertEquals("null", text, name);
            case Map<?, ?> hex -> assertText(hex.get("hex").toString(), text, name);
            case List<?> list -> {
                String expected = list.stream().map(DissectionComparison::show).collect(Collectors.joining(", "));
                if (!expected.equals(text)) {
                    // Numbers in other notations.
                    List<String> parts = text.isEmpty() ? List.of() : List.of(text.split(", "));
                    assertTrue(text.length() > LABEL || parts.size() == list.size(), () -> name + ": " + list + " " + text);
                    for (int i = 0; text.length() <= LABEL && i < list.size(); i++) {
                        sameText(list.get(i), parts.get(i), name);
                    }
                }
            }
            case BigDecimal number -> assertEquals(number, new BigDecimal(text), name);
            case String string -> assertText(escaped(string), text, name);
            default -> assertEquals(value.toString(), text, name);
        }
    }

    private static String show(Object value) {
        return value == null ? "null" : value.toString();
    }

    private static void assertText(String expected, String text, String name) {
        if (expected.length() <= LABEL / 4) {
            assertEquals(expected, text, name);
        } else {
            String begin = expected.substring(0, LABEL / 4);
            assertTrue(text.startsWith(begin), () -> name + ": " + expected + "\n" + text);
        }
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        text.chars().forEach(c -> {
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case 0xfffe, 0xffff -> out.append('\ufffd');
                case '\\' -> out.append("\\\\");
                default -> out.append(c < 0x20 || c == 0x7f ? String.format("\\u%04x", c) : String.valueOf((char) c));
            }
        });
        return out.toString();
    }
}
