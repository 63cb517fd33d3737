// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.first;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.bench.Finding;
import dev.ashlar.bench.Programs;
import dev.ashlar.bench.asof.SmallDay;
import dev.ashlar.bench.first.FirstSuite.Contender;
import dev.ashlar.measure.TrialRun;
import dev.ashlar.measure.figures.Figures;
import dev.ashlar.measure.host.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class FirstSuiteTest {
    @TempDir
    Path folder;

    @Test
    void shouldRunProgramsToTheirEnd() throws IOException {
        assertTrue(Programs.run(List.of(ChildJvm.java(), "-version")).contains("25"));
        IOException e = assertThrows(IOException.class, () -> Programs.run(List.of(ChildJvm.java(), "--nonsense")));
        assertTrue(e.getMessage().startsWith("a program failed: code=1, command="), e.getMessage());
        assertThrows(IOException.class, () -> Programs.run(List.of(folder.resolve("none").toString())));
    }

    @Test
    void shouldFindTheCommandOfTheCheckout() {
        assertTrue(Programs.ashlar().orElseThrow().getFirst().endsWith("ashlar"));
    }

    @Test
    void shouldReadNumbersHoweverTheyArePrinted() {
        assertEquals(List.of("7", "12", "3"), FirstSuite.numbers("a,count(*)\n7,12\n,3\n"));
        assertEquals(FirstSuite.numbers("SYM00001,12,3"), FirstSuite.numbers("[('SYM00001', 12, 3)]"));
    }

    @Test
    void shouldMakeTheSameRowsForBoth() throws IOException {
        SmallDay.writeStore(folder.resolve("s"), 200);
        Path file = folder.resolve("trades.parquet");
        SmallDay.writeParquet(folder, file, 200);
        assertTrue(Files.size(file) > 0);
    }

    /// With a program in place of the command: what is measured is the time of a process.
    @Test
    void shouldFindWhatIsPromisedWithoutThePeer() throws Exception {
        FirstSuite suite = new FirstSuite();
        Figures figures = new Figures();
        String before = System.getProperty("ashlar.bench.command");
        System.setProperty("ashlar.bench.command", ChildJvm.java() + " -version");
        try {
            for (Contender contender : List.of(Contender.QUERY, Contender.INFO)) {
                TrialRun.here(suite, FirstSuite.trial(contender, 100)).all().forEach(figures::add);
            }
        } finally {
            if (before == null) {
                System.clearProperty("ashlar.bench.command");
            } else {
                System.setProperty("ashlar.bench.command", before);
            }
        }
        List<Finding> findings = suite.findings(figures);
        assertEquals(2, findings.size());
        assertFalse(findings.getFirst().judged().isPresent());
        assertTrue(findings.getLast().judged().isPresent());
        figures.with(Contender.PYTHON.label, FirstSuite.ANSWER, 1);
        assertThrows(IllegalStateException.class, () -> suite.findings(figures));
    }
}
