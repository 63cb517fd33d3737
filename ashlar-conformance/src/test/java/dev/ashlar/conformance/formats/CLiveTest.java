// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.opentest4j.TestAbortedException;

/// C next to Java; `PythonLiveTest` has a reader in C for longer.
@Tag("slow")
class CLiveTest extends LiveContract {
    @BeforeEach
    void build() throws Exception {
        CPrograms.built();
    }

    /// Whether the programs can be built here.
    boolean isBuilt() throws Exception {
        try {
            build();
            return true;
        } catch (TestAbortedException e) {
            return false;
        }
    }

    @Override
    Process start(Path output, String program, Object... arguments) throws Exception {
        return CPrograms.start(output, Stream.concat(Stream.of(CPrograms.program(program)),
                Arrays.stream(arguments).map(String::valueOf)).toArray(String[]::new));
    }

    @Override
    long messages() {
        return 100_000;
    }

    @Override
    Duration following() {
        return Duration.ofSeconds(2);
    }
}
