// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import dev.ashlar.measure.Scale;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The options of the command line.
final class Options {
    private static final String ROWS = "--rows needs a number from 1 to 999999999";
    private static final String ROUNDS = "--rounds needs a number from 1 to 9";

    boolean help;
    /// Suites by name; empty for all.
    final List<String> suites = new ArrayList<>();
    private Scale scale = Scale.FULL;
    /// Number of rows, instead of the usual one.
    private OptionalLong rows = OptionalLong.empty();
    /// Rounds of suites that usually have more.
    private OptionalInt rounds = OptionalInt.empty();
    /// File for all figures.
    Optional<Path> json = Optional.empty();
    /// File for the page, `.md` or `.html`.
    Optional<Path> report = Optional.empty();
    /// Folder for pictures.
    Optional<Path> plots = Optional.empty();
    /// Earlier figures, from which the page is made; empty to measure.
    final List<Path> from = new ArrayList<>();
    /// Pages whose tables are replaced.
    final List<Path> paste = new ArrayList<>();

    /// @throws IllegalArgumentException if the arguments are invalid; the message says what is wrong
    Options(String[] args, List<String> known) {
        for (int i = 0; i < args.length; i++) {
            String arg = args[i];
            switch (arg) {
                case "--help", "-h" -> help = true;
                case "--quick" -> scale = Scale.QUICK;
                case "--json" -> json = Optional.of(file(args, ++i, "--json needs a file"));
                case "--report" -> report = Optional.of(page(file(args, ++i, "--report needs a file (.md or .html)")));
                case "--plots" -> plots = Optional.of(folder(value(args, ++i, "--plots needs a folder")));
                case "--paste" -> {
                    do {
                        paste.add(file(args, ++i, "--paste needs a page"));
                    } while (i + 1 < args.length && !args[i + 1].startsWith("-"));
                }
                case "--from" -> {
                    do {
                        from.add(Path.of(value(args, ++i, "--from needs files that --json wrote")));
                    } while (i + 1 < args.length && !args[i + 1].startsWith("-"));
                }
                case "--rows" -> rows = OptionalLong.of(Long.parseLong(number(args, ++i, "[1-9]\\d{0,8}", ROWS)));
                case "--rounds" -> rounds = OptionalInt.of(Integer.parseInt(number(args, ++i, "[1-9]", ROUNDS)));
                default -> suites.add(suite(arg, known));
            }
        }
        require(from.isEmpty() || suites.isEmpty(), "--from measures nothing, so no suite can be named");
        require(!from.isEmpty() || paste.isEmpty(), "--paste needs earlier figures: add --from FILE.json");
    }

    private static void require(boolean met, String otherwise) {
        if (!met) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    Effort effort() {
        return new Effort(scale, rows, rounds);
    }

    private static String number(String[] args, int at, String form, String otherwise) {
        String value = value(args, at, otherwise);
        require(value.matches(form), otherwise + ": " + value);
        return value;
    }

    private static String suite(String arg, List<String> known) {
        require(!arg.startsWith("-"), "unknown option: " + arg);
        require(known.contains(arg), "unknown suite: " + arg + " (there are: " + String.join(", ", known) + ")");
        return arg;
    }

    private static String value(String[] args, int at, String otherwise) {
        require(at < args.length, otherwise);
        return args[at];
    }

    /// Checked first, so that a file that cannot be written is reported before an hour of measurements.
    private static Path file(String[] args, int at, String otherwise) {
        Path file = Path.of(value(args, at, otherwise));
        require(!Files.isDirectory(file) && Files.isDirectory(file.toAbsolutePath().getParent()),
                "file cannot be written; name a file in an existing folder: " + file);
        return file;
    }

    private static Path page(Path file) {
        require(isHtml(file) || file.toString().endsWith(".md"), "name of a page must end in .md or .html: " + file);
        return file;
    }

    private static Path folder(String name) {
        require(Files.isDirectory(Path.of(name)), "no such folder: " + name);
        return Path.of(name);
    }

    static boolean isHtml(Path file) {
        return file.toString().endsWith(".html");
    }
}
