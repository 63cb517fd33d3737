// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import dev.ashlar.query.Plan;
import java.util.List;

/// Answers questions for groups by kernels: each stripe makes groups of its own, which then become one.
final class GroupScan {
    private record Partial(GroupTable groups, GroupTable[] distinct) {
    }

    private final Plan plan;
    private final Kernels kernels;
    private final KernelShape shape;
    private final Guard guard;
    private final GroupTable groups;
    private final GroupTable[] distinct;

    GroupScan(Plan plan, Kernels kernels, Guard guard) {
        this.plan = plan;
        this.kernels = kernels;
        this.guard = guard;
        shape = kernels.shape();
        groups = shape.newGroups(shape.merged(), guard);
        distinct = shape.newDistinct(guard);
    }

    List<Object[]> run(ScanSnapshot snapshot, int threads) {
        KernelRun.overStripes(snapshot, threads, guard, (worker, stripe) -> {
            KernelState state = shape.newState(guard);
            ScanWorker scan = new ScanWorker(snapshot, worker, kernels, state);
            for (ScanSnapshot.Piece piece : stripe) {
                guard.check();
                scan.begin(piece);
                if (!scan.run()) {
                    throw new AssertionError("kernel stopped at row " + scan.row());
                }
            }
            return new Partial(state.groups, state.distinct);
        }, this::merge);
        return results();
    }

    private void merge(Partial partial) {
        int count = partial.groups.count();
        int[] numbers = new int[count];
        long[] key = new long[shape.keys().words()];
        for (int group = 0; group < count; group++) {
            for (int i = 0; i < key.length; i++) {
                key[i] = partial.groups.key(group, i);
            }
            numbers[group] = key.length != 1 ? groups.find(key) : shape.keys().isDirect() ? groups.findDirect(key[0])
                    : groups.find(key[0]);
            shape.merged().merge(groups.results, numbers[group] * shape.merged().words(), shape.parts(),
                    partial.groups.results, group * shape.parts().words());
        }
        for (int i = 0; i < distinct.length; i++) {
            if (distinct[i] != null) {
                merge(partial.distinct[i], distinct[i], shape.distinctWords(i), numbers);
                partial.distinct[i].release();
            }
        }
        partial.groups.release();
    }

    private static void merge(GroupTable from, GroupTable to, int words, int[] numbers) {
        long[] key = new long[words];
        for (int pair = 0; pair < from.count(); pair++) {
            key[0] = numbers[(int) from.key(pair, 0)];
            for (int i = 1; i < words; i++) {
                key[i] = from.key(pair, i);
            }
            to.find(key);
        }
    }

    private List<Object[]> results() {
        long[][] differents = new long[distinct.length][];
        for (int i = 0; i < distinct.length; i++) {
            if (distinct[i] != null) {
                differents[i] = new long[groups.count()];
                for (int pair = 0; pair < distinct[i].count(); pair++) {
                    differents[i][(int) distinct[i].key(pair, 0)]++;
                }
            }
        }
        TopRows top = new TopRows(plan, guard);
        int keys = plan.outputs().size();
        for (int group = 0; group < groups.count(); group++) {
            Object[] row = new Object[keys + plan.aggregates().size()];
            for (int i = 0; i < keys; i++) {
                row[i] = shape.keys().read(groups, group, i);
            }
            int base = group * shape.merged().words();
            for (int i = 0; i < plan.aggregates().size(); i++) {
                row[keys + i] = shape.merged().result(i, groups.results, base, differents[i] == null ? 0
                        : differents[i][group]);
            }
            top.add(row);
        }
        return top.rows();
    }
}
