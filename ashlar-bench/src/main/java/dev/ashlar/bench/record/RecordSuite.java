// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.record;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.TrialSuite;
import dev.ashlar.bench.record.RateSearch.Found;
import dev.ashlar.bench.record.RateSearch.Run;
import dev.ashlar.measure.MeasurementPlan;
import dev.ashlar.measure.Recorder;
import dev.ashlar.measure.Trial;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/// Up to which rate does a recorder lose no packet, and how long does it take to store messages at half of that rate?
///
/// The peer is a loop that only receives. If recording were much slower, several threads would have to receive a line,
/// or the writer's work would have to be divided; if it is close, only another way to receive can help.
public final class RecordSuite extends TrialSuite {
    static final Measure RATE = Measure.more("without loss", "packets/s");
    static final Measure MESSAGES = Measure.more("messages", "million/s");
    static final Measure LAG = Measure.less("p99.9 of the lag at half the rate", "ms");
    static final Measure SENDER = Measure.plain("sender", "% of a core");
    static final Measure LINE = Measure.plain("line", "% of a core");
    static final Measure WRITER = Measure.plain("writer", "% of a core");
    private static final double BUSY = 0.85;

    public RecordSuite() {
        super("record", "a live feed over loopback into a store, against a loop that only receives", 3);
    }

    @Override
    protected MeasurementPlan plan(boolean quick, OptionalLong rows) {
        List<Trial> trials = Arrays.stream(FeedContender.values())
                .map(contender -> trial(contender, quick ? 0.3 : 2, 10_000, 5_000_000)).toList();
        return new MeasurementPlan(trials, List.of());
    }

    static Trial trial(FeedContender contender, double seconds, double least, double most) {
        Trial trial = Trial.of(contender.label).withThreads(contender.isOurs() ? 2 + contender.lines : 2)
                .with("contender", contender).with("seconds", seconds).with("least", least).with("most", most).withFlags(FLAGS)
                .withFlags("--enable-native-access=ALL-UNNAMED");
        return contender.isOurs() ? trial : trial.with(PEER, contender);
    }

    @Override
    public void measure(Trial trial, Recorder recorder) throws Exception {
        FeedContender contender = FeedContender.valueOf(trial.text("contender"));
        double least = Double.parseDouble(trial.text("least"));
        try (FeedSender sender = new FeedSender()) {
            RateSearch search = new RateSearch(sender, contender, Double.parseDouble(trial.text("seconds")));
            // Warm-up at a rate that any machine can sustain, so that the search runs compiled code.
            search.run(least);
            Found found = search.search(least, Double.parseDouble(trial.text("most")));
            if (found.best().isEmpty()) {
                recorder.note("%s: packets were lost at %,.0f packets/s already.".formatted(contender.label, least));
                return;
            }
            Run best = found.best().get();
            String subject = contender.label;
            double ns = Math.max(best.seconds(), best.sent().seconds()) * NS_PER_S;
            recorder.sample(subject, RATE, best.sustained());
            recorder.sample(subject, MESSAGES, best.sustained() * sender.messagesPerPacket() / 1e6);
            recorder.sample(subject, SENDER, 100 * best.sent().busy());
            recorder.sample(subject, LINE, 100 * best.received().lineNs() / ns);
            if (contender.isOurs()) {
                recorder.sample(subject, WRITER, 100 * best.received().writerNs() / ns);
                recorder.sample(subject, LAG, search.run(best.sustained() / 2).received().p999Ms());
            }
            recorder.note(String.format(Locale.ROOT, "%s: limited by %s; packets have %.0f bytes and %.1f messages.", subject,
                    limit(found, best, ns), sender.packetBytes(), sender.messagesPerPacket()));
        }
    }

    /// The limit of the rate. If all cores were busy, the threads that share them could have done more.
    private static String limit(Found found, Run best, double ns) {
        int cores = Runtime.getRuntime().availableProcessors();
        double busy = best.sent().busy() * ns + best.received().lineNs() + best.received().writerNs();
        return found.limit().label + (busy > BUSY * cores * ns ? ", with all " + cores + " cores at work" : "");
    }

    @Override
    protected List<Finding> findings(Figures figures) {
        List<Finding> findings = new ArrayList<>();
        for (FeedContender contender : FeedContender.values()) {
            if (contender.isOurs()) {
                String peer = FeedContender.RECEIVE_ONLY.label;
                findings.add(Finding.against(contender.label, peer, figures, RATE, contender.label, peer)
                        .asHeadline(contender == FeedContender.TWO_LINES));
                findings.add(Finding.alone(contender.label + ", p99.9 of the lag at half the rate", figures, LAG,
                        contender.label));
            }
        }
        return findings;
    }

    @Override
    protected String legend() {
        return """
                Packets of the sample feed over loopback, sent by a thread of the same JVM. Without loss: the
                highest rate, in steps of a third, at which everything sent was received, and the packets by
                the time until all was committed. Two lines: the rate of each. Lag: from the receive stamp to
                the commit.
                """;
    }
}
