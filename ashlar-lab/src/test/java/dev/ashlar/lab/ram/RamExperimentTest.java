// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.ram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.lab.Plan;
import dev.ashlar.lab.Scale;
import java.util.Arrays;
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
        Plan plan = experiment.plan(Scale.FULL, Made.large());
        for (Structure structure : Structure.values()) {
            long bytes = Made.trial(plan, structure.text()).number("keys") * structure.bytesPerKey();
            assertTrue(bytes >= 8 * Made.large().cacheBytes(), structure + ": " + bytes);
        }
        assertTrue(Index.BATCH >= 4, "the paper asks for batches of at least four");
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
        for (Lookup lookup : Lookup.values()) {
            assertEquals(sum, lookup.sum(index, all), lookup.text());
            assertEquals(Keys.expected(320, COUNT, 5), lookup.sum(index, Keys.drawn(320, COUNT, 5)), lookup.text());
        }
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
        for (Structure structure : Structure.values()) {
            made.figure(RamExperiment.subject(structure, Lookup.ONE), RamExperiment.TIME, one[structure.ordinal()]);
            made.figure(RamExperiment.subject(structure, Lookup.BATCHED), RamExperiment.TIME,
                    batched[structure.ordinal()]);
        }
        assertEquals("On this machine walking linked data that is shuffled takes 10.0× (published: 3.50×, so more than then) "
                + "the time of data that lies in order, and tracing objects that lie in no order 1.30× (published: 1.30×, so "
                + "about as then) the time of tracing them copied in the order of the trace; lookups one at a time take, of "
                + "the time of batches, 1.33× (published: 1.30×, so about as then) in a chained hash and 3.00× (published: "
                + "1.30×, so more than then) in a tree, 1.00× in an open hash and 6.00× in a sorted array, 2.00× in Ashlar's "
                + "hash index and 5.00× in its sorted one.", experiment.verdict(made.findings()));
    }
}
