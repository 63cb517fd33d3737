// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive;
import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.RetentionListener;
import dev.ashlar.archive.RetentionReport;
import dev.ashlar.server.GatewayOptions;
import dev.ashlar.server.GatewayOptions.Listening;
import dev.ashlar.server.HttpSocket;
import dev.ashlar.server.HttpSocket.Answer;
import dev.ashlar.server.Ticks;
import dev.ashlar.server.internal.RunningGateway.Clocks;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A gateway that records into the days of an archive, and a clock that a test sets.
@Timeout(600)
class ArchiveGatewayTest {
    private static final ArchiveOptions DAILY = ArchiveOptions.daily(ZoneOffset.UTC);
    private static final long DAY_NS = Duration.ofDays(1).toNanos();
    private static final long EVENING = ns("2026-03-01T23:59:59Z");
    private static final long MORNING = ns("2026-03-02T00:00:00Z");

    @TempDir
    Path temp;
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final AtomicLong clock = new AtomicLong(EVENING);
    private RunningGateway gateway;

    private static long ns(String time) {
        return Instant.parse(time).getEpochSecond() * 1_000_000_000L;
    }

    @AfterEach
    void stop() throws IOException {
        if (gateway != null) {
            gateway.close();
        }
    }

    private Path folder() {
        return temp.resolve("feed");
    }

    private void start(Optional<ArchiveOptions> archive) throws IOException {
        GatewayOptions options = Ticks.options(folder()).withListening(Listening.local(0).withTcpPort(0));
        GatewayOptions chosen = archive.map(options::withArchive).orElse(options);
        gateway = RunningGateway.start(chosen, log::add, recorder -> recorder,
                new Clocks(System::nanoTime, clock::get));
    }

    private void start() throws IOException {
        start(Optional.of(DAILY));
    }

    private Answer post(long number) throws IOException {
        return HttpSocket.post(gateway.httpPort(), Ticks.of(number));
    }

    /// Records one tick, which has to be accepted.
    ///
    /// @return its position
    private long record(long timeNs, long number) throws IOException {
        clock.set(timeNs);
        Answer answer = post(number);
        assertEquals(202, answer.status(), answer.body());
        return Long.parseLong(answer.body().replaceAll("(?s).*\"positions\":\\[(\\d+)].*", "$1"));
    }

    private String query(String sql) throws IOException {
        return Scrape.get(gateway.httpPort(), "/query?format=csv&sql=" + URLEncoder.encode(sql, StandardCharsets.UTF_8))
                .replace("\n", " ").strip();
    }

    /// The ticks of each day, all of which are sealed and sound.
    private Map<String, Set<Long>> days() throws IOException {
        Map<String, Set<Long>> days = new TreeMap<>();
        try (Archive archive = Archive.open(folder())) {
            for (Day day : archive.days()) {
                assertFalse(day.open(), day.name());
                days.put(day.name(), Ticks.numbers(folder().resolve(day.name())));
            }
            assertEquals(List.of(), archive.check(Optional.empty()));
        }
        return days;
    }

    @Test
    void shouldRollWithTheFirstMessageOfADay() throws Exception {
        start();
        long first = record(EVENING, 1);
        assertEquals(64, record(MORNING - 1, 2) - first);
        long second = record(MORNING, 3);
        // Of yesterday, or under a clock that was set back.
        assertEquals(64, record(EVENING, 4) - second);
        try (Archive archive = Archive.open(folder())) {
            assertEquals(List.of(first, second), archive.days().stream().map(Day::base).toList());
        }
        assertEquals("_date,n 2026-03-01,2 2026-03-02,2", query("select _date, count(*) as n from Tick group by _date "
                + "order by 1"));
        assertEquals("sequence 0 1 0 1", query("select sequence from messages order by _position"));
        // What is measured is the open day's.
        Scrape.await(gateway.httpPort(), "ashlar_table_rows{table=\"Tick\"}", 2);
        assertTrue(log.contains("records into 2026-03-02"), log::toString);
        gateway.stop();
        assertEquals(Map.of("2026-03-01", Set.of(1L, 2L), "2026-03-02", Set.of(3L, 4L)), days());
    }

    @Test
    void shouldGoOnWithASealedDay() throws Exception {
        for (long n = 1; n <= 3; n++) {
            start(n == 1 ? Optional.of(DAILY) : Optional.empty());
            record(EVENING, n);
            gateway.stop();
            assertEquals(n, days().get("2026-03-01").size());
        }
        // A clock that jumped back across midnight meanwhile.
        start();
        record(MORNING, 4);
        gateway.stop();
        clock.set(EVENING);
        start();
        record(EVENING, 5);
        gateway.stop();
        assertEquals(Map.of("2026-03-01", Set.of(1L, 2L, 3L), "2026-03-02", Set.of(4L, 5L)), days());
    }

