// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;

/// C next to Java.
class CLiveTest extends LiveContract {
    @BeforeEach
    void build() throws Exception {
        CPrograms.built();
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
        return Duration.ofSeconds(4);
    }
}
