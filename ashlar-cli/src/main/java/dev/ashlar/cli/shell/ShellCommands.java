// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.cli.answer.AnswerFormat;
import dev.ashlar.cli.answer.AnswerSettings;
import dev.ashlar.cli.answer.Plot;
import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.cli.output.TextTable;
import dev.ashlar.cli.output.VisibleText;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlFunction;
import dev.ashlar.sql.SqlTable;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The commands of the shell, which begin with a backslash.
///
/// **Threading**: one thread.
final class ShellCommands {
    /// @param name      after the backslash
    /// @param arguments as help shows them
    record Entry(String name, String arguments, String does) { }

    static final List<Entry> ALL = List.of(
            new Entry("d", "", "tables"),
            new Entry("d", "TABLE", "columns of a table; STORE.TABLE of another store; tables like Trade*"),
            new Entry("df", "[TEXT]", "functions, or those whose names contain a text"),
            new Entry("l", "", "stores"),
            new Entry("i", "FILE", "run the statements of a file"),
            new Entry("o", "[FILE]", "answers to a new file (\\o!: replace it), or back"),
            new Entry("e", "", "edit the last statement in $EDITOR"),
            new Entry("format", "[FORMAT]", String.join(", ", AnswerFormat.words())),
            new Entry("x", "", "format line, or back"),
            new Entry("rows", "[N|all|fit]", "rows that an answer shows on a terminal"),
            new Entry("pager", "[on|off|COMMAND]", "show answers page by page"),
            new Entry("plot", "[bar|line] [FILE.svg]", "draw the last answer, here or to a file"),
            new Entry("param", "[NAME=VALUE]", "value of :NAME in statements, or all values"),
            new Entry("timing", "[on|off]", "print the time of each statement"),
            new Entry("?", "", "this help"),
            new Entry("q", "", "exit"));
    private static final String KEYS = """
            Statements end with a semicolon and may have several lines.
            Tab completes, up and down find earlier statements, Ctrl-R searches them.
            Ctrl-C cancels a statement or clears the line, Ctrl-D exits.""";
    private static final int HELP_COLUMN = 31;

    private final SqlShell shell;
    private AnswerFormat before = AnswerFormat.TABLE;

    ShellCommands(SqlShell shell) {
        this.shell = shell;
    }

    static List<String> names() {
        return ALL.stream().map(Entry::name).distinct().toList();
    }

    /// What a command does.
    static String help(String name) {
        return ALL.stream().filter(entry -> entry.name().equals(name)).findFirst().orElseThrow().does();
    }

    /// @param command without the sign before it
    /// @return whether the session goes on
    /// @throws BadInputException if there is no such command, or it fails
    boolean run(String command) {
        String[] words = command.split("\\s+", 2);
        String typed = words[0].replaceFirst(";+$", "").toLowerCase(Locale.ROOT);
        String argument = words.length > 1 ? words[1].replaceFirst("[;\\s]+$", "").strip() : "";
        boolean replace = typed.equals("o!");
        String name = replace ? "o" : OtherShells.here(typed.startsWith("!") ? "!" : typed);
        try {
            switch (name) {
                case "q" -> {
                    return false;
                }
                case "d" -> describe(argument.replace("\"", ""));
                case "df" -> functions(argument);
                case "l" -> stores();
                case "i" -> include(argument);
                case "o" -> output(argument, replace);
                case "e" -> shell.edit();
                case "format" -> format(argument);
                case "x" -> expand();
                case "rows" -> rows(argument);
                case "pager" -> page(argument);
                case "plot" -> shell.draw(plot(argument));
                case "param" -> parameter(argument);
                case "timing" -> timing(argument);
                case "?" -> help();
                default -> throw new BadInputException("no such command: \\" + typed + "; "
                        + OtherShells.advice(name, names()));
            }
        } catch (SqlException e) {
            throw new BadInputException(e.getMessage());
        }
        return true;
    }

