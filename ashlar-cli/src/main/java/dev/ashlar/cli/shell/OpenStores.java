// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.archive.Archive;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The stores and archives of one command.
///
/// **Ownership**: closes them.
public final class OpenStores implements AutoCloseable {
    private static final String MAIN = "main";

    /// Stores and archives.
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Map<String, Path> folders = new LinkedHashMap<>();
    private final SqlSession session;

    /// @param main   the store whose tables need no name of a store
    /// @param others by name
    /// @throws StoreException    if one cannot be opened; then none is open
    /// @throws BadInputException if two have the same name, or one no name
    public OpenStores(Path main, Map<String, Path> others, ReadOptions reading) throws StoreException {
        boolean done = false;
        try {
            SqlSession made = Archive.isArchive(main) ? SqlSession.of(openArchive(main, reading))
                    : SqlSession.of(open(main, reading));
            folders.put(MAIN, main);
            for (Map.Entry<String, Path> other : others.entrySet()) {
                made = Archive.isArchive(other.getValue())
                        ? made.with(other.getKey(), openArchive(other.getValue(), reading))
                        : made.with(other.getKey(), open(other.getValue(), reading));
                folders.put(other.getKey(), other.getValue());
            }
            session = made;
            done = true;
        } catch (IllegalArgumentException e) {
            throw new BadInputException(e.getMessage() + "; --store gives stores their names");
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private Store open(Path folder, ReadOptions reading) throws StoreException {
        Store store = Store.open(folder, reading);
        opened.add(store);
        return store;
    }

    private Archive openArchive(Path folder, ReadOptions reading) throws StoreException {
        Archive archive = Archive.open(folder, reading);
        opened.add(archive);
        return archive;
    }

    /// Tables of the main store that cannot be read: name to reason. Days of an archive report it when they are read.
    public Map<String, StoreException> unreadable() {
        return opened.getFirst() instanceof Store store ? store.unreadable() : Map.of();
    }

    public SqlSession session() {
        return session;
    }

    /// By name, the main one first.
    Map<String, Path> folders() {
        return folders;
    }

    @Override
    public void close() throws StoreException {
        while (!opened.isEmpty()) {
            switch (opened.removeLast()) {
                case Store store -> store.close();
                case Archive archive -> archive.close();
                default -> throw new AssertionError();
            }
        }
    }
}
