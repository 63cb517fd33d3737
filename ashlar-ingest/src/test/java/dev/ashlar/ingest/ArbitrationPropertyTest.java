// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.testkit.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Two lines that lose, repeat, delay and reorder packets of sequences that start again: what comes out is the union in
/// order, with the gaps that both lines have.
class ArbitrationPropertyTest {
    private int rounds = 80;
    private static final long STEP_NS = 10_000;

    /// What was sent, and a model of what a receiver of both lines can know.
    private static final class Feed {
        final TwoLines lines = new TwoLines();
        final List<String> union = new ArrayList<>();
        final List<ChannelReport.Gap> gaps = new ArrayList<>();
        int duplicates;
        int runs;
        long sendingTimeNs = 1_000_000_000_000_000_000L;
        long nowNs = 1_000_000;

        /// Sends one run of the sequence.
        void run(SplittableRandom random, long first, int packets, double loss, int reorder) {
            run(random, first, packets, loss, reorder, 3, 0);
        }

        /// Sends one run of the sequence; the second line is `lag` packets behind, and alone has some of the first and
        /// last `edge` packets.
        void run(SplittableRandom random, long first, int packets, double loss, int reorder, int lag, int edge) {
            runs++;
            TreeMap<Long, Boolean> arrived = new TreeMap<>();
            for (int i = 0; i < packets; i++) {
                long sequence = first + i & 0xFFFF_FFFFL;
                nowNs += STEP_NS;
                sendingTimeNs += random.nextInt(1, 1000);
                String text = runs + ":" + sequence;
                boolean came = false;
                for (int line = 0; line < 2; line++) {
                    // The first and last packets come, so that the model knows where the run begins and ends.
                    boolean sure = i == 0 || i == packets - 1;
                    boolean lost = Math.min(i, packets - 1 - i) < edge ? line == 0 && random.nextBoolean()
                            : !sure && random.nextDouble() < loss;
                    int copies = lost ? 0 : random.nextInt(20) == 0 ? 2 : 1;
                    for (int copy = 0; copy < copies; copy++) {
                        long delayNs = line * lag * STEP_NS + random.nextInt(reorder * (int) STEP_NS);
                        lines.arrive(nowNs + delayNs, line, sequence, sendingTimeNs, text);
                        duplicates += came ? 1 : 0;
                        came = true;
                    }
                }
                arrived.put((long) i, came);
                if (came) {
                    union.add(text);
                }
            }
            long from = -1;
            for (long i = 0; i < packets; i++) {
                if (!arrived.get(i) && from < 0) {
                    from = i;
                } else if (arrived.get(i) && from >= 0) {
                    gaps.add(new ChannelReport.Gap(first + from & 0xFFFF_FFFFL, first + i - 1 & 0xFFFF_FFFFL));
                    from = -1;
                }
            }
        }
    }

    private static void check(Feed feed, Collected found) {
        List<String> texts = found.texts();
        for (int i = 0; i < Math.max(texts.size(), feed.union.size()); i++) {
            String near = "packet " + i + " of " + feed.union.size();
            assertTrue(i < texts.size() && i < feed.union.size(), near + "\n" + found.report);
            assertEquals(feed.union.get(i), texts.get(i), near + "\n" + found.report);
        }
        assertEquals(1, found.report.channels().size(), found.report::toString);
        ChannelReport channel = found.report.channels().getFirst();
        assertEquals(feed.gaps.size(), channel.gapCount());
        assertEquals(feed.gaps.subList(0, Math.min(feed.gaps.size(), ChannelReport.MAX_GAPS)), channel.gaps());
        assertEquals(feed.union.size(), channel.packets());
        assertEquals(feed.duplicates, channel.duplicates());
        assertEquals(0, channel.late() + channel.strays());
        assertEquals(feed.runs - 1, channel.restarts());
        assertEquals(feed.gaps.size(), found.report.count(SkipReason.SEQUENCE_GAP));
        assertEquals(feed.gaps.isEmpty(), found.report.isComplete());
    }

    @Test
    void shouldHandOutTheUnionInOrder() throws IOException {
        SplittableRandom random = Seed.random("ArbitrationPropertyTest.union");
        for (int round = 0; round < rounds; round++) {
            Feed feed = new Feed();
            double loss = random.nextInt(4) * 0.15;
            int reorder = 1 + random.nextInt(8);
            int runs = 1 + random.nextInt(4);
            for (int run = 0; run < runs; run++) {
                int packets = random.nextBoolean() ? random.nextInt(40, 100) : random.nextInt(100, 1200);
                // The first runs from anywhere, over the greatest number or not; others start again at 1. No run ends
                // so near to 1 that packets in the wrong order make it seem to continue.
                long first = run > 0 ? 1 : random.nextInt(3) > 0 ? random.nextInt(1, 100_000)
                        : 0xFFFF_FFFFL - random.nextInt(packets - 30);
                feed.run(random, first, packets, loss, reorder);
            }
            check(feed, feed.lines.arbitrated());
            check(feed, feed.lines.named(TwoLines.FRAMING));
        }
    }

