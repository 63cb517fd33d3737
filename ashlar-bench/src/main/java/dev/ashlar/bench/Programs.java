// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.measure.host.Proc;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Runs other programs.
public final class Programs {
    /// The command `ashlar`: that of `-Dashlar.bench.command`, or of the checkout that this class comes from.
    public static Optional<List<String>> ashlar() {
        String given = System.getProperty("ashlar.bench.command");
        if (given != null) {
            return Optional.of(List.of(given.split(" ")));
        }
        return found().map(folder -> List.of(folder.resolve("ashlar").toString()));
    }

    /// The checkout that this class comes from.
    ///
    /// @throws IOException if there is none
    public static Path checkout() throws IOException {
        return found().orElseThrow(() -> new IOException("no checkout found: run the suite from a checkout"));
    }

    private static Optional<Path> found() {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            for (Path folder = Path.of(entry).toAbsolutePath(); folder != null; folder = folder.getParent()) {
                if (Files.isExecutable(folder.resolve("ashlar")) && Files.isRegularFile(folder.resolve("pom.xml"))) {
                    return Optional.of(folder);
                }
            }
        }
        return Optional.empty();
    }

    /// Whether a command is on the path.
    public static boolean isFound(String command) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }

    /// Runs a program.
    ///
    /// @return what it printed
    /// @throws IOException if it cannot be started or ends with another code than 0
    public static String run(List<String> command) throws IOException {
        return run(Path.of("."), command);
    }

    /// Runs a program in a folder.
    ///
    /// @return what it printed
    /// @throws IOException if it cannot be started or ends with another code than 0
    public static String run(Path folder, List<String> command) throws IOException {
        Proc.Printed printed = Proc.run(folder, command);
        if (printed.exit() != 0) {
            throw new IOException("a program failed: code=" + printed.exit() + ", command=" + String.join(" ", command)
                    + ", output=" + printed.text().lines().reduce((_, last) -> last).orElse(""));
        }
        return printed.text();
    }
}
