// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.Usage;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// Which stores, statements and values a command has: options of `query` and `sql`.
final class StatementOptions {
    @Option(names = "--store", paramLabel = "NAME=FOLDER",
            description = "Another store; its tables are NAME.TABLE. May be repeated.")
    private List<String> stores = List.of();

    @Option(names = "--param", paramLabel = "NAME=VALUE",
            description = "Value of :NAME in statements. May be repeated.")
    private List<String> parameters = List.of();

    @Option(names = {"-c", "--command"}, paramLabel = "STATEMENT",
            description = "Run these statements. May be repeated.")
    private List<String> statements = List.of();

    @Option(names = {"-f", "--file"}, paramLabel = "FILE",
            description = "Run the statements of a file, or of standard input (-), up to the first error. May be "
                    + "repeated.")
    private List<Path> files = List.of();

    @Option(names = "--rows", paramLabel = "N|all", defaultValue = "fit",
            description = "Rows of an answer to show on a terminal (default: as many as fit).")
    private String rows;

    List<String> parameters() {
        return parameters;
    }

    List<String> statements() {
        return statements;
    }

    List<Path> files() {
        return files;
    }

    /// Whether statements are named by options.
    boolean hasStatements(CommandSpec spec) {
        Usage.require(spec, statements.isEmpty() || files.isEmpty(),
                "-c and -f exclude each other; \\i FILE in -c runs a file");
        return !statements.isEmpty() || !files.isEmpty();
    }

    /// Rows that an answer shows: 0 for all, negative for as many as fit.
    int rows(CommandSpec spec) {
        if (rows.equals("fit")) {
            return -1;
        }
        Usage.require(spec, rows.matches("all|[1-9]\\d{0,6}"), "--rows must be 1 to 9999999 or all: " + rows);
        return rows.equals("all") ? 0 : Integer.parseInt(rows);
    }

    /// The store without a name, or else the first one, and all with a name.
    ///
    /// @param main null if all have names
    Stores stores(Path main, CommandSpec spec) {
        Map<String, Path> named = new LinkedHashMap<>();
        for (String store : stores) {
            int sign = store.indexOf('=');
            Usage.require(spec, sign >= 1 && sign < store.length() - 1,
                    "--store must be NAME=FOLDER, such as refs=refs.store: " + store);
            try {
                Usage.require(spec, named.put(store.substring(0, sign), Path.of(store.substring(sign + 1))) == null,
                        "two stores have the same name: " + store.substring(0, sign));
            } catch (InvalidPathException e) {
                throw new BadInputException("not a folder: " + e.getReason() + " (" + store + ")");
            }
        }
        Usage.require(spec, main != null || !named.isEmpty(), "a store is missing");
        return new Stores(main == null ? named.values().iterator().next() : main, named);
    }

    /// @param main whose tables need no name of a store
    record Stores(Path main, Map<String, Path> named) { }
}
