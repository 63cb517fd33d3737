// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;

/// Names the mismatched types where Calcite's message does not.
///
/// @param united UNION and the like in the statement
record TypeClash(SqlValidator validator, List<SqlCall> united) {
    private static final Pattern NO_TYPE = Pattern.compile("Cannot infer return type for .*|Illegal mixing of types .*"
            + "|Parameters must be of the same type\\.?|Values in expression list must have compatible types\\.?");
    private static final Pattern OPERATOR = Pattern.compile("Values passed to (.*) operator must have compatible types\\.?");
    private static final Pattern UNITED = Pattern.compile("Type mismatch in column (\\d+) of (.*?)\\.?");

    /// A message with the types; empty if Calcite's says as much.
    ///
    /// @param said by Calcite
    /// @param node that is wrong
    Optional<String> message(String said, SqlNode node) {
        if (NO_TYPE.matcher(said).matches()) {
            return clash("values of " + name(node), types(values(node)));
        }
        Matcher operator = OPERATOR.matcher(said);
        if (operator.matches() && node instanceof SqlCall call) {
            return call.getKind() == SqlKind.VALUES ? ofRows(call) : ofList(call);
        }
        Matcher column = UNITED.matcher(said);
        return !column.matches() ? Optional.empty()
                : ofQueries(node, Integer.parseInt(column.group(1)), column.group(2));
    }

    /// Whether there are values of kinds that are not compared: numbers, dates and timestamps, times of day, truths,
    /// intervals of days and those of months. A text is compared with all but intervals.
    static boolean isClash(List<RelDataType> types) {
        Set<String> kinds = new HashSet<>();
        for (RelDataType type : types) {
            if (isKnown(type) && !SqlTypeUtil.inCharFamily(type)) {
                kinds.add(SqlTypeUtil.isNumeric(type) ? SqlTypeName.DECIMAL.getName()
                        : SqlTypeUtil.isDate(type) ? SqlTypeName.TIMESTAMP.getName() : name(type));
            }
        }
        return kinds.size() > 1 || types.stream().anyMatch(SqlTypeUtil::inCharFamily)
                && types.stream().anyMatch(SqlTypeUtil::isInterval);
    }

    private static String name(SqlNode node) {
        if (node instanceof SqlNodeList) {
            return "IN";
        }
        boolean coalesced = node instanceof SqlCase found && found.getWhenOperands().stream().allMatch(when ->
                when.getKind() == SqlKind.IS_NOT_NULL);
        return coalesced ? "COALESCE" : ((SqlCall) node).getOperator().getName();
    }

    private static List<SqlNode> values(SqlNode node) {
        if (node instanceof SqlCase found) {
            List<SqlNode> values = new ArrayList<>(found.getThenOperands().getList());
            values.add(found.getElseOperand());
            return values;
        }
        return node instanceof SqlNodeList list ? list.getList() : ((SqlCall) node).getOperandList();
    }

    private Set<String> types(List<SqlNode> values) {
        Set<String> types = new LinkedHashSet<>();
        for (SqlNode value : values) {
            fields(value).forEach(type -> add(type, types));
        }
        return types;
    }

    private static void add(RelDataType type, Set<String> to) {
        if (isKnown(type)) {
            to.add(name(type));
        }
    }

    private static boolean isKnown(RelDataType type) {
        SqlTypeName name = type.getSqlTypeName();
        return name != SqlTypeName.NULL && name != SqlTypeName.ANY && name != SqlTypeName.UNKNOWN;
    }

    private static String name(RelDataType type) {
        SqlTypeName name = type.getSqlTypeName();
        return name == SqlTypeName.DECIMAL ? type.toString() : SqlTypeName.YEAR_INTERVAL_TYPES.contains(name)
                ? "INTERVAL MONTH" : SqlTypeName.DAY_INTERVAL_TYPES.contains(name) ? "INTERVAL DAY"
                : SqlTypeUtil.inCharFamily(type) ? SqlTypeName.VARCHAR.getName() : name.getName();
    }

    /// Types of the columns of a row or query, or that of a value; none if it is not known.
    private List<RelDataType> fields(SqlNode node) {
        RelDataType type = node == null ? null : validator.getValidatedNodeTypeIfKnown(node);
        return type == null ? List.of() : type.isStruct() ? type.getFieldList().stream().map(RelDataTypeField::getType)
                .toList() : List.of(type);
    }

    private static Optional<String> clash(String what, Set<String> types) {
        return types.size() < 2 ? Optional.empty()
                : Optional.of(what + " have no common type: " + String.join(", ", types));
    }

    private Optional<String> ofRows(SqlCall values) {
        List<List<RelDataType>> rows = values.getOperandList().stream().map(row -> ((SqlCall) row).getOperandList()
                .stream().flatMap(value -> fields(value).stream()).toList()).toList();
        int columns = rows.stream().mapToInt(List::size).min().orElse(0);
        for (int i = 0; i < columns; i++) {
            int column = i;
            Optional<String> found = unlike("values of column " + (i + 1) + " of VALUES", rows.stream().map(row ->
                    row.get(column)).toList());
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> ofList(SqlCall call) {
        List<RelDataType> left = fields(call.operand(0));
        if (left.size() == 1 && call.operand(1) instanceof SqlNodeList list) {
            List<SqlNode> all = new ArrayList<>(list.getList());
            all.addFirst(call.operand(0));
            return clash("values of " + call.getOperator().getName(), types(all));
        }
        List<RelDataType> right = fields(call.operand(1));
        if (left.size() != right.size() && !left.isEmpty() && !right.isEmpty()) {
            return Optional.of(call.getOperator().getName() + " compares as many columns on both sides: left="
                    + left.size() + ", right=" + right.size());
        }
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            Optional<String> found = unlike("values of " + call.getOperator().getName(),
                    List.of(left.get(i), right.get(i)));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /// @param item of the first query
    private Optional<String> ofQueries(SqlNode item, int column, String name) {
        for (SqlCall call : united) {
            SqlNode first = call.operand(0);
            boolean listed = first.getKind() == SqlKind.SELECT || first.getKind() == SqlKind.VALUES;
            if (listed && SqlUtil.getSelectListItem(first, column - 1) == item) {
                List<RelDataType> types = call.getOperandList().stream().map(this::fields)
                        .filter(fields -> fields.size() >= column).map(fields -> fields.get(column - 1)).toList();
                return types.size() < 2 ? Optional.empty()
                        : unlike("values of column " + column + " of " + name, types);
            }
        }
        return Optional.empty();
    }

    private Optional<String> unlike(String what, List<RelDataType> types) {
        if (validator.getTypeFactory().leastRestrictive(types) != null) {
            return Optional.empty();
        }
        Set<String> names = new LinkedHashSet<>();
        types.forEach(type -> add(type, names));
        return clash(what, names);
    }
}