    @Test
    void shouldRollAtTheMidnightsOfAZoneWhoseClocksChange() throws Exception {
        clock.set(ns("2026-03-28T23:59:59Z"));
        start(Optional.of(ArchiveOptions.daily(ZoneId.of("Europe/London"))));
        record(ns("2026-03-28T23:59:59Z"), 1);
        record(ns("2026-03-29T22:59:59Z"), 2);
        record(ns("2026-03-29T23:00:00Z"), 3);
        record(ns("2026-10-24T23:00:00Z"), 4);
        record(ns("2026-10-25T23:59:59Z"), 5);
        gateway.stop();
        assertEquals(Map.of("2026-03-28", Set.of(1L), "2026-03-29", Set.of(2L), "2026-03-30", Set.of(3L), "2026-10-25",
                Set.of(4L, 5L)), days());
    }

    /// Nobody who was told 202 waits for the day to change, and every message is in one day, once.
    @Test
    void shouldLoseNothingWhenDaysChange() throws Exception {
        start();
        Set<Long> accepted = new ConcurrentSkipListSet<>();
        AtomicLong number = new AtomicLong();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean durable = i % 2 == 0;
            clients.add(Thread.ofVirtual().start(() -> {
                try (HttpSocket client = new HttpSocket(gateway.httpPort())) {
                    for (int n = 0; n < 150; n++) {
                        long first = number.getAndAdd(3);
                        // Some take their time before midnight and come after it.
                        clock.addAndGet(DAY_NS / 100);
                        client.post(Ticks.run(first, 3), "Prefer: durability=" + (durable ? "disk" : "process"));
                        assertEquals(202, client.read().status());
                        accepted.addAll(Set.of(first, first + 1, first + 2));
                    }
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        String report = HttpSocket.overTcp(gateway.tcpPort().orElseThrow(), Ticks.run(1_000_000, 500));
        assertTrue(report.startsWith("{\"messages\":500,"));
        for (Thread client : clients) {
            client.join();
        }
        for (long n = 1_000_000; n < 1_000_500; n++) {
            accepted.add(n);
        }
        assertEquals(4 * 450 + 500, accepted.size());
        assertEquals("n " + accepted.size(), query("select count(*) as n from Tick"));
        gateway.stop();
        Set<Long> stored = new TreeSet<>();
        Map<String, Set<Long>> days = days();
        days.values().forEach(numbers -> numbers.forEach(each -> assertTrue(stored.add(each), () -> "twice: " + each)));
        assertEquals(accepted, stored);
        assertTrue(days.size() >= 5, days::toString);
    }

    /// Nobody would hear of it, and queries by time would be wrong.
    @Test
    void shouldWarnWhenTheClockWasSetBack() throws Exception {
        start();
        record(EVENING, 1);
        assertEquals(0, Scrape.metric(gateway.httpPort(), "ashlar_clock_behind_seconds"));
        record(EVENING - 10_000_000_000L, 2);
        assertEquals(10, Scrape.metric(gateway.httpPort(), "ashlar_clock_behind_seconds"));
        Scrape.await(gateway.httpPort(), "ashlar_alert_raised{alert=\"clock\"}", 1);
        // It is raised before it is logged.
        ManualClock.await(() -> log.stream().anyMatch(line -> line.contains("the clock was set back")
                && line.contains("behindSeconds=10")));
        record(EVENING, 3);
        Scrape.await(gateway.httpPort(), "ashlar_alert_raised{alert=\"clock\"}", 0);
    }

    /// A stream goes on from day to day, and a client that comes back finds what it missed.
    @Test
    void shouldFollowATableFromDayToDay() throws Exception {
        start();
        record(EVENING, 1);
        try (HttpSocket tail = tail("/tail/Tick"); HttpSocket journal = tail("/tail/messages")) {
            record(EVENING, 2);
            String id = event(tail, 2);
            event(journal, 2);
            record(MORNING, 3);
            event(tail, 3);
            event(journal, 3);
            record(MORNING + 2 * DAY_NS, 4);
            String last = event(tail, 4);
            event(journal, 4);
            try (HttpSocket again = tail("/tail/Tick?after=" + id.substring("id: ".length()))) {
                event(again, 3);
                event(again, 4);
            }
            try (HttpSocket all = tail("/tail/messages?after=-1")) {
                for (int number = 1; number <= 4; number++) {
                    event(all, number);
                }
            }
            try (HttpSocket end = tail("/tail/Tick?after=" + last.substring("id: ".length()))) {
                record(MORNING + 3 * DAY_NS, 5);
                event(end, 5);
            }
            assertEquals(410, tailStatus("/tail/Tick?after=" + Long.MAX_VALUE));
            assertEquals(410, tailStatus("/tail/messages?after=" + Long.MAX_VALUE));
            // Nothing of the name yet, and not in this day.
            assertEquals(404, tailStatus("/tail/None"));
            assertEquals(400, tailStatus("/tail/Tick?after=9999999999999999999"));
        }
    }

    private HttpSocket tail(String path) throws IOException {
        HttpSocket client = new HttpSocket(gateway.httpPort());
        client.get(path);
        while (!client.line().startsWith("retry:")) {
            continue;
        }
        return client;
    }

    private int tailStatus(String path) throws IOException {
        return HttpSocket.get(gateway.httpPort(), path).status();
    }

    /// @return the line with its number
    private static String event(HttpSocket tail, int number) throws IOException {
        String line = tail.line();
        while (!line.startsWith("id: ")) {
            line = tail.line();
        }
        String data = tail.line();
        assertTrue(data.matches("data: .*\"number\":" + number + "\\b.*"), data);
        return line;
    }

    @Test
    void shouldDropOldDaysWhenItRolls() throws Exception {
        List<String> dropped = new CopyOnWriteArrayList<>();
        start(Optional.of(DAILY.withRetention(ArchiveRetention.days(2), new RetentionListener() {
            @Override
            public void dropped(RetentionReport report) {
                report.dropped().forEach(day -> dropped.add(day.name()));
            }
        })));
        for (int day = 0; day < 4; day++) {
            record(EVENING + day * DAY_NS, day);
        }
        assertEquals(List.of("2026-03-01", "2026-03-02"), dropped);
        assertEquals("n 2", query("select count(*) as n from Tick"));
        gateway.stop();
        assertEquals(Map.of("2026-03-03", Set.of(2L), "2026-03-04", Set.of(3L)), days());
    }

    /// As with a store that fails: nothing is accepted until it is started again, and what was accepted is there.
    @Test
    void shouldRefuseWithTheReasonWhenADayCannotBeOpened() throws Exception {
        start();
        record(EVENING, 1);
        Path foreign = folder().resolve("2026-03-02");
        try (StoreWriter store = StoreWriter.open(foreign, StoreOptions.defaults())) {
            store.define(new JournalDefinition("messages", Ticks.SCHEMA));
        }
        clock.set(MORNING);
        Answer refused = post(2);
        assertEquals(503, refused.status());
        assertTrue(refused.body().contains("restart the gateway"), refused.body());
        clock.set(EVENING);
        assertEquals(503, post(3).status());
        assertEquals("n 1", query("select count(*) as n from Tick"));
        // Also while there is no open day.
        gateway.parts().monitor().after(gateway.parts().monitor().latest().number());
        assertEquals(0, Scrape.metric(gateway.httpPort(), "ashlar_thread_errors_total"));
        assertTrue(gateway.stop().failure().contains("add it"), log::toString);
        Files.move(foreign, temp.resolve("elsewhere"));
        clock.set(MORNING);
        start();
        record(MORNING, 4);
        gateway.stop();
        assertEquals(Map.of("2026-03-01", Set.of(1L), "2026-03-02", Set.of(4L)), days());
    }

    @Test
    void shouldRefuseWhatCannotBeRolled() throws Exception {
        StoreWriter.open(folder(), StoreOptions.defaults()).close();
        StoreException store = assertThrows(StoreException.class, this::start);
        assertTrue(store.getMessage().contains("folder is a store, not an archive"), store.getMessage());
        Path other = temp.resolve("other");
        GatewayOptions options = Ticks.options(other).withArchive(DAILY);
        try (RunningGateway _ = RunningGateway.start(options, log::add)) {
            assertEquals(Reason.LOCKED, assertThrows(StoreException.class,
                    () -> RunningGateway.start(options, log::add))
                    .reason());
        }
        assertEquals(Reason.SCHEMA, assertThrows(StoreException.class, () -> RunningGateway.start(Ticks.options(other)
                .withArchive(ArchiveOptions.hourly(ZoneOffset.UTC)), log::add)).reason());
    }

    /// A day that others have made may have longer chunks than those that follow.
    @Test
    void shouldRefuseMessagesThatAreTooLongForTheirDay() throws Exception {
        start(Optional.of(DAILY));
        gateway.stop();
        gateway = RunningGateway.start(Ticks.options(folder()).withStore(StoreOptions.defaults().withChunkBytes(4096)),
                log::add, recorder -> recorder, new Clocks(System::nanoTime, clock::get));
        byte[] longOne = Ticks.fromJson("{\"template\":\"Order\",\"number\":7,\"legs\":[],\"note\":\"" + "x".repeat(6_000) + "\"}");
        for (int status : new int[] {202, 413}) {
            Answer answer = HttpSocket.post(gateway.httpPort(), longOne);
            assertEquals(status, answer.status(), answer.body());
            clock.set(MORNING);
        }
        record(MORNING, 8);
        gateway.stop();
        assertEquals(Map.of("2026-03-01", Set.of(7L), "2026-03-02", Set.of(8L)), days());
    }
}
