// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.json.JsonPrinter;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.MessageSchema;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/// What generated encoders write is read by another implementation of the standard as what was meant.
class ReferenceGoldenTest {
    private static final String EXPECTED = """
            {"id":9,"outer":[{"k":1,"inner":[{"m":10},{"m":11}],"tag":"one"},{"k":2,"inner":[],"tag":""}],\
            "sides":[{"side":"SELL","price":{"mantissa":-5,"exponent":-2},"few":{"a":true,"h":false},"code":"abc"}],\
            "text":"end"}""";

    @Test
    void shouldBeReadByReferenceWhenLittleEndian() throws Throwable {
        check("littleEndian");
    }

    @Test
    void shouldBeReadByReferenceWhenBigEndian() throws Throwable {
        check("bigEndian");
    }

    private static void check(String byteOrder) throws Throwable {
        String xml = Schemas.text("golden.xml").replace("ORDER", byteOrder);
        Compiled compiled = Compiled.of(JavaGenerator.generate(Schemas.parse(xml), JavaOptions.DEFAULT),
                Schemas.source("GoldenUser.java"));
        byte[] message = (byte[]) compiled.call("golden.GoldenUser", "write");
        MessageSchema schema = XmlSchemaParser.parse(
                new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), ParserOptions.DEFAULT);
        Ir ir = new IrGenerator().generate(schema);
        String json = new JsonPrinter(ir).print(ByteBuffer.wrap(message));
        assertEquals(EXPECTED.replaceAll("\\s+", ""), json.replaceAll("\\s+", ""));
    }
}