    @Test
    void shouldHandOutTheUnionWithoutSendingTimes() throws IOException {
        SplittableRandom random = Seed.random("ArbitrationPropertyTest.untimed");
        for (int round = 0; round < rounds; round++) {
            Feed feed = new Feed();
            feed.run(random, random.nextInt(1, 100_000), 200 + random.nextInt(1000), random.nextInt(4) * 0.15,
                    1 + random.nextInt(8));
            check(feed, feed.lines.named(TwoLines.UNTIMED));
        }
    }

    /// The slower line fills what the faster one lost, in the run before a restart and in the one behind it.
    @Test
    void shouldWaitForTheSlowerLineWhereASequenceStartsAgain() throws IOException {
        SplittableRandom random = Seed.random("ArbitrationPropertyTest.lag");
        for (int round = 0; round < rounds / 4; round++) {
            Feed feed = new Feed();
            double loss = random.nextInt(4) * 0.1;
            int reorder = 1 + random.nextInt(2);
            int lag = random.nextInt(3, 900);
            int longest = random.nextInt(20, 2_000);
            // Lines are known to be one channel once a packet came on both.
            feed.run(random, random.nextInt(1, 100_000), lag + 1 + random.nextInt(1_000), loss, reorder, lag, 0);
            int runs = random.nextInt(1, 6);
            for (int run = 0; run < runs; run++) {
                feed.run(random, 1, random.nextInt(12, longest), loss, reorder, lag, 3);
            }
            check(feed, feed.lines.arbitrated());
            check(feed, feed.lines.named(TwoLines.FRAMING));
        }
    }

    @Test
    void shouldWaitForTheSlowerLineWithoutSendingTimes() throws IOException {
        SplittableRandom random = Seed.random("ArbitrationPropertyTest.untimedLag");
        for (int round = 0; round < rounds / 4; round++) {
            Feed feed = new Feed();
            double loss = random.nextInt(4) * 0.1;
            int lag = random.nextInt(3, 900);
            for (int run = 0; run < 3; run++) {
                feed.run(random, 1, random.nextInt(300, 3_000), loss, 1, lag, 0);
            }
            check(feed, feed.lines.named(TwoLines.UNTIMED));
        }
    }

    /// The second line alone has the first packets of a channel whose lines are named.
    @Test
    void shouldWaitForTheFirstPacketsOfNamedLines() throws IOException {
        SplittableRandom random = Seed.random("ArbitrationPropertyTest.begin");
        for (int round = 0; round < rounds / 4; round++) {
            Feed feed = new Feed();
            feed.run(random, random.nextInt(1, 100_000), 1_000, 0.2, 2, random.nextInt(3, 900), 10);
            check(feed, feed.lines.named(TwoLines.FRAMING));
            check(feed, feed.lines.named(TwoLines.UNTIMED));
        }
    }

    /// Whatever the numbers: every packet is handed out or counted, memory stays bounded, nothing is thrown.
    @Test
    void shouldSurviveHostileSequences() throws IOException {
        SplittableRandom random = Seed.random("ArbitrationPropertyTest.hostile");
        for (int round = 0; round < rounds; round++) {
            TwoLines lines = new TwoLines();
            int packets = 3_000;
            for (int i = 0; i < packets; i++) {
                long sequence = switch (random.nextInt(5)) {
                    case 0 -> random.nextInt(4);
                    case 1 -> -1 - random.nextInt(4);
                    case 2 -> i;
                    case 3 -> random.nextInt(10_000);
                    default -> random.nextInt();
                };
                long time = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(100);
                lines.arrive(random.nextInt(4) * 1_000_000_000L, random.nextInt(2), sequence, time, "x" + time % 5);
            }
            Collected found = round % 2 == 0 ? lines.arbitrated() : lines.named(round % 4 == 1 ? TwoLines.FRAMING
                    : TwoLines.UNTIMED);
            long sum = 0;
            for (ChannelReport channel : found.report.channels()) {
                sum += channel.packets() + channel.duplicates() + channel.late() + channel.strays();
                assertTrue(channel.gaps().size() <= ChannelReport.MAX_GAPS && channel.missing() >= 0);
                assertEquals(channel.packets(),
                        channel.lines().stream().mapToLong(ChannelReport.LineCount::first).sum());
            }
            assertEquals(packets, sum);
            assertEquals(found.report.messages(), found.entries.size());
            assertEquals(found.entries.size(), new TreeSet<>(found.entries.stream()
                    .map(Collected.Entry::packetIndex).toList()).size(), "each packet once");
        }
    }

    @Test
    @Tag("long")
    void shouldDoAllOfThisOften() throws IOException {
        rounds = 2_000;
        shouldHandOutTheUnionInOrder();
        shouldHandOutTheUnionWithoutSendingTimes();
        shouldWaitForTheSlowerLineWhereASequenceStartsAgain();
        shouldWaitForTheSlowerLineWithoutSendingTimes();
        shouldWaitForTheFirstPacketsOfNamedLines();
        shouldSurviveHostileSequences();
    }
}
