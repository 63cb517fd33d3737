// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.problem;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Forms of DuckDB, MySQL, QuestDB, ClickHouse and kdb+ that the parser rejects, and what to write instead.
final class OtherForms {
    private record Form(Pattern pattern, String advice) {
        Form(String pattern, String advice) {
            this(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), advice);
        }
    }

    private static final List<Form> FORMS = List.of(
            new Form("\\bsample\\s+by\\b", "SAMPLE BY is not supported; write group by time_bucket(interval '1' second, t)"),
            new Form("\\blatest\\s+(on|by)\\b", "LATEST ON is not supported; write select distinct on (k) … order by k, t desc"),
            new Form("\\bselect\\s+top\\s+\\d", "TOP is not supported; write limit 5 at the end"),
            new Form("\\blimit\\s+\\d+\\s+by\\b",
                    "LIMIT BY is not supported; write qualify row_number() over (partition by k) <= 3"),
            new Form("\\bregexp\\b", "REGEXP is not an operator; write x ~ pattern, or regexp_like(x, pattern)"),
            new Form("\\bfby\\b", "FBY is not supported; write qualify x = max(x) over (partition by k)"),
            new Form("\\busing\\s+sample\\b", "USING SAMPLE is not supported; write from t tablesample bernoulli (10)"),
            new Form(">\\s?>", "'>>' is not an operator; divide by a power of two"),
            new Form("\\|", "'|' is not an operator; write bitor(x, y) of whole numbers, x || y of texts"),
            new Form("~\\s*[\\w(]", "'~' matches a text with a pattern: x ~ '^a'; write bitnot(x) of a whole number"));

    /// @param at index in the statement where the parser stopped
    static Optional<String> message(String sql, int at) {
        for (Form form : FORMS) {
            Matcher found = form.pattern.matcher(sql);
            while (found.find()) {
                if (found.start() <= at && at <= found.end()) {
                    return Optional.of(form.advice);
                }
            }
        }
        return Optional.empty();
    }
}
