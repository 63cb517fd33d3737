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

/// One thing that a suite claims: ours against a peer, or a figure of ours alone, and the target if there is one.
///
/// @param peer     empty where ours stands alone
/// @param unit     of `ours` and `theirs`
/// @param ours     empty if it could not be measured
/// @param ratio    how many times as good as the peer ours is, taken inside each round: above 1 ours is better
/// @param target   of the ratio; where there is none, of `ours`
/// @param headline whether it belongs into the short table, too
/// @param crowded  whether more threads than cores were at work: shows the scheduler more than anything else
public record Finding(String what, String peer, String unit, Optional<Range> ours, Optional<Range> theirs,
        Optional<Range> ratio, Optional<Target> target, boolean headline, boolean noisy,
        @JsonProperty("moreThreadsThanCores") boolean crowded) {
    /// The verdict on what could not be measured.
    public static final String NOT_MEASURED = "not measured";
    /// Rounds that differ by more than this part of their median are called noisy.
    public static final double NOISE = 0.25;
    private static final String YES = "yes";
    private static final String NO = "no";

    /// Ours against a peer.
    public static Finding against(String what, String peer, Figures figures, Measure measure, String ours,
            String theirs) {
        Optional<Range> mine = range(figures, ours, measure);
        Optional<Range> other = range(figures, theirs, measure);
        return new Finding(what, peer, measure.unit(), mine, other,
                finite(figures.advantage(List.of(ours), List.of(theirs), measure)), Optional.empty(), false,
                isNoisy(mine) || isNoisy(other) || isAny(Figure::noisy, figures, measure, List.of(ours, theirs)),
                isAny(Figure::crowded, figures, measure, List.of(ours, theirs)));
    }

    /// The best of ours against the best of several peers, which may be another one in each round. Peers without a
    /// figure in every round do not count.
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

    /// A figure of ours alone.
    public static Finding alone(String what, Figures figures, Measure measure, String subject) {
        return alone(what, measure.unit(), range(figures, subject, measure),
                isAny(Figure::crowded, figures, measure, List.of(subject)));
    }

    /// A figure that is not the range of a subject.
    public static Finding alone(String what, String unit, Optional<Range> ours, boolean crowded) {
        return new Finding(what, "", unit, ours, Optional.empty(), Optional.empty(), Optional.empty(), false,
                isNoisy(ours), crowded);
    }

    /// One of ours against the worst of the peers by another measure.
    public static Finding againstWorst(String what, String peer, Figures figures, Measure measure, String ours,
            Measure ofPeers, List<String> peers) {
        return byRatio(what, peer, figures.advantageOverWorst(ours, measure, peers, ofPeers),
                isAny(Figure::crowded, figures, measure, List.of(ours)));
    }

    /// The most that any of some subjects takes, such as garbage, which must be nothing.
    ///
    /// @param least what is less counts as nothing, because the JVM itself takes as much
    public static Finding mostOf(String what, Figures figures, Measure measure, Predicate<String> which, double least) {
        OptionalDouble most = figures.subjects().stream().filter(which)
                .flatMap(subject -> figures.median(subject, measure).stream()).mapToDouble(Double::doubleValue).max();
        return alone(what, measure.unit(), most.isEmpty() ? Optional.empty()
                : Optional.of(Range.of(List.of(most.getAsDouble() < least ? 0 : most.getAsDouble()))), false)
                .withTarget(Target.atMost(0));
    }

    /// What has a target and could not be measured here.
    public static Finding missing(String what, String peer, Target target) {
        return byRatio(what, peer, Optional.empty(), false).withTarget(target);
    }

    private static Optional<Range> range(Figures figures, String subject, Measure measure) {
        return finite(figures.figure(subject, measure).map(figure -> Range.of(figure.medians())));
    }

    /// Nothing was measured where a peer, or ours, did nothing at all.
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

    /// `yes` or `no`, with `?` where rounds differ; [#NOT_MEASURED]; empty where nothing is promised.
    @JsonProperty
    public String verdict() {
        return target.map(promised -> judged().map(promised::verdict).orElse(NOT_MEASURED)).orElse("");
    }

    /// Whether there is a target, and all rounds keep it.
    public boolean isMet() {
        return verdict().equals(YES);
    }

    /// Whether there is a target, and no round keeps it.
    public boolean isMissed() {
        return verdict().equals(NO);
    }

    /// Whether there is a target, and rounds differ on it or there are none.
    public boolean isOpen() {
        return target.isPresent() && !isMet() && !isMissed();
    }

    /// What the target is of, or would be; empty if it could not be measured.
    public Optional<Range> judged() {
        return ratio.isPresent() || !peer.isEmpty() ? ratio : ours;
    }

    /// The target as text; empty where nothing is promised.
    public String targetText() {
        return target.map(promised -> promised.text(unitOfJudged())).orElse("");
    }

    /// What is judged, as text: `~` noisy, `*` more threads than cores.
    public String foundText() {
        return judged().map(range -> Figure.text(range) + unitOfJudged() + Figure.marks(noisy, crowded)).orElse("–");
    }

    /// Of what is judged, with its space.
    private String unitOfJudged() {
        return !peer.isEmpty() ? "×" : unit.isEmpty() ? "" : " " + unit;
    }
}
