// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Schemas for all tests of code that reads schemas: the project's own, and those of the corpus if there is one.
///
/// | file                  | what it has                                                                        |
/// |-----------------------|------------------------------------------------------------------------------------|
/// | `ferry-<version>.xml` | the history of a protocol: four versions that stay compatible, and one that does not |
/// | `grid.xml`            | an exchange: two dimension types, one padded; decimals, sets, a message of no bytes |
/// | `kiln.xml`            | composites in composites, references, offsets, arrays, constants, odd names        |
/// | `ledger.xml`          | optional fields of every width, text of fixed length, data after groups            |
/// | `orbit.xml`           | big endian, a short header in another order, groups three deep, large data         |
/// | `parcel.xml`          | a header that begins with the frame's length, types included from another file     |
/// | `warehouse-<n>.xml`   | two versions of a large schema, written by a program                               |
/// | `broken-<code>.xml`   | `grid.xml` with one mistake each, named after the diagnostic                       |
public final class KnownSchemas {
    private static final List<String> FILES = List.of("grid.xml", "kiln.xml", "ledger.xml", "orbit.xml", "parcel.xml");
    private static final List<String> PARTS = List.of("parcel-types.xml");
    private static final int LARGE_VERSIONS = 2;
    /// One mistake each: code of the diagnostic, the text in `grid.xml`, and its replacement.
    private static final List<List<String>> MISTAKES = List.of(
            List.of("SBE012", "name=\"holders\"", "name=\"hold-ers\""),
            List.of("SBE013", "<type name=\"Volume\" primitiveType=\"int32\"/>",
                    "<type name=\"Volume\" primitiveType=\"int32\"/><type name=\"Volume\" primitiveType=\"int64\"/>"),
            List.of("SBE014", "name=\"Turnover\" id=\"24\"", "name=\"Turnover\" id=\"23\""),
            List.of("SBE015", "<type name=\"day\" primitiveType=\"uint16\"/>", "<group name=\"day\" id=\"1\"/>"),
            List.of("SBE016", "sinceVersion=\"3\"", "sinceVersion=\"4\""),
            List.of("SBE020", "type=\"Zone\"", "type=\"Region\""),
            List.of("SBE022", "<type name=\"day\" primitiveType=\"uint16\"/>", "<ref name=\"day\" type=\"Delivery\"/>"),
            List.of("SBE026", "valueRef=\"Action.Insert\"", "valueRef=\"Action.Replace\""),
            List.of("SBE029", "<validValue name=\"Seller\">2<", "<validValue name=\"Seller\">256<"),
            List.of("SBE032", "<choice name=\"endOfEvent\">7<", "<choice name=\"endOfEvent\">8<"),
            List.of("SBE040", "id=\"15\" type=\"Rank\"/>", "id=\"15\" type=\"Rank\" offset=\"19\"/>"),
            List.of("SBE041", "blockLength=\"28\"", "blockLength=\"22\""),
            List.of("SBE050", "<type name=\"templateId\" primitiveType=\"uint16\"/>", ""));
    /// The changes of each version of the ferry to the previous one: the text, and its replacement.
    private static final List<List<String>> FERRY = List.of(
            List.of("version=\"0\"", "version=\"1\"",
                    "<validValue name=\"CABIN\">2</validValue>",
                    "<validValue name=\"CABIN\">2</validValue><validValue name=\"SUITE\" sinceVersion=\"1\">3</validValue>",
                    "</sbe:messageSchema>", """
                      <sbe:message name="Delay" id="4" sinceVersion="1">
                        <field name="ship" id="20" type="uint32"/>
                        <field name="minutes" id="22" type="uint16"/>
                      </sbe:message>
                    </sbe:messageSchema>"""),
            List.of("version=\"1\">\n  <types>", "version=\"2\">\n  <types>",
                    "<choice name=\"dog\">1</choice>",
                    "<choice name=\"dog\">1</choice><choice name=\"canoe\" sinceVersion=\"2\">2</choice>",
                    "<field name=\"fare\" id=\"4\" type=\"Fare\"/>", "<field name=\"fare\" id=\"4\" type=\"Fare\"/>"
                            + "<field name=\"via\" id=\"5\" type=\"OptionalPort\" sinceVersion=\"2\"/>",
                    "<field name=\"time\" id=\"21\" type=\"uint64\"/>", "<field name=\"time\" id=\"21\" type=\"uint64\"/>"
                            + "<field name=\"gate\" id=\"23\" type=\"uint8\" sinceVersion=\"2\"/>"),
            List.of("version=\"2\">\n  <types>", "version=\"3\">\n  <types>",
                    "name=\"CABIN\"", "name=\"BERTH\"",
                    "<data name=\"remark\" id=\"12\" type=\"text\"/>", "<data name=\"remark\" id=\"12\" type=\"text\"/>"
                            + "<data name=\"voucher\" id=\"13\" type=\"text\" sinceVersion=\"3\"/>",
                    "<field name=\"number\" id=\"1\" type=\"uint64\"/>\n  </", "<field name=\"number\" id=\"1\" type=\"uint64\"/>"
                            + "<field name=\"port\" id=\"30\" type=\"OptionalPort\" sinceVersion=\"3\"/>\n  </",
                    "name=\"Delay\" id=\"4\"", "name=\"Delay\" id=\"4\" deprecated=\"3\""),
            List.of("version=\"3\">\n  <types>", "version=\"4\">\n  <types>",
                    ">-2</type>", ">-3</type>",
                    "<field name=\"age\" id=\"11\" type=\"uint8\"/>", "<field name=\"age\" id=\"11\" type=\"uint8\"/>"
                            + "<group name=\"meals\" id=\"14\" sinceVersion=\"4\"><field name=\"meal\" id=\"15\" type=\"uint8\"/></group>",
                    "<field name=\"ship\" id=\"20\" type=\"uint32\"/>\n    <field name=\"time\"",
                    "<field name=\"pier\" id=\"24\" type=\"uint16\"/><field name=\"ship\" id=\"20\" type=\"uint32\"/>"
                            + "<field name=\"time\"",
                    "<sbe:message name=\"Cancellation\" id=\"3\" blockLength=\"16\">", "<sbe:message name=\"Refund\" id=\"5\">"));
    private static final Map<String, Path> OWN = write(JvmFolder.get());

