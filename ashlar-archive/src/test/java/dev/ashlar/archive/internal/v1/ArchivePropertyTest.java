// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.Division;
import dev.ashlar.archive.Feed;
import dev.ashlar.query.Expr;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.Seed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A feed with messages that arrive late, recorded into an archive and into one store: both answer the same, and a
/// query opens no day whose times rule it out.
class ArchivePropertyTest {
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final int MESSAGES = 150;
    private static final int QUERIES = 20;

    /// Of one message: when it arrived, which decides its day, and the time that it has.
    private record Sent(long id, long arrivedNs, long timeNs) {
    }

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("ArchivePropertyTest");
    private long opened;
    private long all;

    @Test
    void shouldAnswerAsOneStore() throws Exception {
        for (int round = 0; round < 6; round++) {
            Path folder = temp.resolve("round" + round);
            Division division = Division.parse(List.of("day", "day:Europe/London", "hour:Asia/Kolkata").get(round % 3));
            List<Sent> sent = sent(division.unit() == Division.Unit.DAY ? 2 * HOUR_NS : HOUR_NS / 8);
            Map<String, List<Sent>> days = write(folder, division, sent);
            try (Store store = Store.open(folder.resolve("store"))) {
                for (int i = 0; i < QUERIES; i++) {
                    compare(folder, Relations.of(store), days, sent);
                }
            }
        }
        System.out.println("ArchivePropertyTest: opened=" + opened + ", days=" + all);
        assertTrue(opened * 2 < all, "hardly any day was left out");
    }

    /// Over the change to daylight saving time in London.
    private List<Sent> sent(long stepNs) {
        List<Sent> sent = new ArrayList<>();
        long now = Feed.ns("2026-03-27T20:00:00Z");
        for (int id = 0; id < MESSAGES; id++) {
            now += random.nextLong(stepNs);
            sent.add(new Sent(id, now, random.nextInt(10) == 0 ? now - random.nextLong(30 * stepNs) : now));
        }
        return sent;
    }

    private Map<String, List<Sent>> write(Path folder, Division division, List<Sent> sent) throws StoreException {
        Map<String, List<Sent>> days = new TreeMap<>();
        Feed feed = new Feed();
        try (ArchiveWriter writer = ArchiveWriter.open(folder.resolve("archive"), ArchiveOptions.asIs()
                .withDivision(division).withStore(Feed.SMALL), feed)) {
            for (Sent message : sent) {
                writer.roll(message.arrivedNs);
                feed.record(message.id, message.timeNs);
                days.computeIfAbsent(division.periodOf(message.arrivedNs).name(), _ -> new ArrayList<>()).add(message);
            }
            if (random.nextBoolean()) {
                writer.seal();
            }
        }
        Feed one = new Feed();
        try (StoreWriter store = StoreWriter.open(folder.resolve("store"), Feed.SMALL)) {
            one.opened(division.periodOf(sent.getFirst().arrivedNs), store);
            for (Sent message : sent) {
                one.record(message.id, message.timeNs);
            }
        }
        return days;
    }

    private void compare(Path folder, Relations one, Map<String, List<Sent>> days, List<Sent> sent) throws Exception {
        long from = sent.get(random.nextInt(MESSAGES)).timeNs;
        long to = from + random.nextLong(20) * HOUR_NS;
        try (ReadArchive archive = (ReadArchive) Archive.open(folder.resolve("archive"))) {
            Relations several = archive.relations();
            for (String[] columns : List.of(new String[] {"Order", "id"}, new String[] {"Order_legs", "leg"},
                    new String[] {"feed", "sequence"})) {
                assertEquals(between(one.get(columns[0]), from, to, columns[1]),
                        between(several.get(columns[0]), from, to, columns[1]), () -> columns[0] + ", from=" + from + ", to=" + to);
            }
        }
        try (ReadArchive archive = (ReadArchive) Archive.open(folder.resolve("archive"))) {
            between(archive.relations().get("Order"), from, to, "id");
            Set<String> needed = new HashSet<>();
            // The newest day, for the columns.
            needed.add(archive.days().getLast().name());
            days.forEach((day, messages) -> {
                long least = messages.stream().mapToLong(Sent::timeNs).min().orElseThrow();
                long greatest = messages.stream().mapToLong(Sent::timeNs).max().orElseThrow();
                if (least <= to && greatest >= from) {
                    needed.add(day);
                }
            });
            // What an open day has is not in the head, so that a sealed one is opened for the columns of the others.
            int most = needed.size() + (archive.days().getLast().open() ? 1 : 0);
            assertTrue(archive.openedCount() <= most, () -> "opened=" + archive.openedCount() + ", needed=" + needed);
            opened += archive.openedCount();
            all += days.size();
            byDate(archive, days);
        }
    }

    private static List<List<Object>> between(Relation relation, long from, long to, String column) {
        return Feed.rows(relation, relation.column("_time").between(time(from), time(to)), column, "_time");
    }

    private static Expr.Literal time(long ns) {
        return Expr.of(Instant.ofEpochSecond(Math.floorDiv(ns, 1_000_000_000L), Math.floorMod(ns, 1_000_000_000L)));
    }

    /// The rows of a date that is drawn are those of its days.
    private void byDate(ReadArchive archive, Map<String, List<Sent>> days) throws Exception {
        String date = List.copyOf(days.keySet()).get(random.nextInt(days.size())).substring(0, 10);
        List<Long> expected = days.entrySet().stream().filter(day -> day.getKey().startsWith(date))
                .flatMap(day -> day.getValue().stream()).map(Sent::id).toList();
        assertEquals(expected, Feed.ids(archive, archive.relations().get("Order").column("_date").eq(Expr.of(Instant.parse(date
                + "T00:00:00Z")))));
    }
}
