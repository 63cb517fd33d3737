// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.spaceship;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.lab.Made;
import dev.ashlar.lab.spaceship.SpaceshipExperiment.Crew;
import dev.ashlar.measure.Scale;
import dev.ashlar.measure.Trial;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SpaceshipExperimentTest {
    private final SpaceshipExperiment experiment = new SpaceshipExperiment();

    @Test
    void shouldFlyAsPublished() {
        List<Trial> trials = experiment.plan(Scale.FULL, Made.large()).trials();
        assertEquals(8 * 4, trials.size());
        trials.forEach(trial -> assertEquals("5000 5", trial.text("ms") + " " + trial.text("runs")));
        assertEquals(List.of("1R1W", "2R1W", "3R1W", "2R2W"), Crew.ALL.stream().map(Crew::text).toList());
        Crew.ALL.forEach(crew -> assertEquals(crew, Crew.parse(crew.text())));
        assertEquals(Crew.PACED, Crew.parse("1R1W@1000000"));
    }

    @ParameterizedTest
    @EnumSource(ShipKind.class)
    void shouldReadWholePositionsAndLoseNoMove(ShipKind kind) throws InterruptedException {
        for (Crew crew : Crew.ALL) {
            Spaceship ship = kind.launch(crew.movers() > 1);
            ship.move(3, 4);
            int[] position = new int[2];
            assertTrue(ship.reader().readPosition(position) >= 1);
            assertEquals(List.of(3, 4), List.of(position[0], position[1]));
            ship.move(1, 0);
            Flight.Log log = Flight.fly(ship, crew, 20);
            assertTrue(log.reads() > 0 && log.moves() > 0 && log.attempts() >= log.reads(), log::toString);
            assertTrue(log.freshReads() <= log.reads() && log.leastReads() * crew.readers() <= log.reads(),
                    log::toString);
        }
    }

    @Test
    void shouldMoveAtThePaceOfTheCrew() throws InterruptedException {
        Flight.Log log = Flight.fly(ShipKind.SEQLOCK_CELL.launch(false), new Crew(1, 1, 100_000), 50);
        assertTrue(log.moves() > 1 && log.moves() <= log.ns() / 10_000 + 1, log::toString);
    }

    @Test
    void shouldSayWhatTheFiguresSay() {
        Made made = new Made();
        Crew one = Crew.ALL.getFirst();
        made.figure(SpaceshipExperiment.subject(one, ShipKind.SYNCHRONIZED), SpaceshipExperiment.READS, 10)
                .figure(SpaceshipExperiment.subject(one, ShipKind.SYNCHRONIZED), SpaceshipExperiment.FRESH, 9)
                .figure(SpaceshipExperiment.subject(one, ShipKind.COPIED), SpaceshipExperiment.READS, 15)
                .figure(SpaceshipExperiment.subject(one, ShipKind.COPIED), SpaceshipExperiment.FRESH, 1)
                .figure(SpaceshipExperiment.subject(one, ShipKind.VERSIONED_CELL), SpaceshipExperiment.READS, 12);
        assertEquals("With one reader and one mover, the most reads are those of lock-free, new object (15.0 M/s), "
                + "the most fresh reads those of synchronized (9.00 M/s). Lock-free with new objects reads 1.50× "
                + "(published 1.53×) as often as synchronized, Ashlar's versioned cell 1.20×.",
                experiment.verdict(made.figures()));
    }
}
