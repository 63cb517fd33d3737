// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf.internal;

import dev.ashlar.sbe.otf.JsonFormatException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads one JSON value (RFC 8259, nothing beyond it) as [Map], [List], [String], [Number], [Boolean] or `null`.
///
/// Numbers keep their digits: a [Long] if whole and short, a [BigDecimal] otherwise; minus zero is a [Double], the only
/// one of these types that has it. A name may occur only once in an object. Depth and digits are bounded.
public final class JsonParser {
    private static final int MAX_DEPTH = 256;
    private static final int MAX_NUMBER_LENGTH = 1000;
    private static final int LONG_DIGITS = 18;

    private final String text;
    private int at;
    private int depth;

    private JsonParser(String text) {
        this.text = text;
    }

    /// @throws JsonFormatException if the text is not exactly one JSON value
    public static Object parse(String text) {
        JsonParser parser = new JsonParser(text);
        Object value = parser.value();
        parser.skipSpace();
        if (parser.at != text.length()) {
            throw parser.error("text after the value");
        }
        return value;
    }

    private Object value() {
        skipSpace();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            case 'n' -> word("null", null);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> throw error("expected a value");
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        enter();
        if (peek() == '}') {
            return leave(members);
        }
        while (true) {
            skipSpace();
            int start = at;
            if (peek() != '"') {
                throw error("expected a name");
            }
            String name = string();
            skipSpace();
            expect(':');
            if (members.containsKey(name)) {
                throw new JsonFormatException("name given twice: " + Numbers.show(name), start);
            }
            members.put(name, value());
            skipSpace();
            if (peek() == '}') {
                return leave(members);
            }
            expect(',');
        }
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        enter();
        if (peek() == ']') {
            return leave(elements);
        }
        while (true) {
            elements.add(value());
            skipSpace();
            if (peek() == ']') {
                return leave(elements);
            }
            expect(',');
        }
    }

    private void enter() {
        if (++depth > MAX_DEPTH) {
            throw error("nested too deep, maxDepth=" + MAX_DEPTH);
        }
        at++;
        skipSpace();
    }

    private <T> T leave(T made) {
        at++;
        depth--;
        return made;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw error("expected a value");
        }
        at += word.length();
        return value;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        at++;
        while (true) {
            if (at == text.length()) {
                throw error("unterminated string");
            }
            char c = text.charAt(at);
            if (c < 0x20) {
                throw error("control character in a string");
            }
            at++;
            if (c == '"') {
                return string.toString();
            }
            string.append(c == '\\' ? escape() : c);
        }
    }

    private char escape() {
        char c = peek();
        at++;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> {
                at--;
                throw error("unknown escape");
            }
        };
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            char c = peek();
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw error("expected a hexadecimal digit");
            }
            code = code << 4 | digit;
            at++;
        }
        return (char) code;
    }

    private Number number() {
        int start = at;
        if (peek() == '-') {
            at++;
        }
        int firstDigit = at;
        int digits = digits();
        if (digits > 1 && text.charAt(firstDigit) == '0') {
            throw new JsonFormatException("number with a leading zero", start);
        }
        boolean whole = true;
        if (peek() == '.') {
            at++;
            digits();
            whole = false;
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits();
            whole = false;
        }
        if (at - start > MAX_NUMBER_LENGTH) {
            throw new JsonFormatException("number too long, maxLength=" + MAX_NUMBER_LENGTH, start);
        }
        return toNumber(text.substring(start, at), whole && digits <= LONG_DIGITS, start);
    }

    private static Number toNumber(String number, boolean isLong, int start) {
        if (isLong && !number.equals("-0")) {
            return Long.parseLong(number);
        }
        try {
            BigDecimal decimal = new BigDecimal(number);
            return decimal.signum() == 0 && number.charAt(0) == '-' ? (Number) (-0.0) : decimal;
        } catch (NumberFormatException _) {
            throw new JsonFormatException("number with too great an exponent", start);
        }
    }

    private int digits() {
        int start = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        if (at == start) {
            throw error("expected a digit");
        }
        return at - start;
    }

    private void expect(char c) {
        if (peek() != c) {
            throw error("expected '" + c + "'");
        }
        at++;
    }

    private void skipSpace() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
                return;
            }
            at++;
        }
    }

    /// The next character, or NUL at the end; NUL never occurs in JSON outside a string.
    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private JsonFormatException error(String what) {
        return new JsonFormatException(what, at);
    }
}
