// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import dev.ashlar.query.Order;
import dev.ashlar.query.Plan;
import dev.ashlar.query.internal.execution.Guard;
import dev.ashlar.query.internal.execution.TopRows;
import dev.ashlar.query.internal.kernel.Kernels;
import java.util.List;

/// Answers questions for ordered rows by kernels: each stripe finds its first rows, the first of all are among them.
public final class OrderedScan {
    private OrderedScan() {
    }

    public static List<Object[]> run(Plan plan, Kernels kernels, ScanSnapshot snapshot, int threads, Guard guard) {
        TopRows all = new TopRows(plan, guard);
        Order first = plan.order().getFirst();
        KernelRun.overStripes(snapshot, threads, guard, (worker, stripe) -> {
            OutputBatch batch = new OutputBatch(kernels.shape(), snapshot.bounds(), guard);
            ScanWorker scan = new ScanWorker(snapshot, worker, kernels, batch.state, guard);
            TopRows top = new TopRows(plan, guard);
            for (ScanSnapshot.Piece piece : stripe) {
                guard.check();
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
