// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.Session;
import io.trino.execution.StageInfo;
import io.trino.execution.StagesInfo;
import io.trino.operator.OperatorStats;
import io.trino.testing.DistributedQueryRunner;
import io.trino.testing.QueryRunner.MaterializedResultWithPlan;
import java.util.ArrayList;
import java.util.List;

/// What a query read of archives.
///
/// @param lines  its rows
/// @param splits that workers got
/// @param rows   that they read of these
record Scanned(List<String> lines, long splits, long rows) {
    static Scanned of(DistributedQueryRunner cluster, Session session, String sql) {
        MaterializedResultWithPlan result = cluster.executeWithPlan(session, sql);
        List<OperatorStats> scans = new ArrayList<>();
        for (StageInfo stage : StagesInfo.getAllStages(cluster.getCoordinator().getQueryManager()
                .getFullQueryInfo(result.queryId()).getStages())) {
            stage.stageStats().getOperatorSummaries().stream().filter(operator -> operator.getSourceId()
                    .map(stage.tables()::get).filter(table -> table.tableName().catalogName().equals(Cluster.CATALOG))
                    .isPresent()).forEach(scans::add);
        }
        return new Scanned(Lines.of(result.result()), scans.stream().mapToLong(OperatorStats::getTotalDrivers).sum(),
                scans.stream().mapToLong(OperatorStats::getPhysicalInputPositions).sum());
    }
}
