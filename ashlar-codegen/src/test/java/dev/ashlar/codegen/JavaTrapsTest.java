// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What has bitten other implementations, tried on generated code: the tests are the methods of
/// `GeneratedCodecsTest.java` among the resources, compiled with the codecs of `traps.xml`. The numbers are those of
/// the project's list of traps; those of `SliceUser.java` try what no caller may reach.
class JavaTrapsTest {
    @TestFactory
    Stream<DynamicTest> shouldAvoidTrapsWhenLittleEndian() {
        return tests(false);
    }

    @TestFactory
    Stream<DynamicTest> shouldAvoidTrapsWhenBigEndian() {
        return tests(true);
    }

    private static Stream<DynamicTest> tests(boolean bigEndian) {
        String xml = Schemas.text("traps.xml");
        String ordered = bigEndian ? xml.replace("littleEndian", "bigEndian") : xml;
        Compiled compiled = Compiled.of(
                JavaGenerator.generate(Schemas.parse(ordered), JavaOptions.DEFAULT.withRecords(true)),
                Schemas.source("GeneratedCodecsTest.java"), Schemas.source("SliceUser.java"));
        return Stream.of("GeneratedCodecsTest", "SliceUser")
                .flatMap(name -> Arrays.stream(compiled.type("traps." + name).getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .sorted(Comparator.comparing(Method::getName))
                .map(method -> dynamicTest(method.getName(), () -> Compiled.call(method,
                        method.getParameterCount() == 1 ? new Object[] {bigEndian} : new Object[0])));
    }
}