    private PrintWriter out() {
        return shell.output().out();
    }

    private void describe(String name) {
        if (name.isEmpty() || name.matches(".*[*%].*")) {
            Pattern pattern = Pattern.compile(name.isEmpty() ? ".*" : Arrays.stream(name.split("[*%]", -1)).map(Pattern::quote)
                    .collect(Collectors.joining(".*")), Pattern.CASE_INSENSITIVE);
            TextTable listed = new TextTable("table", ">columns", ">rows");
            for (String store : shell.session().stores()) {
                boolean main = store.equals(shell.session().stores().getFirst());
                for (SqlTable table : shell.session().tables(store)) {
                    String named = (main ? "" : store + ".") + table.name();
                    if (pattern.matcher(named).matches()) {
                        listed.row(named, String.valueOf(table.columns().size()), String.format(Locale.ROOT, "%,d", table.rows()));
                    }
                }
            }
            listed.print(out(), "");
            return;
        }
        SqlTable table = table(name).orElseThrow(() -> new BadInputException("no such table: " + name
                + "; \\d lists them"));
        TextTable listed = new TextTable("column", "type", "null");
        for (SqlColumn column : table.columns()) {
            listed.row(column.name(), column.typeName(), column.nullable() ? "yes" : "no");
        }
        listed.print(out(), "");
    }

    private Optional<SqlTable> table(String name) {
        for (String store : shell.session().stores()) {
            boolean main = store.equals(shell.session().stores().getFirst());
            for (SqlTable table : shell.session().tables(store)) {
                if (main && table.name().equalsIgnoreCase(name) || (store + "." + table.name()).equalsIgnoreCase(name)) {
                    return Optional.of(table);
                }
            }
        }
        return Optional.empty();
    }

    private void functions(String part) {
        TextTable listed = new TextTable("function");
        String lower = part.toLowerCase(Locale.ROOT);
        List<SqlFunction> found = SqlFunction.all().stream().filter(f -> f.name().contains(lower)).toList();
        if (found.isEmpty()) {
            throw new BadInputException("no function has '" + part + "' in its name; \\df lists them");
        }
        found.forEach(f -> f.signatures().forEach(listed::row));
        listed.print(out(), "");
    }

    private void stores() {
        TextTable listed = new TextTable("store", ">tables", "folder");
        for (Map.Entry<String, Path> store : shell.stores().folders().entrySet()) {
            listed.row(store.getKey(), String.valueOf(shell.session().tables(store.getKey()).size()),
                    store.getValue().toString());
        }
        listed.print(out(), "");
    }

    private void include(String file) {
        shell.runFile(path(file, "\\i FILE"));
    }

    private void output(String file, boolean replace) {
        if (file.isEmpty()) {
            shell.output().toScreen();
        } else {
            shell.output().toFile(path(file, "\\o FILE"), replace);
        }
    }

    /// A file that was named, where `~` is the home of the user.
    private static Path path(String name, String usage) {
        if (name.isEmpty()) {
            throw new BadInputException("a file is missing; write " + usage);
        }
        String plain = name.matches("'.*'|\".*\"") ? name.substring(1, name.length() - 1) : name;
        try {
            return Path.of(plain.equals("~") || plain.startsWith("~/") ? System.getProperty("user.home")
                    + plain.substring(1) : plain);
        } catch (InvalidPathException e) {
            throw new BadInputException("not a file name: " + e.getReason() + " (" + VisibleText.of(name) + ")");
        }
    }

