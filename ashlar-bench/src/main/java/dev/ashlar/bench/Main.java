// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.bench.append.AppendSuite;
import dev.ashlar.bench.archive.ArchiveSuite;
import dev.ashlar.bench.asof.AsofSuite;
import dev.ashlar.bench.codec.CodecSuite;
import dev.ashlar.bench.export.ExportSuite;
import dev.ashlar.bench.first.FirstSuite;
import dev.ashlar.bench.h2o.H2oSuite;
import dev.ashlar.bench.importing.ImportSuite;
import dev.ashlar.bench.lab.CellSuite;
import dev.ashlar.bench.lab.LookupSuite;
import dev.ashlar.bench.lab.ObjectSuite;
import dev.ashlar.bench.lab.RingSuite;
import dev.ashlar.bench.lab.SegmentedSuite;
import dev.ashlar.bench.lab.TradesSuite;
import dev.ashlar.bench.languages.LanguagesSuite;
import dev.ashlar.bench.load.LoadSuite;
import dev.ashlar.bench.overload.OverloadSuite;
import dev.ashlar.bench.page.BenchRun;
import dev.ashlar.bench.page.MarkdownPage;
import dev.ashlar.bench.page.PastedTable;
import dev.ashlar.bench.page.RunJson;
import dev.ashlar.bench.page.SuiteRun;
import dev.ashlar.bench.python.PythonSuite;
import dev.ashlar.bench.query.FindSuite;
import dev.ashlar.bench.query.QuerySuite;
import dev.ashlar.bench.record.RecordSuite;
import dev.ashlar.measure.host.Environment;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The command `ashlar bench`.
public final class Main {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;
    private static final int BAD_FILE = 3;
    private static final List<String> FLAGS = List.of("of each contender, see the page of its suite");
    static final List<Suite> SUITES = List.of(new CodecSuite(), new SegmentedSuite(), new TradesSuite(),
            new AppendSuite(), new QuerySuite(), new H2oSuite(), new AsofSuite(), new FirstSuite(),
            new ExportSuite(), new ImportSuite(), new LoadSuite(), new ArchiveSuite(), new PythonSuite(),
            new RecordSuite(), new LookupSuite(), new FindSuite(), new ObjectSuite(), new RingSuite(), new CellSuite(),
            new OverloadSuite(), new LanguagesSuite());

    /// Runs the command and ends the JVM with its exit code.
    public static void main(String[] args) {
        // Pages of any machine have the same numbers.
        Locale.setDefault(Locale.ROOT);
        System.exit(run(args, SUITES, System.out, System.err));
    }

    /// @return 0 done, 1 a suite failed, 2 wrong usage, 3 a file cannot be read or written
    static int run(String[] args, List<? extends Suite> suites, PrintStream out, PrintStream err) {
        List<String> names = suites.stream().map(Suite::name).toList();
        Options options;
        try {
            options = new Options(args, names);
        } catch (IllegalArgumentException e) {
            err.println("ashlar bench: " + e.getMessage() + "; see ashlar bench --help");
            return WRONG_USAGE;
        }
        if (options.help) {
            out.print(help(suites));
            return DONE;
        }
        try {
            return options.from.isEmpty() ? measure(options, suites, out, err) : show(options, names, out);
        } catch (IllegalArgumentException e) {
            err.println("ashlar bench: " + e.getMessage());
        } catch (NoSuchFileException e) {
            err.println("ashlar bench: no such file: " + e.getMessage());
        } catch (IOException e) {
            err.println("ashlar bench: cannot read or write: " + e.getMessage());
        }
        return BAD_FILE;
    }

