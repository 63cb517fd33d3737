// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import static io.trino.plugin.tpch.TpchMetadata.TINY_SCALE_FACTOR;

import io.trino.testing.BaseConnectorTest;
import io.trino.testing.QueryRunner;
import io.trino.testing.TestingConnectorBehavior;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Trino's own suite for connectors, over TPC-H in an archive.
class AshlarConnectorTest extends BaseConnectorTest {
    @Override
    protected QueryRunner createQueryRunner() throws Exception {
        Path folder = Files.createTempDirectory("ashlar-tpch");
        TpchArchive.write(folder.resolve("tpch"), TINY_SCALE_FACTOR);
        return Cluster.start(2, folder, "tpch", Map.of(CatalogSettings.HIDE_OWN_COLUMNS, "true"));
    }

    @Override
    protected boolean hasBehavior(TestingConnectorBehavior behavior) {
        return switch (behavior) {
            case SUPPORTS_LIMIT_PUSHDOWN, SUPPORTS_TOPN_PUSHDOWN, SUPPORTS_TOPN_PUSHDOWN_WITH_VARCHAR,
                    SUPPORTS_PREDICATE_PUSHDOWN, SUPPORTS_PREDICATE_PUSHDOWN_WITH_VARCHAR_EQUALITY,
                    SUPPORTS_DYNAMIC_FILTER_PUSHDOWN -> true;
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
}
