// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.ParseResult;
import dev.ashlar.sbe.SourceMap;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.Type;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Builds a schema from the root of its file: types first, then the header, then the messages.
public final class SchemaBuilder {
    private final Problems problems = new Problems();
    private final SourceMapBuilder sources = new SourceMapBuilder();
    private final ParseOptions options;

    public SchemaBuilder(ParseOptions options) {
        this.options = options;
    }

    /// The result for a file.
    public ParseResult build(Path file) {
        return build(new XmlTreeReader(problems, options).read(file), file.toString());
    }

    /// The result for a stream.
    public ParseResult build(InputStream in, String name) {
        Path base;
        try {
            base = Path.of(name);
        } catch (InvalidPathException _) {
            base = Path.of("schema.xml");
        }
        return build(new XmlTreeReader(problems, options).read(in, name, base), name);
    }

    private ParseResult build(XmlElement root, String file) {
        Schema schema = root == null ? null : schema(root);
        boolean refused = problems.hasErrors() || options.warningsAsErrors() && !problems.diagnostics().isEmpty();
        SourceMap map = sources.build(file);
        Optional<Schema> accepted = refused ? Optional.empty() : Optional.ofNullable(schema);
        return new ParseResult(accepted, options.warningsAsErrors() ? problems.asErrors() : problems.diagnostics(),
                map);
    }

    private Schema schema(XmlElement root) {
        if (!root.name().equals("messageSchema")) {
            problems.report(root.location(), Code.NOT_A_SCHEMA,
                    "the root element is <" + root.name() + ">, not <messageSchema>: this is not an SBE schema");
            return null;
        }
        new Vocabulary(problems).check(root);
        Attributes unversioned = new Attributes(problems, Integer.MAX_VALUE);
        int version = unversioned.integer(root, "version", 0, Integer.MAX_VALUE);
        int id = unversioned.requiredInt(root, "id", Integer.MAX_VALUE);
        ByteOrder byteOrder = byteOrder(root);
        String packageName = Attributes.optional(root, "package");
        if (packageName.isEmpty()) {
            problems.report(root.location(), Code.MISSING_PACKAGE,
                    "no package is given: generated code will need one (package=\"com.example.feed\")");
        }
        Attributes attributes = new Attributes(problems, version);
        TypeResolver types = new TypeResolver(problems, attributes, sources);
        List<XmlElement> messageElements = new ArrayList<>();
        for (XmlElement child : root.children()) {
            switch (child.name()) {
                case "types" -> types.declare(child);
                case "message" -> messageElements.add(child);
                default -> problems.report(child.location(), Code.UNKNOWN_ELEMENT,
                        "<" + child.name()
                                + "> is ignored inside <messageSchema>, which may contain only types and message");
            }
        }
        List<Type> allTypes = types.all();
        CompositeType header = header(root, types, id, version);
        List<Message> messages = messages(messageElements, new BlockBuilder(problems, attributes, sources, types),
                header);
        if (messageElements.isEmpty()) {
            problems.report(root.location(), Code.NO_MESSAGES, "the schema has no messages");
        }
        return header == null ? null
                : new Schema(packageName, id, version, Attributes.optional(root, "semanticVersion"),
                        Attributes.optional(root, "description"), byteOrder, header, messages, allTypes);
    }

    private ByteOrder byteOrder(XmlElement root) {
        String value = Attributes.optional(root, "byteOrder");
        return switch (value) {
            case "", "littleEndian" -> ByteOrder.LITTLE_ENDIAN;
            case "bigEndian" -> ByteOrder.BIG_ENDIAN;
            default -> {
                problems.report(root.locationOf("byteOrder"), Code.BAD_ATTRIBUTE,
                        "unknown byte order: byteOrder=\"" + value + "\"; use littleEndian or bigEndian");
                yield ByteOrder.LITTLE_ENDIAN;
            }
        };
    }

    private CompositeType header(XmlElement root, TypeResolver types, int id, int version) {
        String name = Attributes.optional(root, "headerType");
        Type type = types.find(name.isEmpty() ? "messageHeader" : name);
        if (!(type instanceof CompositeType header)) {
            if (type != null || !types.isDeclared(name.isEmpty() ? "messageHeader" : name)) {
                problems.report(root.locationOf("headerType"), Code.BAD_HEADER, "no composite for the message header: "
                        + (name.isEmpty() ? "messageHeader" : name) + "; declare it inside <types>");
            }
            return null;
        }
        StandardComposites standard = new StandardComposites(problems);
        if (!standard.checkHeader(header, sources.find("type " + header.name(), root.location()))) {
            return null;
        }
        standard.checkFits(header, "schemaId", "id of the schema", id, root.locationOf("id"), Code.HEADER_OVERFLOW);
        standard.checkFits(header, "version", "version of the schema", version, root.locationOf("version"),
                Code.HEADER_OVERFLOW);
        return header;
    }

    private List<Message> messages(List<XmlElement> elements, BlockBuilder blocks, CompositeType header) {
        List<Message> messages = new ArrayList<>();
        Map<String, XmlElement> byName = new HashMap<>();
        Map<Integer, XmlElement> byId = new HashMap<>();
        for (XmlElement element : elements) {
            Message message = blocks.message(element, header);
            if (message == null) {
                continue;
            }
            XmlElement sameName = byName.putIfAbsent(message.name(), element);
            XmlElement sameId = byId.putIfAbsent(message.id(), element);
            if (sameName != null) {
                problems.report(element.locationOf("name"), Code.DUPLICATE_NAME, "message is declared twice: name="
                        + message.name() + ", first at " + sameName.location());
            }
            if (sameId != null && message.id() >= 0) {
                problems.report(element.locationOf("id"), Code.DUPLICATE_ID, "two messages share an id: id="
                        + message.id() + ", first at " + sameId.location());
            }
            messages.add(message);
        }
        return messages;
    }
}
