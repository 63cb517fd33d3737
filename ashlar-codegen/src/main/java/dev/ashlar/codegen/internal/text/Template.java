// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.text;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Values for the `$names` of a template. A name consists of letters and digits; braces delimit it: `${name}More`.
public final class Template {
    private static final Pattern NAME = Pattern.compile("\\$(?:\\{(\\w+)}|([A-Za-z0-9]+))");

    private final Map<String, String> values = new HashMap<>();

    public Template with(String name, Object value) {
        values.put(name, value.toString());
        return this;
    }

    public Template withAll(Template other) {
        values.putAll(other.values);
        return this;
    }

    public String get(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("no value for a name of the template: name=" + name);
        }
        return value;
    }

    /// The text with every name replaced. A name without a value is a bug of an emitter.
    public String fill(String text) {
        Matcher matcher = NAME.matcher(text);
        return matcher.replaceAll(m -> Matcher.quoteReplacement(get(m.group(1) != null ? m.group(1) : m.group(2))));
    }
}
