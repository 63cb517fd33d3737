// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.internal.compat.Pairing.Pair;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Presence;
import dev.ashlar.sbe.ir.SetType;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Compares two versions of a block: its fields, its length, then what follows it.
final class BlockCheck {
    private final Versions versions;
    private final CompatibilityFindings findings;
    private final FieldCheck fields;
    private final TailCheck tails;

    BlockCheck(Versions versions, TypeCheck types) {
        this.versions = versions;
        this.findings = versions.findings();
        this.fields = new FieldCheck(versions, types);
        this.tails = new TailCheck(versions, types, this);
    }

    /// Whether two blocks with different names may be one renamed block: they have the name of a field, group or data
    /// in common, or one of them is empty.
    static boolean related(Block before, Block after) {
        Set<String> names = names(before).collect(Collectors.toSet());
        return names.isEmpty() || names(after).findAny().isEmpty() || names(after).anyMatch(names::contains);
    }

    private static Stream<String> names(Block block) {
        return Stream.of(block.fields().stream().map(Field::name), block.groups().stream().map(Block::name),
                block.data().stream().map(d -> d.name())).flatMap(s -> s);
    }

    /// @param since first version in which readers of the newer schema look for the block
    void compare(Block before, Block after, PathPair place, int since) {
        Pairing<Field> pairing = Pairing.of(before.fields(), after.fields(), Field::name, this::isRenamed);
        for (Pair<Field> pair : pairing.common()) {
            fields.compare(pair.before(), pair.after(), place.child(pair.before().name(), pair.after().name()), since);
        }
        reportIds(pairing.common().stream().filter(pair -> pair.before().id() != pair.after().id()).toList(), place);
        for (Field removed : pairing.removed()) {
            boolean empty = removed.encodedLength() == 0;
            findings.reportOld(empty ? Rule.CONSTANT_REMOVED : Rule.FIELD_REMOVED, place.child(removed.name()),
                    empty ? "constant field removed" : "field removed");
        }
        List<Pair<Field>> moved = pairing.common().stream().filter(BlockCheck::isMoved).toList();
        reportMoved(moved, place);
        for (Field added : pairing.added()) {
            if (added.encodedLength() > 0) {
                reportAdded(added, before, moved, place.child(added.name()));
            }
        }
        compareLength(before, after, place);
        tails.compare(before, after, place, since);
    }

    /// Ids are often ordinals, which shift when a field is removed, so the same id alone does not identify a field.
    private boolean isRenamed(Field before, Field after) {
        return before.id() == after.id() && !versions.isNew(after.meta())
                && (before.offset() == after.offset() || before.type().name().equals(after.type().name()));
    }

    private static boolean isMoved(Pair<Field> pair) {
        return pair.before().encodedLength() > 0 && pair.after().encodedLength() > 0
                && pair.before().offset() != pair.after().offset();
    }

    /// One finding per block: ids that are ordinals usually shift together.
    private void reportIds(List<Pair<Field>> changed, PathPair place) {
        if (!changed.isEmpty()) {
            Field before = changed.getFirst().before();
            Field after = changed.getFirst().after();
            findings.report(Rule.FIELD_ID_CHANGED, place.child(before.name(), after.name()), "id changed from "
                    + before.id() + " to " + after.id() + others(changed, "have another id"));
        }
    }

    private static String others(List<Pair<Field>> pairs, String change) {
        return pairs.size() == 1 ? "" : ", and " + (pairs.size() - 1) + " more of its block " + change;
    }

    /// One finding per block: a change that moves one field usually moves all fields after it.
    private void reportMoved(List<Pair<Field>> moved, PathPair place) {
        if (moved.isEmpty()) {
            return;
        }
        Field before = moved.getFirst().before();
        Field after = moved.getFirst().after();
        findings.report(Rule.FIELD_MOVED, place.child(before.name(), after.name()), "offset changed from "
                + before.offset() + " to " + after.offset() + others(moved, "moved"));
    }

    private void reportAdded(Field added, Block before, List<Pair<Field>> moved, PathPair place) {
        if (moved.stream().anyMatch(pair -> pair.after().offset() > added.offset())) {
            findings.report(Rule.FIELD_INSERTED, place, "new field at offset " + added.offset()
                    + " is before old fields");
        } else if (added.offset() < before.blockLength()
                && before.fields().stream().noneMatch(f -> overlap(f, added))) {
            findings.report(Rule.FIELD_IN_PADDING, place, "new field at offset " + added.offset()
                    + " lies inside the old block of " + before.blockLength() + " bytes");
        }
        if (!versions.isNew(added.meta())) {
            findings.report(Rule.FIELD_WITHOUT_SINCE, place, versions.sinceTooEarly("new field", added.meta()));
        } else if (added.presence() == Presence.REQUIRED && !(added.type() instanceof SetType)) {
            findings.report(Rule.FIELD_NOT_OPTIONAL, place, "new field is required");
        }
    }

    private static boolean overlap(Field a, Field b) {
        return a.offset() < b.offset() + b.encodedLength() && b.offset() < a.offset() + a.encodedLength();
    }

    private void compareLength(Block before, Block after, PathPair place) {
        int needed = before.fields().stream().mapToInt(f -> f.offset() + f.encodedLength()).max().orElse(0);
        String change = "block length changed from " + before.blockLength() + " to " + after.blockLength();
        if (after.blockLength() < needed) {
            findings.report(Rule.BLOCK_SHRUNK, place, change);
        } else if (after.blockLength() < before.blockLength()) {
            findings.report(Rule.PADDING_REMOVED, place, change);
        } else if (after.blockLength() > before.blockLength()) {
            findings.report(Rule.BLOCK_GROWN, place, change);
        }
    }
}
