// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.HostAddress;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The workers that have days on their own disks, from a file:
///
/// ```text
/// # schema  day         workers
/// trades    2026-01-0*  worker1:8080
/// trades    *           worker2:8080 worker3:8080
/// ```
///
/// The first matching line counts; `*` stands for any characters. Days that match no line are on all workers.
///
/// **Threading**: immutable. The file is read when the catalog is created.
final class DayHosts {
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final int LEAST_WORDS = 3;

    /// One line.
    private record Line(Pattern schema, Pattern day, List<HostAddress> hosts) { }

    private final List<Line> lines;

    private DayHosts(List<Line> lines) {
        this.lines = List.copyOf(lines);
    }

    static DayHosts read(Path file) {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        try {
            for (String line : Files.readAllLines(file)) {
                number++;
                String text = line.strip();
                if (!text.isEmpty() && !text.startsWith("#")) {
                    lines.add(line(text));
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new TrinoException(StandardErrorCode.INVALID_CATALOG_PROPERTY, "hosts file cannot be read: "
                    + e.getMessage() + " (" + CatalogSettings.HOSTS + "=" + file + ", line " + number + ")", e);
        }
        return new DayHosts(lines);
    }

    private static Line line(String text) {
        String[] words = SPACE.split(text);
        if (words.length < LEAST_WORDS) {
            throw new IllegalArgumentException("line has no workers: words=" + words.length + ", least=" + LEAST_WORDS);
        }
        List<HostAddress> hosts = new ArrayList<>();
        for (int i = LEAST_WORDS - 1; i < words.length; i++) {
            hosts.add(HostAddress.fromString(words[i]));
        }
        return new Line(pattern(words[0]), pattern(words[1]), hosts);
    }

    private static Pattern pattern(String word) {
        return Pattern.compile(Pattern.quote(word).replace("*", "\\E.*\\Q"));
    }

    /// Workers that have a day; empty if all have it.
    List<HostAddress> of(String schema, String day) {
        for (Line line : lines) {
            if (line.schema.matcher(schema).matches() && line.day.matcher(day).matches()) {
                return line.hosts;
            }
        }
        return List.of();
    }
}
