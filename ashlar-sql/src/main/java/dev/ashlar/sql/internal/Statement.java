// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlStatement;
import java.sql.JDBCType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/// One question, planned anew whenever it is asked, since its parameters decide what can be pushed.
final class Statement implements SqlStatement {
    private final String sql;
    private final Analysis analysis;
    private final Names names;

    Statement(String sql, Analysis analysis, Names names) {
        this.sql = sql;
        this.analysis = analysis;
        this.names = names;
    }

    @Override
    public List<SqlColumn> parameters() {
        return SqlTypes.columns(analysis.parameters(), analysis.parameters().getFieldNames());
    }

    @Override
    public List<SqlColumn> columns() {
        return analysis.explain() ? List.of(new SqlColumn(0, "PLAN", JDBCType.VARCHAR, 0, 0, false))
                : SqlTypes.columns(analysis.row(), analysis.names());
    }

    @Override
    public SqlResult run(List<?> values, QueryOptions options) {
        try {
            RelNode asked = analysis.convert().project();
            int wanted = analysis.parameters().getFieldCount();
            if (values.size() != wanted) {
                throw new SqlException(Reason.INVALID, "parameters=" + values.size() + ", expected=" + wanted, null);
            }
            RelNode pushed = Planning.pushed(wanted == 0 ? asked : withValues(asked, values));
            if (analysis.explain()) {
                return explained(pushed instanceof StoreScan ? pushed : Planning.physical(pushed), options);
            }
            List<SqlColumn> columns = columns();
            SqlResult result = pushed instanceof StoreScan scan ? new ScanResult(scan, columns, options)
                    : run(Planning.physical(pushed), columns, options);
            return new GuardedResult(result, e -> Problems.of(e, sql, names));
        } catch (Exception | StackOverflowError | OutOfMemoryError e) {
            throw Problems.of(e, sql, names);
        }
    }

    private static SqlResult run(RelNode physical, List<SqlColumn> columns, QueryOptions options) {
        return physical instanceof StoreScan scan ? new ScanResult(scan, columns, options)
                : CompiledResult.of(physical, columns, options);
    }

    /// Constants in the place of parameters.
    private static RelNode withValues(RelNode asked, List<?> values) {
        RexBuilder builder = asked.getCluster().getRexBuilder();
        RexShuttle constants = new RexShuttle() {
            @Override
            public RexNode visitDynamicParam(RexDynamicParam parameter) {
                return Parameters.literal(builder, values.get(parameter.getIndex()), parameter.getType());
            }

            @Override
            public RexNode visitSubQuery(RexSubQuery subQuery) {
                RexNode visited = super.visitSubQuery(subQuery);
                return visited instanceof RexSubQuery found
                        ? found.clone(withValues(found.rel, values)) : visited;
            }
        };
        return asked.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
                return super.visitChildren(other).accept(constants);
            }
        });
    }

    private static SqlResult explained(RelNode plan, QueryOptions options) {
        List<String> lines = new ArrayList<>(RelOptUtil.toString(plan).lines().toList());
        new RelVisitor() {
            @Override
            public void visit(RelNode node, int ordinal, RelNode parent) {
                if (node instanceof StoreScan scan) {
                    lines.add("");
                    lines.addAll(scan.plan().explain(options).lines().toList());
                }
                super.visit(node, ordinal, parent);
            }
        }.go(plan);
        return new LinesResult("PLAN", lines);
    }
}
