// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Values for the `$names` of a template. A name runs as long as letters and digits go; braces end it: `${name}More`.
final class Template {
    private static final Pattern NAME = Pattern.compile("\\$(?:\\{(\\w+)}|([A-Za-z0-9]+))");

    private final Map<String, String> values = new HashMap<>();

    Template with(String name, Object value) {
        values.put(name, value.toString());
        return this;
    }

    Template withAll(Template other) {
        values.putAll(other.values);
        return this;
    }

    String get(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("no value for a name of the template: name=" + name);
        }
        return value;
    }

    /// The text with every name replaced; a name without value is our own mistake.
    String fill(String text) {
        Matcher matcher = NAME.matcher(text);
        return matcher.replaceAll(m -> Matcher.quoteReplacement(get(m.group(1) != null ? m.group(1) : m.group(2))));
    }
}
