// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.session;

import com.google.common.collect.ImmutableSet;
import dev.ashlar.sql.SqlException.Reason;
import dev.ashlar.sql.internal.problem.Place;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.Resources;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlAsofJoin;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeCoercionRule;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlDelegatingConformance;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidatorException;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/// Calcite's validator, extended by features that analysts know from DuckDB:
///
/// - a column of SELECT can be used by its name later in SELECT, and in WHERE and QUALIFY, unless a table has a column
///   of this name: [ShadowedColumns]; also in sub-queries there: [OuterAliases];
/// - a column of USING needs no table: [CommonColumns];
/// - `* EXCLUDE` works over joins with USING: [JoinedStar];
/// - booleans can be cast to whole numbers, and numbers to booleans: `(price > 5)::int`;
/// - values of different kinds are not compared as texts: [Comparisons];
/// - the result over a frame with EXCLUDE may be NULL, because EXCLUDE may leave no row;
/// - ASOF joins may compare expressions and have USING. [AsofConverter] rejects conditions that they do not support.
final class StatementValidator extends SqlValidatorImpl {
    private static final int JOIN_TYPE = 2;
    private static final int MATCH_CONDITION = 6;
    private static final SqlTypeMappingRule CASTS = casts();

    /// UNION and the like.
    private final List<SqlCall> united = new ArrayList<>();

    private static final class Conformance extends SqlDelegatingConformance {
        Conformance() {
            super(SqlConformanceEnum.LENIENT);
        }

        @Override
        public SelectAliasLookup isSelectAlias() {
            return SelectAliasLookup.LEFT_TO_RIGHT;
        }
    }

    StatementValidator(SqlOperatorTable functions, CalciteCatalogReader catalog, RelDataTypeFactory types) {
        super(functions, catalog, types, Config.DEFAULT.withIdentifierExpansion(true)
                .withConformance(new Conformance()).withTypeCoercionFactory(Comparisons::new));
    }

    @Override
    protected SqlNode performUnconditionalRewrites(SqlNode node, boolean underFrom) {
        SqlNode rewritten = super.performUnconditionalRewrites(node, underFrom);
        if (rewritten != null && rewritten.isA(SqlKind.SET_QUERY)) {
            united.add((SqlCall) rewritten);
        }
        return rewritten;
    }

    @Override
    public CalciteContextException newValidationError(SqlNode node, Resources.ExInst<SqlValidatorException> problem) {
        CalciteContextException found = super.newValidationError(node, problem);
        String said = String.valueOf(found.getCause() == null ? found.getMessage() : found.getCause().getMessage());
        return new TypeClash(this, united).message(said, node).map(message -> new CalciteContextException(message,
                new SqlValidatorException(message, null), found.getPosLine(), found.getPosColumn(),
                found.getEndPosLine(), found.getEndPosColumn())).orElse(found);
    }

    private static SqlTypeMappingRule casts() {
        Map<SqlTypeName, ImmutableSet<SqlTypeName>> casts = new EnumMap<>(SqlTypeName.class);
        casts.putAll(SqlTypeCoercionRule.instance().getTypeMapping());
        for (SqlTypeName exact : SqlTypeName.EXACT_TYPES) {
            casts.computeIfPresent(exact, (_, from) -> with(from, Set.of(SqlTypeName.BOOLEAN)));
        }
        casts.computeIfPresent(SqlTypeName.BOOLEAN, (_, from) -> with(from, SqlTypeName.INT_TYPES));
        return SqlTypeCoercionRule.instance(casts);
    }

    private static ImmutableSet<SqlTypeName> with(Set<SqlTypeName> types, Iterable<SqlTypeName> more) {
        return ImmutableSet.<SqlTypeName>builder().addAll(types).addAll(more).build();
    }

    @Override
    public SqlTypeMappingRule getTypeMappingRule() {
        return CASTS;
    }

    /// A window with the frame that was written in it. Calcite's may be empty where Calcite takes it for never empty.
    private static final class Framed extends SqlWindow {
        /// @param window with the partitions and the order
        /// @param frame  with the frame
        Framed(SqlWindow window, SqlWindow frame) {
            this(window.getParserPosition(), window.getOperandList(), frame.getOperandList());
        }

        private Framed(SqlParserPos at, List<SqlNode> parts, List<SqlNode> frame) {
            super(at, (SqlIdentifier) parts.get(0), (SqlIdentifier) parts.get(1), (SqlNodeList) parts.get(2),
                    (SqlNodeList) parts.get(3), (SqlLiteral) frame.get(4), frame.get(5), frame.get(6),
                    (SqlLiteral) frame.get(7), (SqlLiteral) frame.get(8));
        }

        @Override
        public boolean isAlwaysNonEmpty() {
            return isExcludeNoOthers(getExclude()) && super.isAlwaysNonEmpty();
        }
    }

    /// Calcite forgets the frame of a window that extends another, and what that other extends; and it writes the
    /// bounds that a window has without a frame into its declaration, which no other window may extend then.
    @Override
    public SqlWindow resolveWindow(SqlNode named, SqlValidatorScope scope) {
        SqlWindow written = named instanceof SqlIdentifier name ? getWindowByName(name, scope) : (SqlWindow) named;
        return super.resolveWindow(new Framed(extended(written, scope, new HashSet<>()), written), scope);
    }

