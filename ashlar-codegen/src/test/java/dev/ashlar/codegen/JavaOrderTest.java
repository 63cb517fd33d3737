// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Trap 30: data and groups must be accessed in the order of the schema; codecs generated with the option say so.
class JavaOrderTest {
    private static Compiled compiled;

    @BeforeAll
    static void compile() {
        compiled = Compiled.of(JavaGenerator.generate(Schemas.parse(Schemas.text("traps.xml")),
                JavaOptions.DEFAULT.withAccessOrderChecks(true)), Schemas.source("OrderUser.java"));
    }

    @Test
    void trap30EncoderRefusesOtherOrder() throws Throwable {
        run("encoder");
    }

    @Test
    void trap30DecoderRefusesOtherOrder() throws Throwable {
        run("decoder");
    }

    @Test
    void trap30AbsentPartsHaveNoPlaceInTheOrder() throws Throwable {
        run("absent");
    }

    @Test
    void shouldReadAnEntryOutsideOfItsMessage() throws Throwable {
        run("entry");
    }

    private static void run(String method) throws Throwable {
        compiled.call("traps.OrderUser", method);
    }
}
