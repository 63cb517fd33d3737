// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.testkit.KnownCapture;
import java.io.IOException;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Small captures in every framing, checked against the messages that they are known to hold.
class KnownCaptureTest {
    @ParameterizedTest
    @MethodSource("dev.ashlar.testkit.KnownCapture#all")
    void shouldSplitToTheLastByte(KnownCapture capture) throws IOException {
        Collected all = Collected.of(capture.file(), SourceOptions.of(Framing.parse(capture.framing())));

        assertEquals(new TreeMap<>(capture.messages()), all.entries.stream().collect(Collectors.groupingBy(
                entry -> capture.templateIdOf(entry.bytes()), TreeMap::new, Collectors.counting())));
        assertEquals(capture.incompleteBytes() == 0, all.report.isComplete(), all.report::toString);
        assertEquals(capture.incompleteBytes(), all.report.bytes(SkipReason.INCOMPLETE_MESSAGE));
    }
}
