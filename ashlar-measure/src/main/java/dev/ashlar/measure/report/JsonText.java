// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads JSON into maps, lists, strings, doubles, booleans, and nulls. For reports, which fit into memory; of anybody's
/// file no more is believed than that it is short and not deep.
public final class JsonText {
    private static final int MAX_DEPTH = 32;

    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    /// @throws IllegalArgumentException if it is not JSON; with the place
    public static Object parse(String text) {
        JsonText json = new JsonText(text);
        Object value = json.value(0);
        json.skipBlanks();
        if (json.at < text.length()) {
            throw json.wrong("nothing more");
        }
        return value;
    }

    /// Of an object, by name.
    ///
    /// @throws ClassCastException if it is none
    @SuppressWarnings("unchecked")
    public static Map<String, Object> members(Object value) {
        return (Map<String, Object>) value;
    }

    /// Of an array.
    ///
    /// @throws ClassCastException if it is none
    @SuppressWarnings("unchecked")
    public static List<Object> elements(Object value) {
        return (List<Object>) value;
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw wrong("less depth");
        }
        skipBlanks();
        switch (peek()) {
            case '{' -> {
                return object(depth);
            }
            case '[' -> {
                return array(depth);
            }
            case '"' -> {
                return string();
            }
            default -> {
                return word();
            }
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        skipBlanks();
        while (peek() != '}') {
            if (!members.isEmpty()) {
                expect(',');
                skipBlanks();
            }
            String name = string();
            skipBlanks();
            expect(':');
            members.put(name, value(depth + 1));
            skipBlanks();
        }
        at++;
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> elements = new ArrayList<>();
        at++;
        skipBlanks();
        while (peek() != ']') {
            if (!elements.isEmpty()) {
                expect(',');
            }
            elements.add(value(depth + 1));
            skipBlanks();
        }
        at++;
        return elements;
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) {
            out.append(c == '\\' ? escaped() : c);
        }
        return out.toString();
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                if (at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
                    throw wrong("four hexadecimal digits");
                }
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            case '"', '\\', '/' -> c;
            default -> throw wrong("an escape");
        };
    }

    /// A number, `true`, `false` or `null`.
    private Object word() {
        int from = at;
        while (at < text.length() && "+-.".indexOf(text.charAt(at)) + 1 + (Character.isLetterOrDigit(text.charAt(at))
                ? 1 : 0) > 0) {
            at++;
        }
        String word = text.substring(from, at);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> {
                if (!word.matches("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?")) {
                    at = from;
                    throw wrong("a value");
                }
                yield Double.parseDouble(word);
            }
        };
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private void expect(char c) {
        if (next() != c) {
            at--;
            throw wrong("'" + c + "'");
        }
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private char peek() {
        if (at >= text.length()) {
            throw wrong("more");
        }
        return text.charAt(at);
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException("no JSON: expected=" + expected + ", offset=" + at);
    }
}
