// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.ashlar.measure.figures.Figure;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.figures.Measure;
import dev.ashlar.measure.figures.Range;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/// One claim of a suite: Ashlar against a peer, or a figure of Ashlar alone, and the target if there is one.
///
/// @param peer     the peer; empty for a figure of Ashlar alone
/// @param unit     unit of `ours` and `theirs`
/// @param ours     Ashlar's figure; empty if it could not be measured
/// @param ratio    how many times as good as the peer Ashlar is, taken inside each round: above 1, Ashlar is better
/// @param target   target of the ratio; without a ratio, of `ours`
/// @param headline whether it is in the short table, too
/// @param crowded  whether there were more threads than cores: the figure then mainly shows the scheduler
public record Finding(String what, String peer, String unit, Optional<Range> ours, Optional<Range> theirs,
        Optional<Range> ratio, Optional<Target> target, boolean headline, boolean noisy,
        @JsonProperty("moreThreadsThanCores") boolean crowded) {
    /// The verdict if it could not be measured.
    public static final String NOT_MEASURED = "not measured";
    /// Rounds that differ by more than this part of their median are called noisy.
    public static final double NOISE = 0.25;
    private static final String YES = "yes";
    private static final String NO = "no";

    /// Ashlar against a peer.
    public static Finding against(String what, String peer, Figures figures, Measure measure, String ours,
            String theirs) {
        Optional<Range> mine = range(figures, ours, measure);
        Optional<Range> other = range(figures, theirs, measure);
        return new Finding(what, peer, measure.unit(), mine, other,
                finite(figures.advantage(List.of(ours), List.of(theirs), measure)), Optional.empty(), false,
                isNoisy(mine) || isNoisy(other) || isAny(Figure::noisy, figures, measure, List.of(ours, theirs)),
                isAny(Figure::crowded, figures, measure, List.of(ours, theirs)));
    }

    /// The best of Ashlar's contenders against the best of several peers, which may differ in each round. Peers without
    /// a figure in every round do not count.
    public static Finding againstBest(String what, String peer, Figures figures, Measure measure, List<String> ours,
            List<String> peers) {
        return byRatio(what, peer, figures.advantage(ours, peers, measure),
                isAny(Figure::crowded, figures, measure, ours));
    }

    private static Finding byRatio(String what, String peer, Optional<Range> found, boolean crowded) {
        Optional<Range> ratio = finite(found);
        return new Finding(what, peer, "", Optional.empty(), Optional.empty(), ratio, Optional.empty(), false,
                isNoisy(ratio), crowded);
    }

    /// A figure of Ashlar alone.
    public static Finding alone(String what, Figures figures, Measure measure, String subject) {
        return alone(what, measure.unit(), range(figures, subject, measure),
                isAny(Figure::crowded, figures, measure, List.of(subject)));
    }

    /// A figure that is not the range of a subject.
    public static Finding alone(String what, String unit, Optional<Range> ours, boolean crowded) {
        return new Finding(what, "", unit, ours, Optional.empty(), Optional.empty(), Optional.empty(), false,
                isNoisy(ours), crowded);
    }

    /// One of Ashlar's contenders against the worst of the peers by another measure.
    public static Finding againstWorst(String what, String peer, Figures figures, Measure measure, String ours,
            Measure ofPeers, List<String> peers) {
        return byRatio(what, peer, figures.advantageOverWorst(ours, measure, peers, ofPeers),
                isAny(Figure::crowded, figures, measure, List.of(ours)));
    }

    /// The maximum over some subjects, such as of garbage, which must be 0.
    ///
    /// @param least smaller values count as 0, because the JVM itself causes as much
    public static Finding mostOf(String what, Figures figures, Measure measure, Predicate<String> which, double least) {
        OptionalDouble most = figures.subjects().stream().filter(which)
                .flatMap(subject -> figures.median(subject, measure).stream()).mapToDouble(Double::doubleValue).max();
        return alone(what, measure.unit(), most.isEmpty() ? Optional.empty()
                : Optional.of(Range.of(List.of(most.getAsDouble() < least ? 0 : most.getAsDouble()))), false)
                .withTarget(Target.atMost(0));
    }

    /// A finding with a target that could not be measured here.
    public static Finding missing(String what, String peer, Target target) {
        return byRatio(what, peer, Optional.empty(), false).withTarget(target);
    }

    private static Optional<Range> range(Figures figures, String subject, Measure measure) {
        return finite(figures.figure(subject, measure).map(figure -> Range.of(figure.medians())));
    }

    /// There is no ratio if the peer, or Ashlar, did no work at all.
    private static Optional<Range> finite(Optional<Range> range) {
        return range.filter(value -> Double.isFinite(value.min()) && Double.isFinite(value.max()));
    }

    private static boolean isAny(Predicate<Figure> which, Figures figures, Measure measure, List<String> subjects) {
        return subjects.stream().anyMatch(one -> figures.figure(one, measure).filter(which).isPresent());
    }

    private static boolean isNoisy(Optional<Range> range) {
        return range.filter(one -> one.max() - one.min() > NOISE * Math.abs(one.median())).isPresent();
    }

    public Finding withTarget(Optional<Target> promised) {
        return new Finding(what, peer, unit, ours, theirs, ratio, promised, headline, noisy, crowded);
    }

    public Finding withTarget(Target promised) {
        return withTarget(Optional.of(promised));
    }

    public Finding asHeadline(boolean isOne) {
        return new Finding(what, peer, unit, ours, theirs, ratio, target, isOne, noisy, crowded);
    }

    /// `yes` or `no`, with `?` if rounds disagree; [#NOT_MEASURED]; empty without a target.
    @JsonProperty
    public String verdict() {
        return target.map(promised -> judged().map(promised::verdict).orElse(NOT_MEASURED)).orElse("");
    }

    /// Whether there is a target, and all rounds meet it.
    public boolean isMet() {
        return verdict().equals(YES);
    }

    /// Whether there is a target, and no round meets it.
    public boolean isMissed() {
        return verdict().equals(NO);
    }

    /// Whether there is a target, and rounds disagree on it or there are none.
    public boolean isOpen() {
        return target.isPresent() && !isMet() && !isMissed();
    }

    /// The figure that the target applies to, or would apply to; empty if it could not be measured.
    public Optional<Range> judged() {
        return ratio.isPresent() || !peer.isEmpty() ? ratio : ours;
    }

    /// The target as text; empty without a target.
    public String targetText() {
        return target.map(promised -> promised.text(unitOfJudged())).orElse("");
    }

    /// The figure that the target applies to, as text: `~` noisy, `*` more threads than cores.
    public String foundText() {
        return judged().map(range -> Figure.text(range) + unitOfJudged() + Figure.marks(noisy, crowded)).orElse("–");
    }

    /// The unit of that figure, with its space.
    private String unitOfJudged() {
        return !peer.isEmpty() ? "×" : unit.isEmpty() ? "" : " " + unit;
    }
}
