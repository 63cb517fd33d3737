// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// The command without its measurements.
class MainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldHelp() {
        assertEquals(0, run("--help"));
        assertTrue(text(out).contains("codec "), text(out));
    }

    @Test
    void shouldRefuseAnUnknownSuiteInOneLine() {
        assertEquals(2, run("nonsense"));
        assertEquals("ashlar bench: unknown suite: nonsense (there are: codec, segmented, trades, append, query,"
                + " h2o, asof, first, export, import, load, archive, python, record, lookup, find, object, ring,"
                + " cell, overload, languages); see ashlar bench --help\n", text(err));
    }

    @Test
    void shouldRefuseUnknownOptions() {
        assertEquals(2, run("--slow"));
        assertEquals(2, run("codec", "--json"));
        assertEquals(2, run("trades", "--rows"));
        assertEquals(2, run("trades", "--rows", "0"));
        assertEquals(2, run("trades", "--rows", "1e6"));
        assertEquals(2, run("codec", "--rounds", "0"));
        assertEquals(2, run("codec", "--rounds"));
        assertEquals(2, run("--from"));
        assertEquals(2, run("trades", "--from", "a.json"));
        assertEquals(2, run("--paste", "README.md"));
    }

    @Test
    void shouldRefuseAPageOfAnotherKindBeforeItMeasures() {
        assertEquals(2, run("codec", "--report", "page.pdf"));
        assertEquals("ashlar bench: name of a page must end in .md or .html: page.pdf; see ashlar bench --help\n",
                text(err));
        err.reset();
        assertEquals(2, run("codec", "--report", "no/such/folder/page.md"));
        assertEquals("ashlar bench: file cannot be written; name a file in an existing folder: no/such/folder/page.md;"
                + " see ashlar bench --help\n", text(err));
    }

    private int run(String... args) {
        return Main.run(args, Main.SUITES, new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
