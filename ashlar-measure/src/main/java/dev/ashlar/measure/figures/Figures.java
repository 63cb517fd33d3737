// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.figures;

import dev.ashlar.measure.figures.Ratio.Quotient;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// All figures of an experiment, in the order in which they came.
///
/// **Threading**: one thread.
public final class Figures {
    private record Key(String subject, String measure) { }

    private final Map<Key, Figure> figures = new LinkedHashMap<>();

    public Figures() {
    }

    /// Takes a figure; joins it with that of an earlier JVM.
    public void add(Figure figure) {
        figures.merge(new Key(figure.subject(), figure.measure().name()), figure, Figure::and);
    }

    /// Adds the samples of one more JVM that nothing disturbed.
    public Figures with(String subject, Measure measure, double... samples) {
        add(new Figure(subject, measure, List.of(DoubleStream.of(samples).boxed().toList()), false, false));
        return this;
    }

    public List<Figure> all() {
        return List.copyOf(figures.values());
    }

    public List<String> subjects() {
        return all().stream().map(Figure::subject).distinct().toList();
    }

    public List<Measure> measures() {
        return all().stream().map(Figure::measure).distinct().toList();
    }

    public Optional<Figure> figure(String subject, Measure measure) {
        return Optional.ofNullable(figures.get(new Key(subject, measure.name())));
    }

    public Optional<Range> range(String subject, Measure measure) {
        return figure(subject, measure).map(Figure::range);
    }

    /// A point of a chart; empty if it was not measured.
    public Optional<Chart.Point> point(String subject, Measure measure, double x, String label) {
        return range(subject, measure).map(range -> new Chart.Point(x, label, range));
    }

    /// The median; empty if it was not measured.
    public Optional<Double> median(String subject, Measure measure) {
        return range(subject, measure).map(Range::median);
    }

    /// The subject with the best median of those that were measured.
    public Optional<String> best(List<String> among, Measure measure) {
        int sign = measure.better() == Measure.Better.LESS ? -1 : 1;
        return among.stream().filter(subject -> median(subject, measure).isPresent())
                .max(Comparator.comparingDouble(subject -> sign * median(subject, measure).orElseThrow()));
    }

    /// How many times the one is the other: fork by fork where both have as many, and more than one; otherwise from
    /// the medians, with the widest range that the extremes allow. Empty if either was not measured, or divides by 0.
    public Optional<Quotient> ratio(String over, String under, Measure measure) {
        return ratio(over, measure, under, measure);
    }

    /// The same of two measures.
    public Optional<Quotient> ratio(String over, Measure ofOver, String under, Measure ofUnder) {
        Optional<Figure> above = figure(over, ofOver);
        Optional<Figure> below = figure(under, ofUnder);
        if (above.isEmpty() || below.isEmpty() || below.get().range().min() <= 0) {
            return Optional.empty();
        }
        return Optional.of(new Quotient(ratio(above.get(), below.get()),
                above.get().isDoubtful() || below.get().isDoubtful(), above.get().crowded() || below.get().crowded()));
    }

    private static Range ratio(Figure above, Figure below) {
        List<Double> tops = above.values();
        List<Double> bottoms = below.values();
        if (above.forks().size() == below.forks().size() && above.forks().size() > 1) {
            List<Double> ratios = IntStream.range(0, tops.size()).mapToObj(i -> tops.get(i) / bottoms.get(i)).toList();
            return Range.of(ratios);
        }
        Range a = above.range();
        Range b = below.range();
        return new Range(a.median() / b.median(), a.min() / b.max(), a.max() / b.min());
    }

    /// How many times as good the best of ours is as the best of the peers, round by round; another one may be the best
    /// in each round. Empty if one side has no figure in every round.
    public Optional<Range> advantage(Collection<String> ours, Collection<String> peers, Measure measure) {
        return advantage(values(ours, measure, true), values(peers, measure, true), measure.better());
    }

    /// The same of one of ours and the worst of the peers, by another measure of theirs.
    public Optional<Range> advantageOverWorst(String ours, Measure measure, Collection<String> peers, Measure ofPeers) {
        return advantage(values(List.of(ours), measure, true), values(peers, ofPeers, false), measure.better());
    }

    private static Optional<Range> advantage(List<Double> ours, List<Double> peers, Measure.Better better) {
        if (ours.isEmpty() || ours.size() != peers.size()) {
            return Optional.empty();
        }
        boolean less = better == Measure.Better.LESS;
        return Optional.of(Range.of(IntStream.range(0, ours.size()).mapToObj(round -> less
                ? peers.get(round) / ours.get(round) : ours.get(round) / peers.get(round)).toList()));
    }

    /// The best or the worst of each round, of the subjects that were measured in every round.
    private List<Double> values(Collection<String> subjects, Measure measure, boolean best) {
        int rounds = all().stream().mapToInt(figure -> figure.forks().size()).max().orElse(0);
        List<List<Double>> whole = subjects.stream().flatMap(subject -> figure(subject, measure).stream())
                .map(Figure::medians).filter(medians -> medians.size() == rounds).toList();
        boolean least = best == (measure.better() == Measure.Better.LESS);
        return whole.isEmpty() ? List.of() : IntStream.range(0, rounds).mapToObj(round -> whole.stream()
                .map(medians -> medians.get(round)).reduce(least ? Math::min : Math::max).orElseThrow()).toList();
    }
}