    /// @param names of the windows that extend it
    private SqlWindow extended(SqlWindow window, SqlValidatorScope scope, Set<String> names) {
        SqlIdentifier other = window.getRefName();
        if (other == null) {
            return window;
        }
        if (!names.add(other.getSimple().toLowerCase(Locale.ROOT))) {
            throw Place.of(other).wrong(Reason.INVALID, "a window cannot extend itself: window=" + other.getSimple());
        }
        SqlWindow base = extended(getWindowByName(other, scope), scope, names);
        return new Framed(window.overlay(base, this), window);
    }

    @Override
    protected RelDataType validateSelectList(SqlNodeList items, SqlSelect select, RelDataType type) {
        JoinedStar stars = new JoinedStar(star -> expandStar(star, select, false));
        return super.validateSelectList(stars.in(items, select), select, type);
    }

    @Override
    protected void validateOrderList(SqlSelect select) {
        AllColumns.inOrder(select, getNamespace(select).getRowType().getFieldCount());
        super.validateOrderList(select);
    }

    @Override
    protected void validateWhereClause(SqlSelect select) {
        SqlValidatorScope tables = getWhereScope(select);
        new OuterAliases(select, this).replace();
        if (select.getWhere() != null) {
            select.setWhere(select.getWhere().accept(new Aliases(select, tables)));
        }
        if (select.getQualify() != null) {
            select.setQualify(select.getQualify().accept(new Aliases(select, tables)));
        }
        super.validateWhereClause(select);
        new CommonColumns(select, tables, getCatalogReader().nameMatcher()).qualify();
        new ShadowedColumns(select, getWhereScope(select), getCatalogReader().nameMatcher())
                .qualify(isAggregate(select));
    }

    /// Puts expressions of SELECT in the place of their names.
    private final class Aliases extends SqlShuttle {
        private final SqlSelect select;
        private final SqlValidatorScope scope;
        private final CommonColumns columns;
        /// Names whose expressions are being written, which cannot mean themselves.
        private final Set<String> open = new HashSet<>();

        Aliases(SqlSelect select, SqlValidatorScope scope) {
            this.select = select;
            this.scope = scope;
            columns = new CommonColumns(select, scope, getCatalogReader().nameMatcher());
        }

        @Override
        public SqlNode visit(SqlIdentifier name) {
            if (!name.isSimple()) {
                return name;
            }
            SqlNode column = columns.visit(name);
            if (column != name || !scope.findQualifyingTableNames(name.getSimple(), name,
                    getCatalogReader().nameMatcher()).isEmpty()) {
                return column;
            }
            for (SqlNode item : select.getSelectList()) {
                boolean named = item.getKind() == SqlKind.AS
                        && ((SqlCall) item).operand(1) instanceof SqlIdentifier alias
                        && alias.isSimple() && alias.getSimple().equalsIgnoreCase(name.getSimple());
                if (named && open.add(name.getSimple().toLowerCase(Locale.ROOT))) {
                    SqlNode expression = ((SqlCall) item).<SqlNode>operand(0).accept(new Copy()).accept(this);
                    open.remove(name.getSimple().toLowerCase(Locale.ROOT));
                    return expression;
                }
            }
            return name;
        }

        @Override
        public SqlNode visit(SqlCall call) {
            boolean named = call instanceof SqlWindow window && window.getRefName() != null;
            if (call.getKind() == SqlKind.OVER && call.operand(1) instanceof SqlIdentifier window) {
                return call.getOperator().createCall(call.getParserPosition(), call.<SqlNode>operand(0).accept(this),
                        window);
            }
            return call.isA(SqlKind.QUERY) || named ? call : super.visit(call);
        }
    }

    /// The validator changes nodes in place.
    private static final class Copy extends SqlShuttle {
        @Override
        public SqlNode visit(SqlIdentifier name) {
            return name.clone(name.getParserPosition());
        }

        @Override
        public SqlNode visit(SqlCall call) {
            if (call.isA(SqlKind.QUERY)) {
                return call;
            }
            CallCopyingArgHandler copied = new CallCopyingArgHandler(call, true);
            call.getOperator().acceptCall(this, call, false, copied);
            return copied.result();
        }
    }

    @Override
    protected void validateJoin(SqlJoin join, SqlValidatorScope scope) {
        CommonColumns.require(join);
        if (join.isNatural()) {
            requireOwnColumns(join);
        }
        if (!(join instanceof SqlAsofJoin asof)) {
            super.validateJoin(join, scope);
            return;
        }
        SqlNode type = join.getJoinTypeNode();
        join.setOperand(JOIN_TYPE, JoinType.INNER.symbol(SqlParserPos.ZERO));
        try {
            super.validateJoin(join, scope);
        } finally {
            join.setOperand(JOIN_TYPE, type);
        }
        SqlNode match = expand(asof.getMatchCondition(), getJoinScope(join));
        join.setOperand(MATCH_CONDITION, match);
        validateWhereOrOn(getJoinScope(join), match, "MATCH_CONDITION");
    }

    /// Tables of a store share the columns that say where a row stands, which differ by row.
    private void requireOwnColumns(SqlJoin join) {
        SqlNameMatcher matcher = getCatalogReader().nameMatcher();
        for (String place : List.of("_row", "_position", "_time")) {
            if (Stream.of(join.getLeft(), join.getRight()).allMatch(side -> matcher.field(getNamespace(side)
                    .getRowType(), place) != null)) {
                throw Place.of(join).wrong(Reason.UNSUPPORTED, "NATURAL JOIN would compare the column " + place
                        + ", which differs in every row; write join … using (symbol)");
            }
        }
    }
}
