// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.cli.answer.AnswerFormat;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlFunction;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.sql.SqlTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/// Completes words of SQL, functions with their signatures, stores, tables, and columns: of the tables that the
/// statement names, or of all.
public record SqlCompleter(SqlSession session) implements Completer {
    private static final List<String> WORDS = List.of("select", "from", "where", "group by", "order by", "having",
            "limit", "offset", "join", "left join", "on", "using", "and", "or", "not", "in", "is null", "is not null",
            "between", "like", "case", "when", "then", "else", "end", "as", "asc", "desc", "nulls first", "nulls last",
            "distinct", "union", "union all", "intersect", "except", "with", "over", "partition by", "rows", "range",
            "count(*)", "timestamp '", "interval '", "date '", "true", "false", "null", "explain plan for");
    private static final Pattern BEFORE_TABLE = Pattern.compile("(?is).*\\b(?:from|join|table|describe|desc)\\s+");
    /// Nothing but columns and expressions follows a name here.
    private static final Pattern NAMED = Pattern.compile("(?i)\\b(?:from|join)\\s+([\\w.\"$]+)(?:\\s+(?:as\\s+)?(?!on\\b|join\\b"
            + "|left\\b|right\\b|full\\b|inner\\b|cross\\b|where\\b|group\\b|order\\b|limit\\b|using\\b|union\\b)(\\w+))?");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_]\\w*");

    /// A table that can be named, and how.
    private record Named(String name, SqlTable table) { }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String word = line.word().substring(0, line.wordCursor());
        try {
            if (line.line().startsWith("\\")) {
                command(line, word, candidates);
            } else {
                statement(line, word, candidates);
            }
        } catch (SqlException e) {
            // Tables that cannot be listed are not offered; a statement that names one says why.
            candidates.clear();
        }
    }

    private void command(ParsedLine line, String word, List<Candidate> candidates) {
        if (line.wordIndex() == 0) {
            ShellCommands.names().forEach(name -> candidates.add(new Candidate("\\" + name, "\\" + name, null,
                    ShellCommands.help(name), null, null, true)));
            return;
        }
        switch (OtherShells.here(line.words().getFirst().substring(1))) {
            case "d" -> tables().forEach(table -> add(candidates, "", table.name, table.name, "tables"));
            case "format" -> AnswerFormat.words().forEach(f -> add(candidates, "", f, f, "formats"));
            case "plot" -> List.of("bar", "line").forEach(k -> add(candidates, "", k, k, "kinds"));
            case "df" -> SqlFunction.all().forEach(f -> add(candidates, "", f.name(), f.name(), "functions"));
            case "i", "o" -> StatementFile.completions(word).forEach(file -> candidates.add(new Candidate(file, file, "files",
                    null, null, null, !file.endsWith("/"))));
            default -> { }
        }
    }

    private void statement(ParsedLine line, String word, List<Candidate> candidates) {
        // What was written before it in the same word, such as `sum(` or `t.`, stays.
        int begin = word.length();
        while (begin > 0 && (Character.isLetterOrDigit(word.charAt(begin - 1)) || word.charAt(begin - 1) == '_')) {
            begin--;
        }
        String kept = word.substring(0, begin);
        String statement = statementAround(line);
        if (kept.endsWith(".")) {
            String qualifier = kept.substring(0, kept.length() - 1).replaceFirst("(?s).*[^\\w]", "");
            qualified(qualifier, kept, statement, candidates);
            return;
        }
        String before = line.line().substring(0, line.cursor() - (word.length() - begin));
        boolean table = BEFORE_TABLE.matcher(before).matches();
        tables().forEach(t -> add(candidates, kept, t.name, t.name, "tables"));
        if (table) {
            return;
        }
        List<Named> named = named(statement);
        List<SqlTable> tables = named.isEmpty() ? session.tables() : named.stream().map(Named::table).toList();
        tables.stream().flatMap(t -> t.columns().stream()).map(SqlColumn::name).distinct()
                .forEach(name -> add(candidates, kept, quoted(name), name, "columns"));
        for (SqlFunction function : SqlFunction.all()) {
            add(candidates, kept, function.call(), function.signatures().getFirst(), "functions");
        }
        WORDS.forEach(sql -> add(candidates, kept, sql, sql, "words"));
    }

    /// The statement that the cursor is in, of several in the lines.
    private static String statementAround(ParsedLine line) {
        int begin = line.line().lastIndexOf(';', Math.max(0, line.cursor() - 1)) + 1;
        int end = line.line().indexOf(';', line.cursor());
        return line.line().substring(begin, end < begin ? line.line().length() : end);
    }

    /// Columns after a table or its alias, tables after a store.
    private void qualified(String qualifier, String kept, String statement, List<Candidate> candidates) {
        named(statement).stream().filter(n -> n.name.equalsIgnoreCase(qualifier)).findFirst()
                .ifPresent(n -> n.table.columns().forEach(c -> add(candidates, kept, quoted(c.name()), c.name(), "columns")));
        session.stores().stream().filter(qualifier::equalsIgnoreCase).findFirst().ifPresent(store ->
                session.tables(store).forEach(t -> add(candidates, kept, quoted(t.name()), t.name(), "tables")));
    }

    /// All tables, those of other stores by the names of these.
    private List<Named> tables() {
        List<Named> tables = new ArrayList<>();
        for (String store : session.stores()) {
            boolean main = tables.isEmpty() && store.equals(session.stores().getFirst());
            session.tables(store).forEach(t -> tables.add(new Named((main ? "" : store + ".") + quoted(t.name()), t)));
        }
        return tables;
    }

    /// The tables that a statement names, by their own names and by their aliases.
    private List<Named> named(String statement) {
        List<Named> all = tables();
        List<Named> named = new ArrayList<>();
        Matcher from = NAMED.matcher(statement);
        while (from.find()) {
            Optional<Named> table = all.stream().filter(t -> t.name.equalsIgnoreCase(from.group(1))).findFirst();
            table.ifPresent(t -> {
                named.add(new Named(t.table.name(), t.table));
                if (from.group(2) != null) {
                    named.add(new Named(from.group(2), t.table));
                }
            });
        }
        return named;
    }

    /// A name as a statement has it.
    private static String quoted(String name) {
        return PLAIN.matcher(name).matches() && !SqlFunction.isReserved(name.toLowerCase(Locale.ROOT)) ? name
                : '"' + name.replace("\"", "\"\"") + '"';
    }

    private static void add(List<Candidate> candidates, String kept, String value, String shown, String group) {
        candidates.add(new Candidate(kept + value, shown, group, null, null, null, false));
    }
}
