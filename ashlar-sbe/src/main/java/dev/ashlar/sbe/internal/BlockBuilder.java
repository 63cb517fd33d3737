// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.Location;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Builds messages and groups: fields laid out in the block, then groups, then data.
final class BlockBuilder {
    private final Problems problems;
    private final Attributes attributes;
    private final SourceMapBuilder sources;
    private final TypeResolver types;
    private final StandardComposites standard;
    private final FieldBuilder fields;

    /// The content of a message or group, in order.
    private static final class Content {
        final List<Field> fields = new ArrayList<>();
        final List<Group> groups = new ArrayList<>();
        final List<VarData> data = new ArrayList<>();
        private final Set<String> names = new HashSet<>();
        private final Set<Integer> ids = new HashSet<>();
        private long end;
        private int newest;
        private boolean misorderedVersions;
        private int section;
    }

    BlockBuilder(Problems problems, Attributes attributes, SourceMapBuilder sources, TypeResolver types) {
        this.problems = problems;
        this.attributes = attributes;
        this.sources = sources;
        this.types = types;
        this.standard = new StandardComposites(problems);
        this.fields = new FieldBuilder(problems, attributes, types);
    }

    /// The message, or `null` after reporting why there is none.
    ///
    /// @param header the schema's, or `null` if it has no usable one
    Message message(XmlElement element, CompositeType header) {
        String name = attributes.name(element);
        int id = attributes.requiredInt(element, "id", Integer.MAX_VALUE);
        Meta meta = attributes.meta(element);
        if (name == null) {
            return null;
        }
        sources.put(name, element.location());
        Content content = content(element, name);
        int blockLength = blockLength(element, name, content, header);
        if (header != null) {
            standard.checkFits(header, "templateId", "id of " + name, id, element.locationOf("id"),
                    Code.HEADER_OVERFLOW);
        }
        return new Message(id, name, blockLength, content.fields, content.groups, content.data, meta);
    }

    private Content content(XmlElement element, String path) {
        Content content = new Content();
        for (XmlElement child : element.children()) {
            switch (child.name()) {
                case "field" -> field(child, path, content);
                case "group" -> group(child, path, content);
                case "data" -> data(child, path, content);
                default -> problems.report(child.location(), Code.UNKNOWN_ELEMENT, "<" + child.name()
                        + "> is ignored inside <" + element.name() + ">, which may contain only field, group and data");
            }
        }
        return content;
    }

    private void field(XmlElement element, String path, Content content) {
        String name = enter(element, path, content, 0);
        Field field = fields.build(element, name, content.end);
        if (field == null) {
            return;
        }
        content.fields.add(field);
        content.end = field.offset() + (long) field.encodedLength();
        if (field.presence() == Presence.CONSTANT) {
            return;
        }
        int since = field.meta().sinceVersion();
        if (since < content.newest && !content.misorderedVersions) {
            content.misorderedVersions = true;
            problems.report(element.location(), Code.FIELD_AFTER_NEWER, "field of version " + since
                    + " comes after a field of version " + content.newest
                            + ": readers of old messages find neither; append new fields");
        }
        content.newest = Math.max(content.newest, since);
    }

    private void group(XmlElement element, String path, Content content) {
        String name = enter(element, path, content, 1);
        int id = attributes.requiredInt(element, "id", Integer.MAX_VALUE);
        Meta meta = attributes.meta(element);
        CompositeType dimension = dimension(element);
        Content inner = content(element, path + "/" + name);
        if (name == null) {
            return;
        }
        int blockLength = blockLength(element, name, inner, dimension);
        if (dimension != null) {
            content.groups.add(new Group(id, name, dimension, blockLength, inner.fields, inner.groups, inner.data,
                    meta));
        }
    }

    private CompositeType dimension(XmlElement element) {
        boolean named = element.attribute("dimensionType") != null;
        Type type = named ? types.named(element, "dimensionType") : types.groupSizeEncoding(element);
        if (type == null) {
            return null;
        }
        if (type instanceof CompositeType composite) {
            return standard.checkDimension(composite, declared(composite, element.locationOf("dimensionType")))
                    ? composite : null;
        }
        problems.report(element.locationOf("dimensionType"), Code.WRONG_KIND_OF_TYPE,
                "dimensionType must be a composite: " + type.name());
        return null;
    }

    private void data(XmlElement element, String path, Content content) {
        String name = enter(element, path, content, 2);
        int id = attributes.requiredInt(element, "id", Integer.MAX_VALUE);
        Meta own = attributes.meta(element);
        Type type = types.named(element, "type");
        if (type == null || name == null) {
            return;
        }
        if (!(type instanceof CompositeType composite)) {
            problems.report(element.locationOf("type"), Code.WRONG_KIND_OF_TYPE,
                    "data needs a composite with the members length and varData: type=" + type.name());
            return;
        }
        if (standard.checkVarData(composite, declared(composite, element.locationOf("type")))) {
            Meta meta = new Meta(own.description(),
                    own.semanticType().isEmpty() ? type.meta().semanticType() : own.semanticType(),
                    Math.max(own.sinceVersion(), type.meta().sinceVersion()), own.deprecatedSince());
            content.data.add(new VarData(id, name, composite, Attributes.optional(element, "epoch"),
                    Attributes.optional(element, "timeUnit"), meta));
        }
    }

    /// Where the type is declared, so that a faulty type is reported once and not at each use.
    private Location declared(CompositeType type, Location use) {
        return sources.find("type " + type.name(), use);
    }

    /// Checks order, name and id of a child, and returns its name.
    private String enter(XmlElement element, String path, Content content, int section) {
        String name = attributes.name(element);
        if (section < content.section) {
            problems.report(element.location(), Code.MISPLACED_ELEMENT, "<" + element.name() + "> comes after "
                    + (content.section == 2 ? "<data>" : "<group>") + ": the order is fields, groups, data: name="
                            + name);
        }
        content.section = Math.max(content.section, section);
        if (name != null) {
            sources.put(path + "/" + name, element.location());
            if (!content.names.add(name)) {
                problems.report(element.locationOf("name"), Code.DUPLICATE_NAME,
                        "declared twice in " + path + ": name=" + name);
            }
        }
        String id = Attributes.optional(element, "id");
        if (id.matches("\\d{1,9}") && !content.ids.add(Integer.valueOf(id))) {
            problems.report(element.locationOf("id"), Code.DUPLICATE_ID, "declared twice in " + path + ": id=" + id);
        }
        return name;
    }

    /// The block length given, or the end of the last field; checked against both that end and what the header can
    /// hold.
    private int blockLength(XmlElement element, String name, Content content, CompositeType header) {
        int given = attributes.integer(element, "blockLength", 0, Integer.MAX_VALUE);
        if (given != 0 && given < content.end) {
            problems.report(element.locationOf("blockLength"), Code.BLOCK_LENGTH_TOO_SMALL, "blockLength=" + given
                    + " leaves no room for the fields, which end at " + content.end + ": name=" + name);
        }
        int blockLength = (int) Math.max(given, content.end);
        if (header != null) {
            standard.checkFits(header, "blockLength", "blockLength of " + name, blockLength, element.location(),
                    Code.BLOCK_LENGTH_OVERFLOW);
        }
        return blockLength;
    }
}
