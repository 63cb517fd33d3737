// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Scale;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RamExperimentTest {
    private static final int COUNT = 1 << 10;

    private final RamExperiment experiment = new RamExperiment();

    @Test
    void shouldBeLargerThanTheCachesWhenFull() {
        MeasurementPlan plan = experiment.plan(Scale.FULL, Made.large());
        for (Structure structure : Structure.LAB) {
            long bytes = Made.trial(plan, structure.text()).number("keys") * structure.bytesPerKey;
            assertTrue(bytes >= 8 * Made.large().cacheBytes(), structure + ": " + bytes);
        }
        assertTrue(RamExperiment.BATCHED.batch() >= 4, "the paper asks for batches of at least four");
    }

    @ParameterizedTest
    @EnumSource(Structure.class)
    void shouldFindEveryKeyInEveryWay(Structure structure) throws Exception {
        try (Index index = structure.build(COUNT)) {
            check(structure, index);
        }
    }

    private static void check(Structure structure, Index index) throws Exception {
        long[] all = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            all[i] = Keys.of(i);
            assertEquals(i, index.find(all[i]), structure.text());
        }
        assertEquals(-1, index.find(Keys.of(COUNT + 1)));
        long sum = (long) COUNT * (COUNT - 1) / 2;
        for (Lookup lookup : RamExperiment.WAYS) {
            assertEquals(sum, lookup.sum(index, all), lookup.text());
            Keys.Drawn drawn = Keys.draw(320, COUNT, 5, Keys.Mix.PLAIN);
            assertEquals(drawn.expected(), lookup.sum(index, drawn.keys()), lookup.text());
            assertEquals(lookup, Lookup.parse(lookup.toString()));
        }
    }

    /// Those of our store also where some keys are not there, and some come more often.
    @ParameterizedTest
    @EnumSource(value = Structure.class, names = {"TABLE_HASH", "TABLE_TREE", "TABLE_HASH_AND_FIELD"})
    void shouldFindKeysOfEveryMix(Structure structure) throws Exception {
        try (Index index = structure.build(COUNT)) {
            for (Keys.Mix mix : List.of(new Keys.Mix(false, 0), new Keys.Mix(false, 50), new Keys.Mix(true, 50),
                    new Keys.Mix(true, 100))) {
                Keys.Drawn drawn = Keys.draw(320, COUNT, 5, mix);
                for (Lookup lookup : List.of(Lookup.ONE, Lookup.batches(1), Lookup.batches(64))) {
                    assertEquals(drawn.expected(), lookup.sum(index, drawn.keys()), mix.text());
                }
                assertEquals(mix, Keys.Mix.parse(mix.toString()));
            }
        }
    }

    @Test
    void shouldNoticeAWrongSum() {
        IndexKind wrong = new IndexKind() {
            @Override
            public String name() {
                return Structure.OPEN.name();
            }

            @Override
            public String text() {
                return "wrong";
            }

            @Override
            public Index build(int count) {
                return key -> 1;
            }
        };
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> Lookups.measure(List.of(wrong),
                Lookups.trial("wrong", Structure.OPEN, COUNT, 64, 1, List.of(Lookup.TWO_THREADS), List.of(Keys.Mix.PLAIN)), null));
        assertTrue(e.getMessage().startsWith("wrong sum: "), e::getMessage);
    }

    @Test
    void shouldTakeSomeKeysMoreOftenThanOthers() {
        long different = Arrays.stream(Keys.draw(100_000, 1_000_000, 1, new Keys.Mix(true,
                100)).keys()).distinct().count();
        assertTrue(different > 1_000 && different < 60_000, () -> "different=" + different);
    }

    @Test
    void shouldShuffleAndWalk() {
        int[] shuffled = Keys.shuffled(COUNT);
        assertTrue(IntStream.range(0, COUNT).filter(i -> shuffled[i] == i).count() < 20);
        Arrays.sort(shuffled);
        assertTrue(IntStream.range(0, COUNT).allMatch(i -> shuffled[i] == i));
        long sum = (long) COUNT * (COUNT - 1) / 2;
        assertEquals(sum, new LinkedData(COUNT, true).sum());
        assertEquals(sum, new LinkedData(COUNT, false).sum());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 1000, 1 << 16})
    void shouldTraceEachObjectOnceAndAgain(int count) {
        long sum = (long) count * (count - 1) / 2;
        ObjectGraph graph = ObjectGraph.shuffled(count);
        ObjectGraph copy = graph.copied();
        for (int i = 0; i < 3; i++) {
            assertEquals(sum, graph.trace());
            assertEquals(sum, copy.trace());
        }
        assertEquals(sum, copy.copied().trace());
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        Made made = new Made().figure(RamExperiment.IN_ORDER, RamExperiment.STEP, 10)
                .figure(RamExperiment.SHUFFLED, RamExperiment.STEP, 100)
                .figure(RamExperiment.SCATTERED, RamExperiment.TRACE, 65)
                .figure(RamExperiment.COPIED, RamExperiment.TRACE, 50);
        double[] one = {200, 50, 900, 600, 100, 500};
        double[] batched = {150, 50, 300, 100, 50, 100};
        for (Structure structure : Structure.LAB) {
            made.figure(RamExperiment.subject(structure, Lookup.ONE), RamExperiment.TIME, one[structure.ordinal()]);
            made.figure(RamExperiment.subject(structure, RamExperiment.BATCHED), RamExperiment.TIME,
                    batched[structure.ordinal()]);
        }
        assertEquals("Walking shuffled linked data takes 10.0× (published 3.50×) the time of data in order, and "
                + "tracing objects in no order 1.30× (published 1.30×) that of objects in the order of the trace. "
                + "Lookups one at a time take 1.33× (published 1.30×) the time of batches in a chained hash, 3.00× "
                + "(published 1.30×) in a tree, 1.00× in an open hash, 6.00× in a sorted array, 2.00× in Ashlar's "
                + "hash index and 5.00× in its sorted index.", experiment.verdict(made.figures()));
    }
}
