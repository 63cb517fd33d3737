// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The jar in a JVM of its own, on the class path with one class that uses `java.sql`: without flags, without warnings.
class DriverAloneTest {
    @TempDir
    Path temp;

    @Test
    void shouldNeedNothingElse() throws IOException, InterruptedException {
        Path store = SampleStore.write(temp);
        Path program = temp.resolve("program/dev/ashlar/jdbc/AskStore.class");
        Files.createDirectories(program.getParent());
        try (InputStream compiled = AskStore.class.getResourceAsStream("AskStore.class")) {
            Files.copy(compiled, program);
        }
        Programs.Output output = Programs.run(List.of(Programs.java(), "-cp", DriverJar.PATH + java.io.File.pathSeparator
                + temp.resolve("program"), "dev.ashlar.jdbc.AskStore", "jdbc:ashlar:" + store + "?threads=2",
                "select count(*) from Trade where quantity > 0",
                "select count(*) from (select upper(aggressor), rank() over (order by price) from Trade) t, (values 1, 2) v"));
        assertEquals("", output.err());
        List<String> counts = output.out().lines().toList();
        assertEquals(2, counts.size(), output::out);
        assertEquals(2 * Integer.parseInt(counts.get(0)), Integer.parseInt(counts.get(1)));
        assertEquals(0, output.exitCode());
    }
}
