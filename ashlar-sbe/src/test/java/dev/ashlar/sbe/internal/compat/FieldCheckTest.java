// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import static dev.ashlar.sbe.internal.compat.Evolution.TYPES;
import static dev.ashlar.sbe.internal.compat.Evolution.assertContent;
import static dev.ashlar.sbe.internal.compat.Evolution.assertSchemas;
import static dev.ashlar.sbe.internal.compat.Evolution.assertTypes;
import static dev.ashlar.sbe.internal.compat.Evolution.assertTypesAndContent;
import static dev.ashlar.sbe.internal.compat.Evolution.message;
import static dev.ashlar.sbe.internal.compat.Evolution.schema;

import org.junit.jupiter.api.Test;

class FieldCheckTest {
    private static final String ENUM =
            "<enum name=\"E\" encodingType=\"uint8\"><validValue name=\"X\">1</validValue>"
                    + "<validValue name=\"Y\">2</validValue></enum>";

    private static String field(String type, String attributes) {
        return "<field name=\"f\" id=\"1\" type=\"" + type + "\" " + attributes + "/>";
    }

    private static String type(String attributes) {
        return "<type name=\"T\" primitiveType=\"int32\" " + attributes + "/>";
    }

    @Test
    void shouldBreakOldReadersWhenRequiredBecomesOptional() {
        assertContent(field("int32", ""), field("int32", "presence=\"optional\""), "MADE_OPTIONAL M/f");
    }

    @Test
    void shouldBreakNewReadersWhenOptionalBecomesRequired() {
        assertContent(field("int32", "presence=\"optional\""), field("int32", ""), "MADE_REQUIRED M/f");
    }

    @Test
    void shouldReportPresenceAtTheTypeOnceWhenAllFieldsInheritIt() {
        String content = field("T", "") + field("T", "").replace("\"f\" id=\"1\"", "\"g\" id=\"2\"");
        assertTypes(type(""), type("presence=\"optional\""), content, "MADE_OPTIONAL type T");
    }

    @Test
    void shouldBreakWhenAFieldBecomesConstantAndBack() {
        String constant = "<type name=\"T\" primitiveType=\"int32\" presence=\"constant\">1</type>";
        assertTypes(type(""), constant, field("T", ""), "CONSTANCY_CHANGED type T", "BLOCK_SHRUNK M");
        assertTypes(constant, type(""), field("T", ""), "CONSTANCY_CHANGED type T", "BLOCK_GROWN M");
    }

    @Test
    void shouldBreakWhenAConstantHasAnotherValue() {
        String constant = "<type name=\"T\" primitiveType=\"int32\" presence=\"constant\">1</type>";
        assertTypes(constant, constant.replace(">1<", ">2<"), field("T", ""), "CONSTANT_CHANGED type T");
        assertTypesAndContent(ENUM, ENUM, field("E", "presence=\"constant\" valueRef=\"E.X\""),
                field("E", "presence=\"constant\" valueRef=\"E.Y\""), "CONSTANT_CHANGED M/f");
    }

    @Test
    void shouldFindNothingWhenAConstantIsTheSameValueUnderAnotherName() {
        String renamed = ENUM.replace("\"X\"", "\"Z\"");
        assertTypesAndContent(ENUM, renamed, field("E", "presence=\"constant\" valueRef=\"E.X\""),
                field("E", "presence=\"constant\" valueRef=\"E.Z\""));
    }

    @Test
    void shouldBreakWhenTheNullValueChanged() {
        assertTypes(type("presence=\"optional\""), type("presence=\"optional\" nullValue=\"0\""), field("T", ""),
                "NULL_CHANGED type T");
        assertTypes(ENUM, ENUM.replace("encodingType=\"uint8\"", "encodingType=\"uint8\" nullValue=\"0\""),
                field("E", "presence=\"optional\""), "NULL_CHANGED type E");
    }

    @Test
    void shouldFindNothingWhenTheNullValueIsOnlySpelledOutOrNeverUsed() {
        assertTypes(type("presence=\"optional\""), type("presence=\"optional\" nullValue=\"-2147483648\""),
                field("T", ""));
        assertTypes(ENUM, ENUM.replace("encodingType=\"uint8\"", "encodingType=\"uint8\" nullValue=\"0\""),
                field("E", ""));
        assertTypes("<type name=\"D\" primitiveType=\"double\" presence=\"optional\"/>",
                "<type name=\"D\" primitiveType=\"double\" presence=\"optional\" nullValue=\"NaN\"/>", field("D", ""));
    }

    @Test
    void shouldBreakWhenEpochOrUnitChanged() {
        assertContent(field("int64", "timeUnit=\"millisecond\""), field("int64", "timeUnit=\"nanosecond\""),
                "TIME_CHANGED M/f");
        assertContent(field("int64", "epoch=\"unix\""), field("int64", "epoch=\"2000-01-01\""), "TIME_CHANGED M/f");
    }

    @Test
    void shouldWarnWhenAUnitIsDeclaredThatWasNot() {
        assertContent(field("int64", ""), field("int64", "timeUnit=\"millisecond\""), "TIME_DECLARED M/f");
    }

    @Test
    void shouldFindNothingWhenTheDefaultEpochIsSpelledOut() {
        assertContent(field("int64", ""), field("int64", "epoch=\"unix\" timeUnit=\"nanosecond\" description=\"d\""));
    }

    @Test
    void shouldNoteWhenSemanticTypeChanged() {
        assertContent(field("int32", "semanticType=\"Qty\""), field("int32", "semanticType=\"Price\""),
                "SEMANTIC_TYPE_CHANGED M/f");
    }

    @Test
    void shouldNoteWhenAFieldIsDeprecated() {
        assertContent(field("int32", ""), field("int32", "deprecated=\"2\""), "DEPRECATED M/f");
    }

    @Test
    void shouldBreakWhenAnOldFieldIsSaidToBeNew() {
        assertContent(field("int32", ""), field("int32", "sinceVersion=\"2\""), "SINCE_TOO_LATE M/f");
    }

    @Test
    void shouldWarnWhenSinceVersionChangedAmongOldVersions() {
        assertContent(field("int32", ""), field("int32", "sinceVersion=\"1\""), "SINCE_CHANGED M/f");
    }

    @Test
    void shouldFindNothingWhenSinceVersionRepeatsThatOfTheMessageOrGroup() {
        String message = message(field("int32", "")).replace("id=\"1\">", "id=\"1\" sinceVersion=\"1\">");
        assertSchemas(schema("", 1, TYPES, message),
                schema("", 2, TYPES, message.replace("type=\"int32\"", "type=\"int32\" sinceVersion=\"1\"")));
        String group = "<group name=\"g\" id=\"9\" sinceVersion=\"1\">" + field("int32", "") + "</group>";
        assertContent(group, group.replace("type=\"int32\"", "type=\"int32\" sinceVersion=\"1\""));
    }
}
