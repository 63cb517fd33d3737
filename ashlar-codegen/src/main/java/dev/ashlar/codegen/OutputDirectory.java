// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import dev.ashlar.codegen.internal.text.DeviceNames;
import dev.ashlar.sbe.internal.files.Replacement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Writes generated files below a source root.
///
/// All files are written under temporary names first and renamed once every one of them is complete, so that a full
/// disk or an unwritable folder leaves no half-written source behind.
public final class OutputDirectory {
    private OutputDirectory() {
    }

    /// Writes the files and replaces existing ones; folders are created as needed. A file that several schemas share
    /// may occur more than once.
    ///
    /// @throws IOException              if a file cannot be written; existing files are unchanged, unless it was a
    ///     rename that failed
    /// @throws IllegalArgumentException if a path leads out of `root` or has the name of a device, such as `aux`, or if
    ///     two different files have the same path, or paths that differ only in case, which some file systems do not
    ///     distinguish
    public static void write(Path root, List<GeneratedFile> files) throws IOException {
        List<GeneratedFile> distinct = distinct(root, files);
        List<Path> targets = new ArrayList<>();
        for (GeneratedFile file : distinct) {
            targets.add(target(root, file));
        }
        List<Replacement> replacements = new ArrayList<>();
        try {
            for (int i = 0; i < targets.size(); i++) {
                Files.createDirectories(targets.get(i).getParent());
                Replacement replacement = Replacement.of(targets.get(i));
                replacements.add(replacement);
                replacement.write(distinct.get(i).content().getBytes(StandardCharsets.UTF_8));
            }
            for (Replacement replacement : replacements) {
                replacement.commit();
            }
        } finally {
            for (Replacement replacement : replacements) {
                replacement.close();
            }
        }
    }

    /// Each file once.
    private static List<GeneratedFile> distinct(Path root, List<GeneratedFile> files) {
        Map<String, GeneratedFile> distinct = new LinkedHashMap<>();
        for (GeneratedFile file : files) {
            GeneratedFile other = distinct.putIfAbsent(file.path().toLowerCase(Locale.ROOT), file);
            if (other != null && !other.equals(file)) {
                throw new IllegalArgumentException((file.path().equals(other.path()) ? "two files have the same path"
                        : "the paths of two files differ only in case, which some file systems ignore") + ": path="
                        + file.path() + ", other=" + other.path() + " (" + root
                        + "); give one schema another package, or write it to a folder of its own");
            }
        }
        return List.copyOf(distinct.values());
    }

    private static Path target(Path root, GeneratedFile file) {
        Path base = root.toAbsolutePath().normalize();
        Path target = base.resolve(file.path()).normalize();
        if (!target.startsWith(base) || target.equals(base)) {
            throw new IllegalArgumentException("path leads out of the folder: path=" + file.path() + " (" + root + ")");
        }
        for (Path part : base.relativize(target)) {
            if (DeviceNames.contains(part.toString().replaceFirst("\\..*", ""))) {
                throw new IllegalArgumentException(
                        "a file or folder has the name of a device, which Windows does not allow: name="
                        + part + ", path=" + file.path() + " (" + root + "); choose another package, such as with --package");
            }
        }
        return target;
    }
}
