// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.runtime;

import dev.ashlar.query.QueryException;
import dev.ashlar.query.QueryException.Reason;
import dev.ashlar.sql.SqlException;
import java.math.BigDecimal;
import org.apache.calcite.linq4j.function.Strict;

/// Text functions with a bound on results that could otherwise grow without limit, and a check that a text is a number.
@Strict
public final class BoundedTexts {
    /// Characters of a text shown in messages.
    private static final int SHOWN = 40;

    private BoundedTexts() {
    }

    /// The text itself, if it is not longer than `most`.
    public static String bounded(String text, int most) {
        require(text.length(), most);
        return text;
    }

    public static String replace(String text, String from, String to, int most) {
        if (from.isEmpty()) {
            return text;
        }
        long length = text.length();
        for (int at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + from.length())) {
            length += to.length() - from.length();
            if (to.length() > from.length()) {
                require(length, most);
            }
        }
        return text.replace(from, to);
    }

    private static void require(long length, int most) {
        if (length > most) {
            throw new QueryException(Reason.MEMORY, "text is too long: characters=" + length + ", most=" + most
                    + ", a share of the memory of the query; allow more (memoryBytes, --limit-memory)");
        }
    }

    /// The text itself, if it is a decimal number.
    public static String exactNumber(String text) {
        try {
            new BigDecimal(text.strip());
            return text;
        } catch (NumberFormatException e) {
            throw new SqlException(SqlException.Reason.INVALID, "text is not a number: '" + (text.length() <= SHOWN ? text
                    : text.substring(0, SHOWN) + "…") + "'", e);
        }
    }
}
