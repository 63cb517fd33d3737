// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads JSON into maps, lists, strings, doubles, booleans, and nulls. For reports, which fit into memory; of anybody's
/// file no more is believed than that it is short and not deep.
public final class JsonText {
    private static final int MAX_DEPTH = 32;
    private static final Pattern BLANKS = Pattern.compile("[ \\t\\r\\n]*+");
    private static final Pattern PLAIN = Pattern.compile("[^\"\\\\]*+");
    private static final Pattern ESCAPE = Pattern.compile("u([0-9a-fA-F]{4})|([ntrbf\"\\\\/])");
    private static final Pattern WORD = Pattern.compile("true|false|null|-?\\d++(\\.\\d++)?([eE][+-]?\\d++)?");

    private final String text;
    private final Matcher matcher;
    private int at;

    private JsonText(String text) {
        this.text = text;
        matcher = BLANKS.matcher(text);
    }

    /// @throws IllegalArgumentException if it is not JSON; with the place
    public static Object parse(String text) {
        JsonText json = new JsonText(text);
        Object value = json.value(0);
        json.peek();
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

    /// @throws ClassCastException if it is none
    @SuppressWarnings("unchecked")
    public static List<Object> elements(Object value) {
        return (List<Object>) value;
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) {
            throw wrong("less depth");
        }
        return switch (peek()) {
            case '{' -> {
                Map<String, Object> members = new LinkedHashMap<>();
                for (char c = opened('}'); c == ','; c = next(",}")) {
                    String name = string();
                    next(":");
                    members.put(name, value(depth + 1));
                }
                yield members;
            }
            case '[' -> {
                List<Object> elements = new ArrayList<>();
                for (char c = opened(']'); c == ','; c = next(",]")) {
                    elements.add(value(depth + 1));
                }
                yield elements;
            }
            case '"' -> string();
            default -> {
                String word = take(WORD, "a value");
                yield switch (word) {
                    case "true" -> true;
                    case "false" -> false;
                    case "null" -> null;
                    default -> Double.parseDouble(word);
                };
            }
        };
    }

    /// Takes what opens an array or an object, and what closes it if nothing is in it.
    ///
    /// @return a comma if something is in it
    private char opened(char close) {
        at++;
        return peek() == close ? next(String.valueOf(close)) : ',';
    }

    private String string() {
        next("\"");
        StringBuilder out = new StringBuilder(take(PLAIN, "a string"));
        while (one("\"\\") == '\\') {
            String escape = take(ESCAPE, "an escape");
            out.append(switch (escape.charAt(0)) {
                case 'n' -> '\n';
                case 't' -> '\t';
                case 'r' -> '\r';
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'u' -> (char) Integer.parseInt(escape.substring(1), 16);
                default -> escape.charAt(0);
            }).append(take(PLAIN, "a string"));
        }
        return out.toString();
    }

    private String take(Pattern pattern, String expected) {
        if (!matcher.usePattern(pattern).region(at, text.length()).lookingAt()) {
            throw wrong(expected);
        }
        at = matcher.end();
        return matcher.group();
    }

    /// The next character that is not blank; 0 at the end.
    private char peek() {
        take(BLANKS, "blanks");
        return at < text.length() ? text.charAt(at) : 0;
    }

    /// Takes it, if it is one of these.
    private char next(String expected) {
        peek();
        return one(expected);
    }

    private char one(String expected) {
        if (at == text.length() || expected.indexOf(text.charAt(at)) < 0) {
            throw wrong("one of " + expected);
        }
        return text.charAt(at++);
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException("no JSON: expected=" + expected + ", offset=" + at);
    }
}
