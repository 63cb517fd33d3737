// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import dev.ashlar.sql.internal.operator.ColumnarPlan;
import dev.ashlar.sql.internal.scan.StoreScan;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Calc;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;

/// Formats one step of a plan as a line, with column names instead of numbers.
final class PlanStep {
    private static final Pattern COLUMN = Pattern.compile("\\$(\\d+)");
    /// What Calcite says of each text.
    private static final List<String> NOISE = List.of(":VARCHAR(2147483647) CHARACTER SET \"UTF-8\"",
            "(2147483647) CHARACTER SET \"UTF-8\"", " CHARACTER SET \"UTF-8\"", "_UTF-8");

    static String of(RelNode node) {
        // The node alone is the first line of its plan.
        String line = RelOptUtil.toString(node).lines().findFirst().orElse("");
        if (node instanceof StoreScan) {
            return line;
        }
        List<String> columns = new ArrayList<>();
        node.getInputs().forEach(input -> columns.addAll(input.getRowType().getFieldNames()));
        String terms = node instanceof Calc calc ? terms(calc.getProgram())
                : line.substring(Math.max(0, line.indexOf('(')));
        for (String noise : NOISE) {
            terms = terms.replace(noise, "");
        }
        return node.getRelTypeName().replaceFirst("^Enumerable", "").replaceFirst("Rel$", "") + named(terms, columns)
                + (ColumnarPlan.isColumnar(node) ? " in columns" : "");
    }

    private static String terms(RexProgram program) {
        List<String> columns = new ArrayList<>();
        for (RexLocalRef project : program.getProjectList()) {
            RexNode expression = program.expandLocalRef(project);
            columns.add(program.getOutputRowType().getFieldNames().get(columns.size()) + "=" + expression);
        }
        String where = program.getCondition() == null ? "" : "where=[" + program.expandLocalRef(program.getCondition())
                + "], ";
        return "(" + where + "columns=[" + String.join(", ", columns) + "])";
    }

    private static String named(String terms, List<String> columns) {
        return COLUMN.matcher(terms).replaceAll(number -> {
            int column = number.group(1).length() > 6 ? columns.size() : Integer.parseInt(number.group(1));
            return Matcher.quoteReplacement(column < columns.size() ? columns.get(column) : number.group());
        });
    }
}
