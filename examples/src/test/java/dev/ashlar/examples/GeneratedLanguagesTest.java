// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The Maven plugin writes the languages that the build of the examples asks for.
class GeneratedLanguagesTest {
    @ParameterizedTest
    @ValueSource(strings = {"ashlar/dev/ashlar/examples/orders/OrderEncoder.java",
        "ashlar-languages/cpp/dev/ashlar/examples/orders/order.hpp",
        "ashlar-languages/csharp/Dev/Ashlar/Examples/Orders/Order.cs"})
    void shouldWriteEachLanguage(String file) {
        assertTrue(Files.exists(Path.of("target/generated-sources").resolve(file)), file);
    }
}
