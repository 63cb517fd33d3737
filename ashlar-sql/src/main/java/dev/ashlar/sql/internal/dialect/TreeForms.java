// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.dialect;

import dev.ashlar.sql.SqlException;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.problem.Place;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlAsofJoin;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlStarReplace;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/// Replaces the placeholders of rewritten text in the parsed statement.
final class TreeForms extends SqlBasicVisitor<Void> {
    static final String GROUP_BY_ALL = "ashlar:group by all";
    static final String ORDER_BY_ALL = "ashlar:order by all";
    static final String STAR = "ashlar:star";
    static final String EXCLUDE = "ashlar:exclude";
    static final String USING = "ashlar:using";
    static final String REPLACE = "ashlar:replace";

    private TreeForms() {
    }

    /// Completes a parsed statement in place.
    static void complete(SqlNode statement) {
        statement.accept(new TreeForms());
    }

    @Override
    public Void visit(SqlCall call) {
        switch (call) {
            case SqlSelect select -> select(select);
            case SqlAsofJoin join -> join(join);
            case SqlJoin join when join.getJoinType() == JoinType.ASOF || join.getJoinType() == JoinType.LEFT_ASOF ->
                throw wrong(join, "ASOF JOIN takes ON or USING: on l.sym = r.sym and l.t >= r.t, or using (sym, t)");
            case SqlBasicCall values when values.getKind() == SqlKind.VALUES -> values(values.getOperandList());
            default -> { }
        }
        return super.visit(call);
    }

    /// Makes all numbers of a column floating-point numbers if one of them is: Calcite compares them as they are
    /// written.
    private static void values(List<SqlNode> rows) {
        Set<Integer> real = new HashSet<>();
        for (SqlNode row : rows) {
            List<SqlNode> columns = ((SqlCall) row).getOperandList();
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i) instanceof SqlNumericLiteral number && !number.isExact()) {
                    real.add(i);
                }
            }
        }
        for (SqlNode row : rows) {
            for (int column : real) {
                if (((SqlCall) row).operandCount() > column && ((SqlCall) row).operand(column)
                        instanceof SqlNumericLiteral number && number.isExact()) {
                    ((SqlCall) row).setOperand(column, SqlLiteral.createApproxNumeric(number.toValue() + "E0",
                            number.getParserPosition()));
                }
            }
        }
    }

    private static SqlException wrong(SqlNode at, String message) {
        return Place.of(at).wrong(Reason.SYNTAX, message);
    }

    private static void select(SqlSelect select) {
        SqlNodeList items = select.getSelectList();
        items.replaceAll(TreeForms::star);
        SqlNodeList group = select.getGroup();
        if (group != null && group.size() == 1 && isNamed(group.get(0), GROUP_BY_ALL)) {
            select.setGroupBy(new SqlNodeList(keys(items, group.get(0)), group.getParserPosition()));
        }
    }

    private static boolean isNamed(SqlNode node, String name) {
        return node instanceof SqlIdentifier identifier && identifier.isSimple() && identifier.getSimple().equals(name);
    }

    /// What is selected and has no aggregate in it.
    private static List<SqlNode> keys(SqlNodeList items, SqlNode all) {
        List<SqlNode> keys = new ArrayList<>();
        for (SqlNode item : items) {
            if (isStar(item)) {
                throw wrong(all, "GROUP BY ALL needs the columns of SELECT listed, not *");
            }
            SqlNode expression = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
            if (!(expression instanceof SqlLiteral) && !Aggregates.isIn(expression)) {
                keys.add(expression);
            }
        }
        return keys;
    }

    private static boolean isStar(SqlNode item) {
        return item instanceof SqlIdentifier name && name.isStar() || item instanceof SqlStarExclude
                || item instanceof SqlStarReplace;
    }

    /// The item, or the star that it stands for.
    private static SqlNode star(SqlNode item) {
        SqlIdentifier function = item instanceof SqlBasicCall call && call.getOperator()
                instanceof SqlUnresolvedFunction unresolved ? unresolved.getSqlIdentifier() : null;
        if (function == null || !isNamed(function, EXCLUDE) && !isNamed(function, REPLACE)) {
            return item;
        }
        List<SqlNode> operands = ((SqlCall) item).getOperandList();
        SqlParserPos at = operands.getFirst().getParserPosition();
        SqlIdentifier of = (SqlIdentifier) operands.getFirst();
        SqlIdentifier star = isNamed(of, STAR) ? SqlIdentifier.star(at) : of.plusStar();
        if (isNamed(function, EXCLUDE)) {
            for (SqlNode column : operands.subList(1, operands.size())) {
                if (!(column instanceof SqlIdentifier)) {
                    throw wrong(column, "EXCLUDE takes names of columns: * exclude (a, b)");
                }
            }
            return new SqlStarExclude(at, star, new SqlNodeList(operands.subList(1, operands.size()), at));
        }
        List<SqlNode> replacements = new ArrayList<>();
        for (int i = 1; i + 1 < operands.size(); i += 2) {
            SqlNode name = operands.get(i + 1);
            if (!(name instanceof SqlIdentifier)) {
                throw wrong(name, "EXCLUDE takes names of columns: * exclude (a, b)");
            }
            replacements.add(SqlStdOperatorTable.AS.createCall(name.getParserPosition(), operands.get(i), name));
        }
        return new SqlStarReplace(at, star, new SqlNodeList(replacements, at));
    }

    /// Takes the comparison of times out of `ON`.
    private static void join(SqlAsofJoin join) {
        if (join.getCondition() instanceof SqlBasicCall using
                && using.getOperator() instanceof SqlUnresolvedFunction function
                && isNamed(function.getSqlIdentifier(), USING)) {
            using.getOperandList().stream().filter(column -> !(column instanceof SqlIdentifier name && name.isSimple()))
                    .findFirst().ifPresent(column -> {
                        throw wrong(column, "USING takes column names, the time last: using (sym, t)");
                    });
            join.setOperand(4, JoinConditionType.USING.symbol(using.getParserPosition()));
            join.setOperand(5, new SqlNodeList(using.getOperandList(), using.getParserPosition()));
            return;
        }
        boolean plain = join.getMatchCondition() instanceof SqlLiteral literal
                && Boolean.TRUE.equals(literal.getValue());
        if (!plain) {
            return;
        }
        List<SqlNode> links = new ArrayList<>();
        List<SqlNode> times = new ArrayList<>();
        divide(join.getCondition(), links, times);
        if (times.size() != 1) {
            throw wrong(join.getCondition(), "ASOF JOIN takes one comparison of times in ON, l.t >= r.t; found: "
                    + times.size());
        }
        SqlNode condition = links.isEmpty() ? SqlLiteral.createBoolean(true, join.getCondition().getParserPosition())
                : links.getFirst();
        for (SqlNode link : links.subList(Math.min(1, links.size()), links.size())) {
            condition = SqlStdOperatorTable.AND.createCall(link.getParserPosition(), condition, link);
        }
        join.setOperand(5, condition);
        join.setOperand(6, times.getFirst());
    }

    private static void divide(SqlNode condition, List<SqlNode> links, List<SqlNode> times) {
        switch (condition.getKind()) {
            case AND -> ((SqlCall) condition).getOperandList().forEach(part -> divide(part, links, times));
            case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL -> times.add(condition);
            default -> links.add(condition);
        }
    }
}
