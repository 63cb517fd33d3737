// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TrialTest {
    @Test
    void shouldPassTrialsOnUnchanged() {
        Trial trial = Trial.of("a name: 2×").withThreads(3).with("text", "a=b c").with("number", 1L << 40)
                .withFlags("-Xmx64m");
        assertEquals(trial, Trial.parse(trial.arguments()).withFlags("-Xmx64m"));
    }
}
