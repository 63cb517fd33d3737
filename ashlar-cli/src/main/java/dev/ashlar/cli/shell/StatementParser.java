// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.impl.DefaultParser;

/// Keeps lines together until a statement is complete, so that it is edited and remembered as a whole.
public final class StatementParser extends DefaultParser {
    public StatementParser() {
        // Names in quotes and backslashes are SQL's affair.
        setEscapeChars(null);
        setQuoteChars(new char[0]);
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        if (context == ParseContext.ACCEPT_LINE && !ShellInput.isComplete(line)) {
            throw new EOFError(-1, -1, "statement has no semicolon yet", ";");
        }
        return super.parse(line, cursor, context);
    }
}
