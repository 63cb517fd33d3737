// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import static dev.ashlar.sbe.CompatibilityFinding.Direction.BACKWARD;
import static dev.ashlar.sbe.CompatibilityFinding.Direction.FORWARD;
import static dev.ashlar.sbe.CompatibilityFinding.Severity.BREAK;
import static dev.ashlar.sbe.CompatibilityFinding.Severity.NOTE;
import static dev.ashlar.sbe.CompatibilityFinding.Severity.WARNING;

import dev.ashlar.sbe.CompatibilityFinding.Direction;
import dev.ashlar.sbe.CompatibilityFinding.Severity;
import java.util.Set;

/// The rules. Codes are stable: a rule may be removed, but its number is never reused. `docs/compatibility.md` holds
/// the same table.
///
/// A rule without directions reports a change that no reader of messages notices.
enum Rule {
    SCHEMA_ID_CHANGED(1, BREAK, both(), "schema id changed",
            "readers refuse messages of another schema: keep the id and raise the version"),
    BYTE_ORDER_CHANGED(2, BREAK, both(), "byte order changed", "keep the byte order"),
    HEADER_CHANGED(3, BREAK, both(), "layout of the message header changed",
            "no reader finds version or template id any more: keep the header as it was"),
    VERSION_LOWERED(4, BREAK, both(), "schema version lowered", "versions only grow: give the new schema a higher one"),
    VERSION_NOT_RAISED(5, WARNING, none(), "schema changed under the same version",
            "readers cannot tell the two apart: raise the version"),
    PACKAGE_CHANGED(6, NOTE, none(), "package changed", "generated code moves; messages stay the same"),

    MESSAGE_REMOVED(10, BREAK, backward(), "message removed",
            "keep it, marked deprecated, as long as old messages are read"),
    TEMPLATE_ID_CHANGED(11, BREAK, both(), "template id of a message changed", "keep the id"),
    TEMPLATE_ID_REUSED(12, BREAK, both(), "template id now means another message",
            "give the new message an id never used"),
    MESSAGE_RENAMED(13, NOTE, none(), "message renamed", "generated code changes; messages stay the same"),
    MESSAGE_ADDED(14, NOTE, forward(), "message added", "older readers do not know it and have to skip it"),
    MESSAGE_WITHOUT_SINCE(15, NOTE, none(), "new message without a sinceVersion above the old version",
            "set sinceVersion to the version that adds it"),

    FIELD_REMOVED(20, BREAK, forward(), "field removed",
            "older readers still read its bytes: keep it, marked deprecated, and write null"),
    CONSTANT_REMOVED(21, NOTE, none(), "constant field or member removed",
            "generated code changes; messages stay the same"),
    FIELD_MOVED(22, BREAK, both(), "offset of a field changed", "keep every old field at its offset"),
    FIELD_INSERTED(23, BREAK, both(), "new field pushes older ones back", "append new fields after the old ones"),
    FIELD_IN_PADDING(24, NOTE, backward(), "new field inside the old block length",
            "old messages hold padding there: readers have to go by the version, not by the block length"),
    FIELD_WITHOUT_SINCE(25, BREAK, backward(), "new field without a sinceVersion above the old version",
            "readers look for it in old messages: set sinceVersion to the version that adds it"),
    FIELD_NOT_OPTIONAL(26, WARNING, backward(), "new field that is not optional",
            "it has no value in old messages: make it optional, or have readers check the version"),
    FIELD_RENAMED(27, NOTE, none(), "field renamed", "generated code changes; messages stay the same"),
    FIELD_ID_CHANGED(28, NOTE, none(), "id of a field, group or data changed",
            "ids are not on the wire, but tools know elements by them: keep them"),
    BLOCK_SHRUNK(29, BREAK, forward(), "block ends before old fields do",
            "older readers read beyond the block: keep the block length"),
    PADDING_REMOVED(30, NOTE, forward(), "block lost padding only", "readers go by the block length on the wire"),
    BLOCK_GROWN(31, NOTE, forward(), "block grown", "older readers have to go by the block length on the wire"),

    SINCE_TOO_LATE(40, BREAK, backward(), "sinceVersion of an old element above the old version",
            "readers treat it as absent in old messages that have it: restore sinceVersion"),
    SINCE_CHANGED(41, WARNING, backward(), "sinceVersion of an old element changed",
            "readers of even older messages differ on whether it is present: change it only to correct it"),
    DEPRECATED(42, NOTE, none(), "element deprecated, or no longer deprecated", "messages stay the same"),

    MADE_OPTIONAL(50, BREAK, forward(), "required made optional",
            "older readers treat null as a value: add a new field instead"),
    MADE_REQUIRED(51, BREAK, backward(), "optional made required", "old messages may hold null: keep it optional"),
    CONSTANCY_CHANGED(52, BREAK, both(), "made constant, or no longer constant",
            "a constant takes no bytes: add a new field instead"),
    CONSTANT_CHANGED(53, BREAK, both(), "value of a constant changed",
            "readers see their own constant instead of the writer's: add a new field instead"),
    NULL_CHANGED(54, BREAK, both(), "null value changed",
            "each side treats the other's null as a value: keep the null value"),
    TIME_CHANGED(55, BREAK, both(), "epoch or timeUnit changed",
            "the same bytes mean another time: add a new field instead"),
    TIME_DECLARED(56, WARNING, both(), "epoch or timeUnit declared, or no longer declared",
            "make sure it matches what writers have always written"),
    SEMANTIC_TYPE_CHANGED(57, NOTE, none(), "semanticType changed", "make sure the values still mean the same"),
    RANGE_WIDENED(58, NOTE, forward(), "range of values widened",
            "older readers that check ranges refuse the new values"),
    RANGE_NARROWED(59, NOTE, backward(), "range of values narrowed",
            "readers that check ranges refuse some old values"),

