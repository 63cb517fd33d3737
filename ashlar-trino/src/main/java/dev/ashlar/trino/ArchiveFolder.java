// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.archive.Archive;
import dev.ashlar.store.StoreException;
import io.trino.spi.TrinoException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The archives of a catalog, by schema. The path of the catalog is either an archive or a folder of archives.
///
/// **Threading**: any thread. **Ownership**: owns the archives that it opens, each once.
final class ArchiveFolder implements AutoCloseable {
    private final Path path;
    private final Map<Path, Archive> opened = new HashMap<>();
    private boolean closed;

    ArchiveFolder(Path path) {
        this.path = path;
    }

    /// Names of schemas.
    List<String> schemas() {
        return names().shown();
    }

    private NameMap names() {
        return new NameMap(folders().stream().map(folder -> folder.getFileName().toString()).toList());
    }

    private List<Path> folders() {
        try {
            Path real = path.toRealPath();
            if (Archive.isArchive(real)) {
                return List.of(real);
            }
            try (Stream<Path> there = Files.list(real)) {
                return there.filter(Archive::isArchive).sorted().toList();
            }
        } catch (IOException e) {
            throw new TrinoException(AshlarErrors.ASHLAR_UNREADABLE, "folder of archives cannot be read: " + path
                    + " (" + CatalogSettings.PATH + ")", e);
        }
    }

    /// The archive of a schema; empty if there is none.
    Optional<Archive> find(String schema) {
        String name = names().name(schema);
        return name == null ? Optional.empty() : folders().stream()
                .filter(folder -> folder.getFileName().toString().equals(name)).findFirst().map(this::open);
    }

    /// The archive of a schema that is known to exist.
    ///
    /// @throws TrinoException if it no longer exists
    Archive get(String schema) {
        return find(schema).orElseThrow(() -> new TrinoException(AshlarErrors.ASHLAR_UNREADABLE,
                "archive does not exist on this machine: schema=" + schema + " (" + path + ")"));
    }

    private synchronized Archive open(Path folder) {
        if (closed) {
            throw new IllegalStateException("catalog was dropped (" + path + ")");
        }
        try {
            Archive known = opened.get(folder);
            if (known == null) {
                known = Archive.open(folder);
                opened.put(folder, known);
            }
            return known;
        } catch (StoreException e) {
            throw AshlarErrors.of(e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        List<Archive> all = new ArrayList<>(opened.values());
        opened.clear();
        for (Archive archive : all) {
            try {
                archive.close();
            } catch (StoreException _) {
                // Nothing was written, so nothing is lost.
            }
        }
    }
}
