// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.lab.figures.Figure;
import dev.ashlar.lab.figures.Range;
import java.util.Optional;

/// One thing that a suite claims: ours against a peer, or a figure of ours alone, and the target if there is one.
///
/// @param what     was done
/// @param peer     empty where ours stands alone
/// @param unit     of `ours` and `theirs`
/// @param ours     empty if it could not be measured
/// @param theirs   of the peer
/// @param ratio    how many times as good as the peer ours is, taken inside each round: above 1 ours is better
/// @param target   of the ratio; where there is none, of `ours`
/// @param headline whether it belongs into the short table, too
/// @param noisy    whether rounds, or the iterations of one, differ too much
/// @param crowded  whether more threads than cores were at work: shows the scheduler more than anything else
public record Finding(String what, String peer, String unit, Optional<Range> ours, Optional<Range> theirs,
        Optional<Range> ratio, Optional<Target> target, boolean headline, boolean noisy, boolean crowded) {
    /// The verdict on what could not be measured.
    public static final String NOT_MEASURED = "not measured";
    /// Rounds that differ by more than this part of their median are called noisy.
    public static final double NOISE = 0.25;
    private static final String YES = "yes";
    private static final String NO = "no";

    /// Ours against a peer.
    public static Finding against(String what, String peer, String unit, Range ours, Range theirs, Range ratio) {
        return new Finding(what, peer, unit, finite(ours), finite(theirs), finite(ratio), Optional.empty(),
                false, isNoisy(ours) || isNoisy(theirs), false);
    }

    /// Ours against the best of several peers, which may be another in each round.
    public static Finding againstBest(String what, String peer, Range ratio) {
        return new Finding(what, peer, "", Optional.empty(), Optional.empty(), finite(ratio), Optional.empty(), false,
                isNoisy(ratio), false);
    }

    /// A figure of ours alone.
    public static Finding alone(String what, String unit, Range ours) {
        return new Finding(what, "", unit, finite(ours), Optional.empty(), Optional.empty(), Optional.empty(), false,
                isNoisy(ours), false);
    }

    /// What is promised, and could not be measured here.
    public static Finding missing(String what, String peer, Target target) {
        return new Finding(what, peer, "", Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(target),
                false, false, false);
    }

    /// Nothing was measured where a peer, or ours, did nothing at all.
    private static Optional<Range> finite(Range range) {
        return Optional.of(range).filter(value -> Double.isFinite(value.min()) && Double.isFinite(value.max()));
    }

    private static boolean isNoisy(Range range) {
        return range.max() - range.min() > NOISE * Math.abs(range.median());
    }

    public Finding withTarget(Optional<Target> promised) {
        return new Finding(what, peer, unit, ours, theirs, ratio, promised, headline, noisy, crowded);
    }

    public Finding withTarget(Target promised) {
        return withTarget(Optional.of(promised));
    }

    /// @param isOne whether it belongs into the short table
    public Finding asHeadline(boolean isOne) {
        return new Finding(what, peer, unit, ours, theirs, ratio, target, isOne, noisy, crowded);
    }

    /// @param also whether it is noisy for another reason than its ranges
    public Finding orNoisy(boolean also) {
        return new Finding(what, peer, unit, ours, theirs, ratio, target, headline, noisy || also, crowded);
    }

    /// @param threads that were at work at once
    public Finding withThreads(int threads) {
        return new Finding(what, peer, unit, ours, theirs, ratio, target, headline, noisy,
                threads > Runtime.getRuntime().availableProcessors());
    }

    /// `yes` or `no`, with `?` where rounds differ; [#NOT_MEASURED]; empty where nothing is promised.
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
        return judged().map(range -> Figure.text(range) + unitOfJudged() + (noisy ? " ~" : "")
                + (crowded ? " *" : "")).orElse("–");
    }

    /// Of what is judged, with its space.
    private String unitOfJudged() {
        if (!peer.isEmpty()) {
            return "×";
        }
        return unit.isEmpty() ? "" : " " + unit;
    }
}
