// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.archive;

import dev.ashlar.archive.Archive.Day;
import dev.ashlar.archive.ArchiveOptions;
import dev.ashlar.archive.ArchiveRetention;
import dev.ashlar.archive.RetentionListener;
import dev.ashlar.archive.RetentionReport;
import dev.ashlar.cli.output.Usage;
import dev.ashlar.cli.store.InfoPrinter;
import dev.ashlar.store.StoreException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Retention options of commands that write an archive for days; they work like those of [RetainCommand].
public final class KeepOptions {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})([KMGT]?)");

    @Option(names = "--keep-days", paramLabel = "N",
            description = "For an archive, keep the days of the last N dates: older ones are dropped at the "
                    + "start and whenever a day begins, as by ashlar retain.")
    private Long days;

    @Option(names = "--keep-bytes", paramLabel = "SIZE",
            description = "For an archive, keep the newest days that together take no more than this: 500G, 2T, … "
                    + "The open day can exceed it until the next one begins.")
    private String bytes;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    public boolean isGiven() {
        return days != null || bytes != null;
    }

    /// The options of an archive, with what is to be kept.
    ///
    /// @param log receives a line about days that were dropped or could not be; any thread may call it
    /// @throws ParameterException if the options are wrong
    public ArchiveOptions applyTo(ArchiveOptions options, Consumer<String> log) {
        return isGiven() ? options.withRetention(retention(), new Reporter(log)) : options;
    }

    /// @throws ParameterException if the options are wrong
    public ArchiveRetention retention() {
        long mostDays = days == null ? Long.MAX_VALUE : days("--keep-days", days, spec);
        return new ArchiveRetention(mostDays, bytes == null ? Long.MAX_VALUE : size("--keep-bytes", bytes, spec));
    }

    static long days(String option, long days, CommandSpec spec) {
        Usage.require(spec, days >= 1, option + " must be at least 1: " + days);
        return days;
    }

    static long size(String option, String text, CommandSpec spec) {
        Matcher found = SIZE.matcher(text.toUpperCase(Locale.ROOT));
        Usage.require(spec, found.matches(), option + " must be a number, with K, M, G or T for powers of 1024: " + text);
        int unit = found.group(2).isEmpty() ? 0 : "KMGT".indexOf(found.group(2)) + 1;
        try {
            return Math.multiplyExact(Long.parseLong(found.group(1)), 1L << 10 * unit);
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    /// Says what happened to old days.
    private record Reporter(Consumer<String> log) implements RetentionListener {
        @Override
        public void dropped(RetentionReport report) {
            List<Day> gone = report.dropped();
            log.accept("dropped " + gone.getFirst().name() + (gone.size() == 1 ? "" : " to " + gone.getLast().name() + ", "
                    + gone.size() + " days") + ", " + InfoPrinter.bytes(report.bytes()) + (report.heldBytes() > 0
                    ? ", of which readers hold " + InfoPrinter.bytes(report.heldBytes()) + " until they close them" : ""));
        }

        @Override
        public void suspended(Day newest, long days) {
            log.accept("warning: no day is dropped for its age until the next day begins: " + newest.name()
                    + " comes more than " + days + " days after the previous day, as if the clock had jumped; if it did, "
                    + "stop this and drop " + newest.name() + " (ashlar archive drop)");
        }

        @Override
        public void failed(StoreException problem) {
            log.accept("warning: " + problem.getMessage());
        }
    }
}
