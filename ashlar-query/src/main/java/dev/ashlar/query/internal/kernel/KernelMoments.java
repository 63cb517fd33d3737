// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Emits the code that adds numbers and pairs to the words of a [MomentLayout].
final class KernelMoments {
    private static final MethodTypeDesc TO_BITS = MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double);
    private static final MethodTypeDesc TO_DOUBLE = MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long);

    private final KernelGroups groups;
    private final KernelCode to;
    private final CodeBuilder code;

    KernelMoments(KernelGroups groups) {
        this.groups = groups;
        to = groups.to;
        code = groups.code;
    }

    /// @param x of a pair; else null
    void add(AggregateLayout.Sum sum, Operand y, Operand x) {
        if (sum.isDouble()) {
            addDifferences(sum, y.local(), x == null ? -1 : x.local());
            return;
        }
        int[][] factors = x == null ? new int[][] {{y.local()}, {y.local(), y.local()}} : new int[][] {{y.local()},
            {y.local(), y.local()}, {x.local()}, {x.local(), x.local()}, {x.local(), y.local()}};
        int word = sum.at();
        for (int i = 0; i < factors.length; i++) {
            MomentLayout.Form form = sum.forms().get(i);
            add(form, word, factors[i][0], factors[i].length == 1 ? -1 : factors[i][1]);
            word += form.words();
        }
    }

    /// @param factor of a product; else -1
    private void add(MomentLayout.Form form, int word, int local, int factor) {
        int low = local;
        if (factor >= 0) {
            code.lload(local).lload(factor).lmul();
            low = to.storeLong();
        }
        switch (form) {
            case NARROW -> groups.addWord(word, low);
            case SPLIT -> groups.addHalves(word, low);
            case WIDE -> {
                code.lload(local);
                if (factor >= 0) {
                    code.lload(factor);
                    to.javaMath("multiplyHigh");
                } else {
                    code.loadConstant(63).lshr();
                }
                addWide(word, to.storeLong(), low);
            }
        }
    }

    private void addWide(int word, int high, int low) {
        groups.store(word, () -> {
            groups.load(word);
            groups.load(word + 1);
            code.lload(high).lload(low);
            to.call("addHigh", "JJJJ", 'J');
        });
        groups.store(word + 1, () -> {
            groups.load(word + 1);
            code.lload(low).ladd();
        });
    }

    private void addDifferences(AggregateLayout.Sum sum, int y, int x) {
        groups.load(sum.countAt());
        code.loadConstant(1L).ladd().l2d();
        int count = storeDouble();
        int fromY = difference(y, sum.at());
        int leftY = mean(sum.at(), fromY, count, y);
        addProductOfReals(sum.at() + 1, fromY, leftY);
        if (x >= 0) {
            int fromX = difference(x, sum.at() + 2);
            int leftX = mean(sum.at() + 2, fromX, count, x);
            addProductOfReals(sum.at() + 3, fromX, leftX);
            addProductOfReals(sum.at() + 4, fromX, leftY);
        }
    }

    private int difference(int local, int mean) {
        code.dload(local);
        loadReal(mean);
        code.dsub();
        return storeDouble();
    }

    /// Moves a mean, and gives the difference from it.
    private int mean(int word, int from, int count, int local) {
        loadReal(word);
        code.dload(from).dload(count).ddiv().dadd();
        int mean = storeDouble();
        groups.store(word, () -> code.dload(mean).invokestatic(ConstantDescs.CD_Double, "doubleToRawLongBits", TO_BITS));
        code.dload(local).dload(mean).dsub();
        return storeDouble();
    }

    private void addProductOfReals(int word, int left, int right) {
        groups.store(word, () -> {
            loadReal(word);
            code.dload(left).dload(right).dmul().dadd().invokestatic(ConstantDescs.CD_Double, "doubleToRawLongBits",
                    TO_BITS);
        });
    }

    private void loadReal(int word) {
        groups.load(word);
        code.invokestatic(ConstantDescs.CD_Double, "longBitsToDouble", TO_DOUBLE);
    }

    private int storeDouble() {
        int local = to.newDouble();
        code.dstore(local);
        return local;
    }
}
