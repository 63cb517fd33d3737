// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.parts;

import dev.ashlar.query.internal.execution.MaterializedResult;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.parts.SharedScan.Collector;
import dev.ashlar.query.internal.parts.SharedScan.PartQuestion;
import dev.ashlar.query.internal.parts.SharedScan.Ready;
import dev.ashlar.query.internal.scan.GroupScan;
import java.util.List;

/// Merges the groups of parts that are read together as kernel words, and converts them to objects only once.
///
/// @param all collects the groups
record SharedGroups(PartGroups all) implements SharedScan.Question {
    @Override
    public PartQuestion of(PartPlan part) {
        return part.groups();
    }

    @Override
    public Collector begin(Ready first, QueryBudget spent) {
        PartPlan.Groups groups = (PartPlan.Groups) first.question().orElseThrow();
        PartPlan part = first.opened().plan().orElseThrow();
        GroupScan scan = new GroupScan(groups.plan(), first.kernels().orElseThrow().kernels(), spent);
        int threads = first.kernels().get().threads();
        return new Collector() {
            @Override
            public void add(List<Ready> parts) {
                scan.add(parts.stream().map(ready -> ready.snapshot().orElseThrow()).toList(), threads);
            }

            @Override
            public void finish() {
                all.add(part, groups, new MaterializedResult(groups.plan(), scan.results()));
            }
        };
    }
}
