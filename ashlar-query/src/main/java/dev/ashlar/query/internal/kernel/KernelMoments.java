// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/// Writes into a kernel how numbers and pairs are added to the words of a [MomentLayout].
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
        addNumber(sum.at(), y.local());
        addProduct(sum.at() + 2, y.local(), y.local());
        if (x != null) {
            addNumber(sum.at() + 4, x.local());
            addProduct(sum.at() + 6, x.local(), x.local());
            addProduct(sum.at() + 8, x.local(), y.local());
        }
    }

    private void addNumber(int word, int local) {
        code.lload(local).loadConstant(63).lshr();
        addWide(word, to.storeLong(), local);
    }

    private void addProduct(int word, int left, int right) {
        code.lload(left).lload(right);
        to.javaMath("multiplyHigh");
        int high = to.storeLong();
        code.lload(left).lload(right).lmul();
        addWide(word, high, to.storeLong());
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
