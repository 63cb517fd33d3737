// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.StandardTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Messages with a column of every type, required and optional, with extreme values, NULLs, NaN, both zeros, texts
/// beyond the basic plane and three levels of groups; and the rows that their tables have, by column.
final class Kinds {
    static final String EVENT = "Event";
    static final String LEGS = "Event_legs";
    static final String FILLS = "Event_legs_fills";
    static final String PARTS = "Event_legs_fills_parts";
    private static final String JOURNAL = "kinds";
    private static final BigInteger GREATEST_U64 = BigInteger.TWO.pow(64).subtract(BigInteger.TWO);
    private static final long SECOND_NS = 1_000_000_000L;

    private static final String XML = StandardTypes.schema("package='kinds' id='7' version='0'", """
                <enum name="Side" encodingType="uint8">
                  <validValue name="Buy">1</validValue>
                  <validValue name="Sell">2</validValue>
                </enum>
                <set name="Flags" encodingType="uint8">
                  <choice name="Hidden">0</choice>
                  <choice name="Late">5</choice>
                </set>
                <type name="Symbol" primitiveType="char" length="6" characterEncoding="US-ASCII"/>
                <type name="Name" primitiveType="char" length="16" characterEncoding="UTF-8" presence="optional"/>
                <type name="Note" primitiveType="char" length="80" characterEncoding="UTF-8" presence="optional"/>
                <type name="Pair" primitiveType="int16" length="2"/>
                <composite name="Price">
                  <type name="mantissa" primitiveType="int64"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-9</type>
                </composite>
                <composite name="Cents">
                  <type name="mantissa" primitiveType="int32" presence="optional"/>
                  <type name="exponent" primitiveType="int8" presence="constant">-2</type>
                </composite>
                <composite name="Free">
                  <type name="mantissa" primitiveType="int64" presence="optional"/>
                  <type name="exponent" primitiveType="int8"/>
                </composite>
            """, """
              <sbe:message name="Event" id="1">
                <field name="i8" id="1" type="int8"/>
                <field name="i16" id="2" type="int16"/>
                <field name="i32" id="3" type="int32"/>
                <field name="i64" id="4" type="int64"/>
                <field name="u8" id="5" type="uint8"/>
                <field name="u16" id="6" type="uint16"/>
                <field name="u32" id="7" type="uint32"/>
                <field name="u64" id="8" type="uint64"/>
                <field name="ni8" id="9" type="int8" presence="optional"/>
                <field name="ni32" id="10" type="int32" presence="optional"/>
                <field name="ni64" id="11" type="int64" presence="optional"/>
                <field name="nu64" id="12" type="uint64" presence="optional"/>
                <field name="f32" id="13" type="float"/>
                <field name="f64" id="14" type="double"/>
                <field name="nf32" id="15" type="float" presence="optional"/>
                <field name="nf64" id="16" type="double" presence="optional"/>
                <field name="letter" id="17" type="char"/>
                <field name="side" id="18" type="Side" presence="optional"/>
                <field name="flags" id="19" type="Flags"/>
                <field name="symbol" id="20" type="Symbol"/>
                <field name="name" id="21" type="Name"/>
                <field name="note" id="22" type="Note"/>
                <field name="price" id="23" type="Price"/>
                <field name="cents" id="24" type="Cents"/>
                <field name="loose" id="25" type="Free"/>
                <field name="pair" id="26" type="Pair"/>
                <field name="tsns" id="27" type="int64" semanticType="UTCTimestamp"/>
                <field name="tsms" id="28" type="uint64" semanticType="UTCTimestamp" timeUnit="millisecond"
                    presence="optional"/>
                <group name="legs" id="30">
                  <field name="leg" id="31" type="int32"/>
                  <field name="share" id="32" type="int64" presence="optional"/>
                  <field name="rate" id="33" type="double"/>
                  <group name="fills" id="34">
                    <field name="fill" id="35" type="int16"/>
                    <field name="venue" id="36" type="Name"/>
                    <group name="parts" id="37">
                      <field name="part" id="38" type="uint8"/>
                      <field name="seen" id="39" type="int64" semanticType="UTCTimestamp"/>
                    </group>
                  </group>
                </group>
              </sbe:message>
            """);

    private static final List<String> NAMES = List.of("Anna", "Ben", "ben", "Müller", "a_b", "Z%", "\uFB01n", "\uFFFDx",
            "\uD83D\uDE00ok", "\uD83D\uDE00\uD83D\uDE01", "a\uD835\uDD38b", "O''x".replace("''", "'"), "5", "-2.5");
    private static final double[] DOUBLES = {0.0, -0.0, 0.25, -0.25, 1, 2.5, -3.75, 1e300, -1e300, Double.MIN_VALUE,
        9007199254740993.0, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};

    /// A row by column; columns that a table's type list does not name are not compared.
    record Row(Map<String, Object> values) { }

