// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal;

import dev.ashlar.sbe.Location;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.internal.files.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Reads schema files into [XmlElement] trees: no declarations in a document type, no custom entities, bounded size and
/// depth, and includes of local files only on request.
final class XmlTreeReader {
    static final int MAX_BYTES = 16 << 20;
    private static final int MAX_DEPTH = 64;
    private static final int MAX_INCLUDE_DEPTH = 16;
    private static final int MAX_FILES = 1_000;
    private static final String XINCLUDE = "http://www.w3.org/2001/XInclude";

    /// A document type that only names the root: nothing to expand, nothing to fetch.
    private static final Pattern HARMLESS_DOCTYPE = Pattern.compile("^\\s*<!DOCTYPE\\s+[\\w:.-]+\\s*>$");

    private final Problems problems;
    private final ParseOptions options;
    private final Deque<Path> open = new ArrayDeque<>();
    private int files;
    private long bytes;

    XmlTreeReader(Problems problems, ParseOptions options) {
        this.problems = problems;
        this.options = options;
    }

    /// The root element of a file, or `null` after reporting why there is none.
    XmlElement read(Path file) {
        return read(file, file);
    }

    /// @param opened where the file really is
    private XmlElement read(Path file, Path opened) {
        Location place = new Location(file.toString(), 0, 0);
        try (InputStream in = Files.newInputStream(opened)) {
            return read(in, file.toString(), file);
        } catch (NoSuchFileException e) {
            problems.report(place, Code.UNREADABLE, "no such file");
        } catch (IOException e) {
            problems.report(place, Code.UNREADABLE, "cannot be read: " + FileProblem.reason(e));
        }
        return null;
    }

    /// The root element of a stream, or `null` after reporting why there is none.
    ///
    /// @param base the file that includes are relative to
    XmlElement read(InputStream in, String name, Path base) {
        Location place = new Location(name, 0, 0);
        byte[] content;
        try {
            content = in.readNBytes(MAX_BYTES + 1);
        } catch (IOException e) {
            problems.report(place, Code.UNREADABLE, "cannot be read: " + FileProblem.reason(e));
            return null;
        }
        bytes += content.length;
        if (bytes > MAX_BYTES || ++files > MAX_FILES) {
            problems.report(place, Code.TOO_LARGE,
                    "schema is larger than a schema can be: maxBytes=" + MAX_BYTES + ", maxFiles=" + MAX_FILES);
            return null;
        }
        open.push(base.toAbsolutePath().normalize());
        try {
            return parse(new XmlText(name, content), name, base);
        } catch (XmlText.BadEncodingException e) {
            problems.report(e.location, Code.BAD_ENCODING, e.getMessage());
            return null;
        } finally {
            open.pop();
        }
    }

