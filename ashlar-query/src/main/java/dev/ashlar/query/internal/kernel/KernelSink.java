// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.column.Placement;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Emits the code that handles a row that passed the filter.
abstract class KernelSink {
    private static final MethodTypeDesc RANK = MethodTypeDesc.of(ConstantDescs.CD_long, KernelCode.LONGS,
            ConstantDescs.CD_long);

    final KernelShape shape;
    final KernelCode to;
    final KernelExprs exprs;
    final CodeBuilder code;
    final int state;

    KernelSink(KernelShape shape, KernelCode to, KernelExprs exprs, int state) {
        this.shape = shape;
        this.to = to;
        this.exprs = exprs;
        this.state = state;
        code = to.code;
    }

    /// @param known what the kernel counts on
    /// @param state local variable with the [KernelState]
    static KernelSink of(KernelShape shape, Kernels.Case known, KernelCode to, KernelExprs exprs, int state) {
        if (known.ahead()) {
            return new KernelKeys.Ahead(shape, known, to, exprs, state);
        }
        return switch (shape.mode()) {
            case ROWS, OUTPUTS -> new Words(shape, to, exprs, state);
            case GROUPS -> new KernelGroups(shape, known, to, exprs, state);
            case TOP -> new KernelTop(shape, to, exprs, state);
            case FIRSTS -> new KernelFirsts(shape, known, to, exprs, state);
        };
    }

    /// Before the loop, each time that it begins.
    abstract void begin();

    /// Leaves out rows that it has no use for, before anything else of them is read or, if the shape says so, after
    /// their condition.
    ///
    /// @param next where to go with such a row
    void filter(Label next) {
    }

    /// @param full where to go if there is no room for it
    abstract void row(Label full);

    /// What the loop is left for, if it is for anything.
    ///
    /// @param again where it begins, at the row at which it was left
    /// @param done  where the kernel returns
    void aside(Label again, Label done) {
    }

    /// After the loop.
    abstract void end();

    /// Puts word `index` of a value on the stack, as it is kept; it is 0 if the value is never there.
    void word(Operand value, WordLayout layout, int index) {
        if (value.nullAt() == Operand.ALWAYS) {
            code.loadConstant(0L);
            return;
        }
        switch (layout.form()) {
            case DOUBLE -> {
                code.dload(value.local());
                code.invokestatic(ConstantDescs.CD_Double, "doubleToRawLongBits",
                        MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double));
            }
            case TRUTH -> code.iload(value.local()).i2l();
            case WIDE -> {
                if (value.form() == Operand.Form.WIDE) {
                    code.lload(value.locals()[index]);
                } else {
                    code.lload(value.local());
                    if (index == 0) {
                        code.loadConstant(63).lshr();
                    }
                }
            }
            case LONG, CODE, LETTER, BYTES -> code.lload(value.locals()[index]);
        }
    }

    /// Puts word `index` of a value that is not NULL on the stack, as it is compared where the least comes first: see
    /// [SortLayout].
    ///
    /// @param ranks local variable with those of an enum
    void ordered(Operand value, WordLayout layout, int index, int ranks) {
        switch (layout.form()) {
            case LONG, TRUTH, LETTER -> word(value, layout, 0);
            case DOUBLE -> {
                code.dload(value.local());
                to.call("ordered", "D", 'J');
            }
            case CODE -> {
                code.aload(ranks);
                word(value, layout, layout.words() - 1);
                code.invokestatic(KernelCode.MATH, "rank", RANK);
            }
            case WIDE -> {
                word(value, layout, index);
                if (index == 1) {
                    code.loadConstant(Long.MIN_VALUE).lxor();
                }
            }
            case BYTES -> {
                word(value, layout, index);
                to.orderText((Placement.Characters) layout.placement());
            }
        }
    }

    /// Loads the ranks of an enum; before the loop.
    ///
    /// @param index of what is ordered
    /// @return a local variable
    int ranks(int index) {
        int ranks = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(state).getfield(KernelCode.STATE, "ranks", KernelCode.LONGS.arrayType()).loadConstant(index).aaload()
                .astore(ranks);
        return ranks;
    }

    /// The value in the form in which it is kept.
    Operand value(Expr expr, WordLayout layout) {
        Operand value = exprs.value(expr);
        if (value.nullAt() != Operand.NEVER && !layout.nullable()) {
            throw new NotCompilableException("rows without a column of all versions");
        }
        if (value.nullAt() == Operand.ALWAYS) {
            return value;
        }
        if (layout.form() == Operand.Form.DOUBLE) {
            return exprs.real(value);
        }
        return value.isNumber() ? to.scaled(value, layout.scale()) : value;
    }

    /// Leaves the number of the row, or the words of its outputs.
    private static final class Words extends KernelSink {
        private int out;
        private int outAt;

        Words(KernelShape shape, KernelCode to, KernelExprs exprs, int state) {
            super(shape, to, exprs, state);
        }

        @Override
        void begin() {
            out = code.allocateLocal(TypeKind.REFERENCE);
            outAt = to.newInt();
            code.aload(state).getfield(KernelCode.STATE, "out", KernelCode.LONGS).astore(out);
            code.aload(state).getfield(KernelCode.STATE, "outAt", ConstantDescs.CD_int).istore(outAt);
        }

        @Override
        void row(Label full) {
            code.iload(outAt).loadConstant(shape.rowWords()).iadd().aload(out).arraylength().if_icmpgt(full);
            if (shape.mode() == KernelShape.Mode.ROWS) {
                code.aload(out).iload(outAt).lload(to.rows[0]).lastore();
            } else {
                outputs();
            }
            code.iinc(outAt, shape.rowWords());
        }

        private void outputs() {
            int at = shape.nullWords();
            int[] nulls = new int[shape.nullWords()];
            for (int i = 0; i < nulls.length; i++) {
                nulls[i] = to.constant(0);
            }
            for (int i = 0; i < shape.outputs().size(); i++) {
                WordLayout layout = shape.layouts().get(i);
                Operand value = value(shape.outputs().get(i).expr(), layout);
                int mask = nulls[i / Long.SIZE];
                if (value.nullAt() == Operand.ALWAYS) {
                    code.lload(mask).loadConstant(1L << i).lor().lstore(mask);
                } else if (value.nullAt() >= 0) {
                    code.lload(mask).iload(value.nullAt()).i2l().loadConstant(i % Long.SIZE).lshl().lor().lstore(mask);
                }
                for (int word = 0; word < layout.words(); word++) {
                    code.aload(out).iload(outAt).loadConstant(at++).iadd();
                    word(value, layout, word);
                    code.lastore();
                }
            }
            for (int i = 0; i < nulls.length; i++) {
                code.aload(out).iload(outAt).loadConstant(i).iadd().lload(nulls[i]).lastore();
            }
        }

        @Override
        void end() {
            code.aload(state).iload(outAt).putfield(KernelCode.STATE, "outAt", ConstantDescs.CD_int);
        }
    }
}
