// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import dev.ashlar.sql.StatementScanner.Token;
import dev.ashlar.sql.StatementScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes lines and finds the statements and commands in them.
///
/// A command takes one line. It begins with a backslash, also between the lines of a statement; or, where no statement
/// has begun, with a point, or is a word that other shells know.
///
/// **Threading**: one thread.
final class ShellInput {
    /// Only the beginning of a longer statement is handed on, because no real statement is that long.
    private static final int MAX_CHARACTERS = 1 << 21;

    /// A statement or command to run.
    sealed interface Item {
        /// Where it begins, from 1.
        int line();
    }

    /// @param text without the sign before it
    /// @param sql  the line, where it may be a statement as well; else empty
    record Command(String text, String sql, int line) implements Item { }

    /// @param sql    without its semicolon
    /// @param column where it begins in its line, from 1
    record Statement(String sql, int line, int column) implements Item { }

    private final StringBuilder statement = new StringBuilder();
    /// The beginning of the statement if it is too long. The end is looked for, because what follows is no statement of
    /// its own; `statement` then begins with what stands for all before.
    private Optional<Item> tooLong = Optional.empty();
    private int lines;
    private int firstLine = 1;
    /// Characters of the first line before the statement.
    private int before;

    /// @return what this line completes
    List<Item> accept(String line) {
        lines++;
        Optional<Item> command = command(line.strip());
        if (command.isPresent()) {
            return List.of(command.get());
        }
        if (!isWithinStatement()) {
            firstLine = lines;
            before = 0;
        }
        statement.append(line).append('\n');
        List<Item> items = new ArrayList<>();
        // A line without a semicolon completes nothing; not to look keeps long statements cheap.
        int end = line.indexOf(';') < 0 ? -1 : StatementScanner.end(statement);
        while (end >= 0) {
            add(statement.substring(0, end), items);
            tooLong = Optional.empty();
            skip(end + 1);
            end = StatementScanner.end(statement);
        }
        if (StatementScanner.isEmpty(statement) && !isOpen()) {
            statement.setLength(0);
        } else if (tooLong.isPresent() || statement.length() > MAX_CHARACTERS) {
            shorten();
        }
        return items;
    }

    /// Drops the text, but remembers the quotes or comments that have begun and must still end.
    private void shorten() {
        List<Item> items = new ArrayList<>();
        add(statement.toString(), items);
        tooLong = items.stream().findFirst();
        String rest = (tooLong.isPresent() ? "x " : "") + open();
        skip(statement.length());
        statement.append(rest);
        before -= rest.length();
    }

    /// The rest when there are no more lines: a statement without its semicolon, if any.
    Optional<Item> end() {
        List<Item> items = new ArrayList<>();
        add(statement.toString(), items);
        forget();
        return items.stream().findFirst();
    }

    boolean isWithinStatement() {
        return !statement.isEmpty();
    }

    /// Drops a statement that has begun.
    ///
    /// @return the part that was entered
    String forget() {
        String begun = statement.toString();
        statement.setLength(0);
        tooLong = Optional.empty();
        return begun;
    }

    /// Whether nothing but a comment has begun, which later lines end.
    private boolean isOpen() {
        return !open().isEmpty();
    }

    /// How the text, name or comment begins that later lines end; empty if there is none.
    private String open() {
        StatementScanner scanner = new StatementScanner(statement);
        for (Token token = scanner.next(); token != Token.END; token = scanner.next()) {
            if (!scanner.isClosed()) {
                return switch (token) {
                    case TEXT -> scanner.isEscaped() ? "E'" : "'";
                    case NAME -> "\"";
                    default -> "/*";
                };
            }
        }
        return "";
    }

    private void add(String text, List<Item> items) {
        if (tooLong.isPresent()) {
            items.add(tooLong.get());
            return;
        }
        if (StatementScanner.isEmpty(text)) {
            return;
        }
        int start = 0;
        while (Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        int line = firstLine + (int) text.substring(0, start).chars().filter(c -> c == '\n').count();
        int column = start - text.lastIndexOf('\n', start) + (line == firstLine ? before : 0);
        items.add(new Statement(text.strip(), line, column));
    }

    /// Drops the beginning of the text, but keeps count of its lines and columns.
    private void skip(int end) {
        String done = statement.substring(0, end);
        int ended = (int) done.chars().filter(c -> c == '\n').count();
        before = (ended == 0 ? before : 0) + end - 1 - done.lastIndexOf('\n');
        firstLine += ended;
        statement.delete(0, end);
    }

    /// The command on a line; empty if the line is not a command. Within a statement, only a backslash begins a
    /// command.
    private Optional<Item> command(String line) {
        if (isWithinStatement()) {
            return line.startsWith("\\") && !isOpen() ? Optional.of(new Command(line.substring(1).strip(), "", lines))
                    : Optional.empty();
        }
        if (line.startsWith("\\") || line.matches("\\.[A-Za-z?].*")) {
            return Optional.of(new Command(line.substring(1).strip(), "", lines));
        }
        return OtherShells.word(line).map(word -> (Item) new Command(word, "", lines))
                .or(() -> OtherShells.statement(line).map(word -> new Command(word, line, lines)));
    }

    /// Whether lines are complete: nothing in them waits for more, or the last one is a command.
    static boolean isComplete(String text) {
        ShellInput input = new ShellInput();
        boolean command = false;
        for (String line : text.lines().toList()) {
            List<Item> items = input.accept(line);
            command = !items.isEmpty() && items.getLast() instanceof Command;
        }
        return command || !input.isWithinStatement();
    }
}