    private XmlElement parse(XmlText source, String name, Path base) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(source.text()));
            try {
                return tree(reader, source, name, base);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            problems.report(placeOf(e, name), Code.MALFORMED_XML, "not well-formed XML: " + reason(e));
        }
        return null;
    }

    private XmlElement tree(XMLStreamReader reader, XmlText source, String name, Path base) throws XMLStreamException {
        Deque<XmlElement> path = new ArrayDeque<>();
        XmlElement root = null;
        while (reader.hasNext()) {
            javax.xml.stream.Location prologEnd = reader.getLocation();
            switch (reader.next()) {
                case XMLStreamConstants.DTD -> {
                    String declaration = source.between(prologEnd, reader.getLocation());
                    if (!HARMLESS_DOCTYPE.matcher(declaration).find()) {
                        problems.report(here(reader, name), Code.FORBIDDEN_XML,
                                "a document type that declares or fetches "
                                + "anything is not allowed in a schema: remove <!DOCTYPE ...>");
                        return null;
                    }
                }
                case XMLStreamConstants.ENTITY_REFERENCE -> {
                    problems.report(here(reader, name), Code.FORBIDDEN_XML,
                            "an entity reference is not allowed in a schema: write the text itself in place of &"
                                    + reader.getLocalName() + ";");
                    return null;
                }
                case XMLStreamConstants.START_ELEMENT -> {
                    XmlElement element = element(reader, source);
                    if (path.size() >= MAX_DEPTH) {
                        problems.report(element.location(), Code.TOO_LARGE,
                                "elements are nested deeper than a schema can be: maxDepth=" + MAX_DEPTH);
                        return null;
                    }
                    if (XINCLUDE.equals(reader.getNamespaceURI())) {
                        XmlElement included = include(element, base);
                        skip(reader);
                        element = included;
                    } else {
                        path.push(element);
                        continue;
                    }
                    if (path.isEmpty()) {
                        root = element;
                    } else if (element != null) {
                        path.peek().addChild(element);
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    XmlElement element = path.pop();
                    if (path.isEmpty()) {
                        root = element;
                    } else {
                        path.peek().addChild(element);
                    }
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!path.isEmpty()) {
                        path.peek().addText(reader.getText());
                    }
                }
                default -> {
                    // Comments and processing instructions say nothing about the layout.
                }
            }
        }
        return root;
    }

    private static XmlElement element(XMLStreamReader reader, XmlText source) {
        int line = reader.getLocation().getLineNumber();
        int column = reader.getLocation().getColumnNumber();
        XmlElement element = new XmlElement(reader.getLocalName(), source.tag(line, column));
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String prefix = reader.getAttributePrefix(i);
            if (prefix == null || prefix.isEmpty()) {
                String attribute = reader.getAttributeLocalName(i);
                element.addAttribute(attribute, reader.getAttributeValue(i), source.attribute(line, column, attribute));
            }
        }
        return element;
    }

    private static void skip(XMLStreamReader reader) throws XMLStreamException {
        for (int depth = 1; depth > 0;) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            }
        }
    }

    private XmlElement include(XmlElement include, Path base) {
        if (!options.xInclude()) {
            problems.report(include.location(), Code.INCLUDE,
                    "includes are disabled: enable XInclude (--xinclude), or paste the included file here");
            return null;
        }
        String href = include.attribute("href");
        String parse = include.attribute("parse");
        if (href == null || href.isBlank() || parse != null && !parse.equals("xml")
                || include.attribute("xpointer") != null) {
            problems.report(include.location(), Code.INCLUDE,
            "only includes of whole XML files are supported: use href alone");
            return null;
        }
        Path target;
        try {
            URI uri = URI.create(href.strip());
            if (uri.getScheme() != null && !uri.getScheme().equals("file")) {
                problems.report(include.locationOf("href"), Code.INCLUDE,
                        "only local files can be included: href=" + href);
                return null;
            }
            Path relative = uri.getScheme() == null ? Path.of(uri.getPath()) : Path.of(uri);
            target = base.resolveSibling(relative).normalize();
        } catch (IllegalArgumentException e) {
            problems.report(include.locationOf("href"), Code.INCLUDE, "not the name of a local file: href=" + href);
            return null;
        }
        if (open.contains(target.toAbsolutePath().normalize()) || open.size() >= MAX_INCLUDE_DEPTH) {
            problems.report(include.locationOf("href"), Code.INCLUDE,
                    "file includes itself, or includes are nested too deep: href=" + href);
            return null;
        }
        Path root = options.xIncludeRoot().orElseGet(() -> open.getLast().getParent());
        Path real = contained(target, root);
        if (real == null) {
            problems.report(include.locationOf("href"), Code.INCLUDE, "included file is outside the allowed "
                    + "folder: href=" + href + ", folder=" + root + "; move it there, or name a folder that contains "
                    + "both (--xinclude-root)");
            return null;
        }
        if (!Files.isRegularFile(real) || !Files.isReadable(real)) {
            problems.report(include.locationOf("href"), Code.INCLUDE,
                    "included file cannot be read: " + target);
            return null;
        }
        return read(target, real);
    }

    /// Where the file is, symbolic links resolved, or `null` if it is outside the folder. If the name itself leads out
    /// of the folder, the file is not accessed, not even to see whether it exists.
    private static Path contained(Path target, Path root) {
        try {
            Path realRoot = root.toRealPath();
            Path absolute = target.toAbsolutePath().normalize();
            if (!absolute.startsWith(root.toAbsolutePath().normalize()) && !absolute.startsWith(realRoot)) {
                return null;
            }
            Path real = absolute.toRealPath();
            return real.startsWith(realRoot) ? real : null;
        } catch (NoSuchFileException e) {
            return target;
        } catch (IOException | SecurityException e) {
            return null;
        }
    }

    private static Location here(XMLStreamReader reader, String name) {
        return new Location(name, Math.max(0, reader.getLocation().getLineNumber()),
                Math.max(0, reader.getLocation().getColumnNumber()));
    }

    private static Location placeOf(XMLStreamException e, String name) {
        if (e.getLocation() == null) {
            return new Location(name, 0, 0);
        }
        return new Location(name, Math.max(0, e.getLocation().getLineNumber()),
                Math.max(0, e.getLocation().getColumnNumber()));
    }

    /// The message of the XML reader, without the position in front of it.
    private static String reason(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int marker = message.indexOf("Message: ");
        return marker < 0 ? message : message.substring(marker + "Message: ".length());
    }
}
