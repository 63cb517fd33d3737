// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.cli.importing.ImportCommand;
import dev.ashlar.cli.load.LoadCommand;
import dev.ashlar.cli.query.ExportCommand;
import dev.ashlar.cli.query.SqlCommand;
import dev.ashlar.cli.store.IndexCommand;
import dev.ashlar.cli.store.InfoCommand;
import dev.ashlar.cli.store.VerifyCommand;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// The commands of psql, DuckDB and SQLite that there are none of: each has an advice, and what it names exists.
class OtherShellsTest {
    private static final List<String> WORDS = List.of("use", "c", "connect", "open", "attach", "cd", "import", "copy",
            "export", "dump", "save", "once", "excel", "w", "backup", "clone", "archive", "restore", "recover", "dbinfo",
            "stats", "sha3sum", "lint", "di", "indexes", "dv", "ds", "dm", "du", "dg", "dp", "z", "dx", "sf", "sv", "ef",
            "ev", "password", "explain", "eqp", "expert", "scanstats", "trace", "g", "gx", "gset", "prompt", "unset", "p",
            "r", "print", "echo", "qecho", "warn", "watch", "history", "s", "pset", "a", "t", "f", "separator", "show",
            "crosstabview", "headers", "nullvalue", "width", "maxwidth", "bail", "timeout", "limit", "clear", "!",
            "system", "shell");
    private static final Map<String, Object> COMMANDS = Map.of("sql", new SqlCommand(), "import", new ImportCommand(),
            "load", new LoadCommand(), "export", new ExportCommand(), "info", new InfoCommand(), "index",
            new IndexCommand(), "verify", new VerifyCommand());
    private static final Pattern COMMAND = Pattern.compile("ashlar ([a-z]+)");
    private static final Pattern OPTION = Pattern.compile("(?<= )(--?[a-z][a-z-]*)");
    private static final Pattern OURS = Pattern.compile("\\\\([a-z?]+)");

    @Test
    void shouldAdviseWhatThereIs() {
        for (String word : WORDS) {
            assertFalse(ShellCommands.names().contains(word), word);
            assertEquals(word, OtherShells.here(word));
            String advice = OtherShells.advice(word, ShellCommands.names());
            assertFalse(advice.startsWith("nearest") || advice.endsWith("lists the commands"), word + ": " + advice);
            OURS.matcher(advice).results().map(ours -> ours.group(1)).forEach(ours ->
                    assertTrue(ShellCommands.names().contains(ours), advice));
            String command = "sql";
            for (String part : advice.split("(?=ashlar )")) {
                Matcher named = COMMAND.matcher(part);
                command = named.find() ? named.group(1) : command;
                assertTrue(COMMANDS.containsKey(command), advice);
                CommandLine line = new CommandLine(COMMANDS.get(command));
                String of = command;
                OPTION.matcher(part).results().map(option -> option.group(1)).forEach(option ->
                        assertNotNull(line.getCommandSpec().findOption(option), of + " has no " + option + ": " + advice));
            }
        }
    }

    @Test
    void shouldTakeLinesThatAreNoSql() {
        assertEquals(Optional.of("import"), OtherShells.word("import trades.csv"));
        assertEquals(Optional.of("export"), OtherShells.word("EXPORT Trade to x.csv;"));
        assertEquals(Optional.of("ashlar"), OtherShells.word("ashlar info day.store"));
        for (String sql : List.of("select 1", "import", "values (1)", "from Trade", "with import as (select 1) select 1")) {
            assertEquals(Optional.empty(), OtherShells.word(sql), sql);
        }
    }
}
