// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.store;

import dev.ashlar.sbe.CompatibilityCheck;
import dev.ashlar.sbe.CompatibilityFinding.Direction;
import dev.ashlar.sbe.CompatibilityFinding.Severity;
import dev.ashlar.sbe.CompatibilityReport;
import dev.ashlar.sbe.ParseResult;
import dev.ashlar.sbe.SourceMap;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.BlockKind;
import dev.ashlar.sbe.otf.BlockTree;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.RowPrefix;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.chunk.BlockLayout;
import dev.ashlar.store.internal.v1.store.Container.OfJournal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Whether a store can have a journal, and continue it with a newer schema. Readers can check this without touching a
/// writer's files.
final class JournalFit {
    static void require(OpenStore store, JournalDefinition definition) throws StoreException {
        Schema schema = definition.schema();
        Container known = store.find(definition.name());
        int id = 0;
        if (known != null) {
            if (!(known instanceof OfJournal journal)) {
                throw new StoreException(Reason.SCHEMA, store.folder, "name is taken by another container; give the "
                        + "journal another: name=" + definition.name() + ", kind=" + known.record().kind());
            }
            id = known.record().id();
            Schema older = journal.frames().schema();
            if (older == null) {
                throw store.unreadable(known.record());
            }
            requireNewer(store.folder, older, schema, definition.name());
        } else if (reserves(store, definition.name())) {
            throw taken(store, definition.name());
        }
        requireTables(store, definition, id);
    }

    private static void requireNewer(Path folder, Schema older, Schema newer, String journal) throws StoreException {
        if (older.equals(newer)) {
            return;
        }
        if (older.id() == newer.id() && older.version() > newer.version()) {
            throw new StoreException(Reason.SCHEMA, folder, "store has a newer schema: version=" + older.version()
                    + ", given=" + newer.version() + " (" + journal + ")");
        }
        requireReadable(folder, older, newer);
    }

    /// Refuses a schema whose readers could not read what an older one wrote.
    static void requireReadable(Path folder, Schema older, Schema newer) throws StoreException {
        CompatibilityReport report = CompatibilityCheck.compare(parsed(older), parsed(newer));
        if (older.id() != newer.id() || !report.isCompatible(Direction.BACKWARD)) {
            String broken = report.findings(Severity.BREAK).stream()
                    .filter(finding -> finding.directions().contains(Direction.BACKWARD)).map(Object::toString)
                    .collect(Collectors.joining("; "));
            throw new StoreException(Reason.SCHEMA, folder, "readers of version " + newer.version()
                    + " could not read what version " + older.version() + " wrote: id=" + newer.id() + ", expected="
                    + older.id() + (broken.isEmpty() ? "" : "; " + broken));
        }
    }

    private static ParseResult parsed(Schema schema) {
        return new ParseResult(Optional.of(schema), List.of(), new SourceMap(schema.packageName(), Map.of()));
    }

    /// Refuses a schema with a block that no chunk can hold, or whose tables would have the names of others.
    ///
    /// @param id of the journal, if it is there
    private static void requireTables(OpenStore store, JournalDefinition definition, int id)
            throws StoreException {
        Schema schema = definition.schema();
        for (BlockKind kind : BlockTree.of(schema).kinds()) {
            RowPrefix prefix = kind.parent() == BlockKind.NONE ? RowPrefix.MESSAGE : RowPrefix.PARENT;
            BlockLayout.of(schema, kind.block(), prefix, store.extents.geometry().chunkBytes());
            Container other = store.find(kind.table());
            if (other != null && (other.record().source() != id || id == 0)) {
                throw taken(store, kind.table());
            }
        }
        for (OfJournal container : store.containers(OfJournal.class)) {
            if (container.frames().schema() != null && container.record().id() != id) {
                for (BlockKind kind : BlockTree.of(container.frames().schema()).kinds()) {
                    if (BlockTree.of(schema).kinds().stream().anyMatch(own -> own.table().equals(kind.table()))) {
                        throw taken(store, kind.table());
                    }
                }
            }
        }
    }

    private static StoreException taken(OpenStore store, String name) {
        Optional<String> journal = store.containers(OfJournal.class).stream()
                .filter(container -> has(container, name))
                .map(container -> container.record().name()).findFirst();
        return new StoreException(Reason.SCHEMA, store.folder, journal.isPresent()
                ? "a table of journal " + journal.get() + " has this name; add to that journal, or to another store: "
                + "name=" + name : "a table that no journal fills has this name; use another store: name=" + name);
    }

    /// Whether a journal has a table of this name, created already or not.
    private static boolean has(OfJournal journal, String table) {
        return journal.frames().schema() != null
                && BlockTree.of(journal.frames().schema()).kinds().stream()
                .anyMatch(kind -> kind.table().equals(table));
    }

    /// Whether a journal reserves a name for one of its tables, created already or not.
    static boolean reserves(OpenStore store, String name) {
        return store.containers(OfJournal.class).stream().anyMatch(container -> has(container, name));
    }
}
