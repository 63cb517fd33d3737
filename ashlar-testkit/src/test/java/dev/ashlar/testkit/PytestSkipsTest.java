// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PytestSkipsTest {
    private static final String OUTPUT = """
            ....ss.s                                                                 [100%]
            =========================== short test summary info ============================
            SKIPPED [1] python/tests/test_read_only.py:63: no read-only mount can be made here
            SKIPPED [2] python/tests/test_docs.py:29: ASHLAR_DEMO names no folder of `ashlar demo --quick --keep=DIR`
            SKIPPED [1] python/tests/test_reader.py:199: could not import 'polars': No module named 'polars'
            4 passed, 4 skipped in 0.05s
            """;

    @Test
    void shouldAllowWhatTheMachineCannotDo() {
        PytestSkips.check(OUTPUT.replaceAll("(?m)^.*polars.*$", ""), true, "ASHLAR_DEMO");
        PytestSkips.check(OUTPUT, false);
    }

    @Test
    void shouldRefuseWhatIsNotInstalled() {
        AssertionError error = assertThrows(AssertionError.class, () -> PytestSkips.check(OUTPUT, true, "ASHLAR_DEMO"));
        assertEquals("skipped, though ASHLAR_LANGUAGES=all: [python/tests/test_reader.py:199: could not import 'polars': "
                + "No module named 'polars']", error.getMessage());
        assertThrows(AssertionError.class, () -> PytestSkips.check(OUTPUT.replaceAll("(?m)^.*polars.*$", ""), true));
    }
}
