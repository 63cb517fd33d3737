// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Packages are rooms: few files in each, and doors that open one way.
class RoomsTest {
    private static final Path ROOT = Path.of(System.getProperty("ashlar.root", "..")).toAbsolutePath().normalize();

    /// Which room may refer to which, for each parent that is divided into rooms: from the lowest to the highest.
    private static final Map<String, Map<String, Set<String>>> ROOMS = Map.of(
            "dev.ashlar.cli", Map.ofEntries(
                    Map.entry("output", Set.of()),
                    Map.entry("schema", Set.of("output")),
                    Map.entry("store", Set.of("output")),
                    Map.entry("archive", Set.of("store", "output")),
                    Map.entry("load", Set.of("store", "schema", "output")),
                    Map.entry("decode", Set.of("load", "schema", "output")),
                    Map.entry("answer", Set.of("output")),
                    Map.entry("shell", Set.of("answer", "output")),
                    Map.entry("query", Set.of("shell", "answer", "store", "output")),
                    Map.entry("importing", Set.of("load", "schema", "output")),
                    Map.entry("serve", Set.of("archive", "schema", "output")),
                    Map.entry("demo", Set.of("load", "output")),
                    Map.entry("live", Set.of("archive", "load", "store", "schema", "output")),
                    Map.entry("lab", Set.of("output")),
                    Map.entry("start", Set.of()),
                    Map.entry(RoomRules.PARENT, Set.of("archive", "lab", "live", "demo", "serve", "query", "decode",
                            "importing", "load", "store", "schema", "output"))),
            "dev.ashlar.codegen.internal", Map.ofEntries(
                    Map.entry("text", Set.of()),
                    Map.entry("layout", Set.of()),
                    Map.entry("model", Set.of("layout", "text")),
                    Map.entry("cpp", Set.of("model", "layout", "text")),
                    Map.entry("python", Set.of("model", "layout", "text")),
                    Map.entry("typescript", Set.of("model", "layout", "text")),
                    Map.entry("csharp", Set.of("model", "layout", "text")),
                    Map.entry("wireshark", Set.of("model", "layout", "text")),
                    Map.entry("rust", Set.of("model", "layout", "text")),
                    Map.entry("go", Set.of("model", "layout", "text")),
                    Map.entry("naming", Set.of("layout", "text")),
                    Map.entry("code", Set.of("naming", "layout", "text")),
                    Map.entry("type", Set.of("code", "naming", "layout", "text")),
                    Map.entry("member", Set.of("type", "code", "naming", "layout", "text")),
                    Map.entry("codec", Set.of("member", "type", "code", "naming", "layout", "text")),
                    Map.entry(RoomRules.PARENT, Set.of("codec", "type", "code", "naming", "layout", "text"))),
            "dev.ashlar.export.reading", Map.of(
                    "codec", Set.of(),
                    "parquet", Set.of("codec"),
                    "arrow", Set.of("codec")),
            "dev.ashlar.ingest.internal", Map.ofEntries(
                    Map.entry("capture", Set.of()),
                    Map.entry("framing", Set.of()),
                    Map.entry("transport", Set.of("framing", "capture")),
                    Map.entry("arbitration", Set.of("transport", "framing")),
                    Map.entry("source", Set.of("arbitration", "transport", "framing", "capture")),
                    Map.entry("loading", Set.of()),
                    Map.entry("text", Set.of()),
                    Map.entry("feed", Set.of()),
                    Map.entry("live", Set.of("feed", "arbitration", "transport", "framing")),
                    Map.entry("replay", Set.of("feed", "transport", "framing"))),
            "dev.ashlar.server.internal", Map.ofEntries(
                    Map.entry("metrics", Set.of()),
                    Map.entry("limits", Set.of("metrics")),
                    Map.entry("recording", Set.of()),
                    Map.entry("queue", Set.of("recording", "metrics")),
                    Map.entry("monitoring", Set.of("queue", "recording", "limits", "metrics")),
                    Map.entry("http", Set.of("limits", "metrics")),
                    Map.entry("feed", Set.of("http", "monitoring", "recording", "limits", "metrics")),
                    Map.entry("endpoint", Set.of("feed", "http", "monitoring", "queue", "recording", "limits",
                            "metrics")),
                    Map.entry("tcp", Set.of("queue", "limits", "metrics")),
                    Map.entry(RoomRules.PARENT, Set.of("tcp", "endpoint", "http", "monitoring", "queue", "recording",
                            "limits", "metrics"))),
            "dev.ashlar.query.internal", Map.ofEntries(
                    Map.entry("value", Set.of()),
                    Map.entry("column", Set.of("value")),
                    Map.entry("relation", Set.of("column")),
                    Map.entry("execution", Set.of("relation", "value")),
                    Map.entry("interpreter", Set.of("execution", "relation", "value")),
                    Map.entry("pruning", Set.of("relation", "column")),
                    Map.entry("index", Set.of("pruning", "execution", "relation", "column", "value")),
                    Map.entry("quantile", Set.of("execution")),
                    Map.entry("kernel", Set.of("pruning", "quantile", "execution", "relation", "column", "value")),
                    Map.entry("scan", Set.of("kernel", "interpreter", "pruning", "quantile", "execution", "relation",
                            "value")),
                    Map.entry("strategy", Set.of("scan", "kernel", "index", "interpreter", "pruning", "execution",
                            "relation", "column")),
                    Map.entry("parts", Set.of("strategy", "scan", "interpreter", "kernel", "execution", "relation",
                            "column", "value"))),
            "dev.ashlar.sql.internal", Map.ofEntries(
                    Map.entry("type", Set.of()),
                    Map.entry("problem", Set.of()),
                    Map.entry("statement", Set.of("problem", "type")),
                    Map.entry("dialect", Set.of("problem", "type")),
                    Map.entry("exact", Set.of("type")),
                    Map.entry("scan", Set.of("type")),
                    Map.entry("operator", Set.of("scan", "type")),
                    Map.entry("catalog", Set.of("operator", "scan", "type")),
                    Map.entry("planning", Set.of("operator", "exact", "scan", "type")),
                    Map.entry("result", Set.of("operator", "scan", "type")),
                    Map.entry("session", Set.of("result", "planning", "operator", "statement", "dialect", "catalog",
                            "problem", "exact", "scan", "type"))),
            "dev.ashlar.store.internal.v1", Map.of(
                    "file", Set.of(),
                    "chunk", Set.of("file"),
                    "table", Set.of("chunk", "file"),
                    "values", Set.of("chunk", "file"),
                    "journal", Set.of("table", "chunk", "file"),
                    "index", Set.of("table", "values", "chunk", "file"),
                    "store", Set.of("index", "journal", "values", "table", "chunk", "file"),
                    "reorder", Set.of("store", "index", "journal", "values", "table", "chunk", "file"),
                    "verify", Set.of("store", "index", "journal", "values", "table", "chunk", "file")));

