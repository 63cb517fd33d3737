// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.codec.MalformedMessageException;
import dev.ashlar.sbe.ir.Schema;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JavaGeneratorTest {
    private static final Schema SCHEMA = Schemas.parse(Schemas.text("traps.xml"));

    @Test
    void trap44OutputIsDeterministic() {
        List<GeneratedFile> first = JavaGenerator.generate(SCHEMA, JavaOptions.DEFAULT);
        assertEquals(first, JavaGenerator.generate(Schemas.parse(Schemas.text("traps.xml")), JavaOptions.DEFAULT));
    }

    @Test
    void shouldUseOtherPackageWhenGiven() {
        List<GeneratedFile> files = JavaGenerator.generate(SCHEMA, JavaOptions.DEFAULT.withPackageName("a.b1.c_"));
        assertTrue(files.stream().allMatch(file -> file.path().startsWith("a/b1/c_/")));
        Compiled.of(files);
        // That of a schema may be a word of Java, as the schema is not always ours to change.
        Schema other = Schemas.parse(Schemas.text("traps.xml").replace("package=\"traps\"", "package=\"a.class.b\""));
        assertTrue(JavaGenerator.generate(other, JavaOptions.DEFAULT).stream()
                .allMatch(file -> file.path().startsWith("a/class_/b/")));
    }

    @Test
    void shouldRefuseWhatIsNoPackage() {
        for (String name : List.of("a..b", "1bad", "", "a.class")) {
            assertThrows(IllegalArgumentException.class, () -> JavaOptions.DEFAULT.withPackageName(name), name);
        }
    }

    /// Signed counts below zero are malformed, however many values the message has.
    @Test
    void trap46SignedCountsAreNotReadAsUnsigned() throws ReflectiveOperationException {
        for (int values : new int[] {1, 40}) {
            StringBuilder fields = new StringBuilder();
            for (int i = 0; i < values; i++) {
                fields.append("<field name=\"f").append(i).append("\" id=\"").append(i + 1).append("\" type=\"uint8\"/>");
            }
            Compiled compiled = Compiled.of(JavaGenerator.generate(Schemas.parse("""
                    <messageSchema package="signed" id="1"><types>
                      <composite name="messageHeader">
                        <type name="blockLength" primitiveType="uint16"/><type name="templateId" primitiveType="uint16"/>
                        <type name="schemaId" primitiveType="uint16"/><type name="version" primitiveType="uint16"/>
                      </composite>
                      <composite name="groupSizeEncoding"><type name="blockLength" primitiveType="uint16"/>
                        <type name="numInGroup" primitiveType="int8" minValue="0"/></composite>
                    </types><message name="M" id="1">""" + fields + """
                    <group name="g" id="99"><field name="x" id="1" type="uint8"/></group></message></messageSchema>
                    """), JavaOptions.DEFAULT));
            byte[] bytes = new byte[1000];
            bytes[values] = 1;
            bytes[values + 2] = (byte) 0xc8;
            Class<?> type = compiled.loadClass("signed.MDecoder");
            Object decoder = type.getMethod("wrap", MemorySegment.class, long.class, int.class, int.class).invoke(
                    type.getConstructor().newInstance(), MemorySegment.ofArray(bytes), 0L, values, 0);
            Throwable e = assertThrows(InvocationTargetException.class, () -> type.getMethod("g").invoke(decoder))
                    .getCause();
            assertEquals(MalformedMessageException.class, e.getClass());
        }
    }

    /// Counts, lengths and constants: as many as their bytes can say, all of an array that is shorter than its type.
    @Test
    void shouldUseAllBitsOfCountsAndAllBytesOfConstants() throws ReflectiveOperationException {
        Compiled.of(JavaGenerator.generate(Schemas.parse("""
                <messageSchema package="traps" id="65535" version="65535"><types>
                  <composite name="messageHeader">
                    <type name="blockLength" primitiveType="uint16"/><type name="templateId" primitiveType="uint16"/>
                    <type name="schemaId" primitiveType="uint16"/><type name="version" primitiveType="uint16"/>
                  </composite>
                  <composite name="groupSizeEncoding">
                    <type name="blockLength" primitiveType="uint16"/><type name="numInGroup" primitiveType="uint8"/>
                  </composite>
                  <composite name="bounded">
                    <type name="blockLength" primitiveType="uint16"/>
                    <type name="numInGroup" primitiveType="uint8" maxValue="3"/>
                  </composite>
                  <composite name="blob">
                    <type name="length" primitiveType="uint8"/><type name="varData" primitiveType="uint8" length="0"/>
                  </composite>
                  <type name="Fixed" primitiveType="char" length="6" presence="constant">ab</type>
                  <type name="Wide" primitiveType="char" length="7" presence="constant"
                        characterEncoding="UTF-8">aé</type>
                  <type name="CharNull" primitiveType="char" presence="optional" nullValue="0"/>
                </types>
                <message name="Full" id="65535">
                  <field name="fixed" id="1" type="Fixed"/><field name="wide" id="2" type="Wide"/>
                  <field name="c" id="3" type="CharNull"/>
                  <group name="g" id="4"><field name="x" id="5" type="uint8"/></group>
                  <group name="b" id="6" dimensionType="bounded"><field name="x" id="5" type="uint8"/></group>
                  <data name="d" id="7" type="blob"/>
                </message></messageSchema>
                """), JavaOptions.DEFAULT), Schemas.source("FullUser.java"))
                .type("traps.FullUser").getMethod("run").invoke(null);
    }

    @Test
    void shouldFollowPackagesOfTypesWhenAsked() {
        String xml = Schemas.text("traps.xml").replace("<types>", "<types package=\"traps.common\">");
        Schema schema = Schemas.parse(xml);
        List<GeneratedFile> one = JavaGenerator.generate(schema, JavaOptions.DEFAULT);
        assertTrue(one.stream().noneMatch(file -> file.path().startsWith("traps/common/")));
        List<GeneratedFile> two = JavaGenerator.generate(schema, JavaOptions.DEFAULT.withTypePackages(true)
                .withRecords(true));
        assertTrue(find(two, "traps/common/Side.java").isPresent());
        assertTrue(find(two, "traps/common/package-info.java").isPresent());
        assertTrue(find(two, "traps/ValuesDecoder.java").isPresent());
        Compiled.of(two);
    }

    @Test
    void shouldGenerateNothingForOptionsThatAreOff() {
        List<GeneratedFile> files = JavaGenerator.generate(SCHEMA, JavaOptions.DEFAULT);
        assertFalse(files.stream().anyMatch(file -> file.content().contains("AccessOrder")));
        assertFalse(files.stream().anyMatch(file -> file.path().endsWith("Dto.java")));
        Compiled.of(JavaGenerator.generate(SCHEMA, JavaOptions.DEFAULT.withAccessOrderChecks(true).withRecords(true)));
    }

    @Test
    void shouldDependOnCodecAndJavaBaseOnly() {
        for (GeneratedFile file : JavaGenerator.generate(SCHEMA, JavaOptions.DEFAULT.withRecords(true))) {
            file.content().lines().filter(line -> line.startsWith("import ")).forEach(line ->
                    assertTrue(line.startsWith("import java.") || line.startsWith("import dev.ashlar.codec."), line));
        }
    }

    /// People step through generated code, so it is laid out as if written by hand.
    @Test
    void shouldIndentByDepth() {
        for (GeneratedFile file : JavaGenerator.generate(SCHEMA,
                JavaOptions.DEFAULT.withRecords(true).withAccessOrderChecks(true))) {
            int depth = 0;
            int number = 0;
            for (String line : file.content().lines().toList()) {
                number++;
                String code = line.strip();
                if (code.startsWith("}") || code.startsWith("]")) {
                    depth--;
                }
                int indent = line.length() - line.stripLeading().length();
                String place = file.path() + ":" + number + ": " + line;
                if (!code.isEmpty() && !code.startsWith("*") && !code.startsWith("case ")) {
                    assertTrue(indent == 4 * depth || indent >= 4 * depth + 8, place);
                }
                if (!code.startsWith("//")) {
                    depth += code.endsWith("{") ? 1 : 0;
                    depth -= code.startsWith("}") || !code.endsWith("}") || code.contains("{") ? 0 : 1;
                }
            }
            assertEquals(0, depth, file.path());
        }
    }

    @Test
    void shouldNotTouchMeaningOfDescriptionsWhenTheyLookLikeMarkup() {
        String values = find(JavaGenerator.generate(SCHEMA, JavaOptions.DEFAULT), "traps/ValuesDecoder.java")
                .orElseThrow().content();
        assertTrue(values.contains("/// Odd text: &#42;/ {&#64;code x} &#64;param y &#92;u0041 &lt;b&gt; &#91;Link&#93;"));
    }

    private static Optional<GeneratedFile> find(List<GeneratedFile> files, String path) {
        return files.stream().filter(file -> file.path().equals(path)).findFirst();
    }
}
