// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.otf;

import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.OtfEncoder.Checks;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;

/// A schema written in a test, with the composites that every schema needs, and its codecs.
final class SmallSchema {
    private static final String STANDARD = """
            <composite name="messageHeader">
              <type name="blockLength" primitiveType="uint16"/><type name="templateId" primitiveType="uint16"/>
              <type name="schemaId" primitiveType="uint16"/><type name="version" primitiveType="uint16"/>
            </composite>
            <composite name="groupSizeEncoding">
              <type name="blockLength" primitiveType="uint16"/><type name="numInGroup" primitiveType="uint8"/>
            </composite>
            <composite name="text"><type name="length" primitiveType="uint16"/>
              <type name="varData" primitiveType="uint8" length="0" characterEncoding="UTF-8"/></composite>
            <composite name="blob"><type name="length" primitiveType="uint8"/>
              <type name="varData" primitiveType="uint8" length="0"/></composite>
            """;

    final Schema schema;

    private SmallSchema(Schema schema) {
        this.schema = schema;
    }

    /// @param types    elements for `types`, after the standard's composites
    /// @param messages content of the one message `M`, template id 7
    static SmallSchema of(String types, String message) {
        return of("version=\"3\"", types, message);
    }

    /// @param attributes of the schema, its version at least
    static SmallSchema of(String attributes, String types, String message) {
        return whole(attributes, STANDARD + types, "<sbe:message name=\"M\" id=\"7\">" + message + "</sbe:message>");
    }

    /// @param types    all elements for `types`
    /// @param messages all messages
    static SmallSchema whole(String attributes, String types, String messages) {
        String xml = "<sbe:messageSchema xmlns:sbe=\"http://fixprotocol.io/2016/sbe\" package=\"small\" id=\"9\" "
                + attributes
                + "><types>" + types + "</types>" + messages + "</sbe:messageSchema>";
        return new SmallSchema(SchemaParser.parseText(xml, "small.xml").schema());
    }

    /// The message `M` with these values, or the exception that encoding it throws.
    byte[] encode(Map<String, ?> values) {
        return encode(Checks.STRICT, values);
    }

    byte[] encode(Checks checks, Map<String, ?> values) {
        byte[] bytes = new byte[4096];
        return Arrays.copyOf(bytes, (int) new OtfEncoder(schema, checks).encode("M", values,
                MemorySegment.ofArray(bytes), 0));
    }

    /// What follows the header, in hexadecimal.
    String body(Map<String, ?> values) {
        byte[] bytes = encode(values);
        return HexFormat.of().formatHex(bytes, schema.header().encodedLength(), bytes.length);
    }

    /// The JSON of what follows the envelope, without its braces.
    String json(byte[] message) {
        String json = new JsonWriter(schema).toJson(MemorySegment.ofArray(message), 0, message.length);
        return json.replaceFirst("^\\{\"template\":\"\\w+\",\"id\":\\d+,\"schema\":\\d+,\"version\":\\d+,?",
                "").replaceFirst("}$", "");
    }

    /// The JSON of a message with this body, of the schema's version and block length.
    String jsonOf(String hexBody) {
        return json(message(schema.version(), schema.messages().getFirst().blockLength(), hexBody));
    }

    /// A message `M` with a standard header.
    byte[] message(int version, int blockLength, String hexBody) {
        byte[] body = HexFormat.of().parseHex(hexBody.replace(" ", ""));
        byte[] header = {(byte) blockLength, (byte) (blockLength >> 8), 7, 0, 9, 0, (byte) version, 0};
        byte[] bytes = Arrays.copyOf(header, header.length + body.length);
        System.arraycopy(body, 0, bytes, header.length, body.length);
        return bytes;
    }

    ValidationResult validate(byte[] message) {
        return new MessageValidator(schema).validate(MemorySegment.ofArray(message), 0, message.length);
    }
}
