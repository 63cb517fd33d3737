// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.kernel.GroupTable;
import dev.ashlar.query.internal.kernel.KernelShape;
import dev.ashlar.query.internal.kernel.KernelState;
import java.util.Arrays;

/// The groups that one worker finds in stripes, whose results are taken after each stripe.
///
/// If most groups occur in each stripe, creating them for each stripe would take longer than aggregating the rows. So a
/// worker keeps its groups as long as they recur, and resets only their results; it looks up their places in the groups
/// of all rows only once.
///
/// **Threading**: the worker's, but for [Stripe#merge] and [Stripe#end], which one thread calls at a time, stripe by
/// stripe.
final class StripeGroups {
    private final KernelShape shape;
    private final QueryBudget budget;
    private final KernelState state;
    /// How many groups there were before the stripe at hand.
    private int before;
    private int stripes;
    /// How many of its stripes are not merged yet.
    private int unmerged;
    private boolean isLeft;
    /// The first stripe with the results at hand.
    private int first;
    /// By group: its number in the groups of all rows, up to a group.
    private int[] numbers = {};
    private int known;
    /// Whether most groups of the stripe that was merged last had come before, or it was the first of all.
    private volatile boolean comeAgain;

    /// What one stripe has left.
    ///
    /// @param keys    of all groups, one after the other
    /// @param results likewise
    record Stripe(StripeGroups of, int number, int count, long[] keys, long[] results) {
        /// Adds them to the groups of all rows.
        ///
        /// @param tick is called for each group
        void merge(GroupTable groups, Runnable tick) {
            of.merge(this, groups, tick);
        }

        /// Gives back their memory.
        void end() {
            of.end(this);
        }
    }

    StripeGroups(KernelShape shape, KernelState state, QueryBudget budget) {
        this.shape = shape;
        this.state = state;
        this.budget = budget;
    }

    KernelState state() {
        return state;
    }

    /// Prepares for one more stripe, if its groups are likely to be those there are.
    ///
    /// @param rows of the stripe
    /// @return whether it is prepared; otherwise it is of no use for other stripes
    synchronized boolean goesOn(int rows) {
        int count = state.groups.count();
        if (stripes > 0) {
            // Each group is merged, with rows or without.
            if (!comeAgain || count > rows / 2 || stripes > 1 && count - before > count / 4) {
                leave();
                return false;
            }
            boolean areTaken = unmerged > 0;
            first = areTaken ? stripes : first;
            state.groups.beginResults(areTaken);
        }
        before = count;
        return true;
    }

    /// The results of the stripe at hand.
    synchronized Stripe take() {
        unmerged++;
        return new Stripe(this, stripes++, state.groups.count(), state.groups.keys(), state.groups.results);
    }

    private void merge(Stripe stripe, GroupTable groups, Runnable tick) {
        int keyWords = shape.keys().words();
        long[] key = new long[keyWords];
        int foundBefore = 0;
        int countBefore = groups.count();
        numbers = Arrays.copyOf(numbers, Math.max(numbers.length, stripe.count));
        for (int group = 0; group < stripe.count; group++) {
            tick.run();
            if (group >= known) {
                if (keyWords == 1) {
                    numbers[group] = groups.find(stripe.keys[group], 0);
                } else {
                    System.arraycopy(stripe.keys, group * keyWords, key, 0, keyWords);
                    numbers[group] = groups.find(key, 0);
                }
            }
            foundBefore += numbers[group] < countBefore ? 1 : 0;
        }
        shape.merged().merge(groups.results, numbers, shape.parts(), stripe.results, stripe.count);
        known = Math.max(known, stripe.count);
        comeAgain = countBefore == 0 || foundBefore > stripe.count / 2;
    }

    private synchronized void end(Stripe stripe) {
        if (stripe.number < first) {
            budget.release((long) Long.BYTES * stripe.results.length);
        }
        unmerged--;
        releaseIfUnused();
    }

    /// Says that no other stripe comes.
    synchronized void leave() {
        isLeft = true;
        releaseIfUnused();
    }

    private void releaseIfUnused() {
        if (isLeft && unmerged == 0) {
            state.release();
        }
    }
}
