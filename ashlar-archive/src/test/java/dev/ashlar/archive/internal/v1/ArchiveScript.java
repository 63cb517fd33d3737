// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.Archive.Finding;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.Feed;
import dev.ashlar.archive.RetentionListener;
import dev.ashlar.query.Expr;
import dev.ashlar.query.ValueType;
import dev.ashlar.store.Durability;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.ReadOptions;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.WriteStore;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Everything that is done to an archive, step by step, and what has to be in it before and after each step.
final class ArchiveScript {
    static final ArchiveOptions OPTIONS = ArchiveOptions.daily(ZoneOffset.UTC).withStore(Feed.SMALL
            .withDurability(Durability.COMMIT));

    private static final IndexDeclaration INDEX = IndexDeclaration.hash("Order", "id");

    private static final String COPIED = "2026-01-04";

    /// Numbers of the orders of each day.
    record State(Map<String, List<Long>> days) {
        State with(String day, Long... more) {
            Map<String, List<Long>> next = new TreeMap<>(days);
            List<Long> ids = new ArrayList<>(next.getOrDefault(day, List.of()));
            ids.addAll(List.of(more));
            next.put(day, ids);
            return new State(next);
        }

        State with(Map<String, List<Long>> more) {
            Map<String, List<Long>> next = new TreeMap<>(days);
            next.putAll(more);
            return new State(next);
        }

        State without(String... gone) {
            Map<String, List<Long>> next = new TreeMap<>(days);
            List.of(gone).forEach(next::remove);
            return new State(next);
        }
    }

    private interface Action {
        void run() throws IOException;
    }

    private final Path folder;
    private final StoreDisk disk;
    private final Consumer<ArchiveStep> steps;
    private final Feed feed = new Feed();
    private WriteArchive archive;
    /// What is there if the step that is under way has not, or has, happened.
    private State before = new State(Map.of());
    private State after = before;
    /// Days that a retention is dropping, or failed to drop, which does not end what goes on: they may be there or not.
    private Map<String, List<Long>> dropping = Map.of();
    private boolean kept;
    private boolean toldOfFailure;

    ArchiveScript(Path folder, StoreDisk disk, Consumer<ArchiveStep> steps) {
        this.folder = folder;
        this.disk = disk;
        this.steps = steps;
    }

    /// Whether the writer has said that days could not be dropped, and gone on.
    boolean isToldOfFailure() {
        return toldOfFailure;
    }

    List<State> allowed() {
        String[] gone = dropping.keySet().toArray(String[]::new);
        return List.of(before, after, before.with(dropping), after.with(dropping), before.without(gone),
                after.without(gone));
    }

    /// As [#step], with a retention that drops days.
    private void dropping(State next, List<String> days, Action action) throws IOException {
        Map<String, List<Long>> gone = new TreeMap<>(dropping);
        days.forEach(day -> gone.put(day, before.days().get(day)));
        dropping = gone;
        kept = false;
        step(next, action);
        dropping = kept ? dropping : Map.of();
    }

    private ArchiveOptions keeping(ArchiveRetention retention) {
        return OPTIONS.withRetention(retention, new RetentionListener() {
            @Override
            public void failed(StoreException problem) {
                kept = true;
                toldOfFailure = true;
            }
        });
    }

    private void step(State next, Action action) throws IOException {
        after = next;
        action.run();
        before = next;
    }

    private void record(String day, long n, String time) throws IOException {
        step(before.with(day, n), () -> feed.record(n, Feed.ns(time)));
    }

    void run() throws IOException {
        step(before, () -> archive = WriteArchive.open(folder, OPTIONS, feed, disk, steps, Runnable::run));
        step(before.with("2026-01-05"), () -> archive.roll(Feed.ns("2026-01-05T08:00:00Z")));
        record("2026-01-05", 1, "2026-01-05T08:00:00Z");
        record("2026-01-05", 2, "2026-01-05T23:59:59Z");
        step(before.with("2026-01-06"), () -> archive.roll(Feed.ns("2026-01-06T00:00:00Z")));
        record("2026-01-06", 3, "2026-01-06T00:00:00Z");
        step(before, () -> archive.roll(Feed.ns("2026-01-05T23:59:59Z")));
        record("2026-01-06", 4, "2026-01-05T23:59:59Z");
        step(before, () -> archive.declare(INDEX));
        step(before, () -> archive.at(Feed.ns("2026-01-05T12:00:00Z")));
        record("2026-01-05", 5, "2026-01-05T12:00:00Z");
        step(before, () -> archive.close());
        step(before, () -> archive = WriteArchive.open(folder, OPTIONS, feed, disk, steps, Runnable::run));
        step(before.with("2026-01-07"), () -> archive.roll(Feed.ns("2026-01-07T00:00:00Z")));
        record("2026-01-07", 6, "2026-01-07T00:00:00Z");
        step(before, this::copyDay);
        step(before.with(COPIED, 20L, 21L), () -> archive.add(COPIED));
        step(before.with("2026-01-07"), () -> archive.roll(Feed.ns("2026-01-07T12:00:00Z")));
        step(before, () -> archive.drop(INDEX));
        step(before.without("2026-01-05"), () -> archive.drop("2026-01-05"));
        step(before.with("2026-01-08"), () -> archive.roll(Feed.ns("2026-01-08T00:00:00Z")));
        record("2026-01-08", 7, "2026-01-08T00:00:00Z");
        step(before.without(COPIED, "2026-01-06", "2026-01-07"), () -> archive.retain(ArchiveRetention.days(1), false));
        step(before, () -> archive.close());
        step(before, () -> archive = WriteArchive.open(folder, keeping(ArchiveRetention.days(1)), feed, disk, steps,
                Runnable::run));
        dropping(before.with("2026-01-09").without("2026-01-08"), List.of("2026-01-08"), () -> archive.roll(Feed.ns(
                "2026-01-09T00:00:00Z")));
        record("2026-01-09", 8, "2026-01-09T00:00:00Z");
        // As a recorder ends, and begins again on the same day.
        step(before, () -> archive.seal());
        step(before, () -> archive.close());
        step(before, () -> archive = WriteArchive.open(folder, keeping(ArchiveRetention.days(1)), feed, disk, steps,
                Runnable::run));
        dropping(before, List.of(), () -> archive.roll(Feed.ns("2026-01-09T12:00:00Z")));
        record("2026-01-09", 9, "2026-01-09T12:00:00Z");
        step(before, () -> archive.seal());
        step(before, () -> archive.close());
    }

