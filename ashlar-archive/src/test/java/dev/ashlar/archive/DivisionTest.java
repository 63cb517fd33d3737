// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Division.Period;
import dev.ashlar.testkit.Seed;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DivisionTest {
    private static final long HOUR = 3_600_000_000_000L;

    @Test
    void shouldEndADayAtMidnightOfItsZone() {
        Period day = Division.daily(ZoneId.of("Europe/London")).periodOf(Feed.ns("2026-06-30T23:30:00Z"));
        assertEquals("2026-07-01", day.name());
        assertEquals(Feed.ns("2026-06-30T23:00:00Z"), day.startNs());
        assertEquals(Feed.ns("2026-07-01T23:00:00Z"), day.endNs());
    }

    @Test
    void shouldHaveDaysOf23And25Hours() {
        Division division = Division.parse("day:Europe/Berlin");
        assertEquals(23 * HOUR, length(division.parsePeriod("2026-03-29")));
        assertEquals(25 * HOUR, length(division.parsePeriod("2026-10-25")));
        // Clocks of this zone go forward at midnight: the day begins at one.
        Period beirut = Division.parse("day:Asia/Beirut").parsePeriod("2026-03-29");
        assertEquals(Feed.ns("2026-03-28T22:00:00Z"), beirut.startNs());
    }

    @Test
    void shouldTellTheTwoHoursApartThatClocksShowTwice() {
        Division division = Division.parse("hour:Europe/London");
        assertEquals("2026-10-25T01+0100", division.periodOf(Feed.ns("2026-10-25T00:10:00Z")).name());
        assertEquals("2026-10-25T01+0000", division.periodOf(Feed.ns("2026-10-25T01:10:00Z")).name());
        assertThrows(IllegalArgumentException.class, () -> division.parsePeriod("2026-03-29T01+0000"));
        assertThrows(IllegalArgumentException.class, () -> division.parsePeriod("2026-06-01T01+0000"));
    }

    /// In St. John's clocks went back from 00:01 to 23:01 of the day before: that hour is of the day that had begun.
    @Test
    void shouldNotGoBackToADayWithTheClocks() {
        Division division = Division.parse("day:America/St_Johns");
        long midnight = Feed.ns("2010-11-07T02:30:00Z");
        Period begun = division.parsePeriod("2010-11-07");
        assertEquals(midnight, begun.startNs());
        for (long time : new long[] {midnight, midnight + HOUR / 60, midnight + HOUR, midnight + 2 * HOUR}) {
            assertEquals(begun, division.periodOf(time));
        }
        assertEquals("2010-11-06", division.periodOf(midnight - 1).name());
    }

    /// Around full and half hours each minute, and one in some of the others.
    @Test
    void shouldHaveAPeriodForTimesAroundEachChangeOfClocks() {
        SplittableRandom random = Seed.random("DivisionTest changes");
        aroundChanges(minute -> (Math.abs(minute) + 1) % 30 < 3 || random.nextInt(8) == 0);
    }

    @Test
    @Tag("long")
    void shouldHaveAPeriodForEachTimeAroundEachChangeOfClocks() {
        aroundChanges(_ -> true);
    }

    private static void aroundChanges(LongPredicate tried) {
        // Half of the zones are other names of the same clocks.
        Map<ZoneRules, ZoneId> zones = new HashMap<>();
        ZoneId.getAvailableZoneIds().stream().sorted().map(ZoneId::of).forEach(id -> zones.put(id.getRules(), id));
        for (ZoneId id : zones.values()) {
            for (ZoneOffsetTransition change : id.getRules().getTransitions()) {
                if (change.getInstant().isBefore(Instant.EPOCH)) {
                    continue;
                }
                for (Division.Unit unit : Division.Unit.values()) {
                    Division division = new Division(unit, id);
                    for (long minute = -61; minute <= 61; minute++) {
                        if (!tried.test(minute)) {
                            continue;
                        }
                        long time = change.getInstant().getEpochSecond() * 1_000_000_000L + minute * HOUR / 60;
                        Period period = division.periodOf(time);
                        assertTrue(period.contains(time), () -> division + " at " + time + ": " + period);
                    }
                }
            }
        }
    }

    @Test
    void shouldCoverTimeWithoutGapOrOverlap() {
        cover(800);
    }

    @Test
    @Tag("long")
    void shouldCoverAllTimeWithoutGapOrOverlap() {
        cover(20_000);
    }

    private static void cover(int times) {
        SplittableRandom random = Seed.random("DivisionTest");
        List<String> zones = ZoneId.getAvailableZoneIds().stream().sorted().toList();
        for (int i = 0; i < times; i++) {
            Division division = new Division(random.nextBoolean() ? Division.Unit.DAY : Division.Unit.HOUR,
                    ZoneId.of(i % 4 == 0 ? "Australia/Lord_Howe" : zones.get(random.nextInt(zones.size()))));
            assertEquals(division, Division.parse(division.toString()));
            long time = random.nextLong(0, Feed.ns("2100-01-01T00:00:00Z"));
            Period period = division.periodOf(time);
            String where = division + " at " + time + ": " + period;
            for (int next = 0; next < 400; next++) {
                assertTrue(period.contains(time), where);
                assertEquals(period, division.parsePeriod(period.name()), where);
                assertEquals(period, division.periodOf(period.startNs()), where);
                assertEquals(period, division.periodOf(period.endNs() - 1), where);
                Period later = division.periodOf(period.endNs());
                assertEquals(period.endNs(), later.startNs(), where);
                assertTrue(Math.floorDiv(later.startNs(), HOUR / 2) > Math.floorDiv(period.startNs(), HOUR / 2), where);
                if (next >= 10 && i % 4 != 0) {
                    break;
                }
                time = later.startNs();
                period = later;
            }
        }
    }

    @Test
    void shouldRejectWhatNamesNoPeriod() {
        Division division = Division.parse("day");
        for (String name : List.of("", "..", "2026-1-5", "2026-02-30", "2026-01-05T10+0000", "2026-01-05/..", "+999999-01-01",
                "999999999-01-01")) {
            assertThrows(IllegalArgumentException.class, () -> division.parsePeriod(name), name);
        }
        for (String text : List.of("", "week", "day:Nowhere", "day:")) {
            assertThrows(IllegalArgumentException.class, () -> Division.parse(text), text);
        }
    }

    private static long length(Period period) {
        return period.endNs() - period.startNs();
    }
}