    private KnownSchemas() {
    }

    /// One of the project's own schemas.
    public static Path own(String name) {
        Path path = OWN.get(name);
        if (path == null) {
            throw new IllegalArgumentException("no schema of the project: name=" + name + ", known=" + OWN.keySet());
        }
        return path;
    }

    /// All valid schemas of the project.
    public static List<Path> right() {
        return OWN.entrySet().stream().filter(e -> !e.getKey().startsWith("broken-")).map(Map.Entry::getValue)
                .filter(path -> !isPart(path)).toList();
    }

    /// The project's own schemas with one mistake each, by the code of its diagnostic.
    public static Map<String, Path> broken() {
        Map<String, Path> broken = new LinkedHashMap<>();
        MISTAKES.forEach(mistake -> broken.put(mistake.getFirst(), own("broken-" + mistake.getFirst() + ".xml")));
        return broken;
    }

    /// Whether a file of the project is included by another one, and is not a schema itself.
    public static boolean isPart(Path path) {
        return PARTS.contains(path.getFileName().toString());
    }

    /// All files of the project (valid, broken and included ones), then those of the corpus.
    public static List<Path> all() {
        List<Path> all = new ArrayList<>(OWN.values());
        all.addAll(Corpus.schemas());
        return all;
    }

    private static Map<String, Path> write(Path folder) {
        Map<String, Path> written = new LinkedHashMap<>();
        for (List<String> names : List.of(FILES, PARTS)) {
            names.forEach(name -> written.put(name, write(folder, name, resource(name))));
        }
        for (int version = 1; version <= LARGE_VERSIONS; version++) {
            String name = "warehouse-" + version + ".xml";
            written.put(name, write(folder, name, LargeSchema.text(version)));
        }
        String ferry = resource("ferry.xml");
        written.put("ferry-0.xml", write(folder, "ferry-0.xml", ferry));
        for (int version = 1; version <= FERRY.size(); version++) {
            String name = "ferry-" + version + ".xml";
            ferry = Edits.of(ferry, FERRY.get(version - 1));
            written.put(name, write(folder, name, ferry));
        }
        String grid = resource("grid.xml");
        for (List<String> mistake : MISTAKES) {
            String name = "broken-" + mistake.getFirst() + ".xml";
            written.put(name, write(folder, name, Edits.of(grid, mistake.subList(1, 3))));
        }
        return written;
    }

    private static Path write(Path folder, String name, String text) {
        return TestFiles.write(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
    }

    /// The text of a schema among the resources of the testkit.
    static String resource(String name) {
        try (InputStream in = KnownSchemas.class.getResourceAsStream("schemas/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
