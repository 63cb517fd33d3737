// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import static io.trino.plugin.tpch.TpchMetadata.TINY_SCALE_FACTOR;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static io.trino.testing.MaterializedResult.resultBuilder;
import static org.assertj.core.api.Assertions.assertThat;

import io.trino.testing.BaseConnectorTest;
import io.trino.testing.MaterializedResult;
import io.trino.testing.QueryRunner;
import io.trino.testing.TestingConnectorBehavior;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Trino's own suite for connectors, over TPC-H in an archive.
class AshlarConnectorTest extends BaseConnectorTest {
    private static final Map<String, String> ORDERS = new LinkedHashMap<>();

    @TempDir
    static Path temp;

    static {
        ORDERS.put("orderkey", "bigint");
        ORDERS.put("custkey", "bigint");
        ORDERS.put("orderstatus", "varchar(1)");
        ORDERS.put("totalprice", "double");
        ORDERS.put("orderdate", "timestamp(9)");
        ORDERS.put("orderpriority", "varchar");
        ORDERS.put("clerk", "varchar");
        ORDERS.put("shippriority", "integer");
        ORDERS.put("comment", "varchar");
    }

    @Override
    protected QueryRunner createQueryRunner() throws Exception {
        TpchArchive.write(temp.resolve("tpch"), TINY_SCALE_FACTOR);
        return Cluster.start(2, temp, "tpch", Map.of(CatalogSettings.HIDE_OWN_COLUMNS, "true"));
    }

    @Override
    protected boolean hasBehavior(TestingConnectorBehavior behavior) {
        return switch (behavior) {
            case SUPPORTS_PREDICATE_PUSHDOWN, SUPPORTS_PREDICATE_PUSHDOWN_WITH_VARCHAR_EQUALITY,
                    SUPPORTS_DYNAMIC_FILTER_PUSHDOWN -> true;
            // Of each split, so that Trino's own limit stays in the plan: the suite calls only the whole support.
            case SUPPORTS_LIMIT_PUSHDOWN, SUPPORTS_TOPN_PUSHDOWN, SUPPORTS_TOPN_PUSHDOWN_WITH_VARCHAR -> false;
            case SUPPORTS_PREDICATE_PUSHDOWN_WITH_VARCHAR_INEQUALITY, SUPPORTS_CREATE_SCHEMA,
                    SUPPORTS_CREATE_TABLE, SUPPORTS_CREATE_VIEW, SUPPORTS_CREATE_MATERIALIZED_VIEW,
                    SUPPORTS_INSERT, SUPPORTS_DELETE, SUPPORTS_UPDATE, SUPPORTS_MERGE, SUPPORTS_TRUNCATE,
                    SUPPORTS_RENAME_TABLE, SUPPORTS_RENAME_SCHEMA, SUPPORTS_ADD_COLUMN, SUPPORTS_DROP_COLUMN,
                    SUPPORTS_RENAME_COLUMN, SUPPORTS_SET_COLUMN_TYPE, SUPPORTS_COMMENT_ON_TABLE,
                    SUPPORTS_COMMENT_ON_COLUMN, SUPPORTS_ARRAY, SUPPORTS_MAP_TYPE, SUPPORTS_ROW_TYPE,
                    SUPPORTS_AGGREGATION_PUSHDOWN, SUPPORTS_NATIVE_QUERY, SUPPORTS_JOIN_PUSHDOWN,
                    SUPPORTS_CREATE_FUNCTION, SUPPORTS_NEGATIVE_DATE, SUPPORTS_DEREFERENCE_PUSHDOWN -> false;
            default -> super.hasBehavior(behavior);
        };
    }

    /// Dates are times, and texts have no length in SQL: bytes that are no text are shown by their digits.
    @Override
    protected MaterializedResult getDescribeOrdersResult() {
        MaterializedResult.Builder rows = resultBuilder(getSession(), VARCHAR, VARCHAR, VARCHAR, VARCHAR);
        ORDERS.forEach((name, type) -> rows.row(name, type, "", ""));
        return rows.build();
    }

    @Test
    @Override
    public void testShowColumns() {
        assertThat(computeActual("SHOW COLUMNS FROM orders").getMaterializedRows()).containsExactlyElementsOf(
                getDescribeOrdersResult().getMaterializedRows());
    }

    @Test
    @Override
    public void testShowCreateTable() {
        String columns = String.join(",\n", ORDERS.entrySet().stream().map(column -> "   " + column.getKey() + " "
                + column.getValue() + " NOT NULL").toList());
        assertThat((String) computeScalar("SHOW CREATE TABLE orders")).isEqualTo(
                "CREATE TABLE ashlar.tpch.orders (\n" + columns + "\n)");
    }
}
