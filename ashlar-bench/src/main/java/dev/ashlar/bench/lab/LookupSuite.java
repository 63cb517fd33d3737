// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.lab;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Target;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.lab.ram.IndexKind;
import dev.ashlar.lab.ram.Keys.Mix;
import dev.ashlar.lab.ram.Lookup;
import dev.ashlar.lab.ram.Lookups;
import dev.ashlar.lab.ram.Structure;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Words;
import dev.ashlar.measure.host.Machine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// How much faster are keys looked up in batches than one at a time?
///
/// If batches were not faster where an index is larger than the caches, readers could do without them; if they were
/// much slower where it is not, readers would have to choose.
public final class LookupSuite extends TrialSuite {
    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;
    private static final long[] SIZES = {16 * KIB, 256 * KIB, 4 * MIB, 32 * MIB, 256 * MIB, 2048 * MIB};
    private static final long[] QUICK_SIZES = {16 * KIB, 4 * MIB, 256 * MIB};
    /// From this size on, page sizes and two threads are measured, too, and maps of objects are not: a `HashMap` would
    /// need a heap of gigabytes.
    private static final long LARGE = 256 * MIB;
    private static final long QUICK_MAX_CHRONICLE_BYTES = 32 * MIB;
    /// Bytes per key of a new hash index: four keys per cache line, five of eight slots used.
    private static final double BYTES_PER_KEY = 25.6;
    /// Bytes of a tree relative to those of a hash index with the same keys, which define the sizes: about 18 of 25.6
    /// per key.
    private static final double TREE_SHARE = 0.7;
    /// Bytes of table, index and temporary memory for sorting, relative to those of the hash index.
    private static final int MEMORY_FOR_SIZE = 5;
    private static final int CACHES = 8;
    private static final int[] BATCHES = {2, 4, 8, 16, 32, 64, 128, 256};
    private static final Lookup MEASURED = Lookup.batches(64);
    private static final List<Mix> OTHER_MIXES = List.of(new Mix(false, 0), new Mix(false, 50), new Mix(true, 0),
            new Mix(true, 50), new Mix(true, 100));
    private static final String SMALL_PAGES = ", small pages";
    private static final Target NEAR = Target.atLeast(0.9);
    /// The target against a map on the heap, where the JIT eliminates more checks.
    private static final Target AGAINST_MAP = Target.atLeast(0.7);

    public LookupSuite() {
        super("lookup", "rows found by key in batches and one at a time, and in maps on and off the heap", 3);
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        List<Trial> trials = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (long size : quick ? QUICK_SIZES : SIZES) {
            if (size * MEMORY_FOR_SIZE > Machine.availableBytes()) {
                notes.add(Words.bytes(size) + ": left out, because memory is short.");
            } else {
                add(trials, size, quick, (int) Math.min((long) (size / BYTES_PER_KEY), rows.orElse(Long.MAX_VALUE)));
            }
        }
        notes.add("Huge pages of this system: " + HugePages.policy() + ".");
        return new MeasurementPlan(trials, notes);
    }

    static void add(List<Trial> trials, long size, boolean quick, int keys) {
        List<Lookup> ways = new ArrayList<>(List.of(Lookup.ONE, Lookup.DEPENDENT));
        Arrays.stream(BATCHES).mapToObj(Lookup::batches).forEach(ways::add);
        if (size >= LARGE) {
            ways.addAll(List.of(Lookup.TWO_THREADS, new Lookup(Lookup.Way.TWO_THREADS, MEASURED.batch())));
        }
        List<Lookup> few = List.of(Lookup.ONE, MEASURED);
        for (Structure index : List.of(Structure.TABLE_HASH, Structure.TABLE_TREE)) {
            trials.add(trial(name(index, size), index, size, keys, quick, ways, List.of(Mix.PLAIN)));
            trials.add(trial(name(index, size), index, size, keys, quick, few, OTHER_MIXES));
            if (size >= LARGE) {
                trials.add(trial(name(index, size) + SMALL_PAGES, index, size, keys, quick, few, List.of(Mix.PLAIN)));
            }
        }
        trials.add(trial(name(Structure.TABLE_HASH_AND_FIELD, size), Structure.TABLE_HASH_AND_FIELD, size, keys,
                quick, few, List.of(Mix.PLAIN)));
        for (MapKind map : MapKind.values()) {
            if (size <= LARGE && (map != MapKind.JDK || size < LARGE)
                    && (!map.isChronicle() || !quick || size <= QUICK_MAX_CHRONICLE_BYTES)) {
                trials.add(trial(name(map, size), map, size, keys, quick, List.of(Lookup.ONE), List.of(Mix.PLAIN))
                        .withFlags(map.flags()).with(PEER, true));
            }
        }
    }

