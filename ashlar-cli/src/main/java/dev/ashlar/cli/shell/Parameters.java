// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.cli.output.BadInputException;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import dev.ashlar.sql.SqlColumn;
import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.sql.SqlStatement;
import dev.ashlar.sql.StatementScanner.Token;
import dev.ashlar.sql.StatementScanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Values for the parameters `:name` of statements. A value never becomes part of the statement's text: it is parsed as
/// the type that its place requires, such as a number, a time or a text, and means the same as in JDBC.
///
/// **Threading**: one thread.
public final class Parameters {
    /// @param index of its colon
    private record Place(String name, int index) { }

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Set<String> used = new HashSet<>();

    /// @param assignments each `name=value`
    /// @throws BadInputException if one has another form, or a name is given twice
    public static Parameters of(List<String> assignments) {
        Parameters parameters = new Parameters();
        for (String assignment : assignments) {
            String name = parameters.set(assignment, false);
            if (name.isEmpty()) {
                throw new BadInputException("parameter has two values: " + assignment.replaceFirst("=.*", ""));
            }
        }
        return parameters;
    }

    /// @param again whether it may replace a value
    /// @return the name; empty if it has a value already
    String set(String assignment, boolean again) {
        int sign = assignment.indexOf('=');
        String name = sign < 0 ? "" : assignment.substring(0, sign).strip();
        if (!name.matches("[A-Za-z_]\\w*")) {
            throw new BadInputException("not a parameter: '" + assignment + "'; write NAME=VALUE, such as symbol=ESZ6");
        }
        if (values.containsKey(name) && !again) {
            return "";
        }
        values.put(name, assignment.substring(sign + 1));
        return name;
    }

    Map<String, String> values() {
        return values;
    }

    /// Names of those that no statement has used.
    public Set<String> unused() {
        Set<String> unused = new TreeSet<>(values.keySet());
        unused.removeAll(used);
        return unused;
    }

    /// Starts a statement with the values that it names.
    ///
    /// @throws SqlException if the statement is wrong, has a parameter without a value, or a value does not fit
    public SqlResult run(SqlSession session, String sql, QueryOptions options) {
        List<Place> places = places(sql);
        if (places.isEmpty()) {
            return session.run(sql, options);
        }
        StringBuilder text = new StringBuilder(sql);
        for (Place place : places) {
            if (!values.containsKey(place.name)) {
                throw wrong(sql, place, "parameter :" + place.name + " has no value" + SpellingSuggestion.similar(
                        place.name, values.keySet()).map(near -> "; nearest: " + near).orElse("; --param "
                        + place.name + "=VALUE gives it one"));
            }
            // Of the same length, so that places in messages stay right.
            int end = place.index + 1 + place.name.length();
            text.replace(place.index, end, "?" + " ".repeat(place.name.length()));
        }
        SqlStatement statement = session.prepare(text.toString(), options);
        List<Object> arguments = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            SqlColumn type = statement.parameters().get(i);
            try {
                arguments.add(ParameterValue.of(values.get(place.name), type.type()));
            } catch (IllegalArgumentException e) {
                throw wrong(sql, place, "value of :" + place.name + " is " + e.getMessage() + ": '"
                        + values.get(place.name) + "'");
            }
            used.add(place.name);
        }
        return statement.run(arguments, options);
    }

    /// Parameters outside of texts, names and comments. A colon after a word, a quote or a bracket is the statement's
    /// own: a cast, or an entry of JSON.
    private static List<Place> places(String sql) {
        List<Place> places = new ArrayList<>();
        StatementScanner scanner = new StatementScanner(sql);
        for (Token token = scanner.next(); token != Token.END; token = scanner.next()) {
            int at = scanner.start();
            if (token != Token.CHARACTER || sql.charAt(at) != ':' || at > 0 && isOperand(sql.charAt(at - 1))) {
                continue;
            }
            int end = at + 1;
            while (end < sql.length() && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
                end++;
            }
            if (end > at + 1 && !Character.isDigit(sql.charAt(at + 1))) {
                places.add(new Place(sql.substring(at + 1, end), at));
            }
        }
        return places;
    }

    private static boolean isOperand(char c) {
        return Character.isJavaIdentifierPart(c) || ":'\")]?".indexOf(c) >= 0;
    }

    private static SqlException wrong(String sql, Place place, String message) {
        int line = 1 + (int) sql.substring(0, place.index).chars().filter(c -> c == '\n').count();
        int column = place.index - sql.lastIndexOf('\n', place.index);
        return new SqlException(SqlException.Reason.INVALID, "line " + line + ", column " + column + ": " + message, line,
                column, null);
    }
}
