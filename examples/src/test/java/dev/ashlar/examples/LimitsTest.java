// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.server.GatewayOptions.Bounds;
import dev.ashlar.store.StoreOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The page of limits says what the code does.
class LimitsTest {
    private static final Path ROOT = Path.of(System.getProperty("ashlar.root", ".."));
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+?) \\| ([^|]+?) \\|");
    private static final Pattern NUMBER = Pattern.compile("^(?:the first )?([\\d,]+)(?: (KiB|MiB|GiB|TiB|s|ms))?\\b");

    /// All files of Java in the modules' `src/main/java`.
    private static final List<Path> SOURCES = sources();

    private static List<Path> sources() {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.filter(each -> Files.isDirectory(each.resolve("src/main/java"))).toList()) {
                try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sources;
    }

    /// The first number of a row's value, in bytes where it has a unit of bytes.
    private static Map<String, Long> page() throws IOException {
        Map<String, Long> values = new LinkedHashMap<>();
        for (Matcher row = ROW.matcher(Files.readString(ROOT.resolve("docs/limits.md"))); row.find();) {
            Matcher number = NUMBER.matcher(row.group(2));
            if (number.find()) {
                int scale = number.group(2) == null ? 0 : "KiB MiB GiB TiB".indexOf(number.group(2)) / 4 * 10 + 10;
                boolean time = number.group(2) != null && number.group(2).endsWith("s");
                long value = Long.parseLong(number.group(1).replace(",", ""));
                assertEquals(null, values.put(row.group(1), time ? value : value << scale), "two rows: " + row.group(1));
            }
        }
        return values;
    }

    @Test
    void shouldSayWhatTheConstantsSay() throws Exception {
        Map<String, Long> constants = new LinkedHashMap<>();
        constants.put("chunk, minimum", constant("StoreOptions", "MIN_CHUNK_BYTES"));
        constants.put("chunk, maximum", constant("StoreOptions", "MAX_CHUNK_BYTES"));
        constants.put("undurable bytes with `INTERVAL`, default", constant("StoreOptions", "MAX_UNDURABLE_BYTES"));
        constants.put("tables, journals and last-value tables of a store", constant("StoreLayout", "MAX_CONTAINERS"));
        constants.put("processes with pinned rows", constant("StoreLayout", "MAX_READERS"));
        constants.put("name of a container", constant("Definitions", "MAX_NAME_LENGTH"));
        constants.put("schemas, each version counted", constant("dev.ashlar.store", "Catalog", "MAX_SCHEMAS"));
        constants.put("fields with zones (minimum, maximum, nulls)", constant("ZoneField", "MAX_FIELDS"));
        constants.put("kinds of refused messages counted separately", constant("UnsplitCounts", "MAX_KINDS"));
        constants.put("keys of a last-value table", constant("ValueTable", "MAX_RECORDS"));
        constants.put("fields of a key", constant("ValueKeyLayout", "MAX_FIELDS"));
        constants.put("bytes of a key", constant("ValueKeyLayout", "MAX_BYTES"));
        constants.put("value slots of a record", constant("VersionedCell", "MAX_SLOTS"));
        constants.put("schema, all files together", constant("XmlTreeReader", "MAX_BYTES"));
        constants.put("files of a schema", constant("XmlTreeReader", "MAX_FILES"));
        constants.put("nested includes", constant("XmlTreeReader", "MAX_INCLUDE_DEPTH"));
        constants.put("nesting of elements", constant("XmlTreeReader", "MAX_DEPTH"));
        constants.put("members of a composite, unfolded", constant("CompositeBuilder", "MAX_UNFOLDED_MEMBERS"));
        constants.put("`.sbeir` file", constant("SbeIrReader", "MAX_LENGTH"));
        constants.put("group entries without bytes", constant("Bounds", "MAX_EMPTY_ENTRIES"));
        constants.put("values of an enum, in generated Java", constant("JavaLimits", "MAX_ENUM_VALUES"));
        constants.put("fields, groups and data of a block, in generated Java", constant("JavaLimits", "MAX_FIELDS"));
        constants.put("values of a record, in generated Java", constant("RecordEmitter", "MAX_SLOTS"));
        constants.put("JSON, nesting", constant("JsonParser", "MAX_DEPTH"));
        constants.put("JSON, characters of a number", constant("JsonParser", "MAX_NUMBER_LENGTH"));
        constants.put("packet record", constant("dev.ashlar.ingest", "Capture", "MAX_RECORD_LENGTH"));
        constants.put("fragmented IP datagram", constant("IpReassembler", "MAX_LENGTH"));
        constants.put("captures merged into one", constant("CaptureReader", "MAX_INPUTS"));
        constants.put("redundant lines", constant("Arbitration", "MAX_LINES"));
        constants.put("window of packets waiting for a missing one", constant("Arbitration", "MAX_WINDOW"));
        constants.put("wait for a missing packet", constant("Arbitration", "MAX_WAIT_NS") / 1_000_000_000);
        constants.put("messages before the first known one", constant("LeadingMessages", "MAX_BYTES"));
        constants.put("lines of a live feed", constant("LiveFeed$Udp", "MAX_LINES"));
        constants.put("lines of a replay", constant("UdpReplay", "MAX_LINES"));
        constants.put("ring between a line and the writer, maximum", constant("RecordOptions", "MAX_RING_BYTES"));
        constants.put("receive buffer of a line, requested by default",
                constant("RecordOptions", "DEFAULT_BUFFER_BYTES"));
        constants.put("messages of a commit", constant("LiveRecorder", "MAX_BATCH_MESSAGES"));
        constants.put("bytes of a TCP frame", constant("SourceOptions", "DEFAULT_MESSAGE_LENGTH"));
        constants.put("connections to the metrics port", constant("MetricsPort", "CONNECTIONS"));
        constants.put("bytes of an imported row", constant("TableImport", "MAX_ROW_BYTES"));
        constants.put("threads of an import", constant("ImportOptions", "MAX_THREADS"));
        constants.put("page of Parquet, decompressed", written("PageReader", "MAX_PAGE_BYTES"));
        constants.put("metadata of a Parquet file, or of a message of Arrow", written("ParquetFooter", "MAX_BYTES"));
        constants.put("compressed buffer of Arrow, decompressed", written("ArrowBuffer", "MAX_BYTES"));
        constants.put("digits of an imported decimal", constant("FieldWriters", "MAX_DIGITS"));
        constants.put("bytes of a record", constant("CsvReader", "MAX_RECORD_BYTES"));
        constants.put("columns of a file", constant("ColumnFile", "MAX_COLUMNS"));
        constants.put("threads", constant("QueryOptions", "MAX_THREADS"));
        constants.put("threads of a scan", constant("KernelStrategy", "MAX_THREADS"));
        constants.put("digits of a decimal", constant("ValueType", "MAX_PRECISION"));
        constants.put("array elements as separate columns", constant("BlockColumns", "MAX_ELEMENT_COLUMNS"));
        constants.put("characters of a statement", constant("StatementText", "MAX_CHARACTERS"));
        constants.put("nested expressions and queries", constant("StatementBounds", "MAX_DEPTH"));
        constants.put("words, signs and constants of one expression, except in parentheses and `CASE`",
                constant("ChainBounds", "MAX_PARTS"));
        constants.put("`UNION`, `EXCEPT` and `INTERSECT` of one query", constant("ChainBounds", "MAX_SETS"));
        constants.put("parts of a statement, a `WITH` query counted at each use",
                constant("StatementBounds", "MAX_PARTS"));
        constants.put("operators of all expressions, a column of a sub-query counted with its whole expression",
                constant("StatementBounds", "MAX_OPERATORS"));
        constants.put("columns of a query or sub-query", constant("StatementBounds", "MAX_COLUMNS"));
        constants.put("groupings of `CUBE`, `ROLLUP` and `GROUPING SETS`", constant("StatementBounds", "MAX_GROUPINGS"));
        constants.put("rows per key that `ROW_NUMBER() … <= n` keeps while reading", constant("TopPerKeyRule", "MOST"));
        constants.put("planning steps (some seconds)", constant("StatementBudget", "MAX_PLANNING_STEPS"));
        constants.put("`CHAR(n)`, `BINARY(n)`", constant("StatementParts", "MAX_PADDED"));
        constants.put("characters that one regular expression match reads, repeats included",
                constant("Patterns", "MAX_STEPS"));
        constants.put("a file of statements", written("StatementFile", "MAX_BYTES"));
        constants.put("rows that an answer on a terminal counts without showing them",
                written("TablePrinter", "MAX_COUNTED"));
        constants.put("points of a plot; bars", written("PlotData", "MAX_POINTS"));
        constants.put("ring, bytes of its records", constant("OneToOneRing", "MAX_CAPACITY"));
        constants.put("rings of a group", constant("RingGroup", "MAX_LANES"));
        constants.put("lanes of a many-to-one ring", constant("ManyToOneRing", "MAX_LANES"));
        constants.put("bytes of a many-to-one ring's lane", constant("ManyToOneRing", "MAX_LANE_BYTES"));
        constants.put("entries of a many-to-one ring", constant("ManyToOneRing", "MAX_ENTRIES"));
        constants.put("message of a fixed-length ring", constant("FixedLengthRing", "MAX_MESSAGE_BYTES"));
        constants.put("messages of a fixed-length ring", constant("FixedLengthRing", "MAX_CAPACITY"));
        constants.put("value of a cell", constant("Cell", "MAX_VALUE_LENGTH"));
        constants.put("requests of an admission", constant("Admission", "MAX_REQUESTS"));
        constants.put("partitions of an admission", constant("AdmissionOptions", "MAX_PARTITIONS"));
        constants.put("processes of a shared pool", constant("PoolLayout", "MAX_PROCESSES"));
        constants.put("named containers of a shared pool", constant("PoolLayout", "MAX_CONTAINERS"));
        constants.put("chunks of a shared pool", constant("PoolGeometry", "MAX_CHUNKS"));
        constants.put("components of a record", constant("ShapeFinder", "MAX_ARGUMENT_SLOTS"));
        constants.put("fields of a class", constant("ObjectType", "MAX_FIELDS"));
        constants.put("description of a class", constant("DescriptionBytes", "MAX_BYTES"));
        constants.put("types of a description", constant("DescriptionBytes", "MAX_TYPES"));
        constants.put("nested types", constant("DescriptionBytes", "MAX_DEPTH"));
        constants.put("descriptions of a registry", constant("ObjectRegistry", "MAX_DESCRIPTIONS"));
        constants.put("memory for these descriptions", constant("ObjectRegistry", "MAX_RETAINED_BYTES"));
        constants.put("the admin port", constant("HttpPort", "ADMIN_CONNECTIONS"));
        constants.put("block length, number of entries, length of data", (long) Integer.MAX_VALUE);
        StoreOptions store = StoreOptions.defaults();
        constants.put("chunk, default", (long) store.chunkBytes());
        constants.put("extent, default", store.extentBytes());
        constants.put("all chunks together, default", store.maxBytes());
        constants.put("memory for groups, sorting, joins and windows, default", QueryOptions.defaults().memoryBytes());
        Bounds gateway = Bounds.defaults();
        constants.put("a body", (long) gateway.bodyBytes());
        constants.put("bodies at once", gateway.heldBytes());
        constants.put("connections of a port", (long) gateway.connections());
        constants.put("a header", constant("HttpPort", "MAX_HEADERS"));
        constants.put("an answer, or an event", gateway.answerTime().toSeconds());
        constants.put("a query", gateway.queryTime().toSeconds());
        constants.put("its answer", (long) gateway.queryRows());
        constants.put("streams", (long) gateway.streams());
        constants.put("a TLS handshake over TCP, a token over TCP", gateway.headerTime().toSeconds());
        constants.put("the token", constant("GatewayOptions$Listening", "MIN_TOKEN_LENGTH"));
        Map<String, Long> page = page();
        // These have a time, a fraction or a list in place of a number with a unit.
        page.keySet().removeAll(List.of("a TCP connection that sends nothing", "writers", "a computed text",
                "name of a store in a statement"));
        List<String> wrong = new ArrayList<>();
        page.forEach((row, value) -> {
            if (!value.equals(constants.get(row))) {
                wrong.add(row + ": page=" + value + ", code=" + constants.get(row));
            }
        });
        constants.keySet().stream().filter(row -> !page.containsKey(row)).forEach(row -> wrong.add("no such row: " + row));
        assertEquals(List.of(), wrong);
    }

    private static long constant(String type, String name) throws Exception {
        return constant("", type, name);
    }

    /// A constant of the only class of this name whose package begins so.
    private static long constant(String packageName, String type, String name) throws Exception {
        String outer = type.replaceFirst("\\$.*", "");
        List<Path> files = SOURCES.stream().filter(file -> file.endsWith(outer + ".java")
                && file.toString().contains("src/main/java/dev/ashlar/" + packageName.replaceFirst("dev\\.ashlar\\.", ""))
                && contains(file, name)).toList();
        assertEquals(1, files.size(), () -> type + "." + name + " in " + files);
        String path = files.getFirst().toString();
        String folder = path.substring(path.indexOf("src/main/java/") + "src/main/java/".length(), path.lastIndexOf('/'));
        Field field = Class.forName(folder.replace('/', '.') + "." + type).getDeclaredField(name);
        field.setAccessible(true);
        long value = ((Number) field.get(null)).longValue();
        assertTrue(value > 0, () -> type + "." + name);
        return value;
    }

    /// A constant of the command or of exports, which are not on the class path: a number in its source, or one shifted
    /// by another.
    private static long written(String type, String name) throws IOException {
        Path file = SOURCES.stream().filter(each -> each.toString().matches(".*ashlar-(cli|export)/src/.*")
                && each.endsWith(type + ".java")).findFirst().orElseThrow();
        Matcher value = Pattern.compile(" " + name + " = ([0-9_]+)L?(?: << ([0-9]+))?;")
                .matcher(Files.readString(file));
        assertTrue(value.find(), () -> type + "." + name);
        long number = Long.parseLong(value.group(1).replace("_", ""));
        return value.group(2) == null ? number : number << Integer.parseInt(value.group(2));
    }

    private static boolean contains(Path file, String name) {
        try {
            return Files.readString(file).contains(" " + name + " = ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
