// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.Location;
import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Finds types by name and builds each once, in whatever order the schema declares them.
final class TypeResolver {
    /// References from one composite to the next; deeper than any schema, shallower than the stack.
    private static final int MAX_REFERENCE_DEPTH = 64;

    private record Declaration(XmlElement element, String packageName) { }

    private final Problems problems;
    private final Attributes attributes;
    private final SourceMapBuilder sources;
    private final Map<String, Declaration> declarations = new LinkedHashMap<>();
    private final Map<String, Optional<Type>> made = new HashMap<>();
    private final Set<String> inProgress = new HashSet<>();
    private final ScalarBuilder scalars;
    private final EnumBuilder enums;
    private final CompositeBuilder composites;

    TypeResolver(Problems problems, Attributes attributes, SourceMapBuilder sources) {
        this.problems = problems;
        this.attributes = attributes;
        this.sources = sources;
        this.scalars = new ScalarBuilder(problems, attributes, this);
        this.enums = new EnumBuilder(problems, attributes, sources, this);
        this.composites = new CompositeBuilder(problems, attributes, sources, this);
    }

    /// Registers the declarations of a `types` element.
    void declare(XmlElement types) {
        String packageName = Attributes.optional(types, "package");
        for (XmlElement element : types.children()) {
            switch (element.name()) {
                case "type", "composite", "enum", "set" -> declare(element, packageName);
                case "types" -> declare(element);
                default -> problems.report(element.location(), Code.UNKNOWN_ELEMENT,
                        "<" + element.name() + "> is not a type and is ignored; use type, composite, enum or set");
            }
        }
    }

    private void declare(XmlElement element, String packageName) {
        String name = attributes.name(element);
        if (name == null) {
            return;
        }
        Declaration earlier = declarations.putIfAbsent(name, new Declaration(element, packageName));
        if (earlier == null) {
            sources.put("type " + name, element.location());
        } else {
            problems.report(element.locationOf("name"), Code.DUPLICATE_NAME, "type is declared twice: name=" + name
                    + ", first at " + earlier.element().location() + "; remove or rename one of them");
        }
    }

    /// All declared types that could be made, in the order of the schema.
    List<Type> all() {
        List<Type> types = new ArrayList<>();
        for (Map.Entry<String, Declaration> entry : declarations.entrySet()) {
            Type type = resolve(entry.getKey(), entry.getValue().element().location());
            if (type != null) {
                types.add(type);
            }
        }
        return types;
    }

    /// The type that an attribute names, or `null` after reporting why there is none.
    Type named(XmlElement element, String attribute) {
        String name = attributes.required(element, attribute);
        return name == null ? null : resolve(name, element.locationOf(attribute));
    }

    /// The default dimension, for a group that names none; `null` after reporting that there is none.
    Type groupSizeEncoding(XmlElement group) {
        return resolve("groupSizeEncoding", group.location());
    }

    boolean isDeclared(String name) {
        return declarations.containsKey(name);
    }

    /// The declared type of this name, or `null` if there is none.
    Type find(String name) {
        Declaration declaration = declarations.get(name);
        return declaration == null ? null : resolve(name, declaration.element().location());
    }

    /// The enum that a `valueRef` names, or `null` if there is none.
    EnumType enumNamed(String name, Location place) {
        return declarations.containsKey(name) && resolve(name, place) instanceof EnumType type ? type : null;
    }

    private Type resolve(String name, Location place) {
        Optional<Type> known = made.get(name);
        if (known != null) {
            return known.orElse(null);
        }
        Declaration declaration = declarations.get(name);
        if (declaration == null) {
            PrimitiveType primitive = PrimitiveType.find(name);
            if (primitive == null) {
                problems.report(place, Code.UNKNOWN_TYPE, "no such type: " + name + didYouMean(name));
                return null;
            }
            return ScalarType.of(primitive);
        }
        if (!inProgress.add(name)) {
            problems.report(place, Code.CYCLIC_TYPE, "type contains itself: " + name);
            return null;
        }
        try {
            if (inProgress.size() > MAX_REFERENCE_DEPTH) {
                problems.report(place, Code.TOO_LARGE,
                        "type references are deeper than a schema can have: maxDepth=" + MAX_REFERENCE_DEPTH);
                return null;
            }
            Type type = make(declaration.element(), name, declaration.packageName(), "type " + name);
            made.put(name, Optional.ofNullable(type));
            return type;
        } finally {
            inProgress.remove(name);
        }
    }

    /// Builds the type that an element declares, at the top level or inside a composite; `null` after reporting why
    /// not.
    Type make(XmlElement element, String name, String packageName, String path) {
        return switch (element.name()) {
            case "type" -> scalars.build(element, name, packageName);
            case "enum" -> enums.buildEnum(element, name, packageName, path);
            case "set" -> enums.buildSet(element, name, packageName, path);
            case "composite" -> composites.build(element, name, packageName, path);
            default -> throw new AssertionError(element.name());
        };
    }


    private String didYouMean(String name) {
        List<String> known = new ArrayList<>(declarations.keySet());
        Stream.of(PrimitiveType.values()).map(PrimitiveType::sbeName).forEach(known::add);
        return SpellingSuggestion.similar(name, known).map(type -> "; did you mean " + type + "?")
                .orElse("; declare it inside <types>");
    }
}
