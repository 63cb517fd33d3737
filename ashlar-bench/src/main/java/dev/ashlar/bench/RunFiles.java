// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.bench.page.BenchRun;
import dev.ashlar.bench.page.HtmlPage;
import dev.ashlar.bench.page.MarkdownPage;
import dev.ashlar.bench.page.RunJson;
import dev.ashlar.bench.page.SuiteRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/// The files of a run, rewritten after each suite, so that an interruption loses nothing.
///
/// **Failure**: a file that cannot be written does not end a measurement; [#check()] reports it afterwards.
final class RunFiles {
    private final Options options;
    private IOException failure;

    RunFiles(Options options) {
        this.options = options;
    }

    void keep(BenchRun run) {
        try {
            write(run);
            failure = null;
        } catch (IOException e) {
            failure = e;
        }
    }

    /// @throws IOException if the last writing failed
    void check() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    private void write(BenchRun run) throws IOException {
        if (options.json.isPresent()) {
            write(options.json.get(), RunJson.write(run));
        }
        if (options.report.isPresent()) {
            write(options.report.get(), page(options.report.get(), run));
        }
        if (options.plots.isPresent()) {
            for (SuiteRun suite : run.suites()) {
                for (Map.Entry<String, String> plot : suite.plots().entrySet()) {
                    write(options.plots.get().resolve(plot.getKey()), plot.getValue());
                }
            }
        }
    }

    /// The format depends on the extension of the file.
    static String page(Path file, BenchRun run) {
        return Options.isHtml(file) ? HtmlPage.of(run) : MarkdownPage.of(run);
    }

    /// Replaces the file atomically, so that it always has either the old text or the new one.
    static void write(Path file, String text) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            Files.writeString(file, text);
            return;
        }
        Path fresh = Path.of(file + ".new");
        try {
            Files.writeString(fresh, text);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
