// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import dev.ashlar.memory.Residence;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads what Linux reports about the mappings of this process.
final class Smaps {
    static final Path FILE = Path.of("/proc/self/smaps");
    /// The beginning of a line; the rest includes the name of a file.
    private static final Pattern RANGE = Pattern.compile("([0-9a-f]+)-([0-9a-f]+) ");
    private static final Pattern FIGURE =
            Pattern.compile("(Rss|AnonHugePages|ShmemPmdMapped|FilePmdMapped): +(\\d+) kB");

    static Optional<Residence> residence(List<Extent> extents) {
        return residence(extents, FILE);
    }

    static Optional<Residence> residence(List<Extent> extents, Path file) {
        long resident = 0;
        long huge = 0;
        // Names of files are bytes in any charset.
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            boolean ours = false;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                Matcher range = RANGE.matcher(line);
                if (range.lookingAt()) {
                    long from = Long.parseUnsignedLong(range.group(1), 16);
                    long to = Long.parseUnsignedLong(range.group(2), 16);
                    ours = extents.stream().anyMatch(extent -> overlaps(extent, from, to));
                    continue;
                }
                Matcher figure = FIGURE.matcher(line);
                if (ours && figure.matches()) {
                    long bytes = Long.parseLong(figure.group(2)) << 10;
                    if (figure.group(1).equals("Rss")) {
                        resident += bytes;
                    } else {
                        huge += bytes;
                    }
                }
            }
        } catch (IOException e) {
            return Optional.empty();
        }
        return Optional.of(new Residence(resident, huge));
    }

    private static boolean overlaps(Extent extent, long from, long to) {
        long start = extent.memory().address();
        return Long.compareUnsigned(start, to) < 0
                && Long.compareUnsigned(from, start + extent.memory().byteSize()) < 0;
    }
}
