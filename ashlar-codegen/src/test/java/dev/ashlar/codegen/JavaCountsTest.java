// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Encoders refuse counts that the schema does not allow or that decoders do not accept, and encoders that are used too
/// late.
class JavaCountsTest {
    private static final Schema SCHEMA = Schemas.parse(Schemas.text("counts.xml"));
    private static Compiled compiled;

    @BeforeAll
    static void compile() {
        compiled = Compiled.of(JavaGenerator.generate(SCHEMA, JavaOptions.DEFAULT.withAccessOrderChecks(true)),
                Schemas.source("CountsUser.java"));
    }

    @Test
    void shouldHoldCountsToTheSchema() throws Throwable {
        run("limits");
    }

    @Test
    void trap19DecodersHoldCountsAndLengthsToTheSchema() throws Throwable {
        run("limitsOfDecoders");
    }

    @Test
    void shouldRefuseMoreEntriesWithoutBytesThanDecodersAccept() throws Throwable {
        run("emptyEntries");
    }

    @Test
    void shouldRefusePartsBeforeTheFirstEntry() throws Throwable {
        run("beforeFirst");
    }

    @Test
    void shouldRefuseEntriesOfAnEarlierMessage() throws Throwable {
        run("earlierMessage");
    }

    @Test
    void shouldMissTheEntryThatDidNotFit() throws Throwable {
        run("fullMemory");
    }

    /// What the generators of all other languages go by.
    @Test
    void shouldAllowNoCountOrLengthThatDecodersRefuse() {
        Message message = SCHEMA.messages().getFirst();
        assertEquals(Integer.MAX_VALUE, WholeMember.of(message.data().getFirst().encoding(), "length").greatest());
        WholeMember few = WholeMember.of(message.groups().getFirst().dimension(), "numInGroup");
        assertEquals(2, few.least());
        assertEquals(3, few.greatest());
        WholeMember signed = WholeMember.of(message.groups().getLast().dimension(), "numInGroup");
        assertEquals(0, signed.least());
        assertEquals(Integer.MAX_VALUE, signed.greatest());
    }

    private static void run(String method) throws Throwable {
        compiled.call("counts.CountsUser", method);
    }
}
