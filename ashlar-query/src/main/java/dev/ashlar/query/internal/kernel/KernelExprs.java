// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Expr;
import dev.ashlar.query.ValueType.Kind;
import dev.ashlar.query.ValueType;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.math.BigInteger;
import java.util.Map;

/// Emits the code that evaluates expressions.
final class KernelExprs {
    private static final BigInteger LEAST_LONG = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger GREATEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);

    private final KernelColumns columns;
    private final KernelCode to;
    private final CodeBuilder code;
    private final KernelConditions conditions;

    KernelExprs(KernelColumns columns, KernelCode to) {
        this.columns = columns;
        this.to = to;
        code = to.code;
        conditions = new KernelConditions(this, to);
    }

    KernelColumns columns() {
        return columns;
    }

    KernelConditions conditions() {
        return conditions;
    }

    /// @throws NotCompilableException if it is for the interpreter
    Operand value(Expr expr) {
        return switch (expr) {
            case Expr.ColumnRef e -> columns.read(e);
            case Expr.Literal e -> columns.literal(e);
            case Expr.Arithmetic e -> arithmetic(e);
            case Expr.Negate e -> negate(e);
            case Expr.Cast e -> cast(value(e.operand()), e.operand().type(), e.type());
            case Expr.TimeBucket e -> bucket(e);
            case Expr.Case e -> choose(e);
            case Expr.Compare _, Expr.And _, Expr.Or _, Expr.Not _, Expr.IsNull _, Expr.In _, Expr.Like _ ->
                conditions.truth(expr);
        };
    }

    private Operand arithmetic(Expr.Arithmetic e) {
        ValueType type = e.type();
        Operand left = value(e.left());
        Operand right = value(e.right());
        if (left.nullAt() == Operand.ALWAYS || right.nullAt() == Operand.ALWAYS) {
            return columns.nothing(type);
        }
        return switch (type.kind()) {
            case DOUBLE -> real(e.operator(), real(left), real(right));
            case DECIMAL -> decimal(e.operator(), left, right, type);
            case INT64, TIMESTAMP -> whole(e.operator(), left, right);
            case BOOLEAN, INT8, INT16, INT32, REAL, TEXT -> throw new AssertionError("no arithmetic: type=" + type);
        };
    }

    private Operand real(Expr.Operator operator, Operand left, Operand right) {
        int[] locals = {to.newDouble()};
        int nullAt = to.unlessNull(locals, TypeKind.DOUBLE, () -> {
            code.dload(left.local()).dload(right.local());
            switch (operator) {
                case ADD -> code.dadd();
                case SUBTRACT -> code.dsub();
                case MULTIPLY -> code.dmul();
                case DIVIDE -> to.call("divide", "DD", 'D');
                case REMAINDER -> to.call("remainder", "DD", 'D');
            }
            code.dstore(locals[0]);
        }, left, right);
        return Operand.of(Operand.Form.DOUBLE, nullAt, null, locals);
    }

    private Operand decimal(Expr.Operator operator, Operand left, Operand right, ValueType type) {
        return switch (operator) {
            case ADD, SUBTRACT -> to.sum(to.scaled(left, type.scale()), to.scaled(right, type.scale()),
                    operator == Expr.Operator.SUBTRACT);
            case MULTIPLY -> to.fitting(to.product(left, right));
            case DIVIDE, REMAINDER -> throw new NotCompilableException("division of decimals");
        };
    }

    private Operand whole(Expr.Operator operator, Operand left, Operand right) {
        boolean fits = switch (operator) {
            case ADD -> Operand.fitsLong(left.least().add(right.least()), left.greatest().add(right.greatest()));
            case SUBTRACT -> Operand.fitsLong(left.least().subtract(right.greatest()),
                    left.greatest().subtract(right.least()));
            case MULTIPLY -> {
                BigInteger most = most(left).multiply(most(right));
                yield Operand.fitsLong(most.negate(), most);
            }
            case DIVIDE, REMAINDER -> false;
        };
        if (fits) {
            return operator == Expr.Operator.MULTIPLY ? to.product(left, right)
                    : to.sum(left, right, operator == Expr.Operator.SUBTRACT);
        }
        int[] locals = {to.newLong()};
        int nullAt = to.unlessNull(locals, TypeKind.LONG, () -> {
            code.lload(left.local()).lload(right.local());
            to.call(switch (operator) {
                case ADD -> "add";
                case SUBTRACT -> "subtract";
                case MULTIPLY -> "multiply";
                case DIVIDE -> "divide";
                case REMAINDER -> "remainder";
            }, "JJ", 'J');
            code.lstore(locals[0]);
        }, left, right);
        return Operand.number(0, LEAST_LONG, GREATEST_LONG, locals, nullAt);
    }

    private static BigInteger most(Operand value) {
        return value.least().abs().max(value.greatest().abs());
    }

    private Operand negate(Expr.Negate e) {
        Operand operand = value(e.operand());
        if (operand.nullAt() == Operand.ALWAYS) {
            return columns.nothing(e.type());
        }
        if (operand.form() == Operand.Form.DOUBLE) {
            code.dload(operand.local()).dneg();
            int local = to.newDouble();
            code.dstore(local);
            return Operand.of(Operand.Form.DOUBLE, operand.nullAt(), null, local);
        }
        Operand zero = to.constant(BigInteger.ZERO, operand.scale());
        return e.type().kind() == Kind.INT64 ? whole(Expr.Operator.SUBTRACT, zero, operand)
                : to.sum(zero, operand, true);
    }

    /// A number as a double.
    Operand real(Operand number) {
        if (number.form() == Operand.Form.DOUBLE) {
            return number;
        }
        int[] locals = {to.newDouble()};
        int nullAt = to.unlessNull(locals, TypeKind.DOUBLE, () -> {
            for (int local : number.locals()) {
                code.lload(local);
            }
            code.loadConstant(number.scale());
            to.call("toDouble", number.words() == 1 ? "JI" : "JJI", 'D');
            code.dstore(locals[0]);
        }, number);
        return Operand.of(Operand.Form.DOUBLE, nullAt, null, locals);
    }

    private Operand cast(Operand value, ValueType from, ValueType type) {
        if (value.nullAt() == Operand.ALWAYS) {
            return columns.nothing(type);
        }
        if (from.equals(type) || type.kind() == Kind.TIMESTAMP
                || from.kind() == Kind.TIMESTAMP && type.kind() == Kind.INT64) {
            return value;
        }
        return switch (type.kind()) {
            case INT8 -> inRange(value, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case INT16 -> inRange(value, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT32 -> inRange(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT64 -> inRange(value, Long.MIN_VALUE, Long.MAX_VALUE);
            case DOUBLE -> real(value);
            case DECIMAL -> toDecimal(value, type);
            case TIMESTAMP, BOOLEAN -> value;
            case REAL -> throw new NotCompilableException("cast to REAL");
            case TEXT -> throw new NotCompilableException("cast to TEXT");
        };
    }

    private Operand inRange(Operand value, long least, long greatest) {
        if (value.form() != Operand.Form.LONG) {
            throw new NotCompilableException("cast of more than 64 bits");
        }
        Operand whole = cut(value, 0);
        BigInteger low = BigInteger.valueOf(least);
        BigInteger high = BigInteger.valueOf(greatest);
        if (whole.least().compareTo(low) >= 0 && whole.greatest().compareTo(high) <= 0) {
            return whole;
        }
        int[] locals = {to.newLong()};
        int nullAt = to.unlessNull(locals, TypeKind.LONG, () -> {
            code.lload(whole.local()).loadConstant(least).loadConstant(greatest);
            to.call("inRange", "JJJ", 'J');
            code.lstore(locals[0]);
        }, whole);
        return Operand.number(0, low, high, locals, nullAt);
    }

    /// The number with fewer digits after the point, the others cut off.
    private Operand cut(Operand value, int scale) {
        int by = value.scale() - scale;
        if (by <= 0) {
            return value;
        }
        if (value.form() != Operand.Form.LONG || by > 18) {
            throw new NotCompilableException("truncation of more than 64 bits");
        }
        BigInteger factor = BigInteger.TEN.pow(by);
        code.lload(value.local()).loadConstant(factor.longValueExact()).ldiv();
        return Operand.number(scale, value.least().divide(factor), value.greatest().divide(factor),
                new int[] {to.storeLong()}, value.nullAt());
    }

    private Operand toDecimal(Operand value, ValueType type) {
        if (value.form() == Operand.Form.DOUBLE) {
            throw new NotCompilableException("cast of floating-point numbers to decimals");
        }
        Operand scaled = value.scale() > type.scale() ? cut(value, type.scale()) : to.scaled(value, type.scale());
        BigInteger most = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
        if (scaled.least().abs().max(scaled.greatest().abs()).compareTo(most) <= 0) {
            return scaled;
        }
        if (scaled.form() == Operand.Form.LONG && type.precision() <= 18) {
            int[] locals = {to.newLong()};
            int nullAt = to.unlessNull(locals, TypeKind.LONG, () -> {
                code.lload(scaled.local()).loadConstant(most.negate().longValueExact())
                        .loadConstant(most.longValueExact());
                to.call("inRange", "JJJ", 'J');
                code.lstore(locals[0]);
            }, scaled);
            return Operand.number(type.scale(), most.negate(), most, locals, nullAt);
        }
        throw new NotCompilableException("cast of more than 64 bits");
    }

    private Operand bucket(Expr.TimeBucket e) {
        Operand time = value(e.operand());
        if (time.nullAt() == Operand.ALWAYS) {
            return time;
        }
        int[] locals = {to.newLong()};
        int nullAt = to.unlessNull(locals, TypeKind.LONG, () -> {
            code.lload(time.local()).loadConstant(e.widthNs()).loadConstant(e.originNs());
            to.call("bucket", "JJJ", 'J');
            code.lstore(locals[0]);
        }, time);
        return Operand.number(0, LEAST_LONG, GREATEST_LONG, locals, nullAt);
    }

    /// A case: numbers and truth values, in as many words as the widest branch.
    private Operand choose(Expr.Case e) {
        ValueType type = e.type();
        Operand.Form form = switch (type.kind()) {
            case REAL, DOUBLE -> Operand.Form.DOUBLE;
            case BOOLEAN -> Operand.Form.TRUTH;
            case INT8, INT16, INT32, INT64, TIMESTAMP -> Operand.Form.LONG;
            case DECIMAL -> Operand.Form.WIDE;
            case TEXT -> throw new NotCompilableException("CASE of texts");
        };
        int[] locals = switch (form) {
            case DOUBLE -> new int[] {to.newDouble()};
            case TRUTH -> new int[] {to.newInt()};
            case WIDE -> new int[] {to.newLong(), to.newLong()};
            default -> new int[] {to.newLong()};
        };
        int nullAt = to.newInt();
        Label end = code.newLabel();
        BigInteger[] bounds = {null, null};
        for (Expr.When branch : e.branches()) {
            Label next = code.newLabel();
            Map<Integer, Operand> mark = to.mark();
            conditions.goUnlessTrue(branch.condition(), next);
            keep(value(branch.value()), type, form, locals, nullAt, bounds);
            code.goto_(end);
            code.labelBinding(next);
            to.forget(mark);
        }
        Map<Integer, Operand> mark = to.mark();
        keep(value(e.otherwise()), type, form, locals, nullAt, bounds);
        to.forget(mark);
        code.labelBinding(end);
        BigInteger least = bounds[0] == null ? BigInteger.ZERO : bounds[0];
        BigInteger greatest = bounds[1] == null ? BigInteger.ZERO : bounds[1];
        if (form == Operand.Form.WIDE && Operand.fitsLong(least, greatest)) {
            return Operand.number(type.scale(), least, greatest, new int[] {locals[1]}, nullAt);
        }
        return new Operand(form, type.scale(), least, greatest, locals, nullAt, null);
    }

    private void keep(Operand value, ValueType type, Operand.Form form, int[] locals, int nullAt, BigInteger[] bounds) {
        if (value.nullAt() == Operand.ALWAYS) {
            for (int local : locals) {
                switch (form) {
                    case DOUBLE -> code.loadConstant(0.0).dstore(local);
                    case TRUTH -> code.loadConstant(0).istore(local);
                    default -> code.loadConstant(0L).lstore(local);
                }
            }
            code.loadConstant(1).istore(nullAt);
            return;
        }
        Operand kept = switch (form) {
            case DOUBLE -> real(value);
            case WIDE -> to.fitting(to.widened(to.scaled(value, type.scale())));
            case LONG, TRUTH, CODE, LETTER, BYTES -> value;
        };
        if (kept.form() != form) {
            throw new NotCompilableException("CASE of " + value.form());
        }
        bounds[0] = bounds[0] == null ? kept.least() : bounds[0].min(kept.least());
        bounds[1] = bounds[1] == null ? kept.greatest() : bounds[1].max(kept.greatest());
        for (int i = 0; i < locals.length; i++) {
            switch (form) {
                case DOUBLE -> code.dload(kept.locals()[i]).dstore(locals[i]);
                case TRUTH -> code.iload(kept.locals()[i]).istore(locals[i]);
                default -> code.lload(kept.locals()[i]).lstore(locals[i]);
            }
        }
        if (kept.nullAt() >= 0) {
            code.iload(kept.nullAt());
        } else {
            code.loadConstant(0);
        }
        code.istore(nullAt);
    }
}
