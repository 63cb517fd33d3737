// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import static dev.ashlar.sbe.internal.compat.Evolution.DATA;
import static dev.ashlar.sbe.internal.compat.Evolution.DIMENSION;
import static dev.ashlar.sbe.internal.compat.Evolution.HEADER;
import static dev.ashlar.sbe.internal.compat.Evolution.assertContent;
import static dev.ashlar.sbe.internal.compat.Evolution.assertSchemas;
import static dev.ashlar.sbe.internal.compat.Evolution.assertTypesAndContent;
import static dev.ashlar.sbe.internal.compat.Evolution.message;
import static dev.ashlar.sbe.internal.compat.Evolution.schema;

import org.junit.jupiter.api.Test;

class TailCheckTest {
    private static final String SINCE = "sinceVersion=\"2\"";

    private static String group(String name, int id, String attributes, String more) {
        return "<group name=\"" + name + "\" id=\"" + id + "\" " + attributes + "><field name=\"f" + id
                + "\" id=\"1\" type=\"int32\"/>" + more + "</group>";
    }

    private static String data(String name, int id, String attributes) {
        return "<data name=\"" + name + "\" id=\"" + id + "\" type=\"varData\" " + attributes + "/>";
    }

    @Test
    void shouldWarnOldReadersWhenAGroupOrDataIsAppendedToAMessage() {
        assertContent(group("g", 10, "", ""), group("g", 10, "", "") + group("h", 11, SINCE, ""), "TAIL_APPENDED M/h");
        assertContent(data("d", 20, ""), data("d", 20, "") + data("e", 21, SINCE), "TAIL_APPENDED M/e");
    }

    @Test
    void shouldBreakWhenTheAppendedHasNoSinceVersion() {
        assertContent(data("d", 20, ""), data("d", 20, "") + data("e", 21, ""), "TAIL_APPENDED M/e",
                "TAIL_WITHOUT_SINCE M/e");
    }

    @Test
    void shouldBreakOldReadersWhenAGroupIsAddedBeforeOldData() {
        assertContent(group("g", 10, "", "") + data("d", 20, ""),
                group("g", 10, "", "") + group("h", 11, SINCE, "") + data("d", 20, ""), "TAIL_INSERTED M/h");
    }

    @Test
    void shouldBreakOldReadersWhenAGroupOrDataIsAddedInsideAGroup() {
        assertContent(group("g", 10, "", ""), group("g", 10, "", group("h", 11, SINCE, "")), "NESTED_ADDED M/g/h");
        assertContent(group("g", 10, "", ""), group("g", 10, "", data("d", 20, SINCE)), "NESTED_ADDED M/g/d");
    }

    @Test
    void shouldSayNothingOfTheContentWhenAGroupIsNewItself() {
        assertContent("", group("g", 10, SINCE, group("h", 11, "", "") + data("d", 20, "")), "TAIL_APPENDED M/g");
    }

    @Test
    void shouldBreakBothWhenAGroupOrDataBeforeOthersIsRemoved() {
        assertContent(group("g", 10, "", "") + data("d", 20, ""), data("d", 20, ""), "TAIL_REMOVED M/g");
        assertContent(group("g", 10, "", data("d", 20, "")), group("g", 10, "", ""), "TAIL_REMOVED M/g/d");
    }

    @Test
    void shouldBreakOldReadersWhenTheLastOfAMessageIsRemoved() {
        assertContent(group("g", 10, "", "") + data("d", 20, ""), group("g", 10, "", ""), "LAST_REMOVED M/d");
    }

    @Test
    void shouldBreakWhenTheOrderChanged() {
        assertContent(data("d", 20, "") + data("e", 21, ""), data("e", 21, "") + data("d", 20, ""),
                "TAIL_REORDERED M/e");
    }

    @Test
    void shouldNoteWhenAGroupOrDataIsRenamed() {
        assertContent(group("g", 10, "", "") + data("d", 20, ""), group("gg", 10, "", "") + data("dd", 20, ""),
                "TAIL_RENAMED M/gg", "TAIL_RENAMED M/dd");
    }

