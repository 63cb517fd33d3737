// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.measure.host.Disturbance.ClockSpeed;
import dev.ashlar.measure.host.Disturbance.Ticks;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DisturbanceTest {
    @Test
    void shouldComplainOfWhatIsTooMuch() {
        assertEquals(List.of(), new Disturbance(1, 0.1, 50, -3).complaints());
        assertEquals(List.of("3.0 % of the time stolen by the host", "0.5 cores busy with other programs",
                "preempted 300 times a second", "speed of the processor changed by 9 %"),
                new Disturbance(3, 0.5, 300, -9).complaints());
        assertEquals(new Disturbance(3, 2, 9, -7), new Disturbance(3, 0, 9, 2).or(new Disturbance(1, 2, 5, -7)));
    }

    @Test
    void shouldTellOthersFromOneself() {
        // A second of two cores: 120 hundredths busy, of them 70 our own.
        Disturbance weather = new Ticks(1_200, 620, 10, 2).since(new Ticks(1_000, 500, 0, 2), 700_000_000, 0, 0);
        assertEquals(5, weather.stolenPercent(), 1e-9);
        assertEquals(0.5, weather.othersCores(), 1e-9);
    }

    /// The time is of all cores, also of those that this process may not use.
    @Test
    void shouldCountTheCoresThatTheTimeIsOf() {
        Ticks ticks = Ticks.parse("""
                cpu  10 20 30 400 50 1 2 7 100 100
                cpu0 5 10 15 200 25 1 1 4 50 50
                cpu1 5 10 15 200 25 0 1 3 50 50
                cpu10 0 0 0 0 0 0 0 0 0 0
                intr 12345
                """);
        assertEquals(new Ticks(520, 63, 7, 3), ticks);
    }

    @Test
    void shouldReadWhatLinuxTells() {
        OwnUse before = OwnUse.now();
        assumeTrue(before.isKnown());
        byte[][] memory = new byte[64][1 << 20];
        assertTrue(OwnUse.now().minorFaults() >= before.minorFaults() && memory.length == 64);
        assertTrue(new ClockSpeed().ns() > 0);
        assertTrue(OwnUse.now().cpuNs() > 0 && Ticks.now().isPresent());
        assertEquals(32 << 10, Proc.bytes("32K"));
        assertEquals(24L << 10, Proc.bytes("24 kB"));
        assertEquals(5L << 20, Proc.bytes("5M"));
        assertEquals(7, Proc.bytes("7"));
        assertFalse(Proc.text("/no/such/file").isPresent());
    }

    @Test
    void shouldHalveWhatDoesNotFit() {
        Machine machine = new Machine(4, 1 << 20, 32L << 20, 1 << 20, Path.of("."), "ext4", List.of());
        assertEquals(256 << 10, machine.fitting(1 << 20, 2, 1));
        assertEquals(512 << 10, machine.fitting(1 << 20, 2, 512 << 10));
        assertEquals(100, machine.fitting(100, 2, 1));
        assertEquals(512 << 10, machine.fittingDisk(1 << 20, 1, 1));
    }
}