    private static Trial trial(String name, IndexKind kind, long size, int keys, boolean quick, List<Lookup> ways,
            List<Mix> mixes) {
        String heap = size >= LARGE ? "2g" : "1g";
        Trial trial = Lookups.trial(name, kind, keys, quick ? 1 << 17 : 1 << 18, quick ? 3 : 5, ways, mixes)
                .withFlags("-Xms" + heap, "-Xmx" + heap, "-XX:+UseParallelGC");
        // Maps on the heap have huge pages if indexes have them.
        return size >= LARGE && !name.endsWith(SMALL_PAGES) ? trial.withFlags("-XX:+UseTransparentHugePages") : trial;
    }

    private static String name(IndexKind index, long size) {
        String what = index == Structure.TABLE_HASH ? "hash" : index == Structure.TABLE_TREE ? "tree"
                : index == Structure.TABLE_HASH_AND_FIELD ? "hash, and a field," : index.text();
        return what + " of " + Words.bytes(size);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        if (trial.name().endsWith(SMALL_PAGES)) {
            HugePages.switchOff();
        }
        Lookups.measure(Stream.<IndexKind>concat(Arrays.stream(Structure.values()), Arrays.stream(MapKind.values()))
                .toList(), trial, recorder);
        Recorder.require(!trial.name().endsWith(SMALL_PAGES) || HugePages.bytesInUse() <= 0,
                "huge pages are disabled, but in use: bytes=" + HugePages.bytesInUse());
    }

    /// Findings with a target; open if there is too little memory for an index much larger than the caches.
    @Override
    protected List<Finding> findings(Figures figures) {
        return findings(figures, Machine.lastCacheBytes());
    }

    static List<Finding> findings(Figures figures, long cacheBytes) {
        List<Finding> findings = new ArrayList<>();
        for (Structure index : List.of(Structure.TABLE_HASH, Structure.TABLE_TREE)) {
            Target far = Target.atLeast(index == Structure.TABLE_HASH ? 1.3 : 3);
            boolean any = false;
            for (long size : SIZES) {
                boolean isFar = (index == Structure.TABLE_TREE ? TREE_SHARE : 1) * size >= CACHES * cacheBytes;
                for (Mix mix : Stream.concat(Stream.of(Mix.PLAIN), OTHER_MIXES.stream()).toList()) {
                    String batches = Lookups.subject(name(index, size), mix, MEASURED);
                    String single = Lookups.subject(name(index, size), mix, Lookup.ONE);
                    Optional<Target> target = isFar ? Optional.of(far).filter(_ -> !mix.skewed())
                            : Optional.of(NEAR).filter(_ -> size <= cacheBytes / 2);
                    if (target.isPresent() && figures.figure(batches, Lookups.TIME).isPresent()) {
                        any |= isFar;
                        findings.add(Finding.against(batches, Lookup.ONE.text(), figures, Lookups.TIME, batches, single)
                                .withTarget(target).asHeadline(isFar && mix.equals(Mix.PLAIN)));
                    }
                }
            }
            if (!any) {
                findings.add(Finding.missing((index == Structure.TABLE_HASH ? "hash" : "tree")
                        + ", larger than the caches: " + MEASURED.text(), Lookup.ONE.text(), far));
            }
        }
        for (long size : SIZES) {
            addAgainstMap(findings, size, figures);
        }
        // More than the JVM itself allocates while it compiles, but less than one object in a hundred keys.
        findings.add(Finding.mostOf("most that any way of ours allocates a key", figures, Lookups.ALLOCATED,
                subject -> subject.startsWith("hash") || subject.startsWith("tree"), 0.16));
        return findings;
    }

    /// Lookups one at a time, against the fastest map; with a target if neither fits into a cache.
    private static void addAgainstMap(List<Finding> findings, long size, Figures figures) {
        String ours = Lookups.subject(name(Structure.TABLE_HASH, size), Mix.PLAIN, Lookup.ONE);
        String map = Lookups.subject(name(MapKind.FASTUTIL, size), Mix.PLAIN, Lookup.ONE);
        if (figures.figure(ours, Lookups.TIME).isPresent() && figures.figure(map, Lookups.TIME).isPresent()) {
            findings.add(Finding.against(ours, MapKind.FASTUTIL.text(), figures, Lookups.TIME, ours, map)
                    .withTarget(Optional.of(AGAINST_MAP).filter(_ -> size == LARGE)).asHeadline(size == LARGE));
        }
    }

    @Override
    protected String legend() {
        return """
                Times are those of the processor, with two threads of the clock. The size is that of the hash index; its
                tree and the maps have as many keys.
                """;
    }
}
