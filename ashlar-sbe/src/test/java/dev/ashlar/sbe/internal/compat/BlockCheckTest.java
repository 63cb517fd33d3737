// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import static dev.ashlar.sbe.internal.compat.Evolution.TYPES;
import static dev.ashlar.sbe.internal.compat.Evolution.assertContent;
import static dev.ashlar.sbe.internal.compat.Evolution.assertSchemas;
import static dev.ashlar.sbe.internal.compat.Evolution.assertTypesAndContent;
import static dev.ashlar.sbe.internal.compat.Evolution.schema;

import org.junit.jupiter.api.Test;

class BlockCheckTest {
    private static final String A = field("a", 1, "uint32", "");
    private static final String B = field("b", 2, "uint32", "");
    private static final String NEW = field("n", 3, "uint32", "presence=\"optional\" sinceVersion=\"2\"");
    private static final String CONSTANT = "<type name=\"One\" primitiveType=\"uint8\" presence=\"constant\">1</type>";

    private static String field(String name, int id, String type, String attributes) {
        return "<field name=\"" + name + "\" id=\"" + id + "\" type=\"" + type + "\" " + attributes + "/>";
    }

    private static String group(String content, String attributes) {
        return "<group name=\"g\" id=\"20\" " + attributes + ">" + content + "</group>";
    }

    @Test
    void shouldOnlyNoteTheLengthWhenAnOptionalFieldWithSinceVersionIsAppended() {
        assertContent(A + B, A + B + NEW, "BLOCK_GROWN M");
        assertContent(group(A, ""), group(A + NEW, ""), "BLOCK_GROWN M/g");
    }

    @Test
    void shouldBreakOldReadersWhenTheLastFieldIsRemoved() {
        assertContent(A + B, A, "FIELD_REMOVED M/b", "BLOCK_SHRUNK M");
    }

    @Test
    void shouldBreakWhenAFieldInTheMiddleIsRemoved() {
        String c = field("c", 3, "uint16", "");
        assertContent(A + B + c, A + c, "FIELD_REMOVED M/b", "FIELD_MOVED M/c", "BLOCK_SHRUNK M");
    }

    @Test
    void shouldBreakOnlyOldReadersWhenARemovedFieldLeavesPadding() {
        assertContent(A + B, field("b", 2, "uint32", "offset=\"4\""), "FIELD_REMOVED M/a");
    }

    @Test
    void shouldNoteWhenAConstantFieldIsRemoved() {
        assertTypesAndContent(CONSTANT, CONSTANT, field("k", 9, "One", "") + A, A, "CONSTANT_REMOVED M/k");
    }

    @Test
    void shouldFindNothingWhenAConstantFieldIsAdded() {
        assertTypesAndContent(CONSTANT, CONSTANT, A, field("k", 9, "One", "") + A);
    }

    @Test
    void shouldBreakOnceWhenFieldsAreReordered() {
        assertContent(A + B, B + A, "FIELD_MOVED M/a");
    }

    @Test
    void shouldFindNothingWhenTheOffsetIsOnlySpelledOut() {
        assertContent(A + B, A + field("b", 2, "uint32", "offset=\"4\""));
    }

    @Test
    void shouldBreakWhenANewFieldStandsBeforeAnOldOne() {
        assertContent(A + B, A + NEW + B, "FIELD_MOVED M/b", "FIELD_INSERTED M/n", "BLOCK_GROWN M");
    }

    @Test
    void shouldNoteWhenANewFieldLiesInPadding() {
        String padded = field("b", 2, "uint32", "offset=\"8\"");
        assertContent(A + padded, A + NEW + padded, "FIELD_IN_PADDING M/n");
    }

    @Test
    void shouldNotCallItPaddingWhenANewFieldTakesTheBytesOfARemovedOne() {
        assertContent(A + B, A + NEW, "FIELD_REMOVED M/b");
    }

    @Test
    void shouldBreakWhenANewFieldHasNoSinceVersion() {
        assertContent(A, A + field("n", 3, "uint32", "presence=\"optional\""), "FIELD_WITHOUT_SINCE M/n",
                "BLOCK_GROWN M");
        assertContent(A, A + field("n", 3, "uint32", "presence=\"optional\" sinceVersion=\"1\""),
                "FIELD_WITHOUT_SINCE M/n", "BLOCK_GROWN M");
    }

    @Test
    void shouldWarnWhenANewFieldIsRequired() {
        assertContent(A, A + field("n", 3, "uint32", "sinceVersion=\"2\""), "FIELD_NOT_OPTIONAL M/n", "BLOCK_GROWN M");
    }

    @Test
    void shouldNotAskForAnOptionalSetWhenSetsHaveNoNull() {
        String set = "<set name=\"S\" encodingType=\"uint8\"><choice name=\"x\">0</choice></set>";
        assertTypesAndContent(set, set, A, A + field("n", 3, "S", "sinceVersion=\"2\""), "BLOCK_GROWN M");
    }

    @Test
    void shouldNoteWhenAFieldIsRenamed() {
        assertContent(A + B, A + field("bb", 2, "uint32", ""), "FIELD_RENAMED M/bb");
    }

    @Test
    void shouldNotTakeItForARenameWhenTheFieldSaysItIsNew() {
        assertContent(A + B, A + field("n", 2, "uint32", "presence=\"optional\" sinceVersion=\"2\""),
                "FIELD_REMOVED M/b");
    }

    @Test
    void shouldNoteOnceWhenIdsChanged() {
        assertContent(A + B, field("a", 5, "uint32", "") + field("b", 6, "uint32", ""), "FIELD_ID_CHANGED M/a");
    }

    @Test
    void shouldNoteWhenOnlyPaddingIsRemovedFromABlock() {
        String padded = "<message name=\"M\" id=\"1\" blockLength=\"8\">" + A + "</message>";
        assertSchemas(schema("", 1, TYPES, padded), schema("", 2, TYPES, padded.replace("blockLength=\"8\"", "")),
                "PADDING_REMOVED M");
        assertContent(group(A, "blockLength=\"8\""), group(A, ""), "PADDING_REMOVED M/g");
    }

    @Test
    void shouldNoteWhenPaddingIsAddedToABlock() {
        assertContent(group(A, ""), group(A, "blockLength=\"8\""), "BLOCK_GROWN M/g");
    }
}
