// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import static dev.ashlar.sbe.internal.compat.Evolution.assertContent;
import static dev.ashlar.sbe.internal.compat.Evolution.assertTypes;
import static dev.ashlar.sbe.internal.compat.Evolution.assertTypesAndContent;

import org.junit.jupiter.api.Test;

class TypeCheckTest {
    private static String field(String type) {
        return "<field name=\"f\" id=\"1\" type=\"" + type + "\"/>";
    }

    private static String type(String name, String attributes) {
        return "<type name=\"" + name + "\" " + attributes + "/>";
    }

    private static String enumOf(String name, String encoding, String... values) {
        StringBuilder text = new StringBuilder("<enum name=\"" + name + "\" encodingType=\"" + encoding + "\">");
        for (int i = 0; i < values.length; i += 2) {
            text.append("<validValue name=\"").append(values[i]).append("\">").append(values[i + 1])
                    .append("</validValue>");
        }
        return text.append("</enum>").toString();
    }

    private static String setOf(String name, String encoding, String... choices) {
        return enumOf(name, encoding, choices).replace("enum", "set").replace("validValue", "choice");
    }

    @Test
    void shouldBreakWhenThePrimitiveTypeChanged() {
        assertContent(field("int32"), field("uint32"), "PRIMITIVE_CHANGED M/f");
        assertContent(field("int32"), field("int64"), "PRIMITIVE_CHANGED M/f", "BLOCK_GROWN M");
    }

    @Test
    void shouldReportASharedTypeOnceAndWhereItIsDeclared() {
        String content = field("T") + field("T").replace("\"f\" id=\"1\"", "\"g\" id=\"2\"");
        assertTypes(type("T", "primitiveType=\"int32\""), type("T", "primitiveType=\"uint32\""), content,
                "PRIMITIVE_CHANGED type T");
    }

    @Test
    void shouldReportAtTheFieldWhenItTookAnotherType() {
        String types = type("T", "primitiveType=\"int32\"") + type("U", "primitiveType=\"uint32\"");
        assertTypesAndContent(types, types, field("T"), field("U"), "PRIMITIVE_CHANGED M/f");
    }

    @Test
    void shouldFindNothingWhenASimpleTypeOfTheSameLayoutIsRenamed() {
        assertTypesAndContent(type("T", "primitiveType=\"int32\""), type("U", "primitiveType=\"int32\""), field("T"),
                field("U"));
        assertTypesAndContent(type("T", "primitiveType=\"int32\""), "", field("T"), field("int32"));
    }

    @Test
    void shouldBreakWhenTheLengthOfAnArrayChanged() {
        assertTypes(type("T", "primitiveType=\"char\" length=\"4\""), type("T", "primitiveType=\"char\" length=\"3\""),
                field("T"), "LENGTH_CHANGED type T", "BLOCK_SHRUNK M");
    }

    @Test
    void shouldJudgeTheCharacterEncodingByWhatTheOtherSideCanDecode() {
        String ascii = type("T", "primitiveType=\"char\" length=\"4\"");
        String utf8 = type("T", "primitiveType=\"char\" length=\"4\" characterEncoding=\"UTF-8\"");
        String latin = type("T", "primitiveType=\"char\" length=\"4\" characterEncoding=\"ISO-8859-1\"");
        String ebcdic = type("T", "primitiveType=\"char\" length=\"4\" characterEncoding=\"IBM037\"");
        assertTypes(ascii, utf8, field("T"), "CHARSET_WIDENED type T");
        assertTypes(utf8, ascii, field("T"), "CHARSET_NARROWED type T");
        assertTypes(latin, utf8, field("T"), "CHARSET_CHANGED type T");
        assertTypes(ascii, ebcdic, field("T"), "CHARSET_CHANGED type T");
    }

    @Test
    void shouldFindNothingWhenTheCharacterEncodingHasAnotherOfItsNames() {
        assertTypes(type("T", "primitiveType=\"char\" length=\"4\""),
                type("T", "primitiveType=\"char\" length=\"4\" characterEncoding=\"ASCII\""), field("T"));
    }

    @Test
    void shouldNoteWhenBytesAreDeclaredToBeText() {
        assertTypes(type("T", "primitiveType=\"uint8\" length=\"4\""),
                type("T", "primitiveType=\"uint8\" length=\"4\" characterEncoding=\"UTF-8\""), field("T"),
                "CHARSET_DECLARED type T");
    }

