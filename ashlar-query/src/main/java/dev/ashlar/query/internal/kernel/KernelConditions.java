// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Expr;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.column.EnumText;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.column.TextBytes;
import dev.ashlar.query.internal.value.Texts;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/// Emits the code that tests conditions: a jump unless the condition is true, or unless it is false.
final class KernelConditions {
    /// Bytes of a `char` at most.
    private static final int MAX_UTF8 = 3;

    private final KernelExprs exprs;
    private final KernelCode to;
    private final CodeBuilder code;

    KernelConditions(KernelExprs exprs, KernelCode to) {
        this.exprs = exprs;
        this.to = to;
        code = to.code;
    }

    /// Goes on only if the condition is true.
    void goUnlessTrue(Expr condition, Label elsewhere) {
        go(condition, true, elsewhere);
    }

    private void go(Expr condition, boolean wanted, Label elsewhere) {
        switch (condition) {
            case Expr.And e -> each(e.operands(), wanted, wanted, elsewhere);
            case Expr.Or e -> each(e.operands(), !wanted, wanted, elsewhere);
            case Expr.Not e -> go(e.operand(), !wanted, elsewhere);
            case Expr.Compare e -> compare(e, wanted, elsewhere);
            case Expr.IsNull e -> isNull(e, wanted, elsewhere);
            case Expr.In e -> in(e, wanted, elsewhere);
            case Expr.Like e -> like(e, wanted, elsewhere);
            case Expr.ColumnRef _, Expr.Literal _, Expr.Case _, Expr.Cast _ -> {
                Operand value = exprs.value(condition);
                if (!to.goIfNull(value.nullAt(), elsewhere)) {
                    code.iload(value.local());
                    goUnless(wanted, elsewhere);
                }
            }
            case Expr.Arithmetic _, Expr.Negate _, Expr.TimeBucket _ -> throw new AssertionError("no condition: "
                    + condition);
        }
    }

    /// With 1 or 0 on the stack for true or false.
    private void goUnless(boolean wanted, Label elsewhere) {
        if (wanted) {
            code.ifeq(elsewhere);
        } else {
            code.ifne(elsewhere);
        }
    }

    /// @param all whether all have to be as wanted, or one
    private void each(List<Expr> operands, boolean all, boolean wanted, Label elsewhere) {
        if (all) {
            operands.forEach(operand -> go(operand, wanted, elsewhere));
            return;
        }
        Label found = code.newLabel();
        Map<Integer, Operand> mark = to.mark();
        for (Expr operand : operands) {
            Label next = code.newLabel();
            go(operand, wanted, next);
            code.goto_(found);
            code.labelBinding(next);
            to.forget(mark);
        }
        code.goto_(elsewhere);
        code.labelBinding(found);
    }

    private void isNull(Expr.IsNull e, boolean wanted, Label elsewhere) {
        Operand value = exprs.value(e.operand());
        if (value.nullAt() >= 0) {
            code.iload(value.nullAt());
            goUnless(wanted, elsewhere);
        } else if (value.nullAt() == Operand.ALWAYS != wanted) {
            code.goto_(elsewhere);
        }
    }

    private void compare(Expr.Compare e, boolean wanted, Label elsewhere) {
        boolean text = e.left().type().kind() == ValueType.Kind.TEXT;
        if (text && e.right() instanceof Expr.Literal literal) {
            compareText(e.left(), e.comparison(), literal, wanted, elsewhere);
            return;
        }
        if (text && e.left() instanceof Expr.Literal literal) {
            compareText(e.right(), e.comparison().swapped(), literal, wanted, elsewhere);
            return;
        }
        Operand left = exprs.value(e.left());
        Operand right = exprs.value(e.right());
        if (to.goIfNull(left.nullAt(), elsewhere) || to.goIfNull(right.nullAt(), elsewhere)) {
            return;
        }
        if (text) {
            requireSameText(left, right, e.comparison());
        }
        order(left, right);
        branch(e.comparison(), wanted, elsewhere);
    }

    private static void requireSameText(Operand left, Operand right, Expr.Comparison comparison) {
        boolean letters = left.form() == Operand.Form.LETTER && right.form() == Operand.Form.LETTER;
        boolean codes = left.form() == Operand.Form.CODE && right.form() == Operand.Form.CODE
                && ((Placement.Code) left.placement()).values().equals(((Placement.Code) right.placement()).values())
                && (comparison == Expr.Comparison.EQUAL || comparison == Expr.Comparison.NOT_EQUAL);
        if (!letters && !codes) {
            throw new NotCompilableException("comparison of texts");
        }
    }

