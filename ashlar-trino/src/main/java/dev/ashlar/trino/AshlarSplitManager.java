// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;

/// Creates the split source for each table of a query.
///
/// **Threading**: any thread.
record AshlarSplitManager(Function<ConnectorTransactionHandle, AshlarMetadata> transactions, CatalogSettings settings,
        Optional<DayHosts> hosts, ExecutorService executor) implements ConnectorSplitManager {
    @Override
    public ConnectorSplitSource getSplits(ConnectorTransactionHandle transaction, ConnectorSession session,
            ConnectorTableHandle handle, Set<ColumnHandle> dynamicFilterColumns, Constraint constraint) {
        AshlarTable table = (AshlarTable) handle;
        PlannedArchive archive = transactions.apply(transaction).archive(table.name().getSchemaName());
        return new AshlarSplitSource(archive, table, SessionSettings.splitBytes(session), hosts,
                dynamicFilterColumns.isEmpty() ? 0 : settings.dynamicFilterWait().toMillis(), executor);
    }
}
