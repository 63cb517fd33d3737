// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.Location;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// An element of a schema file with the place of its tag and of each attribute.
final class XmlElement {
    private final String name;
    private final Location location;
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final Map<String, Location> attributeLocations = new LinkedHashMap<>();
    private final List<XmlElement> children = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    /// @param name local name
    XmlElement(String name, Location location) {
        this.name = name;
        this.location = location;
    }

    void addAttribute(String attribute, String value, Location place) {
        attributes.put(attribute, value);
        attributeLocations.put(attribute, place);
    }

    void addChild(XmlElement child) {
        children.add(child);
    }

    void addText(String characters) {
        text.append(characters);
    }

    String name() {
        return name;
    }

    Location location() {
        return location;
    }

    /// The attribute's value as written, or `null` if it is absent.
    String attribute(String attribute) {
        return attributes.get(attribute);
    }

    /// Names of the attributes, in the order of the file.
    Collection<String> attributes() {
        return attributes.keySet();
    }

    /// The place of the attribute, or of the tag if it is absent.
    Location locationOf(String attribute) {
        return attributeLocations.getOrDefault(attribute, location);
    }

    List<XmlElement> children() {
        return children;
    }

    /// Character data directly inside the element, as written.
    String text() {
        return text.toString();
    }
}
