// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorPageSourceProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorTableCredentials;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.MemoryContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/// Opens splits on a worker.
///
/// **Threading**: any thread.
record AshlarPagesProvider(CatalogSettings settings, ArchiveFolder archives, ExecutorService executor)
        implements ConnectorPageSourceProvider {
    @Override
    public ConnectorPageSource createPageSource(ConnectorTransactionHandle transaction, ConnectorSession session,
            ConnectorSplit split, ConnectorTableHandle table, Optional<ConnectorTableCredentials> credentials,
            List<ColumnHandle> columns, DynamicFilter filter, MemoryContext memory) {
        return new AshlarPages(settings, archives, executor, (AshlarTable) table, (AshlarSplit) split,
                columns.stream().map(AshlarColumn.class::cast).toList(), filter, memory);
    }
}