    /// Columns and their types, as SQL has them, by table.
    static final Map<String, Map<String, String>> TYPES = new LinkedHashMap<>();

    static {
        TYPES.put(EVENT, types("_row BIGINT,i8 TINYINT,i16 SMALLINT,i32 INTEGER,i64 BIGINT,u8 SMALLINT,u16 INTEGER,"
                + "u32 BIGINT,u64 DECIMAL(20:0),ni8 TINYINT,ni32 INTEGER,ni64 BIGINT,nu64 DECIMAL(20:0),f32 REAL,"
                + "f64 DOUBLE,nf32 REAL,nf64 DOUBLE,letter VARCHAR,side VARCHAR,flags_Hidden BOOLEAN,flags_Late BOOLEAN,"
                + "symbol VARCHAR,name VARCHAR,note VARCHAR,price DECIMAL(19:9),cents DECIMAL(12:2),"
                + "loose DECIMAL(38:18),pair_0 SMALLINT,pair_1 SMALLINT,tsns TIMESTAMP_NS,tsms TIMESTAMP_NS"));
        TYPES.put(LEGS, types("_row BIGINT,_parent BIGINT,leg INTEGER,share BIGINT,rate DOUBLE"));
        TYPES.put(FILLS, types("_row BIGINT,_parent BIGINT,fill SMALLINT,venue VARCHAR"));
        TYPES.put(PARTS, types("_row BIGINT,_parent BIGINT,part SMALLINT,seen TIMESTAMP_NS"));
    }

    private final SplittableRandom random;
    private final Map<String, List<Row>> rows = new LinkedHashMap<>();
    private final List<String> messages = new ArrayList<>();

    Kinds(SplittableRandom random, int count) {
        this.random = random;
        TYPES.keySet().forEach(table -> rows.put(table, new ArrayList<>()));
        for (int i = 0; i < count; i++) {
            messages.add(message());
        }
    }

    private static Map<String, String> types(String columns) {
        Map<String, String> types = new LinkedHashMap<>();
        for (String column : columns.split(",")) {
            String[] parts = column.split(" ");
            types.put(parts[0], parts[1].replace(':', ','));
        }
        return types;
    }

    List<Row> rows(String table) {
        return rows.get(table);
    }

    static Schema schema() {
        return JsonMessages.schema(XML, "kinds.xml");
    }

    void record(StoreWriter store) throws StoreException {
        JsonMessages.record(store, JOURNAL, schema(), messages);
    }

    private String message() {
        Map<String, Object> row = row(EVENT, -1);
        Map<String, Object> json = new LinkedHashMap<>();
        put(row, json, "i8", whole(-127, 127));
        put(row, json, "i16", whole(-32767, 32767));
        put(row, json, "i32", whole(-Integer.MAX_VALUE, Integer.MAX_VALUE));
        put(row, json, "i64", whole(-Long.MAX_VALUE, Long.MAX_VALUE));
        put(row, json, "u8", whole(0, 254));
        put(row, json, "u16", whole(0, 65534));
        put(row, json, "u32", whole(0, 4294967294L));
        put(row, json, "u64", unsigned());
        put(row, json, "ni8", orNull(whole(-127, 127)));
        put(row, json, "ni32", orNull(whole(-Integer.MAX_VALUE, Integer.MAX_VALUE)));
        put(row, json, "ni64", orNull(whole(-Long.MAX_VALUE, Long.MAX_VALUE)));
        put(row, json, "nu64", orNull(unsigned()));
        put(row, json, "f32", (double) (float) real());
        put(row, json, "f64", real());
        put(row, json, "nf32", numberOrNull((float) real()));
        put(row, json, "nf64", numberOrNull(real()));
        put(row, json, "letter", pick("a", "b", "Z"));
        put(row, json, "side", orNull(pick("Buy", "Sell")));
        boolean hidden = random.nextBoolean();
        boolean late = random.nextInt(4) == 0;
        row.put("flags_Hidden", hidden);
        row.put("flags_Late", late);
        json.put("flags", "[" + (hidden ? "\"Hidden\"" : "") + (hidden && late ? "," : "") + (late ? "\"Late\"" : "") + "]");
        put(row, json, "symbol", pick("", "A", "ABC", "ABCDEF", "B", "x y"));
        put(row, json, "name", orNull(NAMES.get(random.nextInt(NAMES.size()))));
        put(row, json, "note", orNull(NAMES.get(random.nextInt(NAMES.size())) + pick("", " ", "\n", "__"
                + NAMES.get(random.nextInt(NAMES.size())))));
        put(row, json, "price", BigDecimal.valueOf(whole(-Long.MAX_VALUE, Long.MAX_VALUE), 9));
        put(row, json, "cents", orNull(BigDecimal.valueOf(whole(-Integer.MAX_VALUE, Integer.MAX_VALUE), 2)));
        BigDecimal loose = random.nextInt(5) == 0 ? null
                : new BigDecimal(BigInteger.valueOf(random.nextLong(-1000, 1000)), random.nextInt(-3, 8));
        row.put("loose", loose);
        json.put("loose", loose == null ? "{\"mantissa\":null,\"exponent\":0}"
                : "{\"mantissa\":" + loose.unscaledValue() + ",\"exponent\":" + -loose.scale() + "}");
        long first = whole(-32767, 32767);
        long second = whole(-32767, 32767);
        row.put("pair_0", first);
        row.put("pair_1", second);
        json.put("pair", "[" + first + "," + second + "]");
        put(row, json, "tsns", time());
        Long ms = random.nextInt(4) == 0 ? null : random.nextLong(0, 4_000_000_000_000L);
        row.put("tsms", ms == null ? null : ms * 1_000_000);
        json.put("tsms", String.valueOf(ms));
        json.put("legs", group(() -> leg(row), 4));
        return text(json, "\"template\":\"Event\",");
    }

