// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sbe.internal.compat;

import dev.ashlar.sbe.internal.compat.Pairing.Pair;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Meta;
import dev.ashlar.sbe.ir.ScalarType;
import dev.ashlar.sbe.ir.VarData;
import java.util.ArrayList;
import java.util.List;

/// Compares the groups and data that follow a block. Readers find each by walking all those before it, so their order
/// is their layout.
final class TailCheck {
    private final Versions versions;
    private final CompatibilityFindings findings;
    private final TypeCheck types;
    private final BlockCheck blocks;

    /// A group or data and its place in the walk.
    private sealed interface Part {
        int index();

        String name();

        int id();

        Meta meta();
    }

    private record GroupPart(int index, String name, int id, Meta meta, Group group) implements Part { }

    private record DataPart(int index, String name, int id, Meta meta, VarData data) implements Part { }

    TailCheck(Versions versions, TypeCheck types, BlockCheck blocks) {
        this.versions = versions;
        this.findings = versions.findings();
        this.types = types;
        this.blocks = blocks;
    }

    /// @param since first version in which readers of the newer schema look for the block that these follow
    void compare(Block before, Block after, PathPair place, int since) {
        // A group that became data is a removal and an addition: the names alone would pair them.
        Pairing<Part> pairing = Pairing.of(parts(before), parts(after), TailCheck::kindAndName, this::isRenamed);
        boolean root = after instanceof Message;
        reportReordered(pairing.common(), place);
        for (Part removed : pairing.removed()) {
            boolean last = root && pairing.common().stream().noneMatch(p -> p.before().index() > removed.index());
            findings.reportOld(last ? Rule.LAST_REMOVED : Rule.TAIL_REMOVED, place.child(removed.name()), kind(removed)
                    + " removed");
        }
        for (Part added : pairing.added()) {
            boolean last = pairing.common().stream().noneMatch(p -> p.after().index() > added.index());
            reportAdded(added, last, root, place.child(added.name()));
        }
        for (Pair<Part> pair : pairing.common()) {
            comparePart(pair.before(), pair.after(), place.child(pair.before().name(), pair.after().name()), since);
        }
    }

    private static List<Part> parts(Block block) {
        List<Part> parts = new ArrayList<>();
        block.groups().forEach(group ->
                parts.add(new GroupPart(parts.size(), group.name(), group.id(), group.meta(), group)));
        block.data().forEach(data -> parts.add(new DataPart(parts.size(), data.name(), data.id(), data.meta(), data)));
        return parts;
    }

    private static String kind(Part part) {
        return switch (part) {
            case GroupPart _ -> "group";
            case DataPart _ -> "data";
        };
    }

    private static String kindAndName(Part part) {
        return kind(part) + " " + part.name();
    }

    private boolean isRenamed(Part before, Part after) {
        return before.id() == after.id() && !versions.isNew(after.meta()) && switch (before) {
            case GroupPart old -> after instanceof GroupPart now && BlockCheck.related(old.group(), now.group());
            case DataPart _ -> after instanceof DataPart;
        };
    }

    private void reportReordered(List<Pair<Part>> common, PathPair place) {
        int last = -1;
        for (Pair<Part> pair : common) {
            Part after = pair.after();
            if (after.index() < last) {
                findings.report(Rule.TAIL_REORDERED, place.child(pair.before().name(), after.name()),
                        kind(after) + " moved before a group or data that it followed");
                return;
            }
            last = after.index();
        }
    }

    private void reportAdded(Part added, boolean last, boolean root, PathPair place) {
        if (!last) {
            findings.report(Rule.TAIL_INSERTED, place, "new " + kind(added) + " is before older groups or data");
        } else if (root) {
            findings.report(Rule.TAIL_APPENDED, place, "new " + kind(added) + " at the end of the message");
        } else {
            findings.report(Rule.NESTED_ADDED, place, "new " + kind(added) + " inside a group");
        }
        if (!versions.isNew(added.meta())) {
            findings.report(Rule.TAIL_WITHOUT_SINCE, place, versions.sinceTooEarly("new " + kind(added), added.meta()));
        }
    }

    private void comparePart(Part before, Part after, PathPair place, int since) {
        if (!before.name().equals(after.name())) {
            findings.report(Rule.TAIL_RENAMED, place, kind(after) + " renamed from " + before.name());
        }
        if (before.id() != after.id()) {
            findings.report(Rule.FIELD_ID_CHANGED, place, "id changed from " + before.id() + " to " + after.id());
        }
        versions.compareSince(before.meta(), after.meta(), since, place);
        versions.compareDeprecation(before.meta(), after.meta(), place);
        versions.compareSemanticType(before.meta(), after.meta(), place);
        if (before instanceof GroupPart old && after instanceof GroupPart now) {
            compareDimension(old.group(), now.group(), place);
            blocks.compare(old.group(), now.group(), place, Math.max(since, now.meta().sinceVersion()));
        } else if (before instanceof DataPart old && after instanceof DataPart now) {
            compareData(old.data(), now.data(), place);
        }
    }

    private void compareDimension(Group before, Group after, PathPair place) {
        StandardLayout layout = StandardLayout.ofDimension(before.dimension());
        StandardLayout newLayout = StandardLayout.ofDimension(after.dimension());
        if (layout.equals(newLayout)) {
            types.compareMembers(before.dimension(), after.dimension());
            compareCounts(before.numInGroupMember(), after.numInGroupMember(), place);
        } else {
            findings.report(Rule.DIMENSION_CHANGED, types.place(before.dimension(), after.dimension(), true, place),
                    "group dimension changed from " + layout + " to " + newLayout);
        }
    }

    private void compareData(VarData before, VarData after, PathPair place) {
        versions.compareTime("epoch", "unix", before.epoch(), after.epoch(), place);
        versions.compareTime("timeUnit", "nanosecond", before.timeUnit(), after.timeUnit(), place);
        PathPair typePlace = types.place(before.encoding(), after.encoding(), true, place);
        StandardLayout layout = StandardLayout.ofData(before.encoding());
        StandardLayout newLayout = StandardLayout.ofData(after.encoding());
        if (!layout.equals(newLayout)) {
            findings.report(Rule.DATA_LAYOUT_CHANGED, typePlace, "data changed from " + layout + " to " + newLayout);
            return;
        }
        new ScalarCheck(findings).compareCharset(before.characterEncoding(), after.characterEncoding(), typePlace);
        compareCounts(before.lengthMember(), after.lengthMember(), place);
    }

    private void compareCounts(Member before, Member after, PathPair place) {
        ScalarType old = (ScalarType) before.type();
        ScalarType now = (ScalarType) after.type();
        String change = after.name() + " changed from " + old.leastCount() + ".." + old.greatestCount() + " to "
                + now.leastCount() + ".." + now.greatestCount();
        if (now.leastCount() < old.leastCount() || now.greatestCount() > old.greatestCount()) {
            findings.report(Rule.COUNTS_WIDENED, place, change);
        }
        if (now.leastCount() > old.leastCount() || now.greatestCount() < old.greatestCount()) {
            findings.report(Rule.COUNTS_NARROWED, place, change);
        }
    }
}
