// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.query.Column;
import dev.ashlar.query.Relation;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.AggregateFunction;
import io.trino.spi.connector.AggregationApplicationResult;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.ConnectorTableVersion;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ConstraintApplicationResult;
import io.trino.spi.connector.LimitApplicationResult;
import io.trino.spi.connector.ProjectionApplicationResult;
import io.trino.spi.connector.RelationColumnsMetadata;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SortItem;
import io.trino.spi.connector.TopNApplicationResult;
import io.trino.spi.expression.ConnectorExpression;
import io.trino.spi.statistics.TableStatistics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// The metadata of a catalog for one transaction, and what it pushes down.
///
/// **Threading**: any thread.
final class AshlarMetadata implements ConnectorMetadata {
    private final CatalogSettings settings;
    private final ArchiveFolder archives;
    private final ArchiveStatistics statistics;
    /// Archives by schema, as of their first use in the transaction.
    private final Map<String, Optional<PlannedArchive>> planned = new HashMap<>();

    AshlarMetadata(CatalogSettings settings, ArchiveFolder archives, ArchiveStatistics statistics) {
        this.settings = settings;
        this.archives = archives;
        this.statistics = statistics;
    }

    private synchronized Optional<PlannedArchive> find(String schema) {
        return planned.computeIfAbsent(schema, name -> archives.find(name).map(PlannedArchive::new));
    }

    /// The archive of a schema.
    PlannedArchive archive(String schema) {
        return find(schema).orElseThrow(() -> new TrinoException(StandardErrorCode.SCHEMA_NOT_FOUND,
                "no such schema: " + schema));
    }

    /// The relation of a table.
    Relation relation(AshlarTable table) {
        return archive(table.name().getSchemaName()).relation(table.relation());
    }

    @Override
    public List<String> listSchemaNames(ConnectorSession session) {
        return archives.schemas();
    }

    @Override
    public ConnectorTableHandle getTableHandle(ConnectorSession session, SchemaTableName name,
            Optional<ConnectorTableVersion> start, Optional<ConnectorTableVersion> end) {
        if (start.isPresent() || end.isPresent()) {
            throw new TrinoException(StandardErrorCode.NOT_SUPPORTED, "This connector does not support versioned tables");
        }
        return find(name.getSchemaName()).map(archive -> archive.tables().name(name.getTableName()))
                .map(relation -> AshlarTable.of(name, relation)).orElse(null);
    }

    @Override
    public ConnectorTableMetadata getTableMetadata(ConnectorSession session, ConnectorTableHandle handle) {
        AshlarTable table = (AshlarTable) handle;
        return new ConnectorTableMetadata(table.name(), columns(relation(table)));
    }

    private List<ColumnMetadata> columns(Relation relation) {
        NameMap names = names(relation);
        return relation.columns().stream().map(column -> metadata(column, names)).toList();
    }

    private static NameMap names(Relation relation) {
        return new NameMap(relation.columns().stream().map(Column::name).toList());
    }

    private ColumnMetadata metadata(Column column, NameMap names) {
        return ColumnMetadata.builder().setName(names.shown(column.name())).setType(TrinoTypes.of(column))
                .setNullable(column.nullable()).setHidden(settings.hidesOwnColumns() && column.name().startsWith("_"))
                .build();
    }

    @Override
    public Map<String, ColumnHandle> getColumnHandles(ConnectorSession session, ConnectorTableHandle handle) {
        Relation relation = relation((AshlarTable) handle);
        NameMap names = names(relation);
        Map<String, ColumnHandle> found = new LinkedHashMap<>();
        for (Column column : relation.columns()) {
            found.put(names.shown(column.name()), new AshlarColumn(column.name(), TrinoTypes.of(column)));
        }
        return found;
    }

    @Override
    public ColumnMetadata getColumnMetadata(ConnectorSession session, ConnectorTableHandle handle,
            ColumnHandle column) {
        AshlarColumn found = (AshlarColumn) column;
        Relation relation = relation((AshlarTable) handle);
        return relation.columns().stream().filter(some -> some.name().equals(found.name())).findFirst()
                .map(some -> metadata(some, names(relation)))
                .orElseGet(() -> ColumnMetadata.builder().setName(found.name()).setType(found.type()).build());
    }

    @Override
    public List<SchemaTableName> listTables(ConnectorSession session, Optional<String> schema) {
        List<SchemaTableName> found = new ArrayList<>();
        for (String name : schema.map(List::of).orElseGet(archives::schemas)) {
            find(name).ifPresent(archive -> archive.tables().shown().forEach(table ->
                    found.add(new SchemaTableName(name, table))));
        }
        return found;
    }

    @Override
    public Iterator<RelationColumnsMetadata> streamRelationColumns(ConnectorSession session, Optional<String> schema,
            UnaryOperator<Set<SchemaTableName>> filter) {
        Map<SchemaTableName, RelationColumnsMetadata> all = new LinkedHashMap<>();
        for (SchemaTableName name : listTables(session, schema)) {
            PlannedArchive archive = archive(name.getSchemaName());
            all.put(name, RelationColumnsMetadata.forTable(name, columns(archive.relation(archive.tables()
                    .name(name.getTableName())))));
        }
        return filter.apply(all.keySet()).stream().map(all::get).iterator();
    }

    @Override
    public TableStatistics getTableStatistics(ConnectorSession session, ConnectorTableHandle handle) {
        AshlarTable table = (AshlarTable) handle;
        if (table.aggregates().isPresent()) {
            return TableStatistics.empty();
        }
        return statistics.of(archive(table.name().getSchemaName()), table);
    }

    @Override
    public Optional<ConstraintApplicationResult<ConnectorTableHandle>> applyFilter(ConnectorSession session,
            ConnectorTableHandle handle, Constraint constraint) {
        return HandlePushdown.filter((AshlarTable) handle, constraint);
    }

    @Override
    public Optional<ProjectionApplicationResult<ConnectorTableHandle>> applyProjection(ConnectorSession session,
            ConnectorTableHandle handle, List<ConnectorExpression> projections, Map<String, ColumnHandle> assignments) {
        return SessionSettings.aggregates(session) ? Projection.apply((AshlarTable) handle, projections, assignments)
                : Optional.empty();
    }

    @Override
    public Optional<LimitApplicationResult<ConnectorTableHandle>> applyLimit(ConnectorSession session,
            ConnectorTableHandle handle, long limit) {
        return HandlePushdown.limit((AshlarTable) handle, limit);
    }

    @Override
    public Optional<TopNApplicationResult<ConnectorTableHandle>> applyTopN(ConnectorSession session,
            ConnectorTableHandle handle, long count, List<SortItem> items, Map<String, ColumnHandle> assignments) {
        return HandlePushdown.topN((AshlarTable) handle, count, items, assignments);
    }

    @Override
    public Optional<AggregationApplicationResult<ConnectorTableHandle>> applyAggregation(ConnectorSession session,
            ConnectorTableHandle handle, List<AggregateFunction> functions, Map<String, ColumnHandle> assignments,
            List<List<ColumnHandle>> groupings) {
        AshlarTable table = (AshlarTable) handle;
        if (!SessionSettings.aggregates(session)) {
            return Optional.empty();
        }
        PlannedArchive archive = archive(table.name().getSchemaName());
        return Aggregation.apply(table, functions, assignments, groupings)
                .filter(found -> new GroupEstimate(archive, settings).areFew((AshlarTable) found.getHandle()));
    }

}
