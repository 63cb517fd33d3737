// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.util.Map;

/// Emits the code that outputs the [SortLayout] words of rows that sort before the worst row kept so far.
///
/// A row is compared with the worst row before its other columns are read. If the values to order by are computed, the
/// comparison comes after the condition, because the computation may fail.
final class KernelTop extends KernelSink {
    private final SortLayout sort;
    private final KernelOrder order;
    private final int[] worst;
    private int out;
    private int outAt;

    KernelTop(KernelShape shape, KernelCode to, KernelExprs exprs, int state) {
        super(shape, to, exprs, state);
        sort = shape.sort();
        order = new KernelOrder(this);
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
        order.begin();
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
            int[] words = order.words(i);
            // What is read for later values is not read for all rows.
            mark = mark == null ? to.mark() : mark;
            for (int w = 0; w < words.length; w++) {
                code.lload(words[w]).lload(worst[part.word() + w]).lcmp();
                to.decide(better, next);
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
            int[] words = order.words(i);
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
}