    @Test
    void shouldNotTakeItForARenameWhenAnotherGroupTookTheId() {
        assertContent(group("g", 10, "", ""), group("h", 10, SINCE, ""), "LAST_REMOVED M/g", "TAIL_APPENDED M/h");
    }

    @Test
    void shouldNoteWhenTheIdChanged() {
        assertContent(data("d", 20, ""), data("d", 22, ""), "FIELD_ID_CHANGED M/d");
    }

    @Test
    void shouldBreakWhenAGroupBecameData() {
        assertContent(group("g", 10, "", ""), data("g", 10, ""), "LAST_REMOVED M/g", "TAIL_APPENDED M/g",
                "TAIL_WITHOUT_SINCE M/g");
    }

    @Test
    void shouldBreakWhenAnOldGroupIsSaidToBeNew() {
        assertContent(group("g", 10, "", ""), group("g", 10, SINCE, ""), "SINCE_TOO_LATE M/g");
    }

    @Test
    void shouldBreakWhenTheDimensionChanged() {
        assertDimension(DIMENSION, DIMENSION.replace("\"numInGroup\" primitiveType=\"uint16\"",
                "\"numInGroup\" primitiveType=\"uint8\""), "DIMENSION_CHANGED type groupSizeEncoding");
        assertDimension(DIMENSION, DIMENSION.replace("\"numInGroup\"", "\"numInGroup\" offset=\"4\""),
                "DIMENSION_CHANGED type groupSizeEncoding");
    }

    @Test
    void shouldFindNothingWhenAnotherDimensionHasTheSameLayout() {
        String other = DIMENSION.replace("groupSizeEncoding", "other");
        assertTypesAndContent(other, other, group("g", 10, "", ""), group("g", 10, "dimensionType=\"other\"", ""));
    }

    @Test
    void shouldBreakWhenTheDimensionAllowsOtherCounts() {
        String few = DIMENSION.replace("\"numInGroup\" primitiveType=\"uint16\"",
                "\"numInGroup\" primitiveType=\"uint16\" maxValue=\"10\"");
        String some = few.replace("maxValue", "minValue=\"1\" maxValue");
        assertDimension(few, DIMENSION, "RANGE_WIDENED type groupSizeEncoding/numInGroup", "COUNTS_WIDENED M/g");
        assertDimension(few, some, "RANGE_NARROWED type groupSizeEncoding/numInGroup", "COUNTS_NARROWED M/g");
    }

    @Test
    void shouldBreakWhenDataMayHaveOtherLengths() {
        assertData(DATA.replace("\"length\" primitiveType=\"uint16\"", "\"length\" primitiveType=\"uint16\" maxValue=\"9\""),
                "COUNTS_NARROWED M/d");
    }

    @Test
    void shouldBreakWhenTheLengthOrElementsOfDataChanged() {
        assertData(DATA.replace("\"length\" primitiveType=\"uint16\"", "\"length\" primitiveType=\"uint32\""),
                "DATA_LAYOUT_CHANGED type varData");
        assertData(DATA.replace("\"varData\" primitiveType=\"uint8\"", "\"varData\" primitiveType=\"uint16\""),
                "DATA_LAYOUT_CHANGED type varData");
    }

    @Test
    void shouldCompareTheCharacterEncodingOfData() {
        assertData(DATA.replace("US-ASCII", "UTF-8"), "CHARSET_WIDENED type varData");
    }

    @Test
    void shouldFindNothingWhenBytesAreDeclaredAsCharacters() {
        assertData(DATA.replace("\"varData\" primitiveType=\"uint8\"", "\"varData\" primitiveType=\"char\""));
    }

    private static void assertDimension(String older, String newer, String... expected) {
        String content = group("g", 10, "", "");
        assertSchemas(schema("", 1, HEADER + older, message(content)), schema("", 2, HEADER + newer, message(content)),
                expected);
    }

    private static void assertData(String newer, String... expected) {
        String content = data("d", 20, "");
        assertSchemas(schema("", 1, HEADER + DATA, message(content)), schema("", 2, HEADER + newer, message(content)),
                expected);
    }
}
