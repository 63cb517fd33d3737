// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.bench.page.HtmlPage.MarkdownBlocks;
import org.junit.jupiter.api.Test;

class MarkdownBlocksTest {
    @Test
    void shouldTurnTablesAndParagraphsIntoHtml() {
        StringBuilder out = new StringBuilder();
        MarkdownBlocks.html("title <1>\n\n| a | c | b |\n|---|---|--:|\n| x \\| y | z |  |\nbehind\nthe table\n", out);
        assertEquals("""
                <p>title &lt;1&gt;</p>
                <div class="wide"><table><thead><tr><th>a</th><th class="words">c</th><th>b</th></tr></thead><tbody>
                <tr><td>x | y</td><td class="words">z</td><td></td></tr>
                </tbody></table></div>
                <p>behind
                the table</p>
                """, out.toString());
    }

    @Test
    void shouldMakeNothingOfNothing() {
        StringBuilder out = new StringBuilder();
        MarkdownBlocks.html("", out);
        assertEquals("", out.toString());
    }
}
