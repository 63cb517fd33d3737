// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What was asked for on the command line.
///
/// @param help   whether only that is wanted
/// @param suites by name; empty for all
/// @param effort how long is measured
/// @param rows   instead of the usual number
/// @param json   where all figures go
/// @param report where the page goes, `.md` or `.html`
/// @param plots  folder for pictures
/// @param from   earlier figures, from which the page is made; empty to measure
/// @param paste  pages whose tables are replaced
record Options(boolean help, List<String> suites, Effort effort, OptionalLong rows, Optional<Path> json,
        Optional<Path> report, Optional<Path> plots, List<Path> from, List<Path> paste) {
    /// @param known suites that there are
    /// @throws IllegalArgumentException if it makes no sense, with what is wrong
    static Options parse(String[] args, List<String> known) {
        boolean help = false;
        List<String> suites = new ArrayList<>();
        Effort effort = Effort.FULL;
        OptionalLong rows = OptionalLong.empty();
        Optional<Path> json = Optional.empty();
        Optional<Path> report = Optional.empty();
        Optional<Path> plots = Optional.empty();
        List<Path> from = new ArrayList<>();
        List<Path> paste = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            String arg = args[i];
            switch (arg) {
                case "--help", "-h" -> help = true;
                case "--quick" -> effort = Effort.QUICK;
                case "--json" -> json = Optional.of(file(args, ++i, "--json needs a file"));
                case "--report" -> report = Optional.of(page(file(args, ++i, "--report needs a file (.md or .html)")));
                case "--plots" -> plots = Optional.of(folder(value(args, ++i, "--plots needs a folder")));
                case "--paste" -> {
                    paste.add(file(args, ++i, "--paste needs a page"));
                    while (i + 1 < args.length && !args[i + 1].startsWith("-")) {
                        paste.add(file(args, ++i, "--paste needs a page"));
                    }
                }
                case "--from" -> {
                    from.add(Path.of(value(args, ++i, "--from needs files that --json wrote")));
                    while (i + 1 < args.length && !args[i + 1].startsWith("-")) {
                        from.add(Path.of(args[++i]));
                    }
                }
                case "--rows" -> {
                    String value = value(args, ++i, "--rows needs a number from 1 to 999999999");
                    if (!value.matches("[1-9]\\d{0,8}")) {
                        throw new IllegalArgumentException("--rows needs a number from 1 to 999999999: " + value);
                    }
                    rows = OptionalLong.of(Long.parseLong(value));
                }
                default -> {
                    if (arg.startsWith("-")) {
                        throw new IllegalArgumentException("unknown option: " + arg);
                    }
                    if (!known.contains(arg)) {
                        throw new IllegalArgumentException("unknown suite: " + arg + " (there are: "
                                + String.join(", ", known) + ")");
                    }
                    suites.add(arg);
                }
            }
        }
        if (!from.isEmpty() && !suites.isEmpty()) {
            throw new IllegalArgumentException("with --from nothing is measured: name no suite");
        }
        if (from.isEmpty() && !paste.isEmpty()) {
            throw new IllegalArgumentException("--paste needs figures that were measured before: --from FILE.json");
        }
        return new Options(help, List.copyOf(suites), effort, rows, json, report, plots, List.copyOf(from),
                List.copyOf(paste));
    }

    private static String value(String[] args, int at, String otherwise) {
        if (at >= args.length) {
            throw new IllegalArgumentException(otherwise);
        }
        return args[at];
    }

    /// So that nobody measures for an hour to hear that it cannot be written.
    private static Path file(String[] args, int at, String otherwise) {
        Path file = Path.of(value(args, at, otherwise));
        if (Files.isDirectory(file) || !Files.isDirectory(file.toAbsolutePath().getParent())) {
            throw new IllegalArgumentException("cannot write there; name a file in a folder that exists: " + file);
        }
        return file;
    }

    private static Path page(Path file) {
        if (!isHtml(file) && !file.toString().endsWith(".md")) {
            throw new IllegalArgumentException("a page ends in .md or .html: " + file);
        }
        return file;
    }

    private static Path folder(String name) {
        if (!Files.isDirectory(Path.of(name))) {
            throw new IllegalArgumentException("no such folder: " + name);
        }
        return Path.of(name);
    }

    static boolean isHtml(Path file) {
        return file.toString().endsWith(".html");
    }
}