    /// Puts on the stack how two values compare.
    private void order(Operand left, Operand right) {
        if (left.form() == Operand.Form.DOUBLE || right.form() == Operand.Form.DOUBLE) {
            Operand a = exprs.real(left);
            Operand b = exprs.real(right);
            code.dload(a.local()).dload(b.local());
            to.call("compare", "DD", 'I');
        } else if (left.form() == Operand.Form.TRUTH) {
            code.iload(left.local()).iload(right.local()).isub();
        } else if (!left.isNumber()) {
            lastWord(left);
            lastWord(right);
            code.lcmp();
        } else {
            int scale = Math.max(left.scale(), right.scale());
            Operand a = to.scaled(left, scale);
            Operand b = to.scaled(right, scale);
            if (a.form() == Operand.Form.LONG && b.form() == Operand.Form.LONG) {
                code.lload(a.local()).lload(b.local()).lcmp();
            } else {
                Operand wideA = to.widened(a);
                Operand wideB = to.widened(b);
                code.lload(wideA.locals()[0]).lload(wideA.locals()[1]).lload(wideB.locals()[0])
                        .lload(wideB.locals()[1]);
                to.call("compare", "JJJJ", 'I');
            }
        }
    }

    private void lastWord(Operand value) {
        code.lload(value.locals()[value.words() - 1]);
    }

    /// With the order of two values on the stack.
    private void branch(Expr.Comparison comparison, boolean wanted, Label elsewhere) {
        switch (wanted ? comparison : opposite(comparison)) {
            case EQUAL -> code.ifne(elsewhere);
            case NOT_EQUAL -> code.ifeq(elsewhere);
            case LESS -> code.ifge(elsewhere);
            case LESS_OR_EQUAL -> code.ifgt(elsewhere);
            case GREATER -> code.ifle(elsewhere);
            case GREATER_OR_EQUAL -> code.iflt(elsewhere);
        }
    }

    private static Expr.Comparison opposite(Expr.Comparison comparison) {
        return switch (comparison) {
            case EQUAL -> Expr.Comparison.NOT_EQUAL;
            case NOT_EQUAL -> Expr.Comparison.EQUAL;
            case LESS -> Expr.Comparison.GREATER_OR_EQUAL;
            case LESS_OR_EQUAL -> Expr.Comparison.GREATER;
            case GREATER -> Expr.Comparison.LESS_OR_EQUAL;
            case GREATER_OR_EQUAL -> Expr.Comparison.LESS;
        };
    }

    private void compareText(Expr expr, Expr.Comparison comparison, Expr.Literal literal, boolean wanted,
            Label elsewhere) {
        Operand value = exprs.value(expr);
        if (to.goIfNull(literal.value() == null ? Operand.ALWAYS : value.nullAt(), elsewhere)) {
            return;
        }
        if (comparison == Expr.Comparison.EQUAL || comparison == Expr.Comparison.NOT_EQUAL) {
            equal(value, (String) literal.value());
            goUnless(wanted == (comparison == Expr.Comparison.EQUAL), elsewhere);
        } else {
            order(value, (String) literal.value());
            branch(comparison, wanted, elsewhere);
        }
    }

    /// Puts on the stack how a text that is not NULL compares with another.
    private void order(Operand value, String text) {
        if (value.form() != Operand.Form.BYTES) {
            throw new NotCompilableException("order of texts");
        }
        Placement.Characters column = (Placement.Characters) value.placement();
        // It may be longer than the column: then it comes after all texts that it begins with.
        long[] words = TextBytes.words(text, column.charset(), Math.max(column.length(), MAX_UTF8 * text.length()));
        if (words == null) {
            throw new NotCompilableException("order of texts");
        }
        Label end = code.newLabel();
        int compared = to.newInt();
        for (int i = 0; i < value.words(); i++) {
            code.lload(value.locals()[i]);
            to.orderText(column);
            code.loadConstant(KernelMath.orderedText(words[i])).lcmp().istore(compared);
            if (i + 1 < value.words()) {
                code.iload(compared).ifne(end);
            }
        }
        code.labelBinding(end).iload(compared);
        if (words.length > value.words() && words[value.words()] != 0) {
            code.loadConstant(2).imul().loadConstant(1).isub();
        }
    }

    /// Puts on the stack whether a text that is not NULL is this one.
    private void equal(Operand value, String text) {
        long[] words = switch (value.form()) {
            case LETTER -> text.isEmpty() ? new long[] {0} : text.length() == 1 && text.charAt(0) > 0
                    && text.charAt(0) <= 0xff ? new long[] {text.charAt(0)} : null;
            case CODE -> EnumText.bits((Placement.Code) value.placement(), text);
            case BYTES -> TextBytes.words(text, ((Placement.Characters) value.placement()).charset(),
                    ((Placement.Characters) value.placement()).length());
            case LONG, WIDE, DOUBLE, TRUTH -> throw new AssertionError("no text: form=" + value.form());
        };
        if (value.form() == Operand.Form.BYTES && text.startsWith(Texts.HEX)) {
            throw new NotCompilableException("text that may denote invalid bytes");
        }
        if (words == null) {
            code.loadConstant(0);
            return;
        }
        // An enum of unsigned 64 bits has its code in the last of two words.
        int from = value.words() - words.length;
        code.loadConstant(0L);
        for (int i = 0; i < words.length; i++) {
            code.lload(value.locals()[from + i]).loadConstant(words[i]).lxor().lor();
        }
        Label different = code.newLabel();
        Label end = code.newLabel();
        code.loadConstant(0L).lcmp().ifne(different).loadConstant(1).goto_(end);
        code.labelBinding(different).loadConstant(0);
        code.labelBinding(end);
    }

