// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Maps commands of other shells to commands of this shell, or to advice on what to type instead.
final class OtherShells {
    private static final Pattern BARE = Pattern.compile("(?i)(help|quit|exit|logout|bye|history|clear|\\?)\\s*;*");
    private static final Pattern SHOW = Pattern.compile(
            "(?i)(show\\s+(?:all\\s+)?tables|show\\s+(?:databases|schemas|stores|catalogs)|show\\s+columns\\s+(?:from|in)"
                    + "|desc|describe|use|connect)(?:\\s+([\\w.$\"]+))?\\s*;*");
    /// Lines that are not SQL, but that users type because they look for a command.
    private static final Pattern TYPED = Pattern.compile("(?i)(import|export|ashlar|echo|print|watch)\\s+[^;=]+;?");

    /// By word: the command that it is here.
    private static final Map<String, String> SAME = Map.ofEntries(Map.entry("quit", "q"), Map.entry("exit", "q"),
            Map.entry("logout", "q"), Map.entry("bye", "q"), Map.entry("tables", "d"), Map.entry("schema", "d"),
            Map.entry("fullschema", "d"), Map.entry("dt", "d"), Map.entry("d+", "d"), Map.entry("dt+", "d"),
            Map.entry("columns", "d"), Map.entry("databases", "l"), Map.entry("stores", "l"), Map.entry("dn", "l"),
            Map.entry("conninfo", "l"), Map.entry("functions", "df"), Map.entry("read", "i"), Map.entry("ir", "i"),
            Map.entry("include", "i"), Map.entry("output", "o"), Map.entry("out", "o"), Map.entry("mode", "format"),
            Map.entry("timer", "timing"), Map.entry("edit", "e"), Map.entry("expanded", "x"), Map.entry("maxrows", "rows"),
            Map.entry("help", "?"), Map.entry("h", "?"), Map.entry("set", "param"), Map.entry("parameter", "param"));

    private record Advice(Set<String> words, String instead) { }

    /// What to do instead.
    private static final List<Advice> ADVICE = List.of(
            new Advice(Set.of("use", "c", "connect", "open", "attach", "cd"), "stores are named when the shell starts: ashlar "
                    + "sql STORE --store NAME=FOLDER; write NAME.TABLE for their tables; \\l lists them"),
            new Advice(Set.of("import"), "files are stored by: ashlar import FILE -d STORE (CSV, Parquet, Arrow), or ashlar "
                    + "load (captures)"),
            new Advice(Set.of("copy"), "rows are written to files by: ashlar export STORE TABLE -o FILE, and read from them by: "
                    + "ashlar import FILE -d STORE"),
            new Advice(Set.of("export", "dump", "save", "once", "excel", "w"), "rows are written to files by \\o FILE, or by: "
                    + "ashlar export STORE TABLE -o FILE"),
            new Advice(Set.of("backup", "clone", "archive", "restore", "recover"), "a store is a folder: close it, copy it, and "
                    + "check the copy by: ashlar verify STORE"),
            new Advice(Set.of("dbinfo", "stats", "sha3sum", "lint"), "a store is described by: ashlar info STORE"),
            new Advice(Set.of("di", "indexes", "indices"), "indexes are listed by: ashlar index STORE TABLE --list"),
            new Advice(Set.of("dv", "ds", "dm", "du", "dg", "dp", "z", "dx", "sf", "sv", "ef", "ev", "password"),
                    "a store has tables only, no views, users or extensions; \\d lists them"),
            new Advice(Set.of("explain", "eqp", "expert", "scanstats", "trace"), "write EXPLAIN before a statement to see how it "
                    + "would run, EXPLAIN ANALYZE to run it with rows and times"),
            new Advice(Set.of("g"), "a semicolon ends and runs a statement"),
            new Advice(Set.of("gx"), "\\x shows one value a line"),
            new Advice(Set.of("gset", "prompt", "unset"), "\\param NAME=VALUE gives :NAME a value"),
            new Advice(Set.of("p", "r", "print", "qecho", "echo", "warn"),
                    "\\e shows and edits the last statement; select 'text' prints a text"),
            new Advice(Set.of("watch"), "run the statement again: the up arrow, then Enter"),
            new Advice(Set.of("history", "s"), "the up arrow recalls earlier statements; Ctrl-R searches them"),
            new Advice(Set.of("pset", "a", "t", "f", "separator", "show", "crosstabview"),
                    "answers are shaped by \\format, \\x and \\rows; PIVOT turns rows into columns"),
            new Advice(Set.of("headers"), "CSV always begins with the names of the columns; \\format json has them in each row"),
            new Advice(Set.of("nullvalue"), "NULL is shown as NULL in tables and as nothing in CSV; coalesce shows another text"),
            new Advice(Set.of("width", "maxwidth"), "columns are as wide as their values; \\x shows one value a line"),
            new Advice(Set.of("bail"), "-f and -c stop at the first error, standard input does not"),
            new Advice(Set.of("timeout", "limit"), "limits are set when the shell starts: --limit-time, --limit-memory"),
            new Advice(Set.of("clear"), "Ctrl-L clears the screen"),
            new Advice(Set.of("!", "system", "shell", "ashlar"), "commands run outside of the shell: in another terminal, or "
                    + "after \\q"));

    /// The command that a line without a sign is, such as `quit`; empty if it is none.
    static Optional<String> word(String line) {
        Matcher bare = BARE.matcher(line);
        Matcher typed = TYPED.matcher(line);
        return bare.matches() ? Optional.of(bare.group(1).toLowerCase(Locale.ROOT))
                : typed.matches() ? Optional.of(typed.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    /// The command that stands for a statement of other shells, such as `show tables`; empty if it is none.
    static Optional<String> statement(String line) {
        Matcher show = SHOW.matcher(line);
        if (!show.matches()) {
            return Optional.empty();
        }
        String words = show.group(1).toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
        String name = show.group(2) == null ? "" : " " + show.group(2);
        return Optional.of(switch (words) {
            case "show tables", "show all tables" -> "d";
            case "desc", "describe", "show columns from", "show columns in" -> "d" + name;
            case "use", "connect" -> words + name;
            default -> "l";
        });
    }

    /// The command here that a word of another shell is; the word itself if it is none.
    static String here(String word) {
        return SAME.getOrDefault(word, word);
    }

    /// Advice for a command that does not exist.
    static String advice(String word, List<String> commands) {
        return ADVICE.stream().filter(advice -> advice.words.contains(word)).findFirst().map(Advice::instead)
                .orElseGet(() -> nearest(word, commands));
    }

    private static String nearest(String word, List<String> commands) {
        return SpellingSuggestion.similar(word, Stream.concat(commands.stream(),
                SAME.keySet().stream()).toList()).map(near -> "nearest: \\" + here(near)).orElse("\\? lists the commands");
    }
}
