// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.demo;

import dev.ashlar.cli.load.LoadCommand;
import dev.ashlar.cli.output.AshlarCommand;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.ExitCode;
import dev.ashlar.cli.output.ProgressLine;
import dev.ashlar.sbe.internal.files.FileProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `ashlar demo`: shows every step once, on a generated feed.
@Command(name = "demo", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
            "Write a sample feed, load it into a store, reopen, verify and read it back.",
            "Then keep a table of trades off the heap and as objects on it. Every total is checked.", ""},
        footer = {"",
            "The exit code is 1 if a check fails."})
public final class DemoCommand extends AshlarCommand {
    private static final int QUICK_MB = 8;
    private static final long QUICK_ROWS = 1_000_000;
    private static final int MAX_MB = 1_000_000;
    private static final long MAX_ROWS = 2_000_000_000L;

    @Option(names = "--size", paramLabel = "MB", description = "Size of the capture, 1 to 1000000 (default: 300).")
    private Integer size;

    @Option(names = "--rows", paramLabel = "N", description = {
        "Rows of the table of trades, up to 2000000000; 0 for none (default: 50000000)."})
    private Long rows;

    @Option(names = "--quick", description = "A small demo: 8 MB, 1,000,000 rows.")
    private boolean quick;

    @Option(names = "--keep", paramLabel = "DIR",
            description = "Leave the schema, capture, store and archive in this folder, which must be new or empty.")
    private Path kept;

    @Override
    public Integer call() throws IOException {
        int megabytes = size != null ? size : quick ? QUICK_MB : 300;
        long tableRows = rows != null ? rows : quick ? QUICK_ROWS : 50_000_000L;
        require(megabytes >= 1 && megabytes <= MAX_MB && tableRows >= 0 && tableRows <= MAX_ROWS,
                "--size must be from 1 to " + MAX_MB + ", --rows from 0 to " + MAX_ROWS + ": size=" + megabytes + ", rows="
                + tableRows);
        Path directory = directory();
        Thread cleaner = new Thread(() -> delete(directory), "ashlar-demo-cleaner");
        if (kept == null) {
            Runtime.getRuntime().addShutdownHook(cleaner);
        }
        return run(directory, megabytes, tableRows) ? ExitCode.DONE : ExitCode.NO;
    }

    private Path directory() {
        try {
            if (kept == null) {
                return Files.createTempDirectory("ashlar-demo");
            }
            Files.createDirectories(kept);
            try (Stream<Path> there = Files.list(kept)) {
                if (there.findAny().isPresent()) {
                    throw new BadInputException("folder is not empty; name a new one (" + kept + ")");
                }
            }
            return kept;
        } catch (IOException e) {
            throw new BadInputException("demo cannot use the folder: " + FileProblem.describe(e)
                    + "; choose another with --keep");
        }
    }

    private boolean run(Path directory, int megabytes, long tableRows) throws IOException {
        PrintWriter out = out();
        ProgressLine progress = ProgressLine.alone(err(), "loading");
        long start = System.nanoTime();
        out.printf(Locale.ROOT, "Ashlar on Java %s, %s %s, %d processors; files in %s%n", Runtime.version(),
                System.getProperty("os.name"), System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(), directory);
        boolean right;
        try {
            int chunkBytes = LoadCommand.chunkBytes(megabytes * 1_000_000L);
            right = new Demo(out, progress, directory, chunkBytes).run(megabytes * 1_000_000L);
        } catch (IOException e) {
            throw new BadInputException("demo cannot continue: " + FileProblem.describe(e)
                    + "; choose another folder with --keep, or a smaller --size (" + directory + ")");
        }
        if (tableRows > 0) {
            out.printf(Locale.ROOT, "%nA table of %,d trades: rows off the heap next to objects on it%n", tableRows);
            out.flush();
            right &= new DemoTrades(out, progress).run(tableRows);
        }
        out.printf(Locale.ROOT, "%n%s in %.1f s%n", right ? "All checks passed" : "SOME CHECKS FAILED",
                (System.nanoTime() - start) / 1e9);
        if (kept != null) {
            out.printf("%nTry:  ./ashlar info %1$s%n      ./ashlar dump %1$s Trade --limit 3%n"
                    + "      ./ashlar query %1$s "
                    + "'select aggressor, count(*), sum(quantity) from Trade group by aggressor'%n"
                    + "      ./ashlar query %4$s 'select _date, count(*), sum(quantity) from Trade group by _date order by 1'%n"
                    + "      ./ashlar decode -s %2$s -f cme-mdp3 --arbitrate %3$s | head%n",
                    directory.resolve("sample.store"), directory.resolve("sample-feed.xml"),
                    directory.resolve("sample.pcap"), directory.resolve("sample.archive"));
        }
        out.flush();
        return right;
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // The folder is in the temporary directory.
        }
    }
}