    private void in(Expr.In e, boolean wanted, Label elsewhere) {
        Operand value = exprs.value(e.operand());
        if (to.goIfNull(value.nullAt(), elsewhere)) {
            return;
        }
        boolean unknown = false;
        Label equal = code.newLabel();
        Label end = code.newLabel();
        for (Expr.Literal candidate : e.values()) {
            if (candidate.value() == null) {
                unknown = true;
            } else if (candidate.value() instanceof String text) {
                equal(value, text);
                code.ifne(equal);
            } else {
                order(value, exprs.value(candidate));
                code.ifeq(equal);
            }
        }
        // None is equal: false, or NULL.
        code.goto_(unknown || wanted ? elsewhere : end);
        code.labelBinding(equal);
        if (!wanted) {
            code.goto_(elsewhere);
        }
        code.labelBinding(end);
    }

    private void like(Expr.Like e, boolean wanted, Label elsewhere) {
        String pattern = e.pattern();
        int any = pattern.indexOf('%');
        boolean simple = e.escape() == 0 && pattern.indexOf('_') < 0 && (any < 0 || any == pattern.length() - 1);
        Operand value = exprs.value(e.operand());
        if (to.goIfNull(value.nullAt(), elsewhere)) {
            return;
        }
        if (value.form() != Operand.Form.BYTES) {
            throw new NotCompilableException("pattern of text");
        }
        Placement.Characters column = (Placement.Characters) value.placement();
        if (simple && any < 0) {
            equal(value, pattern);
        } else if (simple && !TextBytes.isUtf8(column.charset())) {
            beginsWith(value, column, pattern.substring(0, any));
        } else {
            matches(e.operand(), value, column, bytePattern(e));
        }
        goUnless(wanted, elsewhere);
    }

    /// The pattern as [KernelMath] has it; null if no text of one-byte characters matches.
    private static String bytePattern(Expr.Like e) {
        StringBuilder found = new StringBuilder();
        for (int element : e.compiled().elements().toArray()) {
            if (element > 0xff) {
                return null;
            }
            found.append((char) element);
        }
        return found.toString();
    }

    private void matches(Expr of, Operand value, Placement.Characters column, String pattern) {
        if (!(of instanceof Expr.ColumnRef ref)) {
            throw new NotCompilableException("pattern of text that is not a column");
        }
        if (TextBytes.isUtf8(column.charset())) {
            for (int word : value.locals()) {
                code.lload(word);
                to.call("ascii", "J", 'J');
                code.pop2();
            }
        }
        if (pattern == null) {
            code.loadConstant(0);
            return;
        }
        exprs.columns().place(ref, column);
        code.loadConstant(column.length()).loadConstant(pattern);
        to.call("like", "MJIS", 'I');
    }

    private void beginsWith(Operand value, Placement.Characters placement, String prefix) {
        long[] words = TextBytes.words(prefix, placement.charset(), placement.length());
        if (words == null) {
            code.loadConstant(0);
            return;
        }
        code.loadConstant(0L);
        for (int i = 0; i < words.length; i++) {
            int bytes = Math.clamp(prefix.length() - 8L * i, 0, 8);
            long mask = bytes == 8 ? -1 : (1L << 8 * bytes) - 1;
            code.lload(value.locals()[i]).loadConstant(mask).land().loadConstant(words[i]).lxor().lor();
        }
        Label different = code.newLabel();
        Label end = code.newLabel();
        code.loadConstant(0L).lcmp().ifne(different).loadConstant(1).goto_(end);
        code.labelBinding(different).loadConstant(0);
        code.labelBinding(end);
    }

    /// The truth value of a condition.
    Operand truth(Expr condition) {
        int local = to.newInt();
        int nullAt = to.newInt();
        Label notTrue = code.newLabel();
        Label unknown = code.newLabel();
        Label end = code.newLabel();
        Map<Integer, Operand> mark = to.mark();
        go(condition, true, notTrue);
        code.loadConstant(1).istore(local).loadConstant(0).istore(nullAt).goto_(end);
        code.labelBinding(notTrue);
        to.forget(mark);
        go(condition, false, unknown);
        code.loadConstant(0).istore(local).loadConstant(0).istore(nullAt).goto_(end);
        code.labelBinding(unknown);
        code.loadConstant(0).istore(local).loadConstant(1).istore(nullAt);
        code.labelBinding(end);
        to.forget(mark);
        return new Operand(Operand.Form.TRUTH, 0, BigInteger.ZERO, BigInteger.ONE, new int[] {local}, nullAt, null);
    }
}
