// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import dev.ashlar.bench.Effort;
import dev.ashlar.bench.ForkingSuite;
import dev.ashlar.bench.Fork;
import dev.ashlar.bench.lookup.LookupTask.Kind;
import dev.ashlar.bench.lookup.LookupTask.Maps;
import dev.ashlar.lab.host.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// How much faster are keys looked up in batches than one at a time?
///
/// Were batches not faster where an index is larger than the caches, readers could do without them; were they much
/// slower where it is not, readers would have to choose.
public final class LookupSuite implements ForkingSuite {
    static final long KIB = 1 << 10;
    static final long MIB = 1 << 20;
    private static final long[] SIZES = {16 * KIB, 256 * KIB, 4 * MIB, 32 * MIB, 256 * MIB, 2048 * MIB};
    private static final long[] QUICK_SIZES = {16 * KIB, 4 * MIB, 256 * MIB};
    /// From here on pages and two threads are measured, too, and maps of objects are not: a `HashMap` would need a heap
    /// of gigabytes.
    private static final long LARGE = 256 * MIB;
    private static final long SMALL = 4 * MIB;
    /// A map of primitive values or of Chronicle with more takes minutes to fill.
    private static final long MAX_MAP_BYTES = 256 * MIB;
    private static final long QUICK_MAX_CHRONICLE_BYTES = 32 * MIB;
    /// Of a hash index, just built: four keys to a line, of eight slots five taken.
    private static final double BYTES_PER_KEY = 25.6;
    /// Table, index, and what sorting takes meanwhile, against the bytes of the hash index alone.
    private static final int MEMORY_FOR_SIZE = 5;
    private static final int LOOKUPS = 1 << 18;
    private static final int QUICK_LOOKUPS = 1 << 17;
    private static final int LOOKUP_ROUNDS = 5;
    private static final int QUICK_LOOKUP_ROUNDS = 3;
    private static final int SMALL_JVMS = 3;
    private static final int MEDIUM_JVMS = 2;
    /// Agrona reaches for the JDK's own Unsafe; huge pages are asked for from the system.
    private static final List<String> FLAGS = List.of("--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    private static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g");
    private static final List<String> LARGE_HEAP = List.of("-Xms2g", "-Xmx2g");
    /// Maps of the heap have them where indexes have.
    private static final String HUGE_PAGES = "-XX:+UseTransparentHugePages";

    @Override
    public String name() {
        return "lookup";
    }

    @Override
    public String description() {
        return "rows found by key in batches and one at a time, and in maps on and off the heap";
    }

    @Override
    public Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException {
        boolean quick = effort.rounds() == 1;
        Map<Long, List<LookupResult>> results = new LinkedHashMap<>();
        List<String> notes = new ArrayList<>();
        notes.add(quick
                ? "One JVM a size; Chronicle Map up to " + bytes(QUICK_MAX_CHRONICLE_BYTES) + " alone."
                : "JVMs: " + SMALL_JVMS + " of each size up to " + bytes(SMALL) + ", " + MEDIUM_JVMS + " up to "
                        + bytes(LARGE) + ", one of each beyond; one without huge pages.");
        for (long size : quick ? QUICK_SIZES : SIZES) {
            if (size * MEMORY_FOR_SIZE > Machine.availableBytes()) {
                notes.add(bytes(size) + ": left out, because memory is short.");
                continue;
            }
            results.put(size, measure(size, quick, rows, progress, notes));
        }
        LookupReport report = new LookupReport(results, notes);
        return new Report(report.findings(), report.text(), report.json(name()));
    }

