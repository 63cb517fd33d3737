// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.CompatibilityCheck;
import dev.ashlar.sbe.CompatibilityFinding.Direction;
import dev.ashlar.sbe.CompatibilityReport;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.testkit.Seed;
import java.nio.BufferUnderflowException;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Readers by the letter of the standard against the verdict: where the check sees no break, they read every common
/// element right and take every other for absent.
class CompatibilityPropertyTest {
    private static final int PAIRS = 4_000;

    private int compatible;
    private int broken;
    private int misread;

    @Test
    void shouldReadWhatTheOtherSchemaWroteWhenTheCheckSeesNoBreak() {
        SplittableRandom random = Seed.random("CompatibilityPropertyTest");
        for (int i = 0; i < PAIRS; i++) {
            RandomEvolution evolution = new RandomEvolution(random.split());
            String older = evolution.schema(1);
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                evolution.change();
            }
            check(older, evolution.schema(2));
        }
        // Neither an empty promise nor a cry of wolf: both verdicts are common, and every break is seen on the wire,
        // save where bytes happen to be alike.
        String outcome = "compatible=" + compatible + ", broken=" + broken + ", misread=" + misread;
        assertTrue(compatible > PAIRS / 4 && broken > PAIRS / 4, outcome);
        assertTrue(misread > broken * 0.99, outcome);
    }

    private void check(String older, String newer) {
        CompatibilityReport report =
                CompatibilityCheck.compare(Evolution.parse("old.xml", older), Evolution.parse("new.xml", newer));
        Schema oldSchema = Evolution.parse("old.xml", older).schema();
        Schema newSchema = Evolution.parse("new.xml", newer).schema();
        verify(report, Direction.BACKWARD, oldSchema, newSchema, older + newer);
        verify(report, Direction.FORWARD, newSchema, oldSchema, older + newer);
    }

    private void verify(CompatibilityReport report, Direction direction, Schema writer, Schema reader, String schemas) {
        boolean right = readsRight(writer.message(1), writer.version(), reader.message(1));
        if (report.isCompatible(direction)) {
            compatible++;
            assertTrue(right, () -> "no break found " + direction + " but misread:\n" + schemas + report.findings());
        } else {
            broken++;
            misread += right ? 0 : 1;
        }
    }

    private static boolean readsRight(Message writer, int version, Message reader) {
        WireWalk.Written written = WireWalk.write(writer, version);
        Map<String, Long> read;
        try {
            read = WireWalk.read(reader, written);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | BufferUnderflowException e) {
            return false;
        }
        Map<String, Long> expected = WireWalk.write(reader, version).values();
        expected.keySet().retainAll(written.values().keySet());
        return read.keySet().equals(expected.keySet())
                && read.entrySet().stream()
                .allMatch(e -> Objects.equals(e.getValue(), written.values().get(e.getKey())));
    }
}
