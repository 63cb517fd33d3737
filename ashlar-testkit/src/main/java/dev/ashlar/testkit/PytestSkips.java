// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.util.List;
import java.util.regex.Pattern;

/// Tests that pytest skipped, as `pytest -rs` lists them: with `ASHLAR_LANGUAGES=all`, only tests that are impossible
/// on the machine may be skipped.
public final class PytestSkips {
    private static final Pattern SKIPPED = Pattern.compile("(?m)^SKIPPED \\[\\d+\\] (.*)$");
    /// Skips because of missing privileges, which cannot be installed.
    private static final List<String> MACHINE =
            List.of("no read-only mount can be made here", "files without permission can be");

    private PytestSkips() {
    }

    /// Prints the skipped tests.
    ///
    /// @param output    output of `pytest -rs`
    /// @param elsewhere parts of the reasons of tests that run elsewhere
    /// @throws AssertionError if a skipped test must run
    public static void check(String output, String... elsewhere) {
        check(output, "all".equals(System.getenv("ASHLAR_LANGUAGES")), elsewhere);
    }

    static void check(String output, boolean all, String... elsewhere) {
        List<String> left = SKIPPED.matcher(output).results().map(found -> found.group(1))
                .filter(reason -> List.of(elsewhere).stream().noneMatch(reason::contains)).toList();
        left.forEach(reason -> System.out.println("pytest skipped " + reason));
        List<String> missing =
                left.stream().filter(reason -> MACHINE.stream().noneMatch(reason::contains)).toList();
        if (all && !missing.isEmpty()) {
            throw new AssertionError("skipped, though ASHLAR_LANGUAGES=all: " + missing);
        }
    }
}
