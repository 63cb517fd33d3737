// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What Linux tells in small files; empty where it does not, or where there is no Linux.
final class Proc {
    private Proc() {
    }

    /// A file as one line without blanks around it.
    static Optional<String> text(String file) {
        try {
            return Optional.of(Files.readString(Path.of(file)).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// The rest of the first line that begins so.
    static Optional<String> line(String file, String beginning) {
        return text(file).flatMap(text -> text.lines().filter(line -> line.startsWith(beginning)).findFirst())
                .map(line -> line.substring(beginning.length()).strip());
    }

    /// Bytes of a size such as `32K` or `1024 kB`.
    static long bytes(String size) {
        long number = Long.parseLong(size.replaceAll("\\D", ""));
        return size.matches("(?i).*\\dM.*") ? number << 20 : size.matches("(?i).*\\d *k.*") ? number << 10 : number;
    }
}
