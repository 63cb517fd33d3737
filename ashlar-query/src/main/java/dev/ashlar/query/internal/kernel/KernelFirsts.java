// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;

/// Emits the code that keeps the first rows of each key: for each group the [SortLayout] words of a few rows, sorted.
/// Few rows sort before the last of these, so most rows are only compared.
final class KernelFirsts extends KernelKeys {
    private static final ClassDesc FIRSTS = SortLayout.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc INSERT = MethodTypeDesc.of(ConstantDescs.CD_void, KernelCode.LONGS,
            ConstantDescs.CD_int, ConstantDescs.CD_int, KernelCode.LONGS, ConstantDescs.CD_int, ConstantDescs.CD_int);

    private final SortLayout sort;
    private final KernelOrder order;
    private int row;

    KernelFirsts(KernelShape shape, Kernels.Case known, KernelCode to, KernelExprs exprs, int state) {
        super(shape, known, to, exprs, state);
        sort = shape.sort();
        order = new KernelOrder(this);
    }

    @Override
    void begin() {
        beginKeys();
        order.begin();
        row = object("row", KernelCode.LONGS);
    }

    @Override
    void row(Label full) {
        findGroup();
        Label better = code.newLabel();
        Label worse = code.newLabel();
        int last = (shape.most() - 1) * sort.words();
        Map<Integer, Operand> mark = null;
        for (int i = 0; i < sort.parts().size(); i++) {
            int[] words = order.words(i);
            // What is read for later values is not read for all rows.
            mark = mark == null ? to.mark() : mark;
            for (int w = 0; w < words.length; w++) {
                compare(words[w], last + sort.parts().get(i).word() + w);
                to.decide(better, worse);
            }
        }
        compare(to.rows[0], last + sort.words() - 1);
        code.ifge(worse);
        code.labelBinding(better);
        if (mark != null) {
            to.forget(mark);
        }
        keep();
        code.labelBinding(worse);
    }

    private void compare(int local, int word) {
        code.lload(local).aload(results).iload(base).loadConstant(word).iadd().laload().lcmp();
    }

    private void keep() {
        for (int i = 0; i < sort.parts().size(); i++) {
            int[] words = order.words(i);
            for (int w = 0; w < words.length; w++) {
                store(sort.parts().get(i).word() + w, words[w]);
            }
        }
        store(sort.words() - 1, to.rows[0]);
        if (shape.most() > 1) {
            code.aload(results).iload(base).loadConstant(shape.most()).aload(row).loadConstant(0)
                    .loadConstant(sort.words()).invokestatic(FIRSTS, "insert", INSERT);
        }
    }

    private void store(int word, int local) {
        if (shape.most() > 1) {
            code.aload(row).loadConstant(word);
        } else {
            code.aload(results).iload(base).loadConstant(word).iadd();
        }
        code.lload(local).lastore();
    }

    @Override
    void end() {
        // The rows are where they are kept.
    }
}
