// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorPageSourceProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.session.PropertyMetadata;
import io.trino.spi.transaction.IsolationLevel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A catalog: archives, read-only.
///
/// **Threading**: any thread. **Ownership**: owns its archives and the threads that make splits and aggregate.
final class AshlarConnector implements Connector {
    private final CatalogSettings settings;
    private final ArchiveFolder archives;
    private final Optional<DayHosts> hosts;
    private final ArchiveStatistics statistics = new ArchiveStatistics();
    private final ExecutorService executor = Executors.newCachedThreadPool(Thread.ofPlatform().daemon()
            .name("ashlar-", 0).factory());
    private final Map<UUID, AshlarMetadata> transactions = new ConcurrentHashMap<>();

    AshlarConnector(CatalogSettings settings) {
        this.settings = settings;
        archives = new ArchiveFolder(settings.path());
        hosts = settings.hosts().map(DayHosts::read);
    }

    @Override
    public ConnectorTransactionHandle beginTransaction(IsolationLevel isolation, boolean readOnly, boolean autoCommit) {
        AshlarTransaction transaction = new AshlarTransaction(UUID.randomUUID());
        transactions.put(transaction.id(), new AshlarMetadata(settings, archives, statistics));
        return transaction;
    }

    @Override
    public ConnectorMetadata getMetadata(ConnectorSession session, ConnectorTransactionHandle transaction) {
        return metadata(transaction);
    }

    private AshlarMetadata metadata(ConnectorTransactionHandle transaction) {
        AshlarMetadata found = transactions.get(((AshlarTransaction) transaction).id());
        if (found == null) {
            throw new TrinoException(StandardErrorCode.UNKNOWN_TRANSACTION, "transaction has ended: " + transaction);
        }
        return found;
    }

    @Override
    public void commit(ConnectorTransactionHandle transaction) {
        transactions.remove(((AshlarTransaction) transaction).id());
    }

    @Override
    public void rollback(ConnectorTransactionHandle transaction) {
        commit(transaction);
    }

    @Override
    public ConnectorSplitManager getSplitManager() {
        return new AshlarSplitManager(this::metadata, settings, hosts, executor);
    }

    @Override
    public ConnectorPageSourceProvider getPageSourceProvider() {
        return new AshlarPagesProvider(settings, archives, executor);
    }

    @Override
    public List<PropertyMetadata<?>> getSessionProperties() {
        return SessionSettings.of(settings);
    }

    @Override
    public void shutdown() {
        executor.shutdownNow();
        archives.close();
    }
}
