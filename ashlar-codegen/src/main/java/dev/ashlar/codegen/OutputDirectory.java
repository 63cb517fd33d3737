// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/// Writes generated files below a source root.
///
/// All files are written under temporary names first and renamed once every one of them is complete, so that a full
/// disk or an unwritable folder leaves no half-written source behind.
public final class OutputDirectory {
    private static final String TEMPORARY_SUFFIX = ".ashlar-tmp";

    private OutputDirectory() {
    }

    /// Writes the files, replacing those that are there; folders are made as needed.
    ///
    /// @throws IOException              if a file cannot be written; files of the same names are as they were, unless
    ///     the failure came while renaming
    /// @throws IllegalArgumentException if a path leads out of `root`
    public static void write(Path root, List<GeneratedFile> files) throws IOException {
        List<Path> temporaries = new ArrayList<>();
        List<Path> targets = new ArrayList<>();
        for (GeneratedFile file : files) {
            targets.add(target(root, file));
        }
        try {
            for (int i = 0; i < targets.size(); i++) {
                Path target = targets.get(i);
                if (Files.isDirectory(target)) {
                    throw new FileAlreadyExistsException(target.toString(), null, "is a folder");
                }
                Files.createDirectories(target.getParent());
                Path temporary = target.resolveSibling(target.getFileName() + TEMPORARY_SUFFIX);
                temporaries.add(temporary);
                Files.writeString(temporary, files.get(i).content());
            }
            for (int i = 0; i < targets.size(); i++) {
                Files.move(temporaries.get(i), targets.get(i), StandardCopyOption.REPLACE_EXISTING,
                        StandardCopyOption.ATOMIC_MOVE);
            }
        } finally {
            for (Path temporary : temporaries) {
                Files.deleteIfExists(temporary);
            }
        }
    }

    private static Path target(Path root, GeneratedFile file) {
        Path base = root.toAbsolutePath().normalize();
        Path target = base.resolve(file.path()).normalize();
        if (!target.startsWith(base) || target.equals(base)) {
            throw new IllegalArgumentException("path leads out of the folder: path=" + file.path() + " (" + root + ")");
        }
        return target;
    }
}
