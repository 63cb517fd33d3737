// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The attributes that each element of a schema may have: those of the standard, and those that the reference
/// implementation adds. Others have no effect and are reported, because they may be misspelt. Attributes with a prefix
/// are not checked.
final class Vocabulary {
    private static final List<String> TIME_UNITS = List.of("second", "millisecond", "microsecond", "nanosecond");
    private static final List<String> VERSIONS = List.of("name", "description", "sinceVersion", "deprecated");
    private static final List<String> TYPE = with(VERSIONS, "semanticType", "offset");
    private static final List<String> FIELD = with(TYPE, "id", "type", "epoch", "timeUnit", "presence", "valueRef");
    private static final List<String> BLOCK = with(VERSIONS, "id", "blockLength", "semanticType");
    private static final Map<String, List<String>> ATTRIBUTES = Map.ofEntries(
            Map.entry("messageSchema", List.of("package", "id", "version", "semanticVersion", "description",
                    "byteOrder", "headerType")),
            Map.entry("types", List.of("package")),
            Map.entry("type", with(TYPE, "primitiveType", "length", "presence", "nullValue", "minValue", "maxValue",
                    "characterEncoding", "valueRef", "variableLength")),
            Map.entry("composite", TYPE),
            Map.entry("ref", with(TYPE, "type")),
            Map.entry("enum", with(TYPE, "encodingType", "nullValue", "presence")),
            Map.entry("validValue", VERSIONS),
            Map.entry("set", with(TYPE, "encodingType")),
            Map.entry("choice", VERSIONS),
            Map.entry("message", BLOCK),
            Map.entry("group", with(BLOCK, "dimensionType")),
            Map.entry("field", FIELD),
            Map.entry("data", FIELD));

    private final Problems problems;
    /// By element and attribute: elements that have it.
    private final Map<String, List<XmlElement>> unknown = new LinkedHashMap<>();

    Vocabulary(Problems problems) {
        this.problems = problems;
    }

    private static List<String> with(List<String> some, String... more) {
        List<String> all = new ArrayList<>(some);
        Collections.addAll(all, more);
        return List.copyOf(all);
    }

    /// Reports unknown attributes of an element and of those inside it: each attribute once for each kind of element,
    /// because a schema with its own attribute usually has it everywhere.
    void check(XmlElement root) {
        collect(root);
        unknown.values().forEach(elements -> report(elements, attributeOf(elements)));
    }

    private void collect(XmlElement element) {
        List<String> known = ATTRIBUTES.get(element.name());
        if (known == null) {
            return;
        }
        for (String attribute : element.attributes()) {
            if (!known.contains(attribute)) {
                unknown.computeIfAbsent(element.name() + " " + attribute, _ -> new ArrayList<>()).add(element);
            }
        }
        checkTimeUnit(element);
        element.children().forEach(this::collect);
    }

    private String attributeOf(List<XmlElement> elements) {
        XmlElement first = elements.getFirst();
        return first.attributes().stream().filter(a -> unknown.get(first.name() + " " + a) == elements).findFirst()
                .orElseThrow();
    }

    private void report(List<XmlElement> elements, String attribute) {
        XmlElement first = elements.getFirst();
        List<String> known = ATTRIBUTES.get(first.name());
        List<String> owners = ATTRIBUTES.keySet().stream().filter(e -> ATTRIBUTES.get(e).contains(attribute)).sorted()
                .toList();
        String advice = owners.isEmpty() ? SpellingSuggestion.similar(attribute, known)
                .map(name -> "did you mean " + name + "?").orElse("remove it, or give it a namespace of its own")
                : "it belongs on " + String.join(", ", owners);
        problems.report(first.locationOf(attribute), Code.UNKNOWN_ATTRIBUTE, "<" + first.name()
                + "> has no attribute " + attribute + ", which is ignored" + (elements.size() == 1 ? ""
                : " (" + elements.size() + " times)") + "; " + advice);
    }

    private void checkTimeUnit(XmlElement element) {
        String unit = Attributes.optional(element, "timeUnit");
        if (!unit.isEmpty() && !TIME_UNITS.contains(unit) && ATTRIBUTES.get(element.name()).contains("timeUnit")) {
            problems.report(element.locationOf("timeUnit"), Code.UNKNOWN_TIME_UNIT, "unknown time unit: timeUnit=\""
                    + unit + "\"; use one of " + String.join(", ", TIME_UNITS));
        }
    }
}
