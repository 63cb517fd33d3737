// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Words of other shells: what they are here, or what to type instead.
final class OtherShells {
    private static final Pattern BARE = Pattern.compile("(?i)(help|quit|exit|logout|bye|history|clear|\\?)\\s*;*");
    private static final Pattern SHOW = Pattern.compile(
            "(?i)(show\\s+(?:all\\s+)?tables|show\\s+(?:databases|schemas|stores|catalogs)|show\\s+columns\\s+(?:from|in)"
                    + "|desc|describe|use|connect)(?:\\s+([\\w.$\"]+))?\\s*;*");
    private static final String NAMED = "stores are named when the shell starts: ashlar sql STORE --store NAME=FOLDER; "
            + "write NAME.TABLE for their tables; \\l lists them";
    private static final String INDEXES = "indexes are listed by: ashlar index STORE TABLE --list";
    private static final String EXPORT = "rows are written to files by \\o FILE, or by: ashlar export STORE TABLE -o FILE";

    /// By word: the command that it is here.
    private static final Map<String, String> SAME = Map.ofEntries(Map.entry("quit", "q"), Map.entry("exit", "q"),
            Map.entry("logout", "q"), Map.entry("bye", "q"), Map.entry("tables", "d"), Map.entry("schema", "d"),
            Map.entry("dt", "d"), Map.entry("d+", "d"), Map.entry("dt+", "d"), Map.entry("columns", "d"),
            Map.entry("databases", "l"), Map.entry("stores", "l"), Map.entry("dn", "l"), Map.entry("functions", "df"),
            Map.entry("read", "i"), Map.entry("ir", "i"), Map.entry("include", "i"), Map.entry("output", "o"),
            Map.entry("out", "o"), Map.entry("mode", "format"), Map.entry("timer", "timing"), Map.entry("edit", "e"),
            Map.entry("expanded", "x"), Map.entry("maxrows", "rows"), Map.entry("help", "?"), Map.entry("h", "?"),
            Map.entry("set", "param"), Map.entry("parameter", "param"));

    /// By word: what to do instead.
    private static final Map<String, String> ADVICE = Map.ofEntries(Map.entry("use", NAMED), Map.entry("c", NAMED),
            Map.entry("connect", NAMED), Map.entry("open", NAMED), Map.entry("attach", NAMED),
            Map.entry("copy", EXPORT), Map.entry("dump", EXPORT), Map.entry("save", EXPORT), Map.entry("once", EXPORT),
            Map.entry("import", "captures and messages are loaded by: ashlar load"), Map.entry("di", INDEXES),
            Map.entry("indexes", INDEXES), Map.entry("indices", INDEXES),
            Map.entry("g", "a statement is run by the semicolon that ends it"),
            Map.entry("headers", "CSV always begins with the names of the columns; \\format json has them in each row"),
            Map.entry("nullvalue", "NULL is shown as NULL in tables and as nothing in CSV; coalesce shows another text"),
            Map.entry("explain", "write EXPLAIN PLAN FOR before the statement"),
            Map.entry("history", "earlier statements come back by the up arrow; Ctrl-R searches them"),
            Map.entry("clear", "Ctrl-L clears the screen"), Map.entry("!", "Ctrl-Z suspends the shell; \\q ends it"),
            Map.entry("system", "Ctrl-Z suspends the shell; \\q ends it"),
            Map.entry("shell", "Ctrl-Z suspends the shell; \\q ends it"),
            Map.entry("watch", "run the statement again: the up arrow, then Enter"),
            Map.entry("width", "columns are as wide as their values; \\x shows one value a line"));

    private OtherShells() {
    }

    /// The command that a word without a sign is, such as `quit`; empty if it is none.
    static Optional<String> word(String line) {
        Matcher bare = BARE.matcher(line);
        return bare.matches() ? Optional.of(bare.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
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

    /// What to do instead of a command that there is not.
    static String advice(String word, List<String> commands) {
        String known = ADVICE.get(word);
        return known != null ? known : SpellingSuggestion.similar(word, Stream.concat(commands.stream(),
                SAME.keySet().stream()).toList()).map(near -> "nearest: \\" + here(near)).orElse("\\? lists the commands");
    }
}
