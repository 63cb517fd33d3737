// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Folders of stores as wholes, and what is left of them.
final class Images {
    private Images() {
    }

    /// Leaves a store as the death of its process would; another may open it in this one.
    static void abandon(WriteStore store) throws IOException {
        store.endThreads();
        store.locks.unlockWriter();
        store.locks.close();
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    /// What stands in each file, without what processes tell each other.
    static Map<String, Integer> contents(Path folder) throws IOException {
        Map<String, Integer> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(path).toString();
                if (!name.equals(LiveFile.NAME) && !name.equals(Locks.NAME)) {
                    contents.put(name, Arrays.hashCode(Files.readAllBytes(path)));
                }
            }
        }
        return contents;
    }
}
