// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import static dev.ashlar.sbe.internal.compat.Evolution.assertTypes;
import static dev.ashlar.sbe.internal.compat.Evolution.assertTypesAndContent;

import org.junit.jupiter.api.Test;

class CompositeCheckTest {
    private static final String LAST = "<field name=\"f\" id=\"1\" type=\"C\"/>";
    private static final String FOLLOWED = LAST + "<field name=\"g\" id=\"2\" type=\"int32\"/>";
    private static final String A = member("a", "uint32", "");
    private static final String B = member("b", "uint32", "");
    private static final String NEW = member("n", "uint32", "presence=\"optional\" sinceVersion=\"2\"");

    private static String member(String name, String primitive, String attributes) {
        return "<type name=\"" + name + "\" primitiveType=\"" + primitive + "\" " + attributes + "/>";
    }

    private static String composite(String members) {
        return "<composite name=\"C\">" + members + "</composite>";
    }

    @Test
    void shouldWarnWhenTheLastFieldsCompositeGrowsAtItsEnd() {
        assertTypes(composite(A), composite(A + NEW), LAST, "MEMBER_ADDED type C/n", "BLOCK_GROWN M");
    }

    @Test
    void shouldBreakWhenTheGrowingCompositeMovesWhatFollows() {
        assertTypes(composite(A), composite(A + NEW), FOLLOWED, "MEMBER_ADDED type C/n", "FIELD_MOVED M/g",
                "BLOCK_GROWN M");
    }

    @Test
    void shouldWarnWhenTheGrowingCompositeFitsIntoPadding() {
        assertTypes(composite(A), composite(A + NEW), LAST + "<field name=\"g\" id=\"2\" type=\"int32\" offset=\"8\"/>",
                "MEMBER_ADDED type C/n");
        assertTypes(composite(A + member("b", "uint32", "offset=\"8\"")),
                composite(A + NEW + member("b", "uint32", "offset=\"8\"")), LAST, "MEMBER_ADDED type C/n");
    }

    @Test
    void shouldBreakWhenANewMemberHasNoSinceVersion() {
        assertTypes(composite(A), composite(A + B), LAST, "MEMBER_WITHOUT_SINCE type C/b", "BLOCK_GROWN M");
    }

    @Test
    void shouldBreakWhenAMemberIsInserted() {
        assertTypes(composite(A + B), composite(A + NEW + B), LAST, "MEMBER_MOVED type C/b", "MEMBER_ADDED type C/n",
                "BLOCK_GROWN M");
    }

    @Test
    void shouldBreakOldReadersWhenAMemberIsRemoved() {
        assertTypes(composite(A + B), composite(A), LAST, "MEMBER_REMOVED type C/b", "BLOCK_SHRUNK M");
    }

    @Test
    void shouldNoteWhenAMemberIsRenamed() {
        assertTypes(composite(A + B), composite(A + member("bb", "uint32", "")), LAST, "MEMBER_RENAMED type C/bb");
    }

    @Test
    void shouldNotTakeItForARenameWhenTheMemberSaysItIsNew() {
        assertTypes(composite(A + B), composite(A + NEW), LAST, "MEMBER_REMOVED type C/b", "MEMBER_ADDED type C/n");
    }

    @Test
    void shouldCompareConstantMembersByValue() {
        String exponent = "<type name=\"e\" primitiveType=\"int8\" presence=\"constant\">-4</type>";
        assertTypes(composite(A + exponent), composite(A + exponent.replace("-4", "-8")), LAST,
                "CONSTANT_CHANGED type C/e");
        assertTypes(composite(A + exponent), composite(A), LAST, "CONSTANT_REMOVED type C/e");
        assertTypes(composite(A), composite(A + exponent), LAST);
        assertTypes(composite(A + exponent), composite(A + member("e", "int8", "")), LAST, "CONSTANCY_CHANGED type C/e",
                "BLOCK_GROWN M");
    }

    @Test
    void shouldComparePresenceAndNullOfMembers() {
        assertTypes(composite(A), composite(member("a", "uint32", "presence=\"optional\"")), LAST,
                "MADE_OPTIONAL type C/a");
        assertTypes(composite(member("a", "uint32", "presence=\"optional\"")), composite(A), LAST,
                "MADE_REQUIRED type C/a");
        assertTypes(composite(member("a", "uint32", "presence=\"optional\"")),
                composite(member("a", "uint32", "presence=\"optional\" nullValue=\"0\"")), LAST,
                "NULL_CHANGED type C/a");
    }

    @Test
    void shouldCompareTheFirstMembersNullWhenItStandsForTheWholeComposite() {
        String enumeration = "<enum name=\"E\" encodingType=\"uint8\"><validValue name=\"X\">1</validValue></enum>";
        String ofEnum = composite("<ref name=\"a\" type=\"E\"/>");
        assertTypes(enumeration + ofEnum, enumeration.replace("\"uint8\"", "\"uint8\" nullValue=\"0\"") + ofEnum, LAST,
                "NULL_CHANGED type E");
    }

    /// The null indicator is that of `docs/null.md`, wherever it stands.
    @Test
    void shouldCompareTheNullOfTheNullIndicator() {
        String exponent = member("exponent", "int8", "");
        String mantissa = member("mantissa", "int64", "");
        String optional = LAST.replace("/>", " presence=\"optional\"/>");
        String other = member("mantissa", "int64", "nullValue=\"0\"");
        assertTypes(composite(exponent + mantissa), composite(exponent + other), optional, "NULL_CHANGED type C/mantissa");
        assertTypes(composite(mantissa + exponent), composite(other + exponent), optional, "NULL_CHANGED type C/mantissa");
        assertTypes(composite(exponent + mantissa),
                composite(member("exponent", "int8", "nullValue=\"0\"") + mantissa), optional);
        assertTypes(composite(mantissa + exponent), composite(other + exponent), LAST);
    }

    @Test
    void shouldCompareNestedCompositesMemberByMember() {
        String nested = composite("<composite name=\"in\">" + A + B + "</composite>");
        assertTypes(nested, nested.replace("\"b\" primitiveType=\"uint32\"", "\"b\" primitiveType=\"int32\""), LAST,
                "PRIMITIVE_CHANGED type C/in/b");
    }

    @Test
    void shouldReportAReferredTypeWhereItIsDeclared() {
        String types = member("T", "uint32", "")
                + composite("<ref name=\"x\" type=\"T\"/><ref name=\"y\" type=\"T\"/>");
        assertTypes(types, types.replace("\"T\" primitiveType=\"uint32\"", "\"T\" primitiveType=\"float\""), LAST,
                "PRIMITIVE_CHANGED type T");
    }

    @Test
    void shouldBreakWhenSinceVersionOfAnOldMemberIsNew() {
        assertTypes(composite(A + B), composite(A + member("b", "uint32", "sinceVersion=\"2\"")), LAST,
                "SINCE_TOO_LATE type C/b");
    }

    @Test
    void shouldNoteOnlyTheNameWhenARenamedCompositeHasTheSameLayout() {
        assertTypesAndContent(composite(A), composite(A).replace("\"C\"", "\"D\""), LAST,
                LAST.replace("\"C\"", "\"D\""), "TYPE_RENAMED type D");
    }

    @Test
    void shouldReportAtTheFieldWhenItTookAnotherComposite() {
        String other = composite(member("a", "int32", "")).replace("\"C\"", "\"D\"");
        assertTypesAndContent(composite(A) + other, composite(A) + other, LAST, LAST.replace("\"C\"", "\"D\""),
                "TYPE_RENAMED M/f", "PRIMITIVE_CHANGED M/f/a");
    }
}
