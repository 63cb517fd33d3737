// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.archive.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.Archive;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.ArchiveWriter;
import dev.ashlar.archive.Feed;
import dev.ashlar.archive.RetentionListener;
import dev.ashlar.archive.RetentionReport;
import dev.ashlar.query.Expr;
import dev.ashlar.store.IndexDeclaration;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.VerifyOptions;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.testkit.HostCommand;
import dev.ashlar.testkit.ProgramRun;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two users of one group work on an archive, one after the other: with umask 002, in a folder with the bit setgid.
/// Permissions of a file can only be changed by its owner.
@Tag("slow")
class SecondOperatorIT {
    private static final String GROUP = "23000";
    private static final String ONE = "23001";
    private static final String OTHER = "23002";
    private static final int OUTPUT_LINES = 40;

    @TempDir
    static Path shared;
    private static String classPath;

    @TempDir
    Path temp;
    private Path folder;

    /// What an operator does.
    static final class Operator {
        /// @param day 0 if it needs none
        private static void act(Path folder, String action, int day) throws IOException {
            ArchiveOptions options = ArchiveOptions.daily(ZoneOffset.UTC).withStore(Feed.SMALL);
            if (action.equals("keep")) {
                options = options.withRetention(ArchiveRetention.days(1), new Printing());
            }
            Feed feed = new Feed();
            try (ArchiveWriter writer = ArchiveWriter.open(folder, options, feed)) {
                switch (action) {
                    case "record", "keep" -> feed.recordAtNoon(writer, day);
                    case "seal" -> writer.seal();
                    case "reopen" -> {
                        writer.at(Feed.noon(day));
                        feed.record(day + 10, Feed.noon(day));
                        writer.seal();
                    }
                    case "drop" -> writer.drop("2026-01-0" + day);
                    case "index" -> writer.declare(new IndexDeclaration("Order", List.of("id"),
                            IndexDeclaration.Kind.HASH));
                    // As one that dies after it, before it removes the folder.
                    case "unlist" -> {
                        Head head = ArchiveHeadFile.read(folder);
                        ArchiveHeadFile.write(folder, head.without(List.of(head.day("2026-01-0" + day).orElseThrow())),
                                new StoreDisk(), _ -> { });
                    }
                    default -> throw new IllegalArgumentException(action);
                }
            }
        }

        public static void main(String[] args) throws IOException {
            try {
                for (String action : List.of(args).subList(1, args.length)) {
                    String[] words = action.split(" ");
                    act(Path.of(args[0]), words[0], words.length > 1 ? Integer.parseInt(words[1]) : 0);
                }
                System.out.println("done");
            } catch (StoreException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /// Prints what a retention tells.
    private static final class Printing implements RetentionListener {
        @Override
        public void dropped(RetentionReport report) {
            System.out.println("dropped " + report.dropped().size());
        }

        @Override
        public void suspended(Day newest, long days) {
            System.out.println("suspended");
        }

        @Override
        public void failed(StoreException problem) {
            System.out.println("failed: " + problem.getMessage());
        }
    }

    @BeforeEach
    void makeFolder() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")) && HostCommand.run("setpriv", "--reuid=" + ONE,
                "--regid=" + GROUP, "--clear-groups", "true"), "skipped, not root: cannot act as two users");
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
        folder = Files.createDirectory(temp.resolve("feed"));
        assertTrue(HostCommand.run("chown", ONE + ":" + GROUP, folder.toString()));
        assertTrue(HostCommand.run("chmod", "2775", folder.toString()));
        if (classPath == null) {
            classPath = readableClasses();
        }
    }

