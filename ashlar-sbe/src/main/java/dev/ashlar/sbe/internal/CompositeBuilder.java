// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Builds composites and lays out their members.
final class CompositeBuilder {
    /// Maximum number of members of a composite, with all composites inside it unfolded. Without it, a dozen small
    /// composites that use each other ten times each could expand to more members than fit into memory.
    private static final int MAX_UNFOLDED_MEMBERS = 10_000;

    private final Map<Type, Long> unfoldedSizes = new IdentityHashMap<>();
    private final Problems problems;
    private final Attributes attributes;
    private final SourceMapBuilder sources;
    private final TypeResolver types;

    CompositeBuilder(Problems problems, Attributes attributes, SourceMapBuilder sources, TypeResolver types) {
        this.problems = problems;
        this.attributes = attributes;
        this.sources = sources;
        this.types = types;
    }

    CompositeType build(XmlElement element, String name, String packageName, String path) {
        Meta meta = attributes.meta(element);
        List<Member> members = new ArrayList<>();
        Set<String> names = new HashSet<>();
        long end = 0;
        long unfolded = 1;
        for (XmlElement child : element.children()) {
            String memberName = memberName(child, element);
            if (memberName == null) {
                continue;
            }
            Type type = type(child, memberName, packageName, path);
            if (!names.add(memberName)) {
                problems.report(child.locationOf("name"), Code.DUPLICATE_NAME,
                        "member is declared twice: name=" + memberName + ", composite=" + name);
                continue;
            }
            sources.put(path + "/" + memberName, child.location());
            if (type == null) {
                continue;
            }
            boolean constant = isConstant(type);
            long offset = constant ? end : Offsets.place(child, end, attributes, problems);
            Meta memberMeta = attributes.meta(child);
            int since = Math.max(memberMeta.sinceVersion(), type.meta().sinceVersion());
            members.add(new Member(memberName, (int) Math.min(offset, Integer.MAX_VALUE), type,
                    child.name().equals("ref"),
                    new Meta(memberMeta.description(), memberMeta.semanticType(), since,
                    memberMeta.deprecatedSince())));
            end = offset + type.encodedLength();
            unfolded += unfoldedSizes.getOrDefault(type, 1L);
            if (end > Integer.MAX_VALUE || unfolded > MAX_UNFOLDED_MEMBERS) {
                problems.report(child.location(), Code.TOO_LARGE, "composite is larger than a block can be: name="
                        + name
                        + ", bytes=" + end + ", maxBytes=" + Integer.MAX_VALUE + ", members=" + unfolded
                        + ", maxMembers=" + MAX_UNFOLDED_MEMBERS);
                return null;
            }
        }
        CompositeType composite = new CompositeType(name, packageName, members, (int) end, meta);
        CompositeType made = isVarData(composite) ? withVariableData(composite) : composite;
        unfoldedSizes.put(made, unfolded);
        return made;
    }

    private String memberName(XmlElement child, XmlElement composite) {
        return switch (child.name()) {
            case "type", "enum", "set", "composite", "ref" -> attributes.name(child);
            case "field", "group", "data" -> {
                problems.report(child.location(), Code.MISPLACED_ELEMENT, "<" + child.name()
                        + "> is not allowed inside a composite (" + Attributes.optional(composite, "name")
                        + "): move it to a message or group");
                yield null;
            }
            default -> {
                problems.report(child.location(), Code.UNKNOWN_ELEMENT, "<" + child.name()
                        + "> is ignored inside <composite>, which may contain only type, enum, set, composite and ref");
                yield null;
            }
        };
    }

    private Type type(XmlElement child, String memberName, String packageName, String path) {
        if (child.name().equals("ref")) {
            return types.named(child, "type");
        }
        return types.make(child, memberName, packageName, path + "/" + memberName);
    }

    private static boolean isConstant(Type type) {
        return type instanceof ScalarType scalar && scalar.presence() == Presence.CONSTANT;
    }

    private static boolean isVarData(CompositeType composite) {
        return composite.member("length") != null && composite.member("varData") != null
                && composite.member("varData").type() instanceof ScalarType;
    }

    /// The member varData represents as many bytes as the length says, whatever length its type declares.
    private static CompositeType withVariableData(CompositeType composite) {
        List<Member> members = new ArrayList<>();
        int end = 0;
        for (Member member : composite.members()) {
            Member kept = member;
            if (member.name().equals("varData") && member.type() instanceof ScalarType t) {
                ScalarType variable = new ScalarType(t.name(), t.packageName(), t.primitive(), 0, t.presence(),
                        t.nullValue(),
                        t.minValue(), t.maxValue(), t.constant(), t.characterEncoding(), t.meta());
                kept = new Member(member.name(), member.offset(), variable, member.ref(), member.meta());
            }
            members.add(kept);
            end = Math.max(end, kept.offset() + kept.encodedLength());
        }
        return new CompositeType(composite.name(), composite.packageName(), members, end, composite.meta());
    }
}
