// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.planning;

import dev.ashlar.sql.internal.operator.AsofJoinRel;
import dev.ashlar.sql.internal.operator.AsofJoinRel.Link;
import dev.ashlar.sql.internal.operator.TopPerKeyRel;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.calcite.util.mapping.Mapping;
import org.apache.calcite.util.mapping.MappingType;
import org.apache.calcite.util.mapping.Mappings;

/// Calcite's field trimmer, which removes unused columns, extended to ASOF joins.
final class FieldTrimmer extends RelFieldTrimmer {
    FieldTrimmer(RelBuilder builder) {
        super(null, builder);
    }

    @Override
    protected TrimResult trimChild(RelNode rel, RelNode input, ImmutableBitSet used, Set<RelDataTypeField> extra) {
        return !extra.isEmpty() ? super.trimChild(rel, input, used, extra) : switch (input) {
            case AsofJoinRel join -> joined(join, used);
            case TopPerKeyRel top -> top(top, used);
            default -> super.trimChild(rel, input, used, extra);
        };
    }

    private TrimResult top(TopPerKeyRel top, ImmutableBitSet used) {
        int number = top.getRowType().getFieldCount() - 1;
        ImmutableBitSet.Builder needed = used.clear(number).rebuild();
        top.keys().forEach(needed::set);
        top.order().getKeys().forEach(needed::set);
        ImmutableBitSet columns = needed.build();
        // Rows without columns have no scan.
        TrimResult input = trimChild(top, top.getInput(), columns.isEmpty() ? ImmutableBitSet.of(0) : columns,
                Set.of());
        RelNode trimmed = TopPerKeyRel.of(input.left, moved(top.keys(), input.right), RelCollations.permute(top.order(),
                input.right), top.most());
        int count = trimmed.getRowType().getFieldCount();
        Mapping mapping = Mappings.create(MappingType.INVERSE_SURJECTION, number + 1, count);
        for (int i = 0; i < number; i++) {
            int target = input.right.getTargetOpt(i);
            if (target >= 0) {
                mapping.set(i, target);
            }
        }
        mapping.set(number, count - 1);
        return result(trimmed, mapping);
    }

    private TrimResult joined(AsofJoinRel join, ImmutableBitSet used) {
        Link link = join.link();
        int leftCount = join.getLeft().getRowType().getFieldCount();
        int count = join.getRowType().getFieldCount();
        ImmutableBitSet.Builder ofLeft = used.intersect(ImmutableBitSet.range(leftCount)).rebuild();
        link.keys().forEach(ofLeft::set);
        ofLeft.set(link.time());
        ImmutableBitSet.Builder ofRight = used.except(ImmutableBitSet.range(leftCount)).shift(-leftCount).rebuild();
        link.rightKeys().forEach(ofRight::set);
        ofRight.set(link.rightTime());
        TrimResult left = trimChild(join, join.getLeft(), ofLeft.build(), Set.of());
        TrimResult right = trimChild(join, join.getRight(), ofRight.build(), Set.of());
        RelNode trimmed = AsofJoinRel.of(left.left, right.left, new Link(moved(link.keys(), left.right),
                left.right.getTarget(link.time()), moved(link.rightKeys(), right.right),
                right.right.getTarget(link.rightTime()), link.direction(), link.outer()));
        int newLeft = left.left.getRowType().getFieldCount();
        Mapping mapping = Mappings.create(MappingType.INVERSE_SURJECTION, count, trimmed.getRowType().getFieldCount());
        for (int i = 0; i < count; i++) {
            int target = i < leftCount ? left.right.getTargetOpt(i) : right.right.getTargetOpt(i - leftCount);
            if (target >= 0) {
                mapping.set(i, i < leftCount ? target : newLeft + target);
            }
        }
        return result(trimmed, mapping);
    }

    private static List<Integer> moved(List<Integer> columns, Mapping mapping) {
        return columns.stream().map(mapping::getTarget).toList();
    }
}
