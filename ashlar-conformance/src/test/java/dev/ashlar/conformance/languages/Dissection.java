// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.languages;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// What tshark shows of a capture with a dissector: an item of its tree.
///
/// @param filter of the item; empty of text alone
/// @param label  as people see it
record Dissection(String filter, String label, List<Dissection> children) {
    /// Of what is no whole message.
    static final List<String> MARKED = List.of("ashlar.malformed", "ashlar.unreassembled");
    static final List<String> TSHARK = List.of("tshark", "--version");
    private static final String GERMAN = "de_DE.utf8";

    /// Items of the dissector's messages and of bytes that are none, in the order of the capture.
    ///
    /// @param options of tshark
    static List<Dissection> of(Path folder, Path dissector, Path capture, String... options) throws IOException,
            InterruptedException {
        List<String> command = new ArrayList<>(List.of("tshark", "-n", "-X", "lua_script:" + dissector.toAbsolutePath(),
                "-r", capture.toAbsolutePath().toString(), "-T", "pdml", "-J", "ashlar",
                // The ports of some captures belong to other protocols.
                "-o", "tcp.try_heuristic_first:TRUE", "-o", "udp.try_heuristic_first:TRUE"));
        command.addAll(List.of(options));
        Path out = folder.resolve("pdml.xml");
        Path log = folder.resolve("tshark.txt");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectOutput(out.toFile())
                .redirectError(log.toFile());
        if (Tool.isFound(List.of("sh", "-c", "locale -a | grep -q '^" + GERMAN + "$'"))) {
            // Lua has its decimal comma then.
            builder.environment().put("LC_ALL", GERMAN);
        }
        int code = builder.start().waitFor();
        // As root tshark warns of itself, in the language of the machine.
        String said = Files.readString(log, StandardCharsets.ISO_8859_1);
        if (code != 0 || said.contains("Lua")) {
            throw new AssertionError("exit code " + code + " of " + command + "\n" + said);
        }
        List<Dissection> items = new ArrayList<>();
        for (Dissection item : parse(out)) {
            item.collect(items);
        }
        return items;
    }

    private void collect(List<Dissection> found) {
        if (MARKED.contains(filter) || filter.equals("ashlar.template")) {
            found.add(this);
        } else {
            children.forEach(child -> child.collect(found));
        }
    }

    private static List<Dissection> parse(Path pdml) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        Deque<Dissection> open = new ArrayDeque<>();
        open.push(new Dissection("", "", new ArrayList<>()));
        // tshark writes characters that XML does not allow.
        String text = Files.readString(pdml).replace('\uffff', '\ufffd').replace('\ufffe', '\ufffd');
        try (Reader in = new StringReader(text)) {
            XMLStreamReader reader = factory.createXMLStreamReader(in);
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    Dissection item = item(reader);
                    open.peek().children.add(item);
                    open.push(item);
                } else if (event == XMLStreamConstants.END_ELEMENT) {
                    open.pop();
                }
            }
        } catch (XMLStreamException e) {
            throw new IOException("not XML (" + pdml + ")", e);
        }
        return open.peek().children;
    }

    private static Dissection item(XMLStreamReader reader) {
        String name = reader.getAttributeValue(null, "name");
        String label = reader.getAttributeValue(null, "showname");
        String show = reader.getAttributeValue(null, "show");
        String text = label != null ? label : show == null ? "" : show;
        return new Dissection(name == null ? "" : name, text.replaceFirst("^ \\[truncated]", ""), new ArrayList<>());
    }

    /// The item and those below it, for messages of tests.
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(label).append(" [").append(filter).append("]\n");
        children.forEach(child -> out.append(child.toString().indent(2)));
        return out.toString();
    }
}
