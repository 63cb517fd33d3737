// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.measure.host.Counters.Count;
import dev.ashlar.measure.host.Counters.Counting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountersTest {
    @TempDir
    Path folder;

    /// As `perf stat -x ';'` prints them.
    @Test
    void shouldReadCountsInAnyLocale() throws IOException {
        Path result = folder.resolve("counts");
        List<String> events = List.of("cycles", "instructions", "LLC-loads");
        Counting counting = new Counting(List.of(), folder, folder, result, events);
        String counts = """
                # started on Thu Jan  1 00:00:00 1970

                1234567;;cycles:u;2000100;100.00;;
                2345678.5;;instructions;1000050;50.25;1.90;insn per cycle
                <not counted>;;LLC-loads;0;0.00;;
                """;
        Map<String, Count> expected = Map.of("cycles", new Count(1_234_567, 100, true), "instructions",
                new Count(2_345_678.5, 50.25, false));
        Files.writeString(result, counts);
        assertEquals(expected, counting.counts());
        Files.writeString(result, counts.replace('.', ','));
        assertEquals(expected, counting.counts());
    }
}
