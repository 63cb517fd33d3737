// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Aggregate;
import dev.ashlar.query.internal.quantile.GatheredValues;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/// Emits the code that adds a row to the aggregates of its group.
///
/// If all rows are one group, its aggregates are kept in local variables while the loop runs.
final class KernelGroups extends KernelKeys {
    private static final ClassDesc VALUES = DistinctValues.class.describeConstable().orElseThrow();
    private static final ClassDesc GROUPED = GroupedValues.class.describeConstable().orElseThrow();
    private static final ClassDesc GATHERED = GatheredValues.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc TO_BITS = MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double);
    private static final MethodTypeDesc TO_DOUBLE = MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long);
    private static final long LOW_HALF = 0xffff_ffffL;

    private final int[] words;
    private final List<Distinct> distinct = new ArrayList<>();
    private final List<Gathered> gathered = new ArrayList<>();
    /// By aggregate: a local variable with the ranks of an enum of which it is the extreme.
    private final int[] ranks;

    /// An aggregate that counts different values.
    ///
    /// @param fields what its set or its pairs consist of, in local variables
    /// @param words  of the row's value, with its group before it if there are several, in local variables
    /// @param absent where to go with a value that is not there yet
    private record Distinct(int aggregate, int[] fields, int[] words, Label absent) {
    }

    /// An aggregate whose values are gathered.
    ///
    /// @param of     the [GatheredValues], in a local variable, as are its arrays and how many values they have
    /// @param full   where to go if there is no room for one more
    private record Gathered(int aggregate, int of, int values, int groups, int count, Label full) {
    }

    KernelGroups(KernelShape shape, Kernels.Case known, KernelCode to, KernelExprs exprs, int state) {
        super(shape, known, to, exprs, state);
        words = new int[single ? shape.parts().words() : 0];
        ranks = new int[shape.aggregates().size()];
    }

    @Override
    void begin() {
        beginKeys();
        for (int i = 0; i < words.length; i++) {
            code.aload(results).loadConstant(i).laload();
            words[i] = to.storeLong();
        }
        for (int i = 0; i < shape.aggregates().size(); i++) {
            if (shape.isCounted(i)) {
                beginDistinct(i);
            } else if (shape.isGathered(i)) {
                beginGathered(i);
            } else if (shape.parts().sums().get(i).ranks().length > 0) {
                ranks[i] = ranks(i);
            }
        }
    }

    private void beginDistinct(int index) {
        int of = code.allocateLocal(TypeKind.REFERENCE);
        boolean set = shape.isSet(index);
        boolean grouped = shape.isGroupedSet(index);
        ClassDesc owner = set ? VALUES : grouped ? GROUPED : KernelCode.GROUPS;
        code.aload(state).getfield(KernelCode.STATE, set ? "values" : grouped ? "grouped" : "distinct",
                owner.arrayType()).loadConstant(index).aaload().astore(of);
        int[] fields;
        if (set || grouped) {
            int first = word(of, owner, "least");
            fields = new int[] {first, word(of, owner, "span"), field(of, owner, "bits", KernelCode.LONGS),
                field(of, owner, "table", KernelCode.LONGS), of, grouped ? number(of, "lines") : -1,
                grouped ? number(of, "lineWords") : -1};
        } else {
            fields = new int[] {field(of, owner, "places", INTS), field(of, owner, "keys", KernelCode.LONGS), of};
        }
        int[] words = new int[set ? 1 : shape.distinctWords(index)];
        for (int i = 0; i < words.length; i++) {
            words[i] = to.newLong();
        }
        distinct.add(new Distinct(index, fields, words, code.newLabel()));
    }

    private void beginGathered(int index) {
        int of = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(state).getfield(KernelCode.STATE, "gathered", GATHERED.arrayType()).loadConstant(index).aaload()
                .astore(of);
        int values = field(of, GATHERED, "values", KernelCode.LONGS);
        int groups = single ? -1 : field(of, GATHERED, "groups", INTS);
        code.aload(of).getfield(GATHERED, "count", ConstantDescs.CD_int);
        gathered.add(new Gathered(index, of, values, groups, to.storeInt(), code.newLabel()));
    }

    private int word(int of, ClassDesc owner, String name) {
        code.aload(of).getfield(owner, name, ConstantDescs.CD_long);
        return to.storeLong();
    }

    private int number(int of, String name) {
        code.aload(of).getfield(GROUPED, name, ConstantDescs.CD_int);
        return to.storeInt();
    }

    @Override
    void row(Label full) {
        findGroup();
        List<AggregateLayout.Sum> sums = shape.parts().sums();
        // Before anything is added: where a value is new, the row is done once more.
        for (Distinct some : distinct) {
            AggregateLayout.Sum sum = sums.get(some.aggregate());
            countDistinct(some, sum.layout().orElseThrow(), value(sum.aggregate().argument().orElseThrow(),
                    sum.layout().get()));
        }
        for (Gathered some : gathered) {
            code.iload(some.count()).aload(some.values()).arraylength().if_icmpge(some.full());
        }
        for (Gathered some : gathered) {
            AggregateLayout.Sum sum = sums.get(some.aggregate());
            gather(some, sum, value(sum.aggregate().argument().orElseThrow(), sum.layout().orElseThrow()));
        }
        for (int i = 0; i < sums.size(); i++) {
            AggregateLayout.Sum sum = sums.get(i);
            if (sum.layout().isPresent() && !shape.isCounted(i) && !shape.isGathered(i)) {
                Operand value = value(sum.aggregate().argument().orElseThrow(), sum.layout().get());
                if (sum.aggregate().function().isMoment()) {
                    addMoment(sum, value, sum.second().map(layout -> value(sum.aggregate().second().orElseThrow(),
                            layout)).orElse(null));
                } else {
                    add(sum, value, ranks[i]);
                }
            }
        }
        if (shape.parts().isCounted()) {
            increment(0);
        }
    }

    @Override
    void aside(Label again, Label done) {
        super.aside(again, done);
        for (Distinct some : distinct) {
            newValue(some);
            code.goto_(again);
        }
        for (Gathered some : gathered) {
            code.labelBinding(some.full());
            end();
            code.aload(some.of()).invokevirtual(GATHERED, "makeRoom", ConstantDescs.MTD_void).goto_(again);
        }
    }

    @Override
    void end() {
        for (int i = 0; i < words.length; i++) {
            code.aload(results).loadConstant(i).lload(words[i]).lastore();
        }
        save();
    }

    @Override
    void save() {
        for (Gathered some : gathered) {
            code.aload(some.of()).iload(some.count()).putfield(GATHERED, "count", ConstantDescs.CD_int);
        }
    }

    private void gather(Gathered some, AggregateLayout.Sum sum, Operand value) {
        if (value.nullAt() == Operand.ALWAYS) {
            return;
        }
        Label isNull = code.newLabel();
        to.goIfNull(value.nullAt(), isNull);
        code.aload(some.values()).iload(some.count());
        if (sum.isDouble()) {
            code.dload(value.local());
            to.call("ordered", "D", 'J');
        } else {
            word(value, sum.layout().orElseThrow(), 0);
        }
        code.lastore();
        if (!single) {
            code.aload(some.groups()).iload(some.count()).iload(group).iastore();
        }
        code.iinc(some.count(), 1);
        if (sum.countsValues()) {
            increment(sum.countAt());
        }
        code.labelBinding(isNull);
    }

    /// @param second of a pair; else null
    private void addMoment(AggregateLayout.Sum sum, Operand value, Operand second) {
        if (value.nullAt() == Operand.ALWAYS || second != null && second.nullAt() == Operand.ALWAYS) {
            return;
        }
        Operand y = sum.isDouble() ? exprs.real(value) : value;
        Operand x = second == null || !sum.isDouble() ? second : exprs.real(second);
        Label isNull = code.newLabel();
        to.goIfNull(y.nullAt(), isNull);
        if (x != null) {
            to.goIfNull(x.nullAt(), isNull);
        }
        new KernelMoments(this).add(sum, y, x);
        if (sum.countsValues()) {
            increment(sum.countAt());
        }
        code.labelBinding(isNull);
    }

    private void add(AggregateLayout.Sum sum, Operand value, int ranks) {
        if (value.nullAt() == Operand.ALWAYS) {
            return;
        }
        Label isNull = code.newLabel();
        to.goIfNull(value.nullAt(), isNull);
        WordLayout layout = sum.layout().orElseThrow();
        switch (sum.aggregate().function()) {
            case COUNT, COUNT_DISTINCT, QUANTILE_CONT, QUANTILE_DISC -> { }
            case SUM, AVG -> addUp(sum, layout, value);
            case MIN, MAX -> {
                if (sum.isOrdered()) {
                    keepBetterText(sum, layout, value, ranks);
                } else {
                    keepIfBetter(sum, layout, value);
                }
            }
            case FIRST -> {
                Label later = code.newLabel();
                load(sum.countAt());
                code.loadConstant(0L).lcmp().ifne(later);
                keep(sum, layout, value);
                code.labelBinding(later);
            }
            case LAST -> keep(sum, layout, value);
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP, COVAR_POP, COVAR_SAMP, CORR, REGR_SLOPE, REGR_INTERCEPT,
                REGR_R2 -> throw new IllegalStateException("of moments: function=" + sum.aggregate().function());
        }
        if (sum.countsValues()) {
            increment(sum.countAt());
        }
        code.labelBinding(isNull);
    }

    private void countDistinct(Distinct some, WordLayout layout, Operand value) {
        if (value.nullAt() == Operand.ALWAYS) {
            return;
        }
        Label end = code.newLabel();
        to.goIfNull(value.nullAt(), end);
        int values = some.words().length - layout.words();
        if (values > 0) {
            code.iload(group).i2l().lstore(some.words()[0]);
        }
        for (int i = 0; i < layout.words(); i++) {
            canonicalWord(value, layout, i);
            code.lstore(some.words()[values + i]);
        }
        if (shape.isSet(some.aggregate())) {
            lookIntoSet(some, end);
        } else if (shape.isGroupedSet(some.aggregate())) {
            lookIntoLine(some, end);
        } else {
            lookIntoPairs(some);
        }
        code.labelBinding(end);
    }

    /// Sets the bit of a value that has one.
    private void lookIntoSet(Distinct some, Label end) {
        Label outside = code.newLabel();
        code.lload(some.words()[0]).lload(some.fields()[0]).lsub();
        int at = to.storeLong();
        code.lload(at).lload(some.fields()[1]).invokestatic(ConstantDescs.CD_Long, "compareUnsigned",
                KernelCode.COMPARE).ifge(outside);
        code.aload(some.fields()[2]).lload(at).loadConstant(6).lushr().l2i().dup2().laload()
                .loadConstant(1L).lload(at).l2i().lshl().lor().lastore().goto_(end);
        code.labelBinding(outside).aload(some.fields()[3]).lload(some.words()[0]).invokestatic(VALUES, "has",
                MethodTypeDesc.of(ConstantDescs.CD_boolean, KernelCode.LONGS, ConstantDescs.CD_long))
                .ifeq(some.absent());
    }

    /// Sets the bit of a value in the line of its group, if it has one.
    private void lookIntoLine(Distinct some, Label end) {
        int[] of = some.fields();
        int value = some.words()[1];
        Label outside = code.newLabel();
        code.iload(group).iload(of[5]).if_icmpge(outside);
        code.lload(value).lload(of[0]).lsub();
        int at = to.storeLong();
        code.lload(at).lload(of[1]).invokestatic(ConstantDescs.CD_Long, "compareUnsigned", KernelCode.COMPARE)
                .ifge(outside);
        code.aload(of[2]).iload(group).iload(of[6]).imul().lload(at).loadConstant(6).lushr().l2i().iadd().dup2()
                .laload().loadConstant(1L).lload(at).l2i().lshl().lor().lastore().goto_(end);
        code.labelBinding(outside).aload(of[3]).iload(group).lload(value).invokestatic(GROUPED, "has",
                MethodTypeDesc.of(ConstantDescs.CD_boolean, KernelCode.LONGS, ConstantDescs.CD_int,
                ConstantDescs.CD_long)).ifeq(some.absent());
    }

    private void lookIntoPairs(Distinct some) {
        storeKey(some.words());
        code.aload(some.fields()[0]).aload(some.fields()[1]);
        look(code.aload(key).loadConstant(some.words().length), KernelCode.LONGS, ConstantDescs.CD_int);
        code.iflt(some.absent());
    }

    /// Adds the value that a row has been left for.
    private void newValue(Distinct some) {
        code.labelBinding(some.absent());
        if (single) {
            // The sums are read again where the loop begins.
            end();
        } else {
            save();
        }
        if (shape.isSet(some.aggregate())) {
            code.aload(some.fields()[4]).lload(some.words()[0]).invokevirtual(VALUES, "add",
                    MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long));
        } else if (shape.isGroupedSet(some.aggregate())) {
            code.aload(some.fields()[4]).iload(group).lload(some.words()[1]).invokevirtual(GROUPED, "add",
                    MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_long));
        } else {
            storeKey(some.words());
            code.aload(some.fields()[2]).aload(key).lload(to.rows[0]).invokevirtual(KernelCode.GROUPS, "find",
                    FIND_WORDS).pop();
        }
    }

    private void addUp(AggregateLayout.Sum sum, WordLayout layout, Operand value) {
        if (sum.isDouble()) {
            store(sum.at(), () -> {
                load(sum.at());
                code.invokestatic(ConstantDescs.CD_Double, "longBitsToDouble", TO_DOUBLE).dload(value.local()).dadd()
                        .invokestatic(ConstantDescs.CD_Double, "doubleToRawLongBits", TO_BITS);
            });
        } else if (sum.words() == 1) {
            addWord(sum.at(), value.local());
        } else if (sum.split()) {
            addHalves(sum.at(), value.local());
        } else {
            Operand wide = to.widened(value);
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

    void addWord(int word, int local) {
        store(word, () -> {
            load(word);
            code.lload(local).ladd();
        });
    }

    /// Short numbers are added to the lower half as they are.
    void addHalves(int word, int local) {
        Label isLong = code.newLabel();
        Label end = code.newLabel();
        code.lload(local).loadConstant(1L << AggregateLayout.SHORT_LOG).ladd()
                .loadConstant(AggregateLayout.SHORT_LOG + 1).lushr()
                .loadConstant(0L).lcmp().ifne(isLong);
        addWord(word + 1, local);
        code.goto_(end);
        code.labelBinding(isLong);
        store(word, () -> {
            load(word);
            code.lload(local).loadConstant(Integer.SIZE).lshr().ladd();
        });
        store(word + 1, () -> {
            load(word + 1);
            code.lload(local).loadConstant(LOW_HALF).land().ladd();
        });
        code.labelBinding(end);
    }

    /// Keeps a text that comes before the one that is kept, or after it.
    private void keepBetterText(AggregateLayout.Sum sum, WordLayout layout, Operand value, int ranks) {
        int[] words = new int[sum.words()];
        for (int i = 0; i < words.length; i++) {
            ordered(value, layout, i, ranks);
            words[i] = to.storeLong();
        }
        Label better = code.newLabel();
        Label worse = code.newLabel();
        boolean least = sum.aggregate().function() == Aggregate.Function.MIN;
        for (int i = 0; i < words.length; i++) {
            code.lload(words[i]);
            load(sum.at() + i);
            code.lcmp();
            to.decide(least ? better : worse, least ? worse : better);
        }
        code.goto_(worse);
        code.labelBinding(better);
        for (int i = 0; i < words.length; i++) {
            int word = words[i];
            store(sum.at() + i, () -> code.lload(word));
        }
        code.labelBinding(worse);
    }

    private void keepIfBetter(AggregateLayout.Sum sum, WordLayout layout, Operand value) {
        Label worse = code.newLabel();
        if (sum.isDouble()) {
            code.dload(value.local());
            load(sum.at());
            code.invokestatic(ConstantDescs.CD_Double, "longBitsToDouble", TO_DOUBLE);
            to.call("compare", "DD", 'I');
        } else {
            for (int i = 0; i < sum.words(); i++) {
                word(value, layout, i);
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
        if (sum.aggregate().function() == Aggregate.Function.MIN) {
            code.ifge(worse);
        } else {
            code.ifle(worse);
        }
        keep(sum, layout, value);
        code.labelBinding(worse);
    }

    private void keep(AggregateLayout.Sum sum, WordLayout layout, Operand value) {
        for (int i = 0; i < sum.words(); i++) {
            int word = i;
            store(sum.at() + i, () -> word(value, layout, word));
        }
    }

    private void increment(int word) {
        store(word, () -> {
            load(word);
            code.loadConstant(1L).ladd();
        });
    }

    void load(int word) {
        if (single) {
            code.lload(words[word]);
        } else {
            place(word).laload();
        }
    }

    void store(int word, Runnable value) {
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
