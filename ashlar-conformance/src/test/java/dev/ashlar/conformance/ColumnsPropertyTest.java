// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.query.Column;
import dev.ashlar.query.Expr;
import dev.ashlar.query.QueryOptions;
import dev.ashlar.query.Relation;
import dev.ashlar.query.Relations;
import dev.ashlar.query.Result;
import dev.ashlar.query.ValueType;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.EnumType;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Literal;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.PrimitiveType;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.ir.SetType;
import dev.ashlar.sbe.ir.Type;
import dev.ashlar.sbe.otf.OtfEncoder;
import dev.ashlar.sbe.otf.internal.JsonParser;
import dev.ashlar.sbe.random.NewerSchema;
import dev.ashlar.sbe.random.RandomMessage;
import dev.ashlar.sbe.random.RandomSchema;
import dev.ashlar.store.Cursor;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.RowPrinter;
import dev.ashlar.store.Store;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.testkit.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Columns of random schemas show what rows written as JSON show, whoever reads them.
class ColumnsPropertyTest {
    private static final int MAX_ELEMENT_COLUMNS = 16;
    private static final ValueType WITH_EXPONENT = ValueType.decimal(38, 18);

    @TempDir
    Path temp;
    private final SplittableRandom random = Seed.random("ColumnsPropertyTest");
    private int compared;

    @Test
    void shouldShowWhatJsonShows() throws IOException {
        for (int i = 0; i < 6; i++) {
            Schema schema = RandomSchema.any(random);
            Schema newer = NewerSchema.of(schema, random);
            Path folder = temp.resolve("s" + i);
            try (StoreWriter writer = StoreWriter.open(folder, StoreOptions.defaults().withChunkBytes(1 << 14))) {
                record(writer, schema, schema);
                record(writer, newer, random.nextBoolean() ? schema : newer);
            }
            try (Store store = Store.open(folder)) {
                for (Table table : store.tables()) {
                    compare(table, Relations.of(store).get(table.name()));
                }
            }
        }
        assertTrue(compared > 200, () -> "compared=" + compared);
    }

    /// @param written of the messages, which may be older than that of the journal
    private void record(StoreWriter writer, Schema schema, Schema written) throws IOException {
        writer.define(new JournalDefinition("journal", schema));
        JournalWriter recorder = writer.journalWriter("journal");
        OtfEncoder encoder = new OtfEncoder(written, OtfEncoder.Checks.LENIENT);
        MemorySegment memory = MemorySegment.ofArray(new byte[1 << 16]);
        for (int i = 0; i < 20; i++) {
            Message message = written.messages().get(random.nextInt(written.messages().size()));
            long length = encoder.encode(message.name(), RandomMessage.unruly(message, random).values(), memory, 0);
            recorder.record(memory, 0, (int) length, i, i);
        }
    }

    private void compare(Table table, Relation relation) throws IOException {
        List<Column> shown = new ArrayList<>();
        for (Column column : relation.columns()) {
            // Random exponents are beyond all decimals; mantissa and exponent are compared nevertheless.
            if (!column.type().equals(WITH_EXPONENT)) {
                shown.add(column);
            }
        }
        Expr[] exprs = shown.stream().map(c -> relation.column(c.index())).toArray(Expr[]::new);
        List<Map<String, Object>> interpreted = rows(relation, exprs, QueryOptions.Engine.INTERPRETER);
        List<Map<String, Object>> best = rows(relation, exprs, QueryOptions.Engine.BEST);
        for (int i = 0; i < interpreted.size(); i++) {
            for (String name : interpreted.get(i).keySet()) {
                int row = i;
                assertEquals(interpreted.get(i).get(name), best.get(i).get(name), () -> name + " of " + row + " in "
                        + relation + " " + relation.columns());
            }
        }
        for (Expr expr : exprs) {
            // One by one, since one column that is not for kernels keeps the others from them.
            Expr[] one = {expr};
            assertEquals(rows(relation, one, QueryOptions.Engine.INTERPRETER),
                    rows(relation, one, QueryOptions.Engine.BEST), expr::toString);
        }
        RowPrinter printer = new RowPrinter(table);
        int at = 0;
        try (Cursor cursor = table.cursor()) {
            while (cursor.next()) {
                ByteArrayOutputStream line = new ByteArrayOutputStream();
                printer.write(cursor, line);
                String json = line.toString(StandardCharsets.UTF_8);
                Map<?, ?> object = (Map<?, ?>) JsonParser.parse(json);
                Map<String, Object> row = interpreted.get(at++);
                for (Field field : table.block().fields()) {
                    check(row, field.name(), field.type(), field.presence() == Presence.OPTIONAL,
                            object.get(field.name()), json);
                }
            }
        }
        assertEquals(at, interpreted.size());
    }

