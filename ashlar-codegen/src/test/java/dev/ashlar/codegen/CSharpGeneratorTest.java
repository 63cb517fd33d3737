// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The text of C# codecs. `LanguageConformanceTest` runs them.
class CSharpGeneratorTest extends GeneratorContract {
    /// What netstandard2.1 has and codecs call. Mono has more, such as `BinaryPrimitives.ReadSingleLittleEndian`.
    private static final Set<String> STANDARD = Stream.of(
            "BinaryPrimitives: ReadInt16 ReadInt32 ReadInt64 ReadUInt16 ReadUInt32 ReadUInt64"
                    + " WriteInt16 WriteInt32 WriteInt64 WriteUInt16 WriteUInt32 WriteUInt64",
            "BitConverter: DoubleToInt64Bits Int32BitsToSingle Int64BitsToDouble SingleToInt32Bits",
            "BigInteger: DivRem Pow", "Math: Floor Log10 Max Min", "CultureInfo: InvariantCulture", "Encoding: UTF8",
            "char: ConvertFromUtf32").flatMap(line -> Stream.of(line.substring(line.indexOf(' ') + 1).split(" "))
                    .map(member -> line.substring(0, line.indexOf(':')) + "." + member)).collect(Collectors.toSet());
    private static final Set<String> NAMESPACES = Set.of("System", "System.Buffers.Binary", "System.Globalization",
            "System.Numerics", "System.Text", "Ashlar.Sbe");
    private static final Pattern CALL = Pattern.compile("\\b((?:BinaryPrimitives|BitConverter|BigInteger|Math|MathF|Half|Convert"
            + "|CultureInfo|Encoding|Array|ArraySegment|Buffer|Enum|HashCode|Index|MemoryExtensions|Range|Rune|char|string|String)"
            + "(?:<\\w+>)?\\.[A-Z]\\w*?)(?:LittleEndian|BigEndian)?\\b");
    private static final Pattern USING = Pattern.compile("(?m)^using (?:static )?([\\w.]+);");

    CSharpGeneratorTest() {
        super(CSharpGenerator::generate, "Ashlar/Sbe.cs", "Traps/SbeMessages.cs");
    }

    @Test
    void shouldCallWhatNetstandardHas() {
        String code = CSharpGenerator.generate(TRAPS, LanguageOptions.DEFAULT).stream().map(GeneratedFile::content)
                .collect(Collectors.joining()).replaceAll("(?m)//.*$", "");
        assertEquals(Set.of(), names(CALL, code, STANDARD));
        assertEquals(Set.of(), names(USING, code, NAMESPACES));
    }

    /// What a pattern finds, without what may be found.
    private static Set<String> names(Pattern pattern, String code, Set<String> known) {
        return pattern.matcher(code).results().map(found -> found.group(1)).filter(name -> !known.contains(name))
                .collect(Collectors.toSet());
    }

    @Test
    void shouldFollowTheNamespaceThatIsAskedFor() {
        GeneratedFile types = CSharpGenerator.generate(TRAPS, LanguageOptions.DEFAULT.withPackageName("com.example.class"))
                .get(2);
        assertEquals("Com/Example/Class/Types.cs", types.path());
        assertTrue(types.content().contains("\nnamespace Com.Example.Class\n{\n"));
    }
}