    PRIMITIVE_CHANGED(60, BREAK, both(), "primitive type changed", "add a new field instead"),
    LENGTH_CHANGED(61, BREAK, both(), "array length changed", "add a new field instead"),
    KIND_CHANGED(62, BREAK, both(), "kind of type changed", "add a new field instead"),
    KIND_CHANGED_ALIKE(63, NOTE, none(), "kind of type changed, the same bytes",
            "generated code changes; messages stay the same"),
    TYPE_RENAMED(64, NOTE, none(), "composite, enum or set renamed",
            "generated code changes; layout is compared member by member"),
    CHARSET_CHANGED(65, BREAK, both(), "character encoding changed", "add a new field instead"),
    CHARSET_WIDENED(66, BREAK, forward(), "character encoding widened from US-ASCII",
            "older readers see characters they cannot decode: add a new field, or write ASCII until all are updated"),
    CHARSET_NARROWED(67, BREAK, backward(), "character encoding narrowed to US-ASCII",
            "old messages may hold other characters: keep the encoding"),
    CHARSET_DECLARED(68, NOTE, none(), "character encoding declared, or no longer declared",
            "generated code changes; messages stay the same"),

    MEMBER_REMOVED(70, BREAK, forward(), "member of a composite removed",
            "older readers still read its bytes: keep it, marked deprecated"),
    MEMBER_MOVED(71, BREAK, both(), "offset of a member changed", "keep every old member at its offset"),
    MEMBER_ADDED(72, WARNING, backward(), "member added to a composite",
            "readers that do not check the version of members read past the old composite: add a field instead"),
    MEMBER_WITHOUT_SINCE(73, BREAK, backward(), "new member without a sinceVersion above the old version",
            "readers look for it in old messages: set sinceVersion to the version that adds it"),
    MEMBER_RENAMED(74, NOTE, none(), "member renamed", "generated code changes; messages stay the same"),

    VALUE_REMOVED(80, BREAK, backward(), "enum value removed",
            "readers do not know it in old messages: keep it, marked deprecated"),
    VALUE_CHANGED(81, BREAK, both(), "number of an enum value changed", "add a new value instead"),
    VALUE_RENAMED(82, NOTE, none(), "enum value renamed", "generated code changes; make sure it still means the same"),
    VALUE_ADDED(83, NOTE, forward(), "enum value added",
            "older readers do not know it: write it only once they are updated"),
    CHOICE_REMOVED(85, WARNING, both(), "choice of a set removed",
            "new readers ignore its bit in old messages, and new writers never set it: keep it, marked deprecated"),
    CHOICE_MOVED(86, BREAK, both(), "bit of a choice changed", "add a new choice instead"),
    CHOICE_RENAMED(87, NOTE, none(), "choice renamed", "generated code changes; make sure it still means the same"),
    CHOICE_ADDED(88, NOTE, forward(), "choice added", "older readers do not see its bit"),

    TAIL_REMOVED(90, BREAK, both(), "group or data removed",
            "readers cannot find what follows it: keep it, marked deprecated, and write it empty"),
    LAST_REMOVED(91, BREAK, forward(), "last group or data of a message removed",
            "older readers look for it past the end of the message, newer ones stop before it: keep it, deprecated"),
    TAIL_REORDERED(92, BREAK, both(), "order of groups and data changed", "keep the order"),
    TAIL_INSERTED(93, BREAK, forward(), "new group or data before older ones",
            "older readers mistake it for the one after it: add it at the end of the message"),
    TAIL_APPENDED(94, WARNING, forward(), "new group or data at the end of a message",
            "older readers stop before it: they need framing that gives the start of the next message"),
    NESTED_ADDED(95, BREAK, forward(), "new group or data inside a group",
            "older readers cannot find the next entry: add it to the message itself"),
    TAIL_WITHOUT_SINCE(96, BREAK, backward(), "new group or data without a sinceVersion above the old version",
            "readers look for it in old messages: set sinceVersion to the version that adds it"),
    TAIL_RENAMED(97, NOTE, none(), "group or data renamed", "generated code changes; messages stay the same"),
    DIMENSION_CHANGED(98, BREAK, both(), "layout of a group dimension changed", "keep the dimension type"),
    DATA_LAYOUT_CHANGED(99, BREAK, both(), "layout of variable-length data changed", "keep the data type"),
    COUNTS_WIDENED(100, BREAK, forward(), "range of a group's count or of the length of data widened",
            "older readers reject the new counts: write them only once all are updated"),
    COUNTS_NARROWED(101, BREAK, backward(), "range of a group's count or of the length of data narrowed",
            "readers refuse old messages with other counts: keep the range");

    private final int number;
    private final Severity severity;
    private final Set<Direction> directions;
    private final String title;
    private final String advice;

    Rule(int number, Severity severity, Set<Direction> directions, String title, String advice) {
        this.number = number;
        this.severity = severity;
        this.directions = directions;
        this.title = title;
        this.advice = advice;
    }

    String code() {
        return number < 10 ? "COMPAT0" + number : "COMPAT" + number;
    }

    Severity severity() {
        return severity;
    }

    Set<Direction> directions() {
        return directions;
    }

    /// What changed, in general.
    String title() {
        return title;
    }

    /// What follows from it and what to do.
    String advice() {
        return advice;
    }

    private static Set<Direction> both() {
        return Set.of(BACKWARD, FORWARD);
    }

    private static Set<Direction> backward() {
        return Set.of(BACKWARD);
    }

    private static Set<Direction> forward() {
        return Set.of(FORWARD);
    }

    private static Set<Direction> none() {
        return Set.of();
    }
}