    private static List<Map<String, Object>> rows(Relation relation, Expr[] exprs, QueryOptions.Engine engine) {
        List<Map<String, Object>> rows = new ArrayList<>();
        try (Result result = relation.scan().select(exprs).run(QueryOptions.defaults().withEngine(engine))) {
            while (result.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (Column column : result.columns()) {
                    row.put(column.name(), result.get(column.index()));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private void check(Map<String, Object> row, String name, Type type, boolean optional, Object json, String line) {
        switch (type) {
            case ScalarType scalar when scalar.presence() == Presence.CONSTANT && optional && json == null ->
                assertTrue(row.get(name) == null || isConstant(scalar, row.get(name)), () -> name + " in " + line);
            case ScalarType scalar when scalar.isArray() && scalar.primitive() != PrimitiveType.CHAR ->
                array(row, name, scalar, json, optional && scalar.presence() == Presence.REQUIRED
                        ? scalar.effectiveNull() : null, line);
            case ScalarType scalar -> equal(row, name, json, optional && scalar.presence() == Presence.REQUIRED
                    ? scalar.effectiveNull() : null, line);
            // A composite is null as a whole; its members are shown as they lie there: constants, the name of the null
            // value, no choices.
            case EnumType enumType when optional && json == null && row.get(name) != null ->
                assertTrue(enumType.values().stream().anyMatch(value -> value.name().equals(row.get(name))
                        && Literal.of(value.bits()).equals(enumType.effectiveNull())), () -> name + " in " + line);
            case EnumType _ -> equal(row, name, json instanceof Number ? json.toString() : json, null, line);
            case SetType set -> set.choices().forEach(choice -> {
                String column = name + "_" + choice.name();
                boolean inNull = optional && json == null && Boolean.FALSE.equals(row.get(column));
                equal(row, column, json == null ? inNull ? Boolean.FALSE : null
                        : (Object) ((List<?>) json).contains(choice.name()), null, line);
            });
            case CompositeType composite -> {
                if (composite.isDecimal() && row.containsKey(name)) {
                    equal(row, name, json, null, line);
                } else if (!(json instanceof Number) && (json != null || !composite.isDecimal())) {
                    for (Member member : composite.members()) {
                        check(row, name + "_" + member.name(), member.type(), optional || json == null, json == null ? null
                                : ((Map<?, ?>) json).get(member.name()), line);
                    }
                }
            }
        }
    }

    private static boolean isConstant(ScalarType type, Object value) {
        return switch (type.constant().orElseThrow()) {
            case Literal.Whole(long bits) when type.primitive() == PrimitiveType.CHAR ->
                value.equals(Character.toString((char) bits));
            case Literal.Whole(long bits) -> new BigDecimal(value.toString()).longValue() == bits;
            case Literal.Real(double real) -> value instanceof Number number && number.doubleValue() == real;
            case Literal.Text(String text) -> value.equals(text);
        };
    }

    private void array(Map<String, Object> row, String name, ScalarType type, Object json, Literal nothing,
            String line) {
        List<?> elements = (List<?>) json;
        if (type.length() > MAX_ELEMENT_COLUMNS) {
            assertTrue(json != null || row.get(name) == null, line);
            return;
        }
        for (int i = 0; i < type.length(); i++) {
            equal(row, name + "_" + i, json == null ? null : elements.get(i), nothing, line);
        }
    }

    /// @param nothing what the value may be where the column has NULL, since it tells that a composite is null; or null
    private void equal(Map<String, Object> row, String name, Object json, Literal nothing, String line) {
        assertTrue(row.containsKey(name), () -> name + " of " + row.keySet() + " for " + line);
        Object value = row.get(name);
        compared++;
        if (value == null && json != null && nothing != null) {
            boolean isNothing = json instanceof Number number ? nothing instanceof Literal.Whole(long bits)
                    && new BigDecimal(number.toString()).longValue() == bits || nothing instanceof Literal.Real
                    : json.equals("NaN") || nothing instanceof Literal.Whole(long code)
                            && json.equals(code == 0 ? "" : Character.toString((char) code));
            assertTrue(isNothing, () -> name + " in " + line);
            return;
        }
        if (json == null && value != null && nothing != null) {
            // A composite is null as a whole; a member that is required is shown as it lies there.
            boolean isNothing = value instanceof Number number ? nothing instanceof Literal.Whole(long bits)
                    && new BigDecimal(number.toString()).longValue() == bits || nothing instanceof Literal.Real
                    : nothing instanceof Literal.Whole(long code)
                            && value.equals(code == 0 ? "" : Character.toString((char) code));
            assertTrue(isNothing, () -> name + "=" + value + " in " + line);
            return;
        }
        assertTrue(value != null || json == null, () -> name + " in " + line);
        switch (json) {
            case null -> assertEquals(null, value, () -> name + " in " + line);
            case Map<?, ?> hex -> assertEquals("0x" + hex.get("hex"), value, () -> name + " in " + line);
            case String special when value instanceof Double -> assertEquals(special, value.toString(), line);
            case Number number when value instanceof Double real -> assertTrue(real == number.doubleValue()
                    || real == new BigDecimal(number.toString()).floatValue(), () -> name + "=" + real + " in " + line);
            case Number number -> assertEquals(0, new BigDecimal(number.toString()).compareTo(
                    new BigDecimal(value.toString())), () -> name + "=" + value + " in " + line);
            default -> assertEquals(json, value, () -> name + " in " + line);
        }
    }
}
