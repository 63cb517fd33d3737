// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.QueryOptions.Engine;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.testkit.Seed;
import dev.ashlar.testkit.StandardTypes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kernels compare texts of one word and of several, of each charset, as the interpreter does: in order, for the least
/// and the greatest, and with patterns.
class TextPropertyTest {
    private static final int ROWS = 3_000;
    private static final List<String> COLUMNS = List.of("code", "label", "word");
    private static final int[] LENGTHS = {3, 12, 17};
    private static final List<Charset> CHARSETS = List.of(StandardCharsets.ISO_8859_1, StandardCharsets.ISO_8859_1,
            StandardCharsets.UTF_8);

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("TextPropertyTest");

    @Test
    void shouldCompareAsTheInterpreterDoes() throws IOException {
        Schema schema = SchemaParser.parseText(StandardTypes.schema(
                "package='texts' id='8' version='0' byteOrder='littleEndian'", """
                  <type name="Code" primitiveType="char" length="3" characterEncoding="US-ASCII"/>
                  <type name="Label" primitiveType="char" length="12" characterEncoding="ISO-8859-1"/>
                  <type name="Word" primitiveType="char" length="17" characterEncoding="UTF-8"/>
                """, """
                  <sbe:message name="Text" id="1">
                    <field name="code" id="1" type="Code"/>
                    <field name="label" id="2" type="Label"/>
                    <field name="word" id="3" type="Word"/>
                  </sbe:message>
                """), "texts.xml").schema();
        try (StoreWriter writer = StoreWriter.open(temp, StoreOptions.defaults().withChunkBytes(1 << 16))) {
            writer.define(TableDefinition.of(schema, "Text"));
            for (int row = 0; row < ROWS; row++) {
                RowClaim claim = writer.appender("Text").claim();
                long at = claim.offset();
                for (int i = 0; i < LENGTHS.length; i++) {
                    // Kernels leave texts in UTF-8 to the interpreter where there is one that is not ASCII.
                    byte[] bytes = text(LENGTHS[i], i < 2).getBytes(CHARSETS.get(i));
                    MemorySegment.copy(bytes, 0, claim.memory(), ValueLayout.JAVA_BYTE, at,
                            Math.min(bytes.length, LENGTHS[i]));
                    at += LENGTHS[i];
                }
                claim.commit();
            }
        }
        try (Store store = Store.open(temp)) {
            Relation texts = Relations.of(store).get("Text");
            for (String name : COLUMNS) {
                Expr column = texts.column(name);
                agree(texts.scan().min(column).max(column).plan(), true);
                agree(texts.scan().groupBy(texts.column("code")).min(column).max(column).plan(), true);
                for (int i = 0; i < 40; i++) {
                    String text = text(20, true);
                    for (Expr.Comparison comparison : Expr.Comparison.values()) {
                        boolean compiled = StandardCharsets.ISO_8859_1.newEncoder().canEncode(text)
                                || comparison == Expr.Comparison.EQUAL || comparison == Expr.Comparison.NOT_EQUAL;
                        agree(texts.scan().where(new Expr.Compare(comparison, column, Expr.of(text))).count().plan(),
                                compiled);
                        agree(texts.scan().where(new Expr.Compare(comparison, column, Expr.of(text)).not()).count()
                                .plan(), compiled);
                    }
                    agree(texts.scan().where(new Expr.Like(column, pattern(), '!')).count().plan(), true);
                    agree(texts.scan().where(column.like(text(3, true) + "%")).count().plan(), true);
                }
            }
        }
    }

    /// Texts that are alike, so that many are equal or begin with each other.
    private String text(int most, boolean anyCharacter) {
        StringBuilder text = new StringBuilder();
        List<String> letters = new ArrayList<>(List.of("A", "A", "A", "B", "0", "~"));
        if (anyCharacter && random.nextInt(4) == 0) {
            letters.addAll(most > 17 ? List.of("É", "ÿ", "€", "\uD83D\uDE00") : List.of("É", "ÿ"));
        }
        for (int length = random.nextInt(most + 1); text.length() < length;) {
            text.append(letters.get(random.nextInt(letters.size())));
        }
        return text.toString();
    }

    private String pattern() {
        StringBuilder pattern = new StringBuilder();
        for (int i = random.nextInt(5); i >= 0; i--) {
            pattern.append(List.of("%", "_", "!%", "!_", "!!", "%A%", "").get(random.nextInt(7)))
                    .append(text(2, true));
        }
        return pattern.toString();
    }

    private void agree(Plan plan, boolean compiled) {
        String explained = plan.explain(QueryOptions.defaults());
        assertTrue(!compiled || explained.contains(": kernel"), explained);
        assertEquals(KernelPropertyTest.answer(plan, Engine.INTERPRETER, 1),
                KernelPropertyTest.answer(plan, Engine.BEST, 1 + random.nextInt(2)), explained);
    }
}
