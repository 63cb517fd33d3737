// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.Order;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.execution.QueryBudget;
import dev.ashlar.query.internal.execution.TopRows;
import dev.ashlar.query.internal.kernel.Kernels;
import java.util.List;

/// Runs ordered queries by kernels: each stripe finds its first rows, and the first rows overall are among them.
public final class OrderedScan {
    private OrderedScan() {
    }

    public static List<Object[]> run(Plan plan, Kernels kernels, ScanSnapshot snapshot, int threads,
            QueryBudget budget) {
        TopRows all = new TopRows(plan, budget);
        Order first = plan.order().getFirst();
        ParallelScan.overStripes(snapshot, threads, budget, (worker, stripe) -> {
            OutputBatch batch = new OutputBatch(kernels.shape(), snapshot.bounds(), budget);
            ScanWorker scan = new ScanWorker(snapshot, worker, kernels, batch.state, budget);
            TopRows top = new TopRows(plan, budget);
            for (ScanSnapshot.Piece piece : stripe) {
                budget.check();
                scan.begin(piece);
                boolean done = false;
                while (!done) {
                    done = scan.run();
                    for (int i = 0; i < batch.count(); i++) {
                        if (!batch.isBehind(i, top.worst(), first)) {
                            top.add(batch.row(plan, i));
                        }
                    }
                    batch.clear();
                }
            }
            return top;
        }, top -> top.moveTo(all));
        return all.rows();
    }
}