    /// A day of another archive, as a user copies it into this one.
    private void copyDay() throws IOException {
        try (WriteStore store = WriteStore.open(folder.resolve(COPIED), OPTIONS.store(), disk)) {
            Feed other = new Feed();
            other.opened(OPTIONS.division().orElseThrow().periodOf(Feed.ns("2026-01-04T00:00:00Z")), store);
            other.record(20, Feed.ns("2026-01-04T08:00:00Z"));
            other.record(21, Feed.ns("2026-01-04T09:00:00Z"));
        }
    }

    /// Gives up what a failed step has left open.
    void abandon() {
        try {
            if (archive != null) {
                archive.close();
            }
        } catch (IOException | RuntimeException _) {
            // It has failed.
        }
    }

    /// Checks an archive as a reader, as the next writer, and after more was recorded.
    ///
    /// @param disk after the machine has been started again, or the process
    static void check(Path folder, List<State> allowed, StoreDisk disk, String where) throws IOException {
        boolean made = Files.exists(folder.resolve(ArchiveHeadFile.NAME));
        assertTrue(made || allowed.getFirst().days().isEmpty(), where);
        if (made) {
            assertAllowed(folder, allowed, disk, where + ", read");
        }
        Feed feed = new Feed();
        List<String> days;
        try (WriteArchive archive = WriteArchive.open(folder, OPTIONS, feed, disk, _ -> { }, Runnable::run)) {
            days = archive.days().stream().map(Day::name).toList();
            assertTrue(TestFiles.names(folder).stream().noneMatch(name -> name.endsWith(".tmp")
                    && !name.equals(ArchiveHeadFile.TEMPORARY)), where);
        }
        State found = assertAllowed(folder, allowed, disk, where + ", written");
        assertEquals(days, List.copyOf(found.days().keySet()), where);
        found = withCopiedDay(folder, found, allowed, disk, where);
        String next = "2026-01-10";
        try (WriteArchive archive = WriteArchive.open(folder, OPTIONS, feed, disk, _ -> { }, Runnable::run)) {
            archive.roll(Feed.ns("2026-01-10T01:00:00Z"));
            feed.record(99, Feed.ns("2026-01-10T01:00:00Z"));
        }
        assertAllowed(folder, List.of(found.with(next, 99L)), disk, where + ", continued");
    }

    /// A writer that died while it added a day has left one that can be added. What was copied is not durable before.
    private static State withCopiedDay(Path folder, State found, List<State> allowed, StoreDisk disk, String where)
            throws IOException {
        if (found.days().containsKey(COPIED) || Files.notExists(folder.resolve(COPIED))
                || allowed.stream().noneMatch(state -> state.days().containsKey(COPIED))) {
            return found;
        }
        try (WriteArchive archive = WriteArchive.open(folder, OPTIONS, new Feed(), disk, _ -> { }, Runnable::run)) {
            archive.add(COPIED);
        } catch (StoreException e) {
            assertNotEquals(new StoreDisk().boot(), disk.boot(), where + ", " + e);
            return found;
        }
        return assertAllowed(folder, List.of(found.with(COPIED, 20L, 21L)), disk, where + ", added");
    }

    private static State assertAllowed(Path folder, List<State> allowed, StoreDisk disk, String where)
            throws IOException {
        try (ReadArchive archive = ReadArchive.open(folder, ReadOptions.defaults(), disk)) {
            Map<String, List<Long>> days = new TreeMap<>();
            for (Day day : archive.days()) {
                long start = day.period().date().toEpochDay() * 86_400_000_000_000L;
                boolean any = archive.relations().all().stream().anyMatch(relation -> relation.name().equals("Order"));
                List<Long> ids = any ? Feed.ids(archive, archive.relations().get("Order").column("_date")
                        .eq(new Expr.Literal(start, ValueType.TIMESTAMP))) : List.of();
                days.put(day.name(), ids);
            }
            State found = new State(days);
            assertTrue(allowed.contains(found), () -> where + ": found=" + found + ", allowed=" + allowed);
            for (Finding finding : archive.check(Optional.empty())) {
                // What a writer that died has left, and the next one, or the next of this name, takes up.
                assertTrue(finding.found().equals("not listed") || finding.found().contains("died"),
                        () -> where + ": " + finding);
            }
            return found;
        }
    }
}