    private void format(String name) {
        if (name.isEmpty()) {
            out().println("format " + shell.settings().format().word() + " (" + String.join(", ", AnswerFormat.words()) + ")");
            return;
        }
        String word = switch (name.toLowerCase(Locale.ROOT)) {
            case "duckbox" -> "box";
            case "column", "columns", "aligned", "psql" -> "table";
            case "jsonlines", "ndjson", "jsonl" -> "json";
            case "vertical", "expanded" -> "line";
            default -> name.toLowerCase(Locale.ROOT);
        };
        if (!AnswerFormat.words().contains(word)) {
            throw new BadInputException("no such format: " + name + "; there are: " + String.join(", ", AnswerFormat.words()));
        }
        set(shell.settings().withFormat(AnswerFormat.valueOf(word.toUpperCase(Locale.ROOT))));
    }

    private void set(AnswerSettings settings) {
        if (settings.format() == AnswerFormat.LINE && shell.settings().format() != AnswerFormat.LINE) {
            before = shell.settings().format();
        }
        shell.set(settings);
    }

    private void expand() {
        boolean lines = shell.settings().format() == AnswerFormat.LINE;
        set(shell.settings().withFormat(lines ? before : AnswerFormat.LINE));
        out().println("format " + shell.settings().format().word());
    }

    private void rows(String count) {
        switch (count.toLowerCase(Locale.ROOT)) {
            case "" -> {
                int rows = shell.settings().rows();
                out().println("rows " + (rows < 0 ? "fit" : rows == 0 ? "all" : String.valueOf(rows)));
            }
            case "all" -> shell.set(shell.settings().withRows(0));
            case "fit" -> shell.set(shell.settings().withRows(AnswerSettings.FITTING_ROWS));
            default -> {
                if (!count.matches("[1-9]\\d{0,6}")) {
                    throw new BadInputException("not a number of rows: " + count + "; 1 to 9999999, all, or fit: as many as "
                            + "the terminal has lines for");
                }
                shell.set(shell.settings().withRows(Integer.parseInt(count)));
            }
        }
    }

    private void page(String command) {
        String now = shell.output().pager();
        shell.output().pageBy(switch (command) {
            case "" -> now.isEmpty() ? Pager.usual() : "";
            case "on" -> Pager.usual();
            case "off" -> "";
            default -> command;
        });
        out().println("pager " + (shell.output().pager().isEmpty() ? "off" : shell.output().pager()));
    }

    private static Plot plot(String arguments) {
        List<String> words = new ArrayList<>(List.of(arguments.split("\\s+")));
        Optional<Plot.Kind> kind = switch (words.getFirst().toLowerCase(Locale.ROOT)) {
            case "bar", "bars" -> Optional.of(Plot.Kind.BAR);
            case "line", "lines" -> Optional.of(Plot.Kind.LINE);
            default -> Optional.empty();
        };
        if (kind.isPresent()) {
            words.removeFirst();
        }
        String file = String.join(" ", words);
        if (!file.isEmpty() && !file.toLowerCase(Locale.ROOT).endsWith(".svg")) {
            throw new BadInputException("not a file that can be drawn to: " + file + "; write \\plot [bar|line] [FILE.svg]");
        }
        return new Plot(kind, file.isEmpty() ? Optional.empty() : Optional.of(path(file, "\\plot FILE.svg")));
    }

    private void parameter(String assignment) {
        if (!assignment.isEmpty()) {
            shell.parameters().set(assignment, true);
            return;
        }
        shell.parameters().values().forEach((name, value) -> out().println(name + "=" + value));
    }

    private void timing(String wanted) {
        boolean on = switch (wanted.toLowerCase(Locale.ROOT)) {
            case "" -> !shell.settings().timing();
            case "on" -> true;
            case "off" -> false;
            default -> throw new BadInputException("neither on nor off: " + wanted);
        };
        shell.set(shell.settings().withTiming(on));
        out().println("timing " + (on ? "on" : "off"));
    }

    private void help() {
        for (Entry entry : ALL) {
            String usage = "\\" + entry.name() + " " + entry.arguments();
            out().println(usage + " ".repeat(Math.max(1, HELP_COLUMN - usage.length())) + entry.does());
        }
        out().println(KEYS);
    }
}
