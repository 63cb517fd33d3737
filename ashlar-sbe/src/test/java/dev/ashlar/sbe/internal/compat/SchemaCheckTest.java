// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import static dev.ashlar.sbe.internal.compat.Evolution.HEADER;
import static dev.ashlar.sbe.internal.compat.Evolution.TYPES;
import static dev.ashlar.sbe.internal.compat.Evolution.assertMessages;
import static dev.ashlar.sbe.internal.compat.Evolution.assertSchemas;
import static dev.ashlar.sbe.internal.compat.Evolution.message;
import static dev.ashlar.sbe.internal.compat.Evolution.schema;

import org.junit.jupiter.api.Test;

class SchemaCheckTest {
    private static final String FIELD = "<field name=\"a\" id=\"1\" type=\"uint32\"/>";
    private static final String MORE = FIELD + "<field name=\"b\" id=\"2\" type=\"uint32\"/>";
    private static final String BASE = schema("", 1, TYPES, message(FIELD));

    @Test
    void shouldFindNothingWhenNothingChanged() {
        assertSchemas(BASE, BASE);
    }

    @Test
    void shouldFindNothingWhenOnlyTheVersionWasRaised() {
        assertSchemas(BASE, schema("", 2, TYPES, message(FIELD)));
    }

    @Test
    void shouldBreakWhenSchemaIdChanged() {
        assertSchemas(BASE, schema("id=\"2\"", 1, TYPES, message(FIELD)), "SCHEMA_ID_CHANGED ");
    }

    @Test
    void shouldBreakWhenByteOrderChanged() {
        assertSchemas(BASE, schema("byteOrder=\"bigEndian\"", 2, TYPES, message(FIELD)), "BYTE_ORDER_CHANGED ");
    }

    @Test
    void shouldFindNothingWhenDefaultByteOrderIsSpelledOut() {
        assertSchemas(BASE, schema("byteOrder=\"littleEndian\"", 2, TYPES, message(FIELD)));
    }

    @Test
    void shouldBreakWhenHeaderLayoutChanged() {
        assertSchemas(BASE, schema("", 2, TYPES.replace("\"templateId\" primitiveType=\"uint16\"",
                "\"templateId\" primitiveType=\"uint8\""), message(FIELD)), "HEADER_CHANGED type messageHeader");
        assertSchemas(BASE, schema("", 2, TYPES.replace("<type name=\"version\" primitiveType=\"uint16\"/>",
                "<type name=\"version\" primitiveType=\"uint16\"/><type name=\"more\" primitiveType=\"uint16\"/>"),
                message(FIELD)), "HEADER_CHANGED type messageHeader");
    }

    @Test
    void shouldFindNothingWhenHeaderWasRenamedOnly() {
        assertSchemas(BASE, schema("headerType=\"h\"", 2, TYPES.replace(HEADER, HEADER.replace("messageHeader", "h")),
                message(FIELD)));
    }

    @Test
    void shouldCompareFurtherMembersOfHeaderWhenTheStandardOnesAgree() {
        String extended = TYPES.replace(HEADER,
                HEADER.replace("</composite>", "<type name=\"flow\" primitiveType=\"uint16\"/></composite>"));
        assertSchemas(schema("", 1, extended, message(FIELD)),
                schema("", 2, extended.replace("\"flow\" primitiveType=\"uint16\"", "\"flow\" primitiveType=\"int16\""),
                        message(FIELD)), "PRIMITIVE_CHANGED type messageHeader/flow");
    }

    @Test
    void shouldBreakWhenVersionWasLowered() {
        assertSchemas(BASE, schema("", 0, TYPES, message(FIELD)), "VERSION_LOWERED ");
    }

    @Test
    void shouldWarnWhenVersionWasNotRaisedThoughBytesChanged() {
        assertSchemas(BASE, schema("", 1, TYPES, message(MORE)), "FIELD_WITHOUT_SINCE M/b", "BLOCK_GROWN M",
                "VERSION_NOT_RAISED ");
    }

    @Test
    void shouldNotAskForAVersionWhenOnlyNamesChanged() {
        assertSchemas(BASE, schema("", 1, TYPES, message(FIELD.replace("\"a\"", "\"z\""))), "FIELD_RENAMED M/z");
    }

    @Test
    void shouldNoteWhenPackageChanged() {
        assertSchemas(BASE, schema("package=\"q\"", 2, TYPES, message(FIELD)), "PACKAGE_CHANGED ");
    }

    @Test
    void shouldBreakWhenMessageWasRemoved() {
        assertMessages(message(FIELD) + "<message name=\"N\" id=\"2\"/>", message(FIELD), "MESSAGE_REMOVED N");
    }

    @Test
    void shouldBreakWhenTemplateIdChanged() {
        assertMessages(message(FIELD), message(FIELD).replace("\"M\" id=\"1\"", "\"M\" id=\"7\""),
                "TEMPLATE_ID_CHANGED M");
    }

    @Test
    void shouldBreakWhenTemplateIdsWereSwapped() {
        assertMessages("<message name=\"A\" id=\"1\"/><message name=\"B\" id=\"2\"/>",
                "<message name=\"A\" id=\"2\"/><message name=\"B\" id=\"1\"/>",
                "TEMPLATE_ID_CHANGED A", "TEMPLATE_ID_REUSED B", "TEMPLATE_ID_CHANGED B", "TEMPLATE_ID_REUSED A");
    }

    @Test
    void shouldBreakWhenTemplateIdWasReusedForAnUnrelatedMessage() {
        assertMessages(message(FIELD),
                "<message name=\"N\" id=\"1\"><field name=\"z\" id=\"9\" type=\"int8\"/></message>",
                "TEMPLATE_ID_REUSED N");
    }

    @Test
    void shouldNoteAndCompareWhenMessageWasRenamed() {
        assertMessages(message(FIELD), message(FIELD).replace("\"M\"", "\"N\""), "MESSAGE_RENAMED N");
        assertMessages(message(MORE), message(FIELD).replace("\"M\"", "\"N\""), "MESSAGE_RENAMED N",
                "FIELD_REMOVED M/b", "BLOCK_SHRUNK N");
    }

    @Test
    void shouldNoteWhenMessageWasAdded() {
        assertMessages(message(FIELD), message(FIELD) + "<message name=\"N\" id=\"2\" sinceVersion=\"2\"/>",
                "MESSAGE_ADDED N");
    }

    @Test
    void shouldNoteWhenAddedMessageHasNoSinceVersion() {
        assertMessages(message(FIELD), message(FIELD) + "<message name=\"N\" id=\"2\"/>", "MESSAGE_ADDED N",
                "MESSAGE_WITHOUT_SINCE N");
    }

    @Test
    void shouldNoteWhenMessageWasDeprecated() {
        assertMessages(message(FIELD), message(FIELD).replace("id=\"1\">", "id=\"1\" deprecated=\"2\">"),
                "DEPRECATED M");
    }
}
