// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal.http;

import dev.ashlar.server.internal.metrics.RejectedException;
import dev.ashlar.server.internal.metrics.Rejection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The preferences of a request's `Prefer` headers, as RFC 7240 writes them: tokens with values, quoted or not, and
/// parameters, which nothing here uses. If a preference is repeated, the first one counts.
///
/// A header that cannot be parsed is refused rather than ignored: ignoring a preference would promise less than the
/// client asked for.
public final class Preferences {
    private final Map<String, String> values = new LinkedHashMap<>();
    private final String text;
    private int at;

    private Preferences(String text) {
        this.text = text;
    }

    /// @throws RejectedException if a header cannot be parsed
    public static Preferences parse(List<String> headers) {
        Preferences preferences = new Preferences(String.join(",", headers));
        preferences.parse();
        return preferences;
    }

    /// @param name in small letters
    /// @return its value, empty text if it has none
    public Optional<String> get(String name) {
        return Optional.ofNullable(values.get(name));
    }

    private void parse() {
        while (true) {
            skip();
            if (at < text.length() && text.charAt(at) != ',') {
                String name = token().toLowerCase(Locale.ROOT);
                String value = value();
                parameters();
                values.putIfAbsent(name, value);
            }
            if (at == text.length()) {
                return;
            }
            expect(',');
        }
    }

    private String value() {
        skip();
        if (at == text.length() || text.charAt(at) != '=') {
            return "";
        }
        at++;
        skip();
        return at < text.length() && text.charAt(at) == '"' ? quoted() : token();
    }

    private void parameters() {
        skip();
        while (at < text.length() && text.charAt(at) == ';') {
            at++;
            skip();
            if (at < text.length() && text.charAt(at) != ';' && text.charAt(at) != ',') {
                token();
                value();
                skip();
            }
        }
    }

    private String quoted() {
        StringBuilder value = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            at += text.charAt(at) == '\\' && at + 1 < text.length() ? 1 : 0;
            value.append(text.charAt(at));
        }
        expect('"');
        return value.toString();
    }

    private String token() {
        int from = at;
        while (at < text.length() && isTokenCharacter(text.charAt(at))) {
            at++;
        }
        if (at == from) {
            throw broken();
        }
        return text.substring(from, at);
    }

    private static boolean isTokenCharacter(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }

    private void skip() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    private void expect(char c) {
        if (at == text.length() || text.charAt(at) != c) {
            throw broken();
        }
        at++;
    }

    private RejectedException broken() {
        return new RejectedException(Rejection.MALFORMED, "not a Prefer header as in RFC 7240: offset=" + at
                + ", prefer=" + text + "; for example durability=disk");
    }
}