    private String leg(Map<String, Object> event) {
        Map<String, Object> row = row(LEGS, event);
        Map<String, Object> json = new LinkedHashMap<>();
        put(row, json, "leg", whole(-100, 100));
        put(row, json, "share", orNull(whole(-Long.MAX_VALUE, Long.MAX_VALUE)));
        put(row, json, "rate", real());
        json.put("fills", group(() -> fill(row), 3));
        return text(json, "");
    }

    private String fill(Map<String, Object> leg) {
        Map<String, Object> row = row(FILLS, leg);
        Map<String, Object> json = new LinkedHashMap<>();
        put(row, json, "fill", whole(-20, 20));
        put(row, json, "venue", orNull(NAMES.get(random.nextInt(NAMES.size()))));
        json.put("parts", group(() -> part(row), 3));
        return text(json, "");
    }

    private String part(Map<String, Object> fill) {
        Map<String, Object> row = row(PARTS, fill);
        Map<String, Object> json = new LinkedHashMap<>();
        put(row, json, "part", whole(0, 254));
        put(row, json, "seen", time());
        return text(json, "");
    }

    private interface Entry {
        String json();
    }

    private String group(Entry entry, int bound) {
        List<String> entries = new ArrayList<>();
        for (int i = random.nextInt(bound); i > 0; i--) {
            entries.add(entry.json());
        }
        return "[" + String.join(",", entries) + "]";
    }

    private Map<String, Object> row(String table, Map<String, Object> parent) {
        return row(table, ((Number) parent.get("_row")).longValue());
    }

    private Map<String, Object> row(String table, long parent) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("_row", (long) rows.get(table).size());
        if (parent >= 0) {
            row.put("_parent", parent);
        }
        rows.get(table).add(new Row(row));
        return row;
    }

    private static void put(Map<String, Object> row, Map<String, Object> json, String column, Object value) {
        row.put(column, value);
        boolean quoted = value instanceof String || value instanceof Double number && !Double.isFinite(number);
        json.put(column, quoted ? '"' + value.toString().replace("\n", "\\n") + '"'
                : value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value));
    }

    private static String text(Map<String, Object> json, String first) {
        StringBuilder text = new StringBuilder("{").append(first);
        List<String> fields = new ArrayList<>();
        json.forEach((name, value) -> fields.add('"' + name + "\":" + value));
        return text.append(String.join(",", fields)).append("}").toString();
    }

    /// Small, so that values meet, or extreme.
    private long whole(long least, long greatest) {
        return switch (random.nextInt(8)) {
            case 0 -> least;
            case 1 -> greatest;
            case 2 -> random.nextLong(least, greatest);
            default -> Math.max(least, random.nextLong(-3, Math.min(greatest, 8)));
        };
    }

    private BigDecimal unsigned() {
        return switch (random.nextInt(6)) {
            case 0 -> new BigDecimal(GREATEST_U64);
            case 1 -> new BigDecimal(BigInteger.TWO.pow(63).add(BigInteger.valueOf(random.nextInt(3))));
            default -> BigDecimal.valueOf(random.nextInt(8));
        };
    }

    private double real() {
        return random.nextInt(3) == 0 ? random.nextInt(-8, 8) / 4.0 : DOUBLES[random.nextInt(DOUBLES.length)];
    }

    /// Not NaN, which is how an optional number is absent.
    private Double numberOrNull(double number) {
        return random.nextInt(4) == 0 || Double.isNaN(number) ? null : number;
    }

    private long time() {
        return switch (random.nextInt(6)) {
            case 0 -> -random.nextLong(SECOND_NS * 3600 * 24 * 800);
            case 1 -> random.nextLong(5) * SECOND_NS;
            case 2 -> 1_704_067_199_999_999_990L + random.nextInt(20);
            case 3 -> random.nextLong(4 * SECOND_NS);
            default -> 1_709_164_800_000_000_000L + random.nextLong(SECOND_NS * 3600 * 24 * 3);
        };
    }

    private <T> T orNull(T value) {
        return random.nextInt(4) == 0 ? null : value;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