    /// Packages that are not divided yet, and how many files they may have until then. No package is added.
    private static final Map<String, Integer> CEILINGS = Map.of(
            "dev.ashlar.flow", 35,
            "dev.ashlar.store", 52);

    @TempDir
    Path folder;

    @Test
    void shouldKeepRoomsSmallAndDoorsOneWay() {
        RoomRules rules = new RoomRules(ROOT, ROOMS, CEILINGS);
        ROOMS.keySet().stream().sorted().forEach(parent -> {
            System.out.println(parent + ":");
            rules.dependencies(parent).forEach(dependency -> System.out.println("    " + dependency));
        });
        assertEquals(List.of(), rules.violations());
    }

    @Test
    void shouldRefuseADependencyThatRunsBackward() throws IOException {
        RoomRules rules = rules(Map.of("low", Set.of(), "high", Set.of("low")));
        write("low", "Low", "");
        write("high", "High", "import dev.sample.internal.low.Low;");
        describe("low", "nothing of its siblings");
        describe("high", "`low`");
        assertEquals(List.of("high -> low (1)"), rules.dependencies("dev.sample.internal"));
        assertEquals(List.of(), rules.violations());

        write("low", "Other", "// [dev.sample.internal.high.High] in a comment is none");
        assertEquals(List.of(), rules.violations());
        write("low", "Back", "import dev.sample.internal.high.High;");
        write("low", "Named", "Object named = dev.sample.internal.high.High.VALUE;");
        assertEquals(List.of("high -> low (1)", "low -> high (2)"), rules.dependencies("dev.sample.internal"));
        assertEquals(List.of("dev.sample.internal.low: Back.java may not refer to high",
                "dev.sample.internal.low: Named.java may not refer to high"), rules.violations());
    }

    @Test
    void shouldRefuseRulesThatDoNotFitThePackages() throws IOException {
        write("low", "Low", "");
        write("high", "High", "");
        describe("low", "`high`");
        describe("high", "`low`");
        assertEquals(List.of("dev.sample.internal: room may refer to itself through others: high",
                        "dev.sample.internal: room may refer to itself through others: low"),
                rules(Map.of("low", Set.of("high"), "high", Set.of("low"))).violations());
        describe("low", "all but `high`");
        assertEquals(List.of("dev.sample.internal.high: package-info lists other siblings: [low], rule=[]"),
                rules(Map.of("low", Set.of(), "high", Set.of())).violations());
        assertEquals(List.of("dev.sample.internal.high: package-info lists other siblings: [low], rule=[]",
                        "dev.sample.internal.low: room is not listed",
                        "dev.sample.internal: room has no files: gone"),
                rules(Map.of("high", Set.of(), "gone", Set.of())).violations());
    }

    @Test
    void shouldRefuseAFileTooMany() throws IOException {
        RoomRules rules = rules(Map.of("low", Set.of()));
        describe("low", "nothing of its siblings");
        for (int i = 1; i <= RoomRules.MAX_FILES; i++) {
            write("low", "File" + i, "");
        }
        assertEquals(List.of(), rules.violations());
        write("low", "File31", "");
        assertEquals(List.of("dev.sample.internal.low: too many files: count=31, most=30"), rules.violations());

        RoomRules bounded = new RoomRules(folder, rules.rooms(), Map.of("dev.sample.internal.low", 31));
        assertEquals(List.of(), bounded.violations());
        write("low", "File32", "");
        assertEquals(List.of("dev.sample.internal.low: too many files: count=32, most=31"), bounded.violations());
        RoomRules stale = new RoomRules(folder, Map.of(), Map.of("dev.sample.internal.low", 32, "dev.sample.gone", 40));
        assertEquals(List.of("dev.sample.gone: needs no exception any longer"), stale.violations());
    }

    private RoomRules rules(Map<String, Set<String>> allowed) {
        return new RoomRules(folder, Map.of("dev.sample.internal", allowed), Map.of());
    }

    private void write(String room, String type, String line) throws IOException {
        Path file = folder.resolve("sample/src/main/java/dev/sample/internal/" + room + "/" + type + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "package dev.sample.internal." + room + ";\n" + line + "\nclass " + type + " { }\n");
    }

    private void describe(String room, String siblings) throws IOException {
        write(room, "package-info", "");
        Files.writeString(folder.resolve("sample/src/main/java/dev/sample/internal/" + room + "/package-info.java"),
                "/// A sample. Uses\n/// " + siblings + ".\npackage dev.sample.internal." + room + ";\n");
    }
}
