// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import java.io.StringReader;
import org.apache.calcite.sql.parser.SqlParserImplFactory;
import org.apache.calcite.sql.parser.impl.SimpleCharStream;
import org.apache.calcite.sql.parser.impl.SqlParserImpl;
import org.apache.calcite.sql.parser.impl.SqlParserImplTokenManager;

/// Runs Calcite's parser on rewritten text. Positions in its result and in its errors are those of the original text.
final class PlacedParser extends SqlParserImpl {
    private PlacedParser(DialectText text) {
        super(new SqlParserImplTokenManager(new Characters(text)));
    }

    static SqlParserImplFactory of(DialectText text) {
        return _ -> new PlacedParser(text);
    }

    /// A tab counts as one column, as the parser is asked to count it.
    @Override
    public void setTabSize(int tabSize) {
        // The places are known.
    }

    private static final class Characters extends SimpleCharStream {
        private final int[] places;
        private final int[] lines;
        private final int[] columns;
        private int next;

        Characters(DialectText text) {
            super(new StringReader(text.sql()), 1, 1, Math.max(1, text.sql().length()));
            places = text.places();
            lines = new int[text.written().length() + 1];
            columns = new int[lines.length];
            int line = 1;
            int column = 1;
            for (int i = 0; i < lines.length; i++) {
                lines[i] = line;
                columns[i] = column++;
                if (i < text.written().length() && text.written().charAt(i) == '\n') {
                    line++;
                    column = 1;
                }
            }
        }

        /// Called once for each character, in their order.
        @Override
        protected void UpdateLineColumn(char c) {
            int place = places[Math.min(next++, places.length - 1)];
            bufline[bufpos] = lines[place];
            bufcolumn[bufpos] = columns[place];
        }
    }
}
