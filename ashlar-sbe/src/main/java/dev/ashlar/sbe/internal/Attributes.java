// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import java.util.regex.Pattern;

/// Reads the attributes of elements, reports those that are missing or malformed, and continues with a harmless value.
record Attributes(Problems problems, int schemaVersion) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /// The `name`, or `null` after reporting that there is none. A name no language could use is reported and returned.
    String name(XmlElement element) {
        String name = required(element, "name");
        if (name != null && !NAME.matcher(name).matches()) {
            problems.report(element.locationOf("name"), Code.BAD_NAME, "not a usable name: name=\"" + name
                    + "\"; use letters, digits and underscores, beginning with a letter or underscore");
        }
        return name;
    }

    /// The value without surrounding space, or `null` after reporting that there is none.
    String required(XmlElement element, String attribute) {
        String value = element.attribute(attribute);
        if (value == null || value.isBlank()) {
            problems.report(element.location(), Code.MISSING_ATTRIBUTE,
                    "<" + element.name() + "> needs the attribute " + attribute);
            return null;
        }
        return value.strip();
    }

    /// The value without surrounding space, or empty.
    static String optional(XmlElement element, String attribute) {
        String value = element.attribute(attribute);
        return value == null ? "" : value.strip();
    }

    /// A required integer in a range; -1 after reporting a problem.
    int requiredInt(XmlElement element, String attribute, int max) {
        return required(element, attribute) == null ? -1 : integer(element, attribute, -1, max);
    }

    /// An integer from 0 to `max`, or `fallback` if it is absent or, after reporting, malformed.
    int integer(XmlElement element, String attribute, int fallback, int max) {
        String value = optional(element, attribute);
        if (value.isEmpty()) {
            return fallback;
        }
        try {
            long number = Long.parseLong(value);
            if (number >= 0 && number <= max) {
                return (int) number;
            }
            problems.report(element.locationOf(attribute), Code.BAD_ATTRIBUTE,
                    "out of range: " + attribute + "=" + value + ", min=0, max=" + max);
        } catch (NumberFormatException e) {
            problems.report(element.locationOf(attribute), Code.BAD_ATTRIBUTE,
                    "not a whole number: " + attribute + "=\"" + value + "\"");
        }
        return fallback;
    }

    /// The presence given, or `fallback`.
    Presence presence(XmlElement element, Presence fallback) {
        String value = optional(element, "presence");
        return switch (value) {
            case "" -> fallback;
            case "required" -> Presence.REQUIRED;
            case "optional" -> Presence.OPTIONAL;
            case "constant" -> Presence.CONSTANT;
            default -> {
                problems.report(element.locationOf("presence"), Code.BAD_ATTRIBUTE,
                        "unknown presence: presence=\"" + value + "\"; use required, optional or constant");
                yield fallback;
            }
        };
    }

    /// Documentation and versions.
    Meta meta(XmlElement element) {
        int sinceVersion = integer(element, "sinceVersion", 0, Integer.MAX_VALUE);
        if (sinceVersion > schemaVersion) {
            problems.report(element.locationOf("sinceVersion"), Code.SINCE_VERSION_BEYOND_SCHEMA,
                    "sinceVersion=" + sinceVersion + " is later than the schema's version=" + schemaVersion
                            + ": raise the version of the schema");
        }
        return new Meta(optional(element, "description"), optional(element, "semanticType"), sinceVersion,
                integer(element, "deprecated", 0, Integer.MAX_VALUE));
    }
}