    private static List<LookupResult> measure(long size, boolean quick, OptionalLong limit, Consumer<String> progress,
            List<String> notes) throws IOException {
        int rows = (int) Math.min((long) (size / BYTES_PER_KEY), limit.orElse(Long.MAX_VALUE));
        int lookups = quick ? QUICK_LOOKUPS : LOOKUPS;
        int rounds = quick ? QUICK_LOOKUP_ROUNDS : LOOKUP_ROUNDS;
        Maps maps = size < LARGE ? Maps.ALL : size <= MAX_MAP_BYTES ? Maps.WITHOUT_OBJECTS : Maps.NONE;
        LookupTask task = new LookupTask(rows, lookups, rounds, maps,
                size < LARGE ? Kind.ONE_THREAD : Kind.WITH_TWO_THREADS);
        int jvms = quick ? 1 : size <= SMALL ? SMALL_JVMS : size <= LARGE ? MEDIUM_JVMS : 1;
        List<LookupResult> results = new ArrayList<>();
        long huge = 0;
        for (int jvm = 0; jvm < jvms; jvm++) {
            progress.accept("JVM " + (jvm + 1) + "/" + jvms + ": lookup: " + bytes(size));
            LookupFindings found = fork(task);
            huge = found.hugePageBytes();
            merge(results, found.results());
            if (size <= (quick ? QUICK_MAX_CHRONICLE_BYTES : MAX_MAP_BYTES)) {
                progress.accept("JVM " + (jvm + 1) + "/" + jvms + ": lookup: " + bytes(size) + ", Chronicle Map");
                measureChronicle(task, size, results, notes);
            }
        }
        if (size >= LARGE) {
            notes.add(bytes(size) + ": " + huge / MIB + " MiB of the hash index lay in huge pages, of which the system "
                    + "says: " + HugePages.policy() + ".");
            progress.accept("lookup: " + bytes(size) + ", without huge pages");
            measureSmallPages(new LookupTask(rows, lookups, rounds, maps, Kind.SMALL_PAGES), size, huge, results,
                    notes);
        }
        return results;
    }

    /// A peer that does not run here is a result.
    private static void measureChronicle(LookupTask task, long size, List<LookupResult> results, List<String> notes) {
        try {
            List<String> flags = new ArrayList<>(HEAP);
            flags.addAll(ChronicleProcess.FLAGS);
            merge(results, LookupFindings.parse(Fork.run(flags, ChronicleProcess.class, task.arguments())).results());
        } catch (IOException e) {
            notes.add(bytes(size) + ": Chronicle Map was not measured: " + e.getMessage());
        }
    }

    private static void measureSmallPages(LookupTask task, long size, long huge, List<LookupResult> results,
            List<String> notes) {
        if (huge == 0) {
            notes.add(bytes(size) + ": there were no huge pages to switch off.");
            return;
        }
        try {
            LookupFindings found = fork(task);
            if (found.hugePageBytes() > 0) {
                throw new IOException("huge pages were switched off, and yet used: bytes=" + found.hugePageBytes());
            }
            merge(results, found.results());
        } catch (IOException e) {
            notes.add(bytes(size) + ": not measured without huge pages: " + e.getMessage());
        }
    }

    /// Adds the rounds of another JVM to those of the same ways.
    static void merge(List<LookupResult> results, List<LookupResult> more) {
        for (LookupResult result : more) {
            int at = 0;
            while (at < results.size() && !results.get(at).matches(result)) {
                at++;
            }
            if (at < results.size()) {
                results.set(at, results.get(at).and(result));
            } else {
                results.add(result);
            }
        }
    }

    private static LookupFindings fork(LookupTask task) throws IOException {
        List<String> flags = new ArrayList<>(FLAGS);
        flags.addAll(task.maps() == Maps.WITHOUT_OBJECTS ? LARGE_HEAP : HEAP);
        if (task.kind() == Kind.WITH_TWO_THREADS) {
            flags.add(HUGE_PAGES);
        }
        Path folder = Files.createTempDirectory("ashlar-lookup");
        try {
            List<String> arguments = new ArrayList<>(task.arguments());
            arguments.add(folder.toString());
            return LookupFindings.parse(Fork.run(flags, LookupProcess.class, arguments));
        } finally {
            Fork.delete(folder);
        }
    }

    static String bytes(long size) {
        return size >= MIB ? size / MIB + " MiB" : size / KIB + " KiB";
    }
}
