// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The arrays of the other primitives are [BigDoubleArray] with other names: whoever mends one mends them all.
class BigArrayVariantsTest {
    private static final Path FOLDER = Path.of("src/main/java/dev/ashlar/memory");

    @Test
    void shouldBeTheSameForLong() throws IOException {
        assertSame("Long", "double>long", "Double>Long", "DOUBLE>LONG");
    }

    @Test
    void shouldBeTheSameForIntThatIsAddedUpInLong() throws IOException {
        assertSame("Int", "double sum>long sum", "double>int", "Double>Int", "DOUBLE>INT", "SHIFT = 3>SHIFT = 2");
    }

    @Test
    void shouldBeTheSameForFloatThatIsCombinedInDouble() throws IOException {
        assertSame("Float", "BigDoubleArray>BigFloatArray", "DOUBLE>FLOAT", "SHIFT = 3>SHIFT = 2",
                "i, operator.>i, (float) operator.", "public double get>public float get", "double value>float value",
                "double[]>float[]", ".getDouble>.getFloat", ".putDouble>.putFloat",
                "  operator.>  (float) operator.");
    }

    @Test
    void shouldBeTheSameForByteThatIsCombinedInInt() throws IOException {
        assertSame("Byte", "BigDoubleArray>BigByteArray", "DOUBLE>BYTE", "SHIFT = 3>SHIFT = 0",
                "i, operator.>i, (byte) operator.", "public double get>public byte get", "double value>byte value",
                "double[]>byte[]", ".getDouble>.getByte", ".putDouble>.putByte", "double sum>long sum", "double>int",
                "Double>Int", "  operator.>  (byte) operator.");
    }

    /// @param replacements `what>with`, one after the other
    private static void assertSame(String variant, String... replacements) throws IOException {
        String expected = code("BigDoubleArray.java");
        for (String replacement : replacements) {
            int at = replacement.indexOf('>');
            expected = expected.replace(replacement.substring(0, at), replacement.substring(at + 1));
        }
        assertEquals(sorted(expected), sorted(code("Big" + variant + "Array.java")));
    }

    private static String code(String file) throws IOException {
        return Files.readAllLines(FOLDER.resolve(file)).stream().filter(line -> !line.strip().startsWith("//"))
                .collect(Collectors.joining("\n"));
    }

    /// Imports stand in the order of their names, which is another one under other names.
    private static String sorted(String code) {
        List<String> imports = code.lines().filter(line -> line.startsWith("import ")).sorted().toList();
        return String.join("\n", imports) + code.lines().filter(line -> !line.startsWith("import "))
                .collect(Collectors.joining("\n"));
    }
}