    /// Copies of classes and libraries, since others cannot read the folder of root.
    private static String readableClasses() throws IOException {
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path classes = Files.createDirectory(shared.resolve("classes"));
        List<String> copies = new ArrayList<>();
        String here = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String entry : here.split(":")) {
            Path copy = classes.resolve(Integer.toString(copies.size()));
            if (Files.exists(Path.of(entry))) {
                assertTrue(HostCommand.run("cp", "-r", entry, copy.toString()));
                copies.add(copy.toString());
            }
        }
        assertTrue(HostCommand.run("chmod", "-R", "a+rX", classes.toString()));
        return String.join(":", copies);
    }

    /// @param actions what one process does; with a day where they need one
    private String as(String user, String... actions) throws Exception {
        List<String> command = new ArrayList<>(List.of("setpriv", "--reuid=" + user, "--regid=" + GROUP,
                "--clear-groups", "sh", "-c", "umask 002; exec \"$@\"", "sh", System.getProperty("java.home")
                + "/bin/java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-cp", classPath,
                Operator.class.getName(), folder.toString()));
        command.addAll(List.of(actions));
        String said = ProgramRun.check(command).strip();
        assertTrue(said.lines().count() < OUTPUT_LINES, said);
        return said;
    }

    private void assertDone(String user, String... actions) throws Exception {
        assertEquals("done", as(user, actions));
    }

    private void assertOfOther(String said, String owner) {
        assertTrue(said.contains("belongs to another user") && said.contains("owner=" + owner), said);
    }

    /// @param days each with a number, and whether it is sealed
    private void assertDays(List<String> days, List<Long> ids) throws IOException {
        try (Archive archive = Archive.open(folder)) {
            assertEquals(List.of(), archive.check(Optional.of(VerifyOptions.all())));
            assertEquals(days, archive.days().stream().map(day -> day.name().substring(9) + (day.open() ? " open" : ""))
                    .toList());
            assertEquals(ids, Feed.ids(archive, Expr.of(true)));
        }
    }

    @Test
    void shouldTakeOverTheOpenDayOfAnother() throws Exception {
        assertDone(ONE, "record 1");
        assertDone(OTHER, "seal");
        assertDays(List.of("1"), List.of(1L));
        assertDone(OTHER, "record 2");
        // Rolls: seals the day of the other one.
        assertDone(ONE, "record 3", "seal");
        assertDays(List.of("1", "2", "3"), List.of(1L, 2L, 3L));
        assertDone(OTHER, "drop 1");
        assertDone(ONE, "drop 2");
        assertDays(List.of("3"), List.of(3L));
        assertFalse(TestFiles.files(folder.resolve("2026-01-03")).stream().anyMatch(path -> permissions(path).contains("w")));
    }

    private static String permissions(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void shouldRefuseWhatOnlyTheOwnerOfASealedDayCanDo() throws Exception {
        assertDone(ONE, "record 1", "record 2", "seal");
        assertOfOther(as(OTHER, "drop 1"), ONE);
        assertOfOther(as(OTHER, "reopen 1"), ONE);
        assertOfOther(as(OTHER, "index"), ONE);
        assertDays(List.of("1", "2"), List.of(1L, 2L));
        // Nothing is left that would stop anybody.
        assertDone(OTHER, "record 3", "seal");
        assertDone(ONE, "reopen 1", "drop 2");
        assertDays(List.of("1", "3"), List.of(1L, 11L, 3L));
    }

    @Test
    void shouldRecordAlthoughExpiredDaysBelongToAnother() throws Exception {
        assertDone(ONE, "record 1", "record 2", "seal");
        String said = as(OTHER, "keep 3");
        assertTrue(said.endsWith("done"), said);
        assertOfOther(said, ONE);
        assertDone(OTHER, "seal");
        assertDays(List.of("1", "2", "3"), List.of(1L, 2L, 3L));
        assertTrue(as(ONE, "keep 4").contains("failed: "), "day 3 is of the other one");
    }

    @Test
    void shouldWriteAlthoughTheLeftoversOfAnotherCannotBeRemoved() throws Exception {
        assertDone(ONE, "record 1", "record 2", "seal", "unlist 1");
        // The owner finishes it when it writes next; until then it is reported.
        assertDone(OTHER, "record 3", "seal");
        try (Archive archive = Archive.open(folder)) {
            assertEquals(List.of("2026-01-01"), archive.check(Optional.empty()).stream().map(Archive.Finding::day)
                    .toList());
            assertEquals(List.of(2L, 3L), Feed.ids(archive, Expr.of(true)));
        }
        assertDone(ONE, "record 4", "seal");
        assertDays(List.of("2", "3", "4"), List.of(2L, 3L, 4L));
        assertTrue(Files.notExists(folder.resolve("2026-01-01")));
    }
}
