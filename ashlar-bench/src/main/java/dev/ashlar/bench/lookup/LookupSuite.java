// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lookup;

import dev.ashlar.bench.Effort;
import dev.ashlar.bench.ForkingSuite;
import dev.ashlar.bench.Fork;
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
    private static final int MAX_ROUNDS = 3;
    /// Of a hash index, just built: four keys to a line, of eight slots five taken.
    private static final double BYTES_PER_KEY = 25.6;
    /// Table, index, and what sorting takes meanwhile, against the bytes of the hash index alone.
    private static final int MEMORY_FOR_SIZE = 5;
    /// A `HashMap` of more needs a heap of gigabytes.
    private static final long MAX_MAP_BYTES = 32 * MIB;
    private static final int LOOKUPS = 1 << 18;
    private static final int QUICK_LOOKUPS = 1 << 17;
    private static final int LOOKUP_ROUNDS = 5;
    private static final int QUICK_LOOKUP_ROUNDS = 3;
    /// Agrona reaches for the JDK's own Unsafe; huge pages are asked for from the system.
    private static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g", "--enable-native-access=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");

    @Override
    public String name() {
        return "lookup";
    }

    @Override
    public String description() {
        return "rows found by key in batches and one at a time, and in maps of the heap";
    }

    @Override
    public Report run(Effort effort, OptionalLong rows, Consumer<String> progress) throws IOException {
        boolean quick = effort.rounds() == 1;
        int rounds = Math.min(MAX_ROUNDS, effort.rounds());
        Map<Long, List<LookupResult>> results = new LinkedHashMap<>();
        List<Long> leftOut = new ArrayList<>();
        for (long size : quick ? QUICK_SIZES : SIZES) {
            long keys = Math.min((long) (size / BYTES_PER_KEY), rows.orElse(Long.MAX_VALUE));
            if (size * MEMORY_FOR_SIZE > Machine.availableBytes()) {
                leftOut.add(size);
                continue;
            }
            for (int round = 0; round < rounds; round++) {
                progress.accept("round " + (round + 1) + "/" + rounds + ": lookup: " + bytes(size));
                merge(results, size, fork(keys, quick, size <= MAX_MAP_BYTES));
            }
        }
        LookupReport report = new LookupReport(results, leftOut, rounds);
        return new Report(report.findings(), report.text(), report.json(name()));
    }

    private static void merge(Map<Long, List<LookupResult>> results, long size, List<LookupResult> more) {
        results.merge(size, more, (before, after) -> {
            List<LookupResult> both = new ArrayList<>();
            for (int i = 0; i < before.size(); i++) {
                both.add(before.get(i).and(after.get(i)));
            }
            return both;
        });
    }

    private static List<LookupResult> fork(long keys, boolean quick, boolean maps) throws IOException {
        Path folder = Files.createTempDirectory("ashlar-lookup");
        try {
            String found = Fork.run(FLAGS, LookupProcess.class, List.of(Long.toString(keys),
                    Integer.toString(quick ? QUICK_LOOKUPS : LOOKUPS),
                    Integer.toString(quick ? QUICK_LOOKUP_ROUNDS : LOOKUP_ROUNDS), Boolean.toString(maps),
                    folder.toString()));
            List<LookupResult> results = new ArrayList<>();
            for (String line : found.split(LookupProcess.BETWEEN)) {
                results.add(LookupResult.parse(line));
            }
            return results;
        } finally {
            Fork.delete(folder);
        }
    }

    static String bytes(long size) {
        return size >= MIB ? size / MIB + " MiB" : size / KIB + " KiB";
    }
}