    @Test
    void shouldNoteWhenTheRangeChanged() {
        assertTypes(type("T", "primitiveType=\"int32\" maxValue=\"9\""),
                type("T", "primitiveType=\"int32\" maxValue=\"99\""), field("T"), "RANGE_WIDENED type T");
        assertTypes(type("T", "primitiveType=\"int32\""), type("T", "primitiveType=\"int32\" minValue=\"0\""),
                field("T"), "RANGE_NARROWED type T");
    }

    @Test
    void shouldCompareRangesUnsignedWhenTheTypeIs() {
        assertTypes(type("T", "primitiveType=\"uint64\" maxValue=\"9223372036854775807\""),
                type("T", "primitiveType=\"uint64\" maxValue=\"9223372036854775808\""), field("T"),
                "RANGE_WIDENED type T");
        assertTypes(type("T", "primitiveType=\"uint64\""),
                type("T", "primitiveType=\"uint64\" maxValue=\"18446744073709551614\""), field("T"));
    }

    @Test
    void shouldNoteWhenAnIntegerBecomesAnEnumOfTheSameBytes() {
        assertTypesAndContent("", enumOf("E", "uint8", "A", "1"), field("uint8"), field("E"), "KIND_CHANGED_ALIKE M/f");
    }

    @Test
    void shouldBreakWhenTheKindOfTypeChangedWithItsBytesOrMeaning() {
        assertTypesAndContent("", enumOf("E", "uint8", "A", "1"), field("uint16"), field("E"), "KIND_CHANGED M/f",
                "BLOCK_SHRUNK M");
        assertTypesAndContent(setOf("S", "uint8", "A", "1"), enumOf("E", "uint8", "A", "1"), field("S"), field("E"),
                "KIND_CHANGED type E");
    }

    @Test
    void shouldNoteWhenAnEnumIsRenamed() {
        assertTypesAndContent(enumOf("E", "uint8", "A", "1"), enumOf("F", "uint8", "A", "1"), field("E"), field("F"),
                "TYPE_RENAMED type F");
    }

    @Test
    void shouldBreakWhenTheEncodingOfAnEnumOrSetChanged() {
        assertTypes(enumOf("E", "uint8", "A", "1"), enumOf("E", "uint16", "A", "1"), field("E"),
                "PRIMITIVE_CHANGED type E", "BLOCK_GROWN M");
        assertTypes(setOf("S", "uint8", "A", "1"), setOf("S", "uint16", "A", "1"), field("S"),
                "PRIMITIVE_CHANGED type S", "BLOCK_GROWN M");
    }

    @Test
    void shouldBreakNewReadersWhenAnEnumValueIsRemoved() {
        assertTypes(enumOf("E", "uint8", "A", "1", "B", "2"), enumOf("E", "uint8", "A", "1"), field("E"),
                "VALUE_REMOVED type E/B");
    }

    @Test
    void shouldBreakWhenAnEnumValueHasAnotherNumber() {
        assertTypes(enumOf("E", "uint8", "A", "1", "B", "2"), enumOf("E", "uint8", "A", "2", "B", "1"), field("E"),
                "VALUE_CHANGED type E/A", "VALUE_CHANGED type E/B");
    }

    @Test
    void shouldNoteWhenAnEnumValueIsRenamedOrAdded() {
        assertTypes(enumOf("E", "char", "A", "a"), enumOf("E", "char", "Z", "a", "B", "b"), field("E"),
                "VALUE_RENAMED type E/Z", "VALUE_ADDED type E/B");
    }

    @Test
    void shouldFindNothingWhenEnumValuesAreOnlyReordered() {
        assertTypes(enumOf("E", "uint8", "A", "1", "B", "2"), enumOf("E", "uint8", "B", "2", "A", "1"), field("E"));
    }

    @Test
    void shouldWarnWhenAChoiceIsRemoved() {
        assertTypes(setOf("S", "uint8", "A", "1", "B", "2"), setOf("S", "uint8", "A", "1"), field("S"),
                "CHOICE_REMOVED type S/B");
    }

    @Test
    void shouldBreakWhenAChoiceHasAnotherBit() {
        assertTypes(setOf("S", "uint8", "A", "1"), setOf("S", "uint8", "A", "3"), field("S"), "CHOICE_MOVED type S/A");
    }

    @Test
    void shouldNoteWhenAChoiceIsRenamedOrAdded() {
        assertTypes(setOf("S", "uint8", "A", "1"), setOf("S", "uint8", "Z", "1", "B", "2"), field("S"),
                "CHOICE_RENAMED type S/Z", "CHOICE_ADDED type S/B");
    }

    @Test
    void shouldFindNothingWhenTheTypeIsNotUsed() {
        assertTypes(enumOf("E", "uint8", "A", "1", "B", "2"), enumOf("E", "uint8", "A", "2"), field("int32"));
    }
}
