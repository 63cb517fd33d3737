// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.internal.column.Location;
import dev.ashlar.query.internal.value.Texts;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Emits the code that leaves the [SortLayout] words of rows that come before the worst row kept so far.
///
/// A row is compared with that one before anything else of it is read, unless the values to order by are computed:
/// then only if the condition is true, since computing may fail.
final class KernelTop extends KernelSink {
    private static final MethodTypeDesc RANK = MethodTypeDesc.of(ConstantDescs.CD_long, KernelCode.LONGS,
            ConstantDescs.CD_long);
    private static final MethodTypeDesc REVERSE = MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long);

    private final SortLayout sort;
    private final int[] worst;
    private int out;
    private int outAt;
    private int[] ranks;

    KernelTop(KernelShape shape, KernelCode to, KernelExprs exprs, int state) {
        super(shape, to, exprs, state);
        sort = shape.sort();
        worst = new int[sort.words()];
    }

    @Override
    void begin() {
        out = array("out");
        outAt = to.newInt();
        code.aload(state).getfield(KernelCode.STATE, "outAt", ConstantDescs.CD_int).istore(outAt);
        int bound = array("worst");
        for (int i = 0; i < worst.length; i++) {
            code.aload(bound).loadConstant(i).laload();
            worst[i] = to.storeLong();
        }
        ranks = new int[sort.parts().size()];
        for (int i = 0; i < ranks.length; i++) {
            if (sort.parts().get(i).ranks().length > 0) {
                ranks[i] = code.allocateLocal(TypeKind.REFERENCE);
                code.aload(state).getfield(KernelCode.STATE, "ranks", KernelCode.LONGS.arrayType()).loadConstant(i)
                        .aaload().astore(ranks[i]);
            }
        }
    }

    private int array(String field) {
        int local = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(state).getfield(KernelCode.STATE, field, KernelCode.LONGS).astore(local);
        return local;
    }

    @Override
    void filter(Label next) {
        Label better = code.newLabel();
        Map<Integer, Operand> mark = null;
        for (int i = 0; i < sort.parts().size(); i++) {
            SortLayout.Part part = sort.parts().get(i);
            int[] words = words(i);
            // What is read for later values is not read for all rows.
            mark = mark == null ? to.mark() : mark;
            for (int w = 0; w < words.length; w++) {
                code.lload(words[w]).lload(worst[part.word() + w]).lcmp();
                int order = to.storeInt();
                code.iload(order).ifgt(next).iload(order).iflt(better);
            }
        }
        code.lload(to.rows[0]).lload(worst[worst.length - 1]).lcmp().ifge(next);
        code.labelBinding(better);
        to.forget(mark);
    }

    @Override
    void row(Label full) {
        code.iload(outAt).loadConstant(sort.words()).iadd().aload(out).arraylength().if_icmpgt(full);
        for (int i = 0; i < sort.parts().size(); i++) {
            int[] words = words(i);
            for (int w = 0; w < words.length; w++) {
                int at = sort.parts().get(i).word() + w;
                code.aload(out).iload(outAt).loadConstant(at).iadd().lload(words[w]).lastore();
            }
        }
        code.aload(out).iload(outAt).loadConstant(sort.words() - 1).iadd().lload(to.rows[0]).lastore();
        code.iinc(outAt, sort.words());
    }

    @Override
    void end() {
        code.aload(state).iload(outAt).putfield(KernelCode.STATE, "outAt", ConstantDescs.CD_int);
    }

    /// The words of a value, in local variables.
    private int[] words(int index) {
        SortLayout.Part part = sort.parts().get(index);
        Operand value = value(shape.outputs().get(part.output()).expr(), part.layout());
        int[] locals = new int[part.words()];
        int first = part.layout().nullable() ? 1 : 0;
        if (value.nullAt() == Operand.ALWAYS) {
            locals[0] = to.constant(part.nullWord(true));
            for (int i = first; i < locals.length; i++) {
                locals[i] = to.constant(0);
            }
            return locals;
        }
        for (int i = 0; i < locals.length; i++) {
            locals[i] = to.newLong();
        }
        Label isNull = code.newLabel();
        Label end = code.newLabel();
        to.goIfNull(value.nullAt(), isNull);
        if (first > 0) {
            code.loadConstant(part.nullWord(false)).lstore(locals[0]);
        }
        for (int i = first; i < locals.length; i++) {
            ordered(index, value, i - first);
            if (part.descending()) {
                code.loadConstant(-1L).lxor();
            }
            code.lstore(locals[i]);
        }
        if (value.nullAt() >= 0) {
            code.goto_(end);
            code.labelBinding(isNull);
            code.loadConstant(part.nullWord(true)).lstore(locals[0]);
            for (int i = first; i < locals.length; i++) {
                code.loadConstant(0L).lstore(locals[i]);
            }
            code.labelBinding(end);
        }
        return locals;
    }

    /// Puts a word on the stack, as it is compared where the least comes first.
    private void ordered(int index, Operand value, int word) {
        WordLayout layout = sort.parts().get(index).layout();
        switch (layout.form()) {
            case LONG, TRUTH, LETTER -> word(value, layout, 0);
            case DOUBLE -> {
                code.dload(value.local());
                to.call("ordered", "D", 'J');
            }
            case CODE -> {
                code.aload(ranks[index]);
                word(value, layout, layout.words() - 1);
                code.invokestatic(KernelCode.MATH, "rank", RANK);
            }
            case WIDE -> {
                word(value, layout, word);
                if (word == 1) {
                    code.loadConstant(Long.MIN_VALUE).lxor();
                }
            }
            case BYTES -> {
                word(value, layout, word);
                if (Texts.charset(((Location.Characters) layout.location()).charset())
                        .equals(StandardCharsets.UTF_8)) {
                    // Bytes that are no text are shown as digits, which are ordered otherwise.
                    to.call("ascii", "J", 'J');
                }
                code.invokestatic(ConstantDescs.CD_Long, "reverseBytes", REVERSE).loadConstant(Long.MIN_VALUE).lxor();
            }
        }
    }
}
