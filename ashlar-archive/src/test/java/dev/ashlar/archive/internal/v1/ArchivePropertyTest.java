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
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.LastValuesWriter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TestSchemas;
import dev.ashlar.store.ValueClaim;
import dev.ashlar.testkit.Seed;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A feed with messages that arrive late, recorded into an archive and into one store: both answer the same, and a
/// query opens no day whose times rule it out. The last values of each day are those of its end.
class ArchivePropertyTest {
    private static final long HOUR_NS = 3_600_000_000_000L;
    private static final int MESSAGES = 150;
    private static final LastValuesDefinition TICKS = LastValuesDefinition.of(TestSchemas.tick(), "Tick", "size");

    /// Of one message: when it arrived, which decides its day, the time that it has, and whether it has a row.
    private record Sent(long id, long arrivedNs, long timeNs, boolean known) {
        void record(Feed feed) throws StoreException {
            if (known) {
                feed.record(id, timeNs);
            } else {
                feed.recordUnknown(id, timeNs);
            }
        }
    }

    private static final int KEYS = 7;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("ArchivePropertyTest");
    private long opened;
    private long all;

    @Test
    void shouldAnswerAsOneStore() throws Exception {
        answer(8);
    }

    @Test
    @Tag("long")
    void shouldAnswerAsOneStoreOften() throws Exception {
        answer(100);
    }

    private void answer(int questions) throws Exception {
        for (int round = 0; round < 6; round++) {
            Path folder = temp.resolve("round" + round);
            Division division = Division.parse(List.of("day", "day:Europe/London", "hour:Asia/Kolkata").get(round % 3));
            List<Sent> sent = sent(division.unit() == Division.Unit.DAY ? 2 * HOUR_NS : HOUR_NS / 8, round % 2 == 0);
            Map<String, List<Sent>> days = write(folder, division, sent);
            try (Store store = Store.open(folder.resolve("store"))) {
                for (int i = 0; i < questions; i++) {
                    compare(folder, Relations.of(store), days, sent);
                }
            }
        }
        System.out.println("ArchivePropertyTest: opened=" + opened + ", days=" + all);
        assertTrue(opened * 2 < all, "hardly any day was left out");
    }

    /// Over the change to daylight saving time in London.
    private List<Sent> sent(long stepNs, boolean known) {
        List<Sent> sent = new ArrayList<>();
        long now = Feed.ns("2026-03-27T20:00:00Z");
        for (int id = 0; id < MESSAGES; id++) {
            now += random.nextLong(stepNs);
            sent.add(new Sent(id, now, random.nextInt(10) == 0 ? now - random.nextLong(30 * stepNs) : now,
                    known || random.nextInt(10) > 0));
        }
        return sent;
    }

    private Map<String, List<Sent>> write(Path folder, Division division, List<Sent> sent) throws StoreException {
        Map<String, List<Sent>> days = new TreeMap<>();
        Feed feed = new Feed();
        try (ArchiveWriter writer = ArchiveWriter.open(folder.resolve("archive"), ArchiveOptions.asIs()
                .withDivision(division).withStore(Feed.SMALL), (day, store) -> {
                    feed.opened(day, store);
                    store.define(TICKS);
                })) {
            for (Sent message : sent) {
                StoreWriter store = writer.roll(message.arrivedNs);
                message.record(feed);
                put(store.lastValuesWriter(TICKS.name()), message);
                days.computeIfAbsent(division.periodOf(message.arrivedNs).name(), _ -> new ArrayList<>()).add(message);
            }
            if (random.nextBoolean()) {
                writer.seal();
            }
        }
        Feed one = new Feed();
        try (StoreWriter store = StoreWriter.open(folder.resolve("store"), Feed.SMALL)) {
            one.opened(division.periodOf(sent.getFirst().arrivedNs), store);
            store.define(TICKS);
            for (Sent message : sent) {
                message.record(one);
                put(store.lastValuesWriter(TICKS.name()), message);
            }
        }
        return days;
    }

