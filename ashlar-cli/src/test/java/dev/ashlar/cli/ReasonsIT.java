// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.ingest.sample.SampleFeed;
import dev.ashlar.testkit.SmallDisk;
import dev.ashlar.testkit.TestFiles;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What commands say of files that they cannot use: which file, why, and what to do.
class ReasonsIT extends SampleFeedFiles {
    private static final int TIMEOUT_S = 600;
    private static final int NOBODY = 65_534;

    ReasonsIT() {
        super(3_000);
    }

    @BeforeEach
    void load() throws Exception {
        load(folder, capture).done();
    }

    @Test
    void shouldNameTheSchemaFileThatIsDamagedAndTheRemedy() throws Exception {
        Path file = folder.resolve("schemas/0001.sbeir");
        byte[] sound = Files.readAllBytes(file);
        for (boolean missing : new boolean[] {false, true}) {
            if (missing) {
                Files.delete(file);
            } else {
                try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
                    content.seek(100);
                    content.write('x');
                }
            }
            for (List<Object> command : List.<List<Object>>of(List.of("query", folder, "select count(*) from Trade"),
                    List.of("query", folder, "select count(*) from TRADE join Quote on true"),
                    List.of("query", folder, "select * from messages"), List.of("dump", folder, "Trade"),
                    List.of("dump", folder, "messages"), List.of("export", folder, "Trade", "-o", temp.resolve("x.csv")),
                    List.of("index", folder, "Trade", "--by", "price"),
                    List.of("reorder", folder, "Trade", "--by", "price", "-o", temp.resolve("y")),
                    List.of("load", "-s", schema, "-f", "cme-mdp3", "-d", folder, "--append", capture))) {
                Command.run(command).failed(4, file.toString(), "ashlar compile -l sbeir");
            }
            assertEquals(1, Command.run("verify", folder).exitCode());
        }
        // The remedy.
        Command.run("compile", "-l", "sbeir", "-o", temp.resolve("out"), schema).done();
        Path made = TestFiles.files(temp.resolve("out")).getFirst();
        Files.copy(made, file, StandardCopyOption.REPLACE_EXISTING);
        assertEquals(List.of(), List.of(Files.mismatch(made, file)).stream().filter(at -> at >= 0).toList());
        assertEquals(sound.length, Files.size(file));
        Command.run("verify", folder).done();
        Command.run("query", folder, "select count(*) from Trade").done();
    }

    @Test
    void shouldNameTheFileThatADiskHasNoRoomFor() throws Exception {
        Path small = Files.createDirectory(temp.resolve("small"));
        try (SmallDisk _ = SmallDisk.mount(small, 8)) {
            for (String name : List.of("x.csv", "x.jsonl", "x.parquet")) {
                Command.run("export", folder, "BookUpdate_levels", "-o", small.resolve(name))
                        .failed(3, "cannot write: " + small.resolve(name) + ": no space left on device");
            }
            load(small.resolve("a.store"), capture).failed(4, small.resolve("a.store").toString(), "no space left on device");
            assertTrue(reorder(small.resolve("b.store")).err().contains(small.toString()));
            assertEquals(List.of("a.store"), TestFiles.names(small));
        }
    }

    @Test
    void shouldReplaceAnEmptyFolderAndSayWhatIsInAnother() throws Exception {
        Path empty = Files.createDirectory(temp.resolve("empty"));
        reorder(empty).done();
        Command.run("verify", empty).done();
        reorder(empty).failed(4, "there is a store already");
        Path used = Files.createDirectory(temp.resolve("used"));
        Files.writeString(used.resolve("letter"), "mine");
        reorder(used).failed(4, "folder is not empty");
        reorder(schema).failed(4, "not a folder");
        reorder(temp.resolve("no/where")).failed(3, temp.resolve("no") + ": no such folder");
        assertEquals(List.of("letter"), TestFiles.names(used));
    }

    private Command reorder(Path into) throws Exception {
        return Command.run("reorder", folder, "Trade", "--by", "price", "-o", into);
    }

    @Test
    void shouldGiveAReasonAndNotOnlyThePath() throws Exception {
        load(schema, capture).failed(4, "not a folder (" + schema + ")");
        load(schema.resolve("x"), capture).failed(4, schema.toString(), "not");
        Command.run("export", folder, "Trade", "-o", temp.resolve("no/x.csv"))
                .failed(3, temp.resolve("no/x.csv") + ": no such file or folder");
        Command.run("decode", "-s", schema, temp).failed(3, "is a folder");
        Command.run("decode", "--object", temp).failed(3, temp.toString(), "is a directory");
        Command.run("inspect", temp).failed(3, "is a directory");
        Command.run("info", temp.resolve("absent")).failed(4, "no such folder");
    }

    /// What has no length cannot be mapped, and is no empty file.
    @Test
    void shouldReadObjectsFromAPipe() throws Exception {
        Path pipe = temp.resolve("pipe");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "skipped, no pipes here");
        Process writer = new ProcessBuilder("cp", schema.toString(), pipe.toString()).start();
        Command piped = Command.run("decode", "--object", pipe);
        assertTrue(writer.waitFor(TIMEOUT_S, TimeUnit.SECONDS));
        Command file = Command.run("decode", "--object", schema);
        assertEquals(file.exitCode(), piped.exitCode());
        assertEquals(file.err().replace(schema.toString(), pipe.toString()), piped.err());
        assertFalse(piped.err().isEmpty());
    }

    @Test
    void shouldSayThatPermissionIsDenied() throws Exception {
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (Path locked : List.of(folder.resolve("store.head"), schema)) {
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rw-------"));
        }
        Path closed = Files.createDirectory(temp.resolve("closed"));
        for (List<Object> command : List.<List<Object>>of(List.of("info", folder), List.of("inspect", schema),
                List.of("load", "-f", "cme-mdp3", "-s", temp.resolve("open.xml"), "-d", closed.resolve("x"), capture),
                List.of("load", "-s", temp.resolve("open.xml"), "-d", temp.resolve("n.store"), schema),
                List.of("compile", temp.resolve("open.xml"), "-o", closed.resolve("x")))) {
            Files.writeString(temp.resolve("open.xml"), SampleFeed.schemaText());
            failedAsNobody("permission denied", command);
        }
    }

    private static void failedAsNobody(String part, List<Object> command) throws Exception {
        List<String> asNobody = List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
        List<String> readable = Command.words(asNobody, "sh", "-c", "for f; do test -r \"$f\" || exit 1; done", "sh",
                System.getProperty("java.class.path").split(":"));
        assumeTrue(new ProcessBuilder(readable).start().waitFor() == 0,
                "skipped, nobody else can be here, or reads the classes");
        List<String> line = Command.words(asNobody, Command.java(Main.class, Command.words(command)));
        Command failed = Command.of(new ProcessBuilder(line));
        assertTrue(failed.err().contains(part), () -> command + ": " + failed.err());
    }

    /// Of a command that was killed nothing stays for ever, and what a living one has stays.
    @Tag("slow")
    @Test
    void shouldRemoveWhatAKilledCommandLeft() throws Exception {
        SampleFeed.write(capture, SampleFeed.Options.bytes(30_000_000));
        Path big = temp.resolve("big.store");
        load(big, capture).done();
        for (List<Object> command : List.<List<Object>>of(
                List.of("reorder", big, "BookUpdate", "--by", "transactTime", "-o", temp.resolve("new.store")),
                List.of("export", big, "BookUpdate_levels", "-o", temp.resolve("new.csv")))) {
            String target = command.getLast().toString();
            Process process = Command.start(temp.resolve("out"), temp.resolve("err"), command);
            Path scratch = awaitScratch(process, target);
            // While it lives, another to the same place leaves its folder alone.
            process.destroyForcibly();
            assertTrue(process.waitFor(TIMEOUT_S, TimeUnit.SECONDS));
            assumeTrue(Files.exists(scratch), "skipped, it was faster than the signal");
            assertFalse(Files.exists(Path.of(target)));
            Command.run(command).done();
            assertFalse(Files.exists(scratch));
            assertTrue(TestFiles.names(temp).stream().noneMatch(name -> name.contains("tmp")), TestFiles.names(temp)::toString);
        }
    }

    private Path awaitScratch(Process process, String target) throws Exception {
        while (process.isAlive()) {
            for (String name : TestFiles.names(temp)) {
                if (temp.resolve(name).toString().startsWith(target + ".") && name.endsWith(".ashlar-tmp")
                        && Files.exists(temp.resolve(name).resolve("lock"))) {
                    return temp.resolve(name);
                }
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
        assertEquals(0, process.exitValue(), () -> TestFiles.text(temp.resolve("err")));
        assumeTrue(false, "skipped, it was faster than who looked for its folder");
        throw new AssertionError("not reached");
    }
}
