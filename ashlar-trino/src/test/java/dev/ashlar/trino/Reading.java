// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.AggregateFunction;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.DynamicFilterSnapshot;
import io.trino.spi.connector.MemoryContext;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.transaction.IsolationLevel;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.TypeUtils;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A connector without a server: one transaction that reads one table.
final class Reading implements AutoCloseable {
    private static final int BATCH = 1_000;

    final Connector connector;
    final ConnectorSession session;
    final ConnectorTransactionHandle transaction;
    final ConnectorTableHandle table;
    private final List<ColumnHandle> columns;
    private final ConnectorSplitSource source;

    /// @param columnNames none for all
    Reading(Path archives, String schema, String name, Map<String, String> properties, String... columnNames) {
        Map<String, String> all = new HashMap<>(properties);
        all.put(CatalogSettings.PATH, archives.toString());
        connector = new AshlarConnectorFactory().create("ashlar", all, null);
        session = new PlainSession(connector.getSessionProperties());
        transaction = connector.beginTransaction(IsolationLevel.READ_COMMITTED, true, true);
        ConnectorMetadata metadata = connector.getMetadata(session, transaction);
        table = metadata.getTableHandle(session, new SchemaTableName(schema, name), Optional.empty(), Optional.empty());
        Map<String, ColumnHandle> handles = metadata.getColumnHandles(session, table);
        columns = new ArrayList<>();
        for (String column : columnNames.length == 0 ? handles.keySet().toArray(String[]::new) : columnNames) {
            columns.add(handles.get(column));
        }
        source = connector.getSplitManager().getSplits(transaction, session, table, Set.of(), Constraint.alwaysTrue());
    }

    ConnectorMetadata metadata() {
        return connector.getMetadata(session, transaction);
    }

    List<ColumnHandle> columns() {
        return columns;
    }

    /// The table with a condition that it takes.
    ConnectorTableHandle where(String column, Domain domain) {
        return metadata().applyFilter(session, table, new Constraint(TupleDomain.withColumnDomains(Map.of(
                metadata().getColumnHandles(session, table).get(column), domain)))).orElseThrow().getHandle();
    }

    List<ConnectorSplit> splits(ConnectorTableHandle handle) throws Exception {
        List<ConnectorSplit> splits = new ArrayList<>();
        try (ConnectorSplitSource all = connector.getSplitManager().getSplits(transaction, session, handle, Set.of(),
                Constraint.alwaysTrue())) {
            while (!all.isFinished()) {
                splits.addAll(all.getNextBatch(BATCH, DynamicFilterSnapshot.EMPTY).get());
            }
        }
        return splits;
    }

    /// Rows of a handle, each as Trino's values.
    List<List<Object>> rows(ConnectorTableHandle handle) throws Exception {
        return rows(handle, columns);
    }

    /// Some columns of them.
    List<List<Object>> rows(ConnectorTableHandle handle, List<ColumnHandle> shown) throws Exception {
        List<List<Object>> rows = new ArrayList<>();
        for (ConnectorSplit split : splits(handle)) {
            try (ConnectorPageSource pages = open(split, handle, shown, MemoryContext.NO_LIMIT)) {
                add(pages, shown, rows);
            }
        }
        return rows;
    }

    private static void add(ConnectorPageSource pages, List<ColumnHandle> shown, List<List<Object>> rows) {
        while (!pages.isFinished()) {
            pages.isBlocked().join();
            SourcePage page = pages.getNextSourcePage();
            for (int row = 0; page != null && row < page.getPositionCount(); row++) {
                List<Object> values = new ArrayList<>();
                for (int i = 0; i < shown.size(); i++) {
                    values.add(TypeUtils.readNativeValue(((AshlarColumn) shown.get(i)).type(), page.getBlock(i),
                            row));
                }
                rows.add(values);
            }
        }
    }

    List<ConnectorSplit> nextSplits(int most) throws Exception {
        return source.getNextBatch(most, DynamicFilterSnapshot.EMPTY).get();
    }

    List<ConnectorSplit> allSplits() throws Exception {
        List<ConnectorSplit> splits = new ArrayList<>();
        while (!source.isFinished()) {
            splits.addAll(nextSplits(BATCH));
        }
        return splits;
    }

    ConnectorPageSource open(ConnectorSplit split) {
        return open(split, table, columns, MemoryContext.NO_LIMIT);
    }

    ConnectorPageSource open(ConnectorSplit split, ConnectorTableHandle handle, List<ColumnHandle> shown,
            MemoryContext memory) {
        return connector.getPageSourceProvider().createPageSource(transaction, session, split, handle,
                Optional.empty(), shown, DynamicFilter.EMPTY, memory);
    }

    /// Groups of a column with their counts, however many there are.
    AshlarTable counts(ConnectorTableHandle handle, String column) {
        AggregateFunction count = new AggregateFunction("count", BigintType.BIGINT, List.of(), List.of(), false,
                Optional.empty());
        Map<String, ColumnHandle> handles = metadata().getColumnHandles(session, handle);
        return (AshlarTable) Aggregation.apply((AshlarTable) handle, List.of(count), handles, List.of(List.of(
                handles.get(column)))).orElseThrow().getHandle();
    }

    static long count(ConnectorPageSource pages) throws Exception {
        long rows = 0;
        while (!pages.isFinished()) {
            SourcePage page = pages.getNextSourcePage();
            rows += page == null ? 0 : page.getPositionCount();
        }
        pages.close();
        return rows;
    }

    long count(List<ConnectorSplit> splits) throws Exception {
        long rows = 0;
        for (ConnectorSplit split : splits) {
            rows += count(open(split));
        }
        return rows;
    }

    @Override
    public void close() {
        source.close();
        connector.commit(transaction);
        connector.shutdown();
    }
}
