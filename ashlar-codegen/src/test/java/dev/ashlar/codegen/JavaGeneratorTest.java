// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.sbe.ir.Schema;
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
        List<GeneratedFile> files = JavaGenerator.generate(SCHEMA, JavaOptions.DEFAULT.withPackageName("a.class.b"));
        assertTrue(files.stream().allMatch(file -> file.path().startsWith("a/class_/b/")));
        Compiled.of(files);
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
