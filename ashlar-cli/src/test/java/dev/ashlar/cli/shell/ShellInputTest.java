// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.cli.shell.ShellInput.Command;
import dev.ashlar.cli.shell.ShellInput.Item;
import dev.ashlar.cli.shell.ShellInput.Statement;
import dev.ashlar.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ShellInputTest {
    private static List<Item> items(String text) {
        ShellInput input = new ShellInput();
        List<Item> items = new ArrayList<>();
        text.lines().forEach(line -> items.addAll(input.accept(line)));
        input.end().ifPresent(items::add);
        return items;
    }

    @Test
    void shouldFindStatementsAndTheirPlaces() {
        assertEquals(List.of(new Statement("select 1", 1, 1), new Statement("select\n 2", 1, 11), new Statement("x", 2, 7),
                new Statement("y", 4, 2)), items("select 1; select\n 2;   x;\n-- ;\n y"));
        assertEquals(List.of(new Statement("select ';' as a, \"b;\" /* ; */", 2, 3)),
                items("\n  select ';' as a, \"b;\" /* ; */;"));
    }

    @Test
    void shouldFindCommandsOnlyBetweenStatements() {
        assertEquals(List.of(new Command("d Trade", "", 1), new Command("d", "", 3),
                new Statement("select\n1", 2, 1), new Command("tables", "", 5), new Command("quit", "", 6)),
                items("\\d Trade\nselect\n\\d\n1;\n.tables\nquit\n"));
        assertEquals(List.of(new Statement("select '\n\\d'", 1, 1), new Statement("x\nquit", 3, 1)),
                items("select '\n\\d';\nx\nquit"));
        assertEquals(List.of(new Command("d", "show tables;", 1)), items("show tables;"));
        assertEquals(List.of(new Statement(".5", 1, 1)), items(".5;"));
    }

    @Test
    void shouldKnowWhenLinesAreComplete() {
        for (String text : List.of("", "select 1;", "\\d", "help", "-- nothing", "select 1; -- done", "select 1;\n\\d", "select 1\n\\q")) {
            assertTrue(ShellInput.isComplete(text), text);
        }
        for (String text : List.of("select 1", "select ';", "/* a;", "select 1; select", "select 1 -- ;")) {
            assertFalse(ShellInput.isComplete(text), text);
        }
    }

    /// Its rest is no statement of its own, nor are commands within its texts.
    @Tag("slow")
    @Test
    void shouldNotRunTheRestOfAStatementThatIsTooLong() {
        String filler = ("x".repeat(9_999) + "\n").repeat(300);
        for (String open : List.of("select 1\n" + filler + "\n union all\nselect 2", "select '" + filler + "\n\\i file\n;x'",
                "select 3 /*" + filler + "\n\\i file\n;x*/", "select \"" + filler + ";\n\"\"\n\"", "select E'" + filler + "\\';\n;'",
                "select 1 --;\n" + filler + "--;\n")) {
            List<Item> items = items(open + ";\nselect 5;");
            assertEquals(2, items.size(), () -> items.toString().substring(0, 200));
            assertTrue(((Statement) items.getFirst()).sql().length() > 1 << 20);
            assertEquals("select 5", ((Statement) items.getLast()).sql());
            assertEquals(open.chars().filter(c -> c == '\n').count() + 2, items.getLast().line());
        }
        List<Item> afterComment = items("/*" + filler + "\n\\i file\n;x*/ select 3");
        assertEquals(1, afterComment.size());
        assertTrue(((Statement) afterComment.getFirst()).sql().endsWith("*/ select 3"));
    }

    /// Whatever the lines are, the places lead to the statements.
    @Test
    void shouldFindPlacesInRandomText() {
        long seed = Seed.of("ShellInputTest");
        Random random = new Random(seed);
        String[] parts = {"a", "b c", ";", ";", "\n", "\n", " ", "'x;\ny'", "\"n;\"", "-- c;\n", "/* d;\n */", "é"};
        for (int round = 0; round < 2_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(20); i > 0; i--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            List<String> lines = text.toString().lines().toList();
            for (Item item : items(text.toString())) {
                Statement statement = (Statement) item;
                String rest = lines.get(statement.line() - 1).substring(statement.column() - 1);
                String first = statement.sql().lines().findFirst().orElseThrow();
                assertTrue(rest.startsWith(first), () -> "seed=" + seed + ", text=" + text + ", statement=" + statement);
            }
        }
    }
}