    private static void put(LastValuesWriter values, Sent message) throws StoreException {
        ValueClaim claim = values.claim(message.id % KEYS);
        claim.memory().set(LONG, claim.offset(), message.timeNs);
        claim.memory().set(LONG, claim.offset() + Long.BYTES, message.id);
        claim.commit();
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
        openOnlyNeeded(folder, "Order", "id", days, from, to);
        openOnlyNeeded(folder, "feed", "sequence", days, from, to);
        try (ReadArchive archive = (ReadArchive) Archive.open(folder.resolve("archive"))) {
            lastValues(archive, one.get(TICKS.name()), days);
        }
    }

    private void openOnlyNeeded(Path folder, String table, String column, Map<String, List<Sent>> days, long from,
            long to) throws Exception {
        try (ReadArchive archive = (ReadArchive) Archive.open(folder.resolve("archive"))) {
            // This opens the newest sealed day for the columns, and the open one.
            Relation relation = archive.relations().get(table);
            long before = archive.openedCount();
            between(relation, from, to, column);
            Set<String> needed = new HashSet<>();
            // What an open day has is not in the head.
            archive.days().stream().filter(Archive.Day::open).map(Archive.Day::name).forEach(needed::add);
            days.forEach((day, messages) -> {
                long least = messages.stream().mapToLong(Sent::timeNs).min().orElseThrow();
                long greatest = messages.stream().mapToLong(Sent::timeNs).max().orElseThrow();
                if (least <= to && greatest >= from) {
                    needed.add(day);
                }
            });
            long more = archive.openedCount() - before;
            assertTrue(before <= 2 && more <= needed.size(), () -> table + ": before=" + before + ", opened=" + more
                    + ", needed=" + needed);
            opened += archive.openedCount();
            all += days.size();
            byDate(archive, days);
        }
    }

    /// Key, id and time of the last message of each key, in each of some days; over all days, those of one store.
    private void lastValues(ReadArchive archive, Relation one, Map<String, List<Sent>> days) throws Exception {
        Relation several = archive.relations().get(TICKS.name());
        String[] columns = {"size", "price", "time"};
        Map<Object, List<Object>> newest = new TreeMap<>();
        String date = List.copyOf(days.keySet()).get(random.nextInt(days.size())).substring(0, 10);
        List<List<Object>> expected = new ArrayList<>();
        for (Map.Entry<String, List<Sent>> day : days.entrySet()) {
            Map<Object, List<Object>> last = new TreeMap<>();
            day.getValue().forEach(message -> last.put(message.id % KEYS, List.of(message.id % KEYS, message.id,
                    message.timeNs)));
            newest.putAll(last);
            if (day.getKey().startsWith(date)) {
                expected.addAll(last.values());
            }
        }
        assertEquals(sorted(expected), sorted(numbers(several, several.column("_date").eq(Expr.of(Instant.parse(date
                + "T00:00:00Z"))), columns)));
        assertEquals(List.copyOf(newest.values()), sorted(numbers(one, one.column("size").ge(Expr.of(0L)), columns)));
        assertTrue(numbers(several, several.column("size").ge(Expr.of(0L)), columns).containsAll(newest.values()));
    }

    /// The unsigned ones as longs, too.
    private static List<List<Object>> numbers(Relation relation, Expr where, String... columns) {
        return Feed.rows(relation, where, columns).stream().map(row -> row.stream()
                .<Object>map(value -> ((Number) value).longValue()).toList()).toList();
    }

    private static List<List<Object>> sorted(List<List<Object>> rows) {
        return rows.stream().sorted(Comparator.comparing((List<Object> row) -> (Long) row.getFirst())
                .thenComparing(row -> (Long) row.get(1))).toList();
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
                .flatMap(day -> day.getValue().stream()).filter(Sent::known).map(Sent::id).toList();
        assertEquals(expected, Feed.ids(archive, archive.relations().get("Order").column("_date").eq(Expr.of(Instant.parse(date
                + "T00:00:00Z")))));
    }
}
