// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.archive.Archive;
import dev.ashlar.query.QueryException;
import dev.ashlar.query.Relations;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.DeclaredIndex;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/// A store or archive that a connection has open.
///
/// **Ownership**: owns the store or archive.
sealed interface OpenSource extends AutoCloseable {
    /// Opens the archive or the store in a folder.
    static OpenSource open(Path folder, ReadOptions options) throws StoreException {
        return Archive.isArchive(folder) ? new OfArchive(Archive.open(folder, options))
                : new OfStore(Store.open(folder, options));
    }

    /// A source and the name that qualifies its tables.
    record Named(String name, OpenSource source) {
        public Named {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(source, "source");
        }
    }

    SqlSession session();

    /// A session that also has this source.
    ///
    /// @throws IllegalArgumentException if the name is not valid or already in use
    SqlSession addTo(SqlSession session, String name);

    Relations relations();

    /// Declared indexes; for an archive, those of all its days.
    List<IndexDeclaration> indexes();

    @Override
    void close() throws StoreException;

    record OfStore(Store store) implements OpenSource {
        @Override
        public SqlSession session() {
            return SqlSession.of(store);
        }

        @Override
        public SqlSession addTo(SqlSession session, String name) {
            return session.with(name, store);
        }

        @Override
        public Relations relations() {
            return Relations.of(store);
        }

        @Override
        public List<IndexDeclaration> indexes() {
            return store.indexes().stream().map(DeclaredIndex::declaration).toList();
        }

        @Override
        public void close() throws StoreException {
            store.close();
        }
    }

    record OfArchive(Archive archive) implements OpenSource {
        @Override
        public SqlSession session() {
            return SqlSession.of(archive);
        }

        @Override
        public SqlSession addTo(SqlSession session, String name) {
            return session.with(name, archive);
        }

        @Override
        public Relations relations() {
            try {
                return archive.relations();
            } catch (StoreException e) {
                throw new QueryException(QueryException.Reason.CORRUPT, e.getMessage(), e);
            }
        }

        @Override
        public List<IndexDeclaration> indexes() {
            try {
                return archive.indexes();
            } catch (StoreException e) {
                throw new QueryException(QueryException.Reason.CORRUPT, e.getMessage(), e);
            }
        }

        @Override
        public void close() throws StoreException {
            archive.close();
        }
    }
}