    private static int measure(Options options, List<? extends Suite> suites, PrintStream out, PrintStream err)
            throws IOException {
        List<? extends Suite> chosen = suites.stream().filter(suite -> options.suites.isEmpty()
                || options.suites.contains(suite.name())).toList();
        boolean terminal = System.console() != null && System.console().isTerminal();
        RunFiles files = new RunFiles(options);
        try (Interruption interruption = Interruption.expected()) {
            Bench bench = new Bench(options.effort(), Environment.facts(Main.class, FLAGS),
                    new SuiteProgress(err, terminal, chosen.size()), interruption::isUnderWay);
            BenchRun run = bench.run(chosen, soFar -> {
                files.keep(soFar);
                print(soFar.suites().getLast(), out);
            });
            out.print(MarkdownPage.summary(run));
            // Before the interruption, if there is one, lets the JVM exit.
            out.flush();
            files.check();
            return run.isMeasured() ? DONE : FAILED;
        }
    }

    private static void print(SuiteRun suite, PrintStream out) {
        out.print("## " + suite.name() + "\n\n" + (suite.text().isEmpty() ? "No figures.\n\n" : suite.text()));
        out.flush();
    }

    /// The page from earlier runs. The files that it writes have only the findings, so that they are small enough to
    /// keep.
    private static int show(Options options, List<String> order, PrintStream out) throws IOException {
        List<BenchRun> runs = new ArrayList<>();
        for (Path file : options.from) {
            runs.add(RunJson.read(Files.readString(file), file.toString()));
        }
        BenchRun run = BenchRun.merged(runs, order);
        out.print(MarkdownPage.summary(run));
        if (options.json.isPresent()) {
            RunFiles.write(options.json.get(), RunJson.write(run.findingsAlone()));
        }
        if (options.report.isPresent()) {
            RunFiles.write(options.report.get(), RunFiles.page(options.report.get(), run));
        }
        for (Path page : options.paste) {
            RunFiles.write(page, PastedTable.into(Files.readString(page), page.toString(), run));
        }
        return DONE;
    }

    private static String help(List<? extends Suite> suites) {
        StringBuilder list = new StringBuilder();
        suites.forEach(suite -> list.append("  %-10s %s%n".formatted(suite.name(), suite.description())));
        return """
                usage: ashlar bench [--quick] [--rounds N] [--rows N] [--report FILE] [--json FILE] [--plots DIR]
                                    [SUITE...]
                       ashlar bench --from FILE.json... [--report FILE] [--json FILE] [--paste FILE...]

                Measures Ashlar and its peers in one run on the same data, and compares them: each suite in detail, then
                one page over all. Without a SUITE, all run. A suite that fails does not keep the others from
                running; Ctrl-C ends with a page of what there is.

                  --quick        one short round: under 90 seconds a suite, for a look rather than for a figure
                  --rounds N     at most N JVMs for each contender; usually 3 or 5, as the suite needs.
                                 Time falls in proportion, and ranges say less
                  --rows N       rows of trades (50,000,000; 10,000,000 with --quick), append (20,000,000;
                                 2,000,000), query (50,000,000; 2,000,000), asof (5,000,000; 200,000) and find
                                 (10,000,000; 1,000,000); of lookup at most this many keys; objects of
                                 object (1,000,000)
                  --report FILE  also write the page, .html or .md, with the details of each suite
                  --json FILE    also write all figures and every sample, for --from and for programs
                  --plots DIR    also write pictures (SVG) of suites that have some
                                 (these three are written again after each suite)
                  --from FILE... measure nothing: make the page from what --json wrote, in one run or several;
                                 --json then writes the findings alone, without samples
                  --paste FILE... replace the tables of figures in these pages, between the marks "figures: begin" and
                                 "figures: end", or "highlights: begin" and "highlights: end"

                Suites:
                %s
                A full run takes more than three hours, with --rounds 2 less than two. Minutes, some by
                estimate: codec 16, segmented 18, trades 8 to 25, append 16, query 12, h2o 30, asof 15, first 1,
                lookup 12, find 1, object 3, ring 21, cell 6, overload 7, record 5.

                Exit codes: 0 done, 1 a suite failed, 2 wrong usage, 3 a file cannot be read or written, 130 and 143
                interrupted (Ctrl-C, SIGTERM).
                """.formatted(list);
    }
}
