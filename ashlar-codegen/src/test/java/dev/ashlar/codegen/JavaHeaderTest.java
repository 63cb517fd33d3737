// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// Trap 32: headers of any width and order, with further members, are found by the names of their members.
class JavaHeaderTest {
    private static final String STANDARD = type("blockLength", "uint16") + type("templateId", "uint16")
            + type("schemaId", "uint16") + type("version", "uint16");

    @Test
    void trap32StandardHeader() throws Throwable {
        assertBytes(STANDARD, "10", "little", 4, 0, 9, 0, 7, 0, 2, 0, 4, 3, 2, 1);
        assertBytes(STANDARD, "10", "big", 0, 4, 0, 9, 0, 7, 0, 2, 1, 2, 3, 4);
    }

    @Test
    void trap32HeaderInAnotherOrder() throws Throwable {
        String header = type("version", "uint16") + type("schemaId", "uint16") + type("templateId", "uint16")
                + type("blockLength", "uint16");
        assertBytes(header, "10", "little", 2, 0, 7, 0, 9, 0, 4, 0, 4, 3, 2, 1);
        assertBytes(header, "10", "big", 0, 2, 0, 7, 0, 9, 0, 4, 1, 2, 3, 4);
    }

    @Test
    void trap32NarrowHeaders() throws Throwable {
        assertBytes(type("blockLength", "uint8") + type("templateId", "uint8") + type("schemaId", "uint8")
                + type("version", "uint8"), "(short) 10", "big", 4, 9, 7, 2, 1, 2, 3, 4);
        assertBytes(type("blockLength", "uint16") + type("templateId", "uint8") + type("schemaId", "uint8")
                + type("version", "uint16"), "(short) 10", "big", 0, 4, 9, 7, 0, 2, 1, 2, 3, 4);
        assertBytes(type("blockLength", "uint16") + type("templateId", "uint8") + type("numGroups", "uint8")
                + type("schemaId", "uint8") + type("version", "uint16"), "(short) 10", "little",
                4, 0, 9, 0, 7, 2, 0, 4, 3, 2, 1);
    }

    @Test
    void trap32WideHeaderWithFurtherMembers() throws Throwable {
        assertBytes(type("frameLength", "uint16") + type("blockLength", "uint32") + type("templateId", "uint64")
                + "<type name=\"kind\" primitiveType=\"uint8\" presence=\"constant\">3</type>"
                + type("schemaId", "int16") + type("version", "uint32") + "<ref name=\"stamp\" type=\"Stamp\"/>",
                "10L", "little",
                0, 0, 4, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 7, 0, 2, 0, 0, 0, 0, 0, 0, 0, 4, 3, 2, 1);
    }

    @Test
    void trap32HeaderWithGaps() throws Throwable {
        assertBytes("<type name=\"blockLength\" primitiveType=\"uint16\" offset=\"2\"/>" + type("templateId", "uint16")
                + type("schemaId", "uint16") + type("version", "uint16"), "10", "little",
                0, 0, 4, 0, 9, 0, 7, 0, 2, 0, 4, 3, 2, 1);
    }

    /// Constants take no bytes, also in a header that is otherwise the usual one.
    @Test
    void trap12StandardHeaderWithConstants() throws Throwable {
        String constants = "<type name=\"kind\" primitiveType=\"uint8\" presence=\"constant\">3</type>"
                + "<type name=\"venue\" primitiveType=\"char\" presence=\"constant\">XLON</type>"
                + "<composite name=\"inner\"><type name=\"x\" primitiveType=\"uint8\" presence=\"constant\">1</type></composite>";
        for (String order : new String[] {"little", "big"}) {
            int[] bytes = order.equals("big") ? new int[] {0, 4, 0, 9, 0, 7, 0, 2, 1, 2, 3, 4}
                    : new int[] {4, 0, 9, 0, 7, 0, 2, 0, 4, 3, 2, 1};
            Compiled compiled = assertBytes(STANDARD + constants, "10", order, bytes);
            Object decoder = compiled.loadClass("headers.EnvelopeDecoder").getConstructor().newInstance();
            assertEquals((short) 3, decoder.getClass().getMethod("kind").invoke(decoder));
            assertEquals("XLON", decoder.getClass().getMethod("venue").invoke(decoder));
        }
    }

    private static Compiled assertBytes(String header, String template, String order, int... expected)
            throws Throwable {
        String xml = Schemas.text("headers.xml").replace("HEADER", header)
                .replace("headerType=", "byteOrder=\"" + order + "Endian\" headerType=");
        GeneratedFile user = Schemas.source("HeaderUser.java");
        Compiled compiled = Compiled.of(JavaGenerator.generate(Schemas.parse(xml), JavaOptions.DEFAULT),
                new GeneratedFile(user.path(), user.content().replace("TEMPLATE", template)));
        byte[] bytes = (byte[]) compiled.call("headers.HeaderUser", "run");
        byte[] wanted = new byte[bytes.length];
        for (int i = 0; i < expected.length; i++) {
            wanted[i + 1] = (byte) expected[i];
        }
        assertArrayEquals(wanted, bytes, () -> Arrays.toString(bytes));
        return compiled;
    }

    private static String type(String name, String primitive) {
        return "<type name=\"" + name + "\" primitiveType=\"" + primitive + "\"/>";
    }
}
