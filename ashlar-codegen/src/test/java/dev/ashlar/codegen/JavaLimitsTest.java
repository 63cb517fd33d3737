// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.Flyweight;
import dev.ashlar.testkit.StandardTypes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Schemas as large as Java classes allow compile; larger ones are refused, with place and advice.
@Tag("slow")
class JavaLimitsTest {
    private static final int ENUM_VALUES = 3_000;
    private static final int FIELDS = 2_000;
    private static final int SLOTS = 254;
    private static final JavaOptions RECORDS = JavaOptions.DEFAULT.withRecords(true);

    private static List<GeneratedFile> generate(String types, String message, JavaOptions options) {
        return JavaGenerator.generate(Schemas.parse("<messageSchema package=\"large\" id=\"1\"><types>"
                + StandardTypes.HEADER + StandardTypes.GROUPS + types + "</types><message name=\"M\" id=\"1\">" + message
                + "</message></messageSchema>"), options);
    }

    private static String repeat(int count, IntFunction<String> part) {
        return IntStream.range(0, count).mapToObj(part).collect(Collectors.joining());
    }

    private static void refuse(String message, String types, String content, JavaOptions options) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, () -> generate(types, content, options))
                .getMessage());
    }

    private static String enumeration(String primitive, int values) {
        return "<enum name=\"Venue\" encodingType=\"" + primitive + "\">"
                + repeat(values, i -> "<validValue name=\"aVenueNumber" + i + "\">" + (20_000 + 7 * i) + "</validValue>")
                + "</enum>";
    }

    @Test
    void shouldCompileEnumsUpToTheLimit() throws ReflectiveOperationException {
        for (String primitive : List.of("uint16", "uint64")) {
            Compiled compiled = Compiled.of(generate(enumeration(primitive, ENUM_VALUES),
                    "<field name=\"v\" id=\"1\" type=\"Venue\"/>", JavaOptions.DEFAULT));
            assertEquals(ENUM_VALUES + 2, compiled.loadClass("large.Venue").getEnumConstants().length);
        }
        refuse("enum too large for Java: values=3001, maxValues=3000; use its encoding type for the field, or declare "
                + "fewer values (Venue)", enumeration("uint16", ENUM_VALUES + 1),
                "<field name=\"v\" id=\"1\" type=\"Venue\"/>", JavaOptions.DEFAULT);
    }

    /// Of every kind, with all that can be said about each.
    private static String fields(int count) {
        List<String> types = List.of("uint64", "Level", "Text", "Prices", "Optional", "Side", "Kind", "Flags", "Decimal");
        return repeat(count, i -> "<field name=\"aRatherLongFieldName" + i + "\" id=\"" + (i + 1) + "\" type=\""
                + types.get(i % types.size()) + "\"/>");
    }

    private static final String TYPES = """
            <type name="Level" primitiveType="double" minValue="1.5" maxValue="2.5"/>
            <type name="Text" primitiveType="char" length="6"/>
            <type name="Prices" primitiveType="int64" length="3" presence="optional"/>
            <type name="Optional" primitiveType="uint64" presence="optional" nullValue="77" minValue="5" maxValue="99999999999"/>
            <enum name="Side" encodingType="uint16"><validValue name="BUY">1</validValue></enum>
            <type name="Kind" primitiveType="char" presence="constant">kind</type>
            <set name="Flags" encodingType="uint8"><choice name="on">0</choice></set>
            <composite name="Decimal"><type name="mantissa" primitiveType="int64"/>
              <type name="exponent" primitiveType="int8"/></composite>
            """;

    @Test
    @Tag("long")
    void shouldCompileBlocksUpToTheLimit() throws ReflectiveOperationException {
        Compiled.of(generate(TYPES, fields(FIELDS), JavaOptions.DEFAULT.withAccessOrderChecks(true)));
    }

    @Test
    void shouldPrintBlocksThatTakeSeveralMethods() throws ReflectiveOperationException {
        int count = 300;
        Compiled compiled = Compiled.of(generate(TYPES + "<composite name=\"Wide\">" + repeat(count,
                i -> "<type name=\"aMember" + i + "\" primitiveType=\"int32\" length=\"2\"/>") + "</composite>",
                fields(count) + "<field name=\"last\" id=\"9999\" type=\"Wide\"/>", JavaOptions.DEFAULT));
        MemorySegment memory = Arena.ofAuto().allocate(100_000);
        wrap(compiled, "Encoder", memory);
        String shown = wrap(compiled, "Decoder", memory).toString();
        int at = 0;
        for (int i = 0; i < 2 * count; i++) {
            String label = i == 0 ? ":aRatherLongFieldName0=" : i < count ? "|aRatherLongFieldName" + i + "="
                    : i == count ? "|last=(aMember0=" : "|aMember" + (i - count) + "=";
            at = shown.indexOf(label, at);
            assertTrue(at >= 0, () -> label + " is not in its place in " + shown);
        }
    }

    @Test
    void shouldRefuseBlocksBeyondTheLimit() {
        refuse("too many fields for a Java class: fields=2001, maxFields=2000; move some into composites (M/entries)",
                TYPES, "<group name=\"entries\" id=\"9999\">" + fields(FIELDS + 1) + "</group>", JavaOptions.DEFAULT);
    }

    private static Object wrap(Compiled compiled, String role, MemorySegment memory)
            throws ReflectiveOperationException {
        Class<?> type = compiled.loadClass("large.M" + role);
        Class<?> header = compiled.loadClass("large.MessageHeader" + role);
        return type.getMethod("wrapAndApplyHeader", MemorySegment.class, long.class, header).invoke(
                type.getConstructor().newInstance(), memory, 0L, header.getConstructor().newInstance());
    }

    @Test
    void shouldCompileRecordsUpToTheLimit() throws ReflectiveOperationException {
        IntFunction<String> small = i -> "<field name=\"f" + i + "\" id=\"" + (i + 1) + "\" type=\"int32\"/>";
        IntFunction<String> large = i -> "<field name=\"f" + i + "\" id=\"" + (i + 1) + "\" type=\"uint32\"/>";
        Class<?> type = Compiled.of(generate("", repeat(SLOTS, small), RECORDS)).loadClass("large.MDto");
        assertEquals(SLOTS, type.getRecordComponents().length);
        Compiled.of(generate("", repeat(SLOTS / 2, large), RECORDS));
        generate("", repeat(SLOTS + 1, small), JavaOptions.DEFAULT);
        refuse("too many values for a Java record: values=255, slots=255 (a long or double takes two), maxSlots=254; "
                + "generate without records, or move some values into a composite (MDecoder)", "",
                repeat(SLOTS + 1, small), RECORDS);
        refuse("too many values for a Java record: values=128, slots=256 (a long or double takes two), maxSlots=254; "
                + "generate without records, or move some values into a composite (MDecoder.GDecoder)", "",
                "<group name=\"g\" id=\"999\">" + repeat(SLOTS / 2 + 1, large) + "</group>", RECORDS);
    }

    /// What flyweights inherit cannot be the name of anything in a schema; so every such name is tried.
    @Test
    void shouldCompileNamesThatFlyweightsInherit() {
        List<String> methods = Arrays.stream(Flyweight.class.getDeclaredMethods())
                .filter(m -> !Modifier.isPrivate(m.getModifiers())).map(Method::getName).distinct().toList();
        assertTrue(methods.contains("blockBytes"), methods::toString);
        List<String> types = Arrays.stream(Flyweight.class.getDeclaredClasses()).map(Class::getSimpleName).toList();
        assertTrue(types.contains("OfGroup"), types::toString);
        String sets = "<set name=\"Names\" encodingType=\"uint64\">" + repeat(methods.size(),
                i -> "<choice name=\"" + methods.get(i) + "\">" + i + "</choice>") + "</set>";
        String enums = repeat(types.size(), i -> "<enum name=\"" + types.get(i) + "\" encodingType=\"uint8\">"
                + "<validValue name=\"x\">1</validValue></enum>");
        String composite = "<composite name=\"Members\">" + repeat(methods.size(),
                i -> "<type name=\"" + methods.get(i) + "\" primitiveType=\"int32\"/>") + "</composite>";
        String fields = repeat(methods.size(), i -> "<field name=\"" + methods.get(i) + "\" id=\"" + (i + 1)
                + "\" type=\"int32\"/>") + repeat(types.size(), i -> "<field name=\"e" + i + "\" id=\"" + (100 + i)
                + "\" type=\"" + types.get(i) + "\"/>") + "<field name=\"n\" id=\"200\" type=\"Names\"/>"
                + "<field name=\"c\" id=\"201\" type=\"Members\"/>";
        Compiled.of(generate(sets + enums + composite, fields + "<group name=\"g\" id=\"300\">" + fields + "</group>",
                RECORDS));
    }
}
