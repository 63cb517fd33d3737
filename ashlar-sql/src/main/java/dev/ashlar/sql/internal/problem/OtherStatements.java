// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.problem;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Statements of other engines that Ashlar lacks, by their first word, and what to use instead.
public final class OtherStatements {
    /// What a statement may begin with.
    public static final String BEGINNINGS = "write SELECT, FROM, WITH, VALUES, TABLE, DESCRIBE, SHOW or EXPLAIN";

    /// @param writes whether they change something, in other engines
    private record Kind(boolean writes, Set<String> words, String advice) { }

    private static final List<Kind> KINDS = List.of(
            new Kind(true, Set.of("insert", "upsert", "merge"), "rows are written by StoreWriter, ashlar import and ashlar load"),
            new Kind(true, Set.of("update", "delete", "replace", "truncate"), "rows are appended, never changed"),
            new Kind(true, Set.of("create"), "tables come from schemas and ashlar import; WITH names a query"),
            new Kind(true, Set.of("copy", "import", "export", "load", "unload"),
                    "ashlar export writes rows to files, ashlar import reads them"),
            new Kind(false, Set.of("attach", "detach", "use"),
                    "stores are named when a session opens: ashlar sql STORE --store NAME=FOLDER, "
                    + "jdbc:ashlar:STORE?store.NAME=FOLDER"),
            new Kind(false, Set.of("pragma"), "write DESCRIBE table, SHOW TABLES, or ask information_schema"),
            new Kind(false, Set.of("set", "reset"),
                    "set options on the command line, in a JDBC URL or in QueryOptions"),
            new Kind(false, Set.of("begin", "start", "commit", "end", "rollback", "abort", "savepoint", "lock"),
                    "a statement sees the rows that existed when it started"),
            new Kind(false, Set.of("analyze"), "write EXPLAIN ANALYZE before a query, or SUMMARIZE before a table"),
            new Kind(false, Set.of("prepare", "execute", "deallocate"),
                    "write :name in a statement and give its value by --param, or ? in JDBC"),
            new Kind(false, Set.of("call", "install", "do"), "there are no procedures and no extensions"),
            new Kind(true, Set.of("drop", "alter", "grant", "revoke", "vacuum", "checkpoint", "comment", "rename"),
                    BEGINNINGS));

    /// The message for a statement.
    ///
    /// @param word its first one
    /// @return empty if the word is not known
    public static Optional<String> message(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return KINDS.stream().filter(kind -> kind.words.contains(lower)).findFirst().map(kind ->
                (kind.writes ? "stores are read-only in SQL: " + word.toUpperCase(Locale.ROOT)
                : "no statement begins with '" + word + "'") + "; " + kind.advice);
    }
}
