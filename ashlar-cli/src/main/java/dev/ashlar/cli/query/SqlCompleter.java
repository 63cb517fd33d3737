// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.query;

import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.sql.SqlTable;
import java.util.List;
import java.util.Locale;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/// Completes words of SQL, tables, and columns: of the tables that the line names, or of all.
public final class SqlCompleter implements Completer {
    private static final List<String> COMMANDS = List.of("\\d", "\\format", "\\timing", "\\q", "\\?");
    private static final List<String> WORDS = List.of("select", "from", "where", "group by", "order by", "having",
            "limit", "offset", "join", "left join", "on", "using", "and", "or", "not", "in", "is null", "is not null",
            "between", "like", "case", "when", "then", "else", "end", "as", "asc", "desc", "nulls first", "nulls last",
            "distinct", "union", "union all", "intersect", "except", "with", "over", "partition by", "rows", "range",
            "count(*)", "count(", "sum(", "avg(", "min(", "max(", "row_number()", "rank()", "lag(", "lead(", "cast(",
            "coalesce(", "floor(", "ceil(", "extract(", "time_bucket(", "upper(", "lower(", "substring(", "abs(",
            "timestamp '", "interval '", "date '", "true", "false", "null", "explain plan for");

    private final SqlSession session;

    public SqlCompleter(SqlSession session) {
        this.session = session;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String word = line.word().substring(0, line.wordCursor());
        if (line.line().startsWith("\\") && line.wordIndex() == 0) {
            COMMANDS.forEach(c -> candidates.add(new Candidate(c)));
            return;
        }
        // What was written before it in the same word, such as `sum(` or `t.`, stays.
        int begin = word.length();
        while (begin > 0 && (Character.isLetterOrDigit(word.charAt(begin - 1)) || word.charAt(begin - 1) == '_')) {
            begin--;
        }
        String kept = word.substring(0, begin);
        String all = line.line().toLowerCase(Locale.ROOT);
        List<SqlTable> tables = session.tables();
        List<SqlTable> named = tables.stream().filter(t -> all.contains(t.name().toLowerCase(Locale.ROOT))).toList();
        (named.isEmpty() ? tables : named).stream().flatMap(t -> t.columns().stream()).map(SqlColumn::name).distinct()
                .forEach(name -> add(candidates, kept, name, "columns"));
        tables.forEach(table -> add(candidates, kept, table.name(), "tables"));
        WORDS.forEach(sql -> add(candidates, kept, sql, "words"));
    }

    private static void add(List<Candidate> candidates, String kept, String name, String group) {
        candidates.add(new Candidate(kept + name, name, group, null, null, null, false));
    }
}
