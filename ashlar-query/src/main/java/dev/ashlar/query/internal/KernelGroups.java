// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/// Writes into a kernel how a row is added to the sums of its group.
///
/// The sums of the one group of all rows are kept in local variables while the loop runs.
final class KernelGroups extends KernelLeaver {
    private static final MethodTypeDesc FIND_WORD = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long);
    private static final MethodTypeDesc FIND_WORDS = MethodTypeDesc.of(ConstantDescs.CD_int, KernelCode.LONGS);
    private static final MethodTypeDesc TO_BITS = MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double);
    private static final MethodTypeDesc TO_DOUBLE = MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long);

    private final boolean single;
    private final int[] words;
    private int groups;
    private int results;
    private int group;
    private int base;
    private int key;

    KernelGroups(KernelShape shape, KernelCode to, KernelExprs exprs, int state) {
        super(shape, to, exprs, state);
        single = shape.keys().words() == 0;
        words = new int[single ? shape.parts().words() : 0];
    }

    @Override
    void begin() {
        groups = code.allocateLocal(TypeKind.REFERENCE);
        results = code.allocateLocal(TypeKind.REFERENCE);
        key = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(state).getfield(KernelCode.STATE, "groups", KernelCode.GROUPS).astore(groups);
        code.aload(state).getfield(KernelCode.STATE, "key", KernelCode.LONGS).astore(key);
        code.aload(groups).getfield(KernelCode.GROUPS, "results", KernelCode.LONGS).astore(results);
        code.loadConstant(0);
        group = to.storeInt();
        base = to.newInt();
        for (int i = 0; i < words.length; i++) {
            code.aload(results).loadConstant(i).laload();
            words[i] = to.storeLong();
        }
    }

    @Override
    void row(Label full) {
        if (!single) {
            findGroup();
        }
        List<Sums.Sum> sums = shape.parts().sums();
        for (int i = 0; i < sums.size(); i++) {
            Sums.Sum sum = sums.get(i);
            if (sum.kept().isPresent()) {
                add(i, sum, value(sum.aggregate().argument().orElseThrow(), sum.kept().get()));
            }
        }
        increment(0);
    }

    @Override
    void end() {
        for (int i = 0; i < words.length; i++) {
            code.aload(results).loadConstant(i).lload(words[i]).lastore();
        }
    }

    private void findGroup() {
        int[] keys = new int[shape.keys().words()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = to.constant(0);
        }
        List<KeyLayout.Part> parts = shape.keys().parts();
        for (int i = 0; i < parts.size(); i++) {
            KeyLayout.Part part = parts.get(i);
            Val value = value(shape.outputs().get(i).expr(), part.kept());
            if (part.isShort()) {
                shortKey(part, value, keys[part.word()]);
            } else {
                longKey(part, value, keys);
            }
        }
        code.aload(groups);
        if (keys.length == 1) {
            code.lload(keys[0]).invokevirtual(KernelCode.GROUPS, shape.keys().isDirect() ? "findDirect" : "find",
                    FIND_WORD);
        } else {
            for (int i = 0; i < keys.length; i++) {
                code.aload(key).loadConstant(i).lload(keys[i]).lastore();
            }
            code.aload(key).invokevirtual(KernelCode.GROUPS, "find", FIND_WORDS);
        }
        code.istore(group);
        // A new group may have moved them.
        code.aload(groups).getfield(KernelCode.GROUPS, "results", KernelCode.LONGS).astore(results);
        code.iload(group).loadConstant(shape.parts().words()).imul().istore(base);
    }

    private void shortKey(KeyLayout.Part part, Val value, int word) {
        code.lload(word);
        if (value.nullAt() == Val.ALWAYS) {
            code.loadConstant(part.nullCode());
        } else {
            Label notNull = code.newLabel();
            Label end = code.newLabel();
            if (value.nullAt() >= 0) {
                code.iload(value.nullAt()).ifeq(notNull).loadConstant(part.nullCode()).goto_(end);
            }
            code.labelBinding(notNull);
            word(value, part.kept(), 0);
            code.loadConstant(part.kept().least().longValueExact()).lsub();
            code.labelBinding(end);
        }
        code.loadConstant(part.shift()).lshl().lor().lstore(word);
    }

    private void longKey(KeyLayout.Part part, Val value, int[] keys) {
        if (value.nullAt() == Val.ALWAYS) {
            code.lload(keys[part.nullWord()]).loadConstant(1L << part.nullShift()).lor()
                    .lstore(keys[part.nullWord()]);
            return;
        }
        Label isNull = code.newLabel();
        Label end = code.newLabel();
        if (value.nullAt() >= 0) {
            code.iload(value.nullAt()).ifne(isNull);
        }
        for (int i = 0; i < part.kept().words(); i++) {
            canonicalWord(value, part.kept(), i);
            code.lstore(keys[part.word() + i]);
        }
        code.goto_(end);
        code.labelBinding(isNull);
        if (value.nullAt() >= 0) {
            code.lload(keys[part.nullWord()]).loadConstant(1L << part.nullShift()).lor()
                    .lstore(keys[part.nullWord()]);
        }
        code.labelBinding(end);
    }

    private void canonicalWord(Val value, Kept kept, int index) {
        if (kept.form() == Val.Form.DOUBLE) {
            code.dload(value.local());
            to.call("canonicalBits", "D", 'J');
        } else {
            word(value, kept, index);
        }
    }

    private void add(int index, Sums.Sum sum, Val value) {
        if (value.nullAt() == Val.ALWAYS) {
            return;
        }
        Label isNull = code.newLabel();
        to.goIfNull(value.nullAt(), isNull);
        Kept kept = sum.kept().orElseThrow();
        switch (sum.aggregate().function()) {
            case COUNT -> { }
            case COUNT_DISTINCT -> countDistinct(index, kept, value);
            case SUM, AVG -> addUp(sum, kept, value);
            case MIN -> keepIfBetter(sum, kept, value, true);
            case MAX -> keepIfBetter(sum, kept, value, false);
            case FIRST -> {
                Label later = code.newLabel();
                load(sum.countAt());
                code.loadConstant(0L).lcmp().ifne(later);
                keep(sum, kept, value);
                code.labelBinding(later);
            }
            case LAST -> keep(sum, kept, value);
        }
        if (sum.countAt() != 0) {
            increment(sum.countAt());
        }
        code.labelBinding(isNull);
    }

    private void countDistinct(int index, Kept kept, Val value) {
        code.aload(key).loadConstant(0).iload(group).i2l().lastore();
        for (int i = 0; i < kept.words(); i++) {
            code.aload(key).loadConstant(1 + i);
            canonicalWord(value, kept, i);
            code.lastore();
        }
        code.aload(state).getfield(KernelCode.STATE, "distinct", KernelCode.GROUPS.arrayType()).loadConstant(index)
                .aaload().aload(key).invokevirtual(KernelCode.GROUPS, "find", FIND_WORDS).pop();
    }

    private void addUp(Sums.Sum sum, Kept kept, Val value) {
        if (sum.isDouble()) {
            store(sum.at(), () -> {
                load(sum.at());
                code.invokestatic(ConstantDescs.CD_Double, "longBitsToDouble", TO_DOUBLE).dload(value.local()).dadd()
                        .invokestatic(ConstantDescs.CD_Double, "doubleToRawLongBits", TO_BITS);
            });
        } else if (sum.words() == 1) {
            store(sum.at(), () -> {
                load(sum.at());
                code.lload(value.local()).ladd();
            });
        } else {
            Val wide = to.widened(value);
            store(sum.at(), () -> {
                load(sum.at());
                load(sum.at() + 1);
                code.lload(wide.locals()[0]).lload(wide.locals()[1]);
                to.call("addHigh", "JJJJ", 'J');
            });
            store(sum.at() + 1, () -> {
                load(sum.at() + 1);
                code.lload(wide.locals()[1]).ladd();
            });
        }
    }

    private void keepIfBetter(Sums.Sum sum, Kept kept, Val value, boolean least) {
        Label worse = code.newLabel();
        if (sum.isDouble()) {
            code.dload(value.local());
            load(sum.at());
            code.invokestatic(ConstantDescs.CD_Double, "longBitsToDouble", TO_DOUBLE);
            to.call("compare", "DD", 'I');
        } else {
            for (int i = 0; i < sum.words(); i++) {
                word(value, kept, i);
            }
            for (int i = 0; i < sum.words(); i++) {
                load(sum.at() + i);
            }
            if (sum.words() == 2) {
                to.call("compare", "JJJJ", 'I');
            } else {
                code.lcmp();
            }
        }
        if (least) {
            code.ifge(worse);
        } else {
            code.ifle(worse);
        }
        keep(sum, kept, value);
        code.labelBinding(worse);
    }

    private void keep(Sums.Sum sum, Kept kept, Val value) {
        for (int i = 0; i < sum.words(); i++) {
            int word = i;
            store(sum.at() + i, () -> word(value, kept, word));
        }
    }

    private void increment(int word) {
        store(word, () -> {
            load(word);
            code.loadConstant(1L).ladd();
        });
    }

    private void load(int word) {
        if (single) {
            code.lload(words[word]);
        } else {
            place(word).laload();
        }
    }

    private void store(int word, Runnable value) {
        if (single) {
            value.run();
            code.lstore(words[word]);
        } else {
            place(word);
            value.run();
            code.lastore();
        }
    }

    private CodeBuilder place(int word) {
        return code.aload(results).iload(base).loadConstant(word).iadd();
    }
}
