// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import java.lang.reflect.InvocationTargetException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Trap 30: data and groups must be accessed in the order of the schema; codecs generated with the option say so.
class JavaOrderTest {
    private static Class<?> user;

    @BeforeAll
    static void compile() throws ClassNotFoundException {
        user = Compiled.of(JavaGenerator.generate(Schemas.parse(Schemas.text("traps.xml")),
                JavaOptions.DEFAULT.withAccessOrderChecks(true)), Schemas.source("OrderUser.java"))
                .loadClass("traps.OrderUser");
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
        try {
            user.getMethod(method).invoke(null);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
