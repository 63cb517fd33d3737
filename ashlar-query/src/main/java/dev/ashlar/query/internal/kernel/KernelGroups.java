// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.ValueType;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/// Writes into a kernel how a row is added to the sums of its group.
///
/// The sums of the one group of all rows are kept in local variables while the loop runs. Of many groups one is found
/// by its place in a [GroupWindow], or by its key in a [GroupTable]; one that is not there yet is added outside of the
/// loop, which then begins again at the same row.
final class KernelGroups extends KernelSink {
    private static final ClassDesc WINDOW = GroupWindow.class.describeConstable().orElseThrow();
    private static final ClassDesc VALUES = DistinctValues.class.describeConstable().orElseThrow();
    private static final ClassDesc INTS = ConstantDescs.CD_int.arrayType();
    private static final MethodTypeDesc FIND_WORD = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long,
            ConstantDescs.CD_long);
    private static final MethodTypeDesc FIND_WORDS = MethodTypeDesc.of(ConstantDescs.CD_int, KernelCode.LONGS,
            ConstantDescs.CD_long);
    private static final MethodTypeDesc ADMITS = MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_int);
    private static final MethodTypeDesc TO_BITS = MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_double);
    private static final MethodTypeDesc TO_DOUBLE = MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long);
    private static final long LOW_HALF = 0xffff_ffffL;

    private final boolean single;
    private final boolean windowed;
    /// Whether rows of one group often follow each other: then the last group is tried first.
    private final boolean inRuns;
    private final int[] words;
    private final List<Operand> values = new ArrayList<>();
    private final Label absent;
    private int groups;
    private int results;
    private int group;
    private int base;
    private int key;
    private int places;
    private int knownKeys;
    private int lastKey;
    private int[] keys = {};
    private int[][] digits = {};
    private final List<Distinct> distinct = new ArrayList<>();

    /// An aggregate that counts different values.
    ///
    /// @param fields what its set or its pairs consist of, in local variables
    /// @param words  of the row's value, with its group before it if there are several, in local variables
    /// @param absent where to go with a value that is not there yet
    private record Distinct(int aggregate, int[] fields, int[] words, Label absent) {
    }

    KernelGroups(KernelShape shape, boolean windowed, KernelCode to, KernelExprs exprs, int state) {
        super(shape, to, exprs, state);
        single = shape.keys().words() == 0;
        this.windowed = windowed;
        inRuns = !windowed && shape.keys().words() == 1 && shape.outputs().stream().anyMatch(output ->
                output.expr().type().kind() == ValueType.Kind.TIMESTAMP);
        words = new int[single ? shape.parts().words() : 0];
        absent = code.newLabel();
    }

    @Override
    void begin() {
        groups = object("groups", KernelCode.GROUPS);
        key = object("key", KernelCode.LONGS);
        results = field(groups, KernelCode.GROUPS, "results", KernelCode.LONGS);
        code.loadConstant(0);
        group = to.storeInt();
        code.loadConstant(-1);
        base = to.storeInt();
        for (int i = 0; i < words.length; i++) {
            code.aload(results).loadConstant(i).laload();
            words[i] = to.storeLong();
        }
        if (windowed) {
            int window = object("window", WINDOW);
            places = field(window, WINDOW, "places", INTS);
            digits = new int[shape.keys().parts().size()][];
            for (int i = 0; i < digits.length; i++) {
                digits[i] = new int[] {digit(window, "least", i), digit(window, "span", i), digit(window, "width", i)};
            }
        } else if (!single) {
            places = field(groups, KernelCode.GROUPS, "places", INTS);
            knownKeys = field(groups, KernelCode.GROUPS, "keys", KernelCode.LONGS);
            lastKey = to.constant(0);
        }
        for (int i = 0; i < shape.aggregates().size(); i++) {
            if (shape.isCounted(i)) {
                beginDistinct(i);
            }
        }
    }

    private void beginDistinct(int index) {
        int of = code.allocateLocal(TypeKind.REFERENCE);
        boolean set = shape.isSet(index);
        ClassDesc owner = set ? VALUES : KernelCode.GROUPS;
        code.aload(state).getfield(KernelCode.STATE, set ? "values" : "distinct", owner.arrayType())
                .loadConstant(index).aaload().astore(of);
        int[] fields;
        if (set) {
            int first = word(of, "least");
            fields = new int[] {first, word(of, "span"), field(of, VALUES, "bits", KernelCode.LONGS),
                field(of, VALUES, "table", KernelCode.LONGS), of};
        } else {
            fields = new int[] {field(of, owner, "places", INTS), field(of, owner, "keys", KernelCode.LONGS), of};
        }
        int[] words = new int[set ? 1 : shape.distinctWords(index)];
        for (int i = 0; i < words.length; i++) {
            words[i] = to.newLong();
        }
        distinct.add(new Distinct(index, fields, words, code.newLabel()));
    }

    private int word(int of, String name) {
        code.aload(of).getfield(VALUES, name, ConstantDescs.CD_long);
        return to.storeLong();
    }

    private int object(String name, ClassDesc type) {
        return field(state, KernelCode.STATE, name, type);
    }

    private int field(int of, ClassDesc owner, String name, ClassDesc type) {
        int local = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(of).getfield(owner, name, type).astore(local);
        return local;
    }

    private int digit(int window, String name, int part) {
        code.aload(window).getfield(WINDOW, name, KernelCode.LONGS).loadConstant(part).laload();
        return to.storeLong();
    }

    @Override
    void row(Label full) {
        if (!single) {
            values.clear();
            for (int i = 0; i < shape.keys().parts().size(); i++) {
                values.add(value(shape.outputs().get(i).expr(), shape.keys().parts().get(i).layout()));
            }
            if (windowed) {
                findPlace();
            } else {
                findKey();
            }
        }
        List<AggregateLayout.Sum> sums = shape.parts().sums();
        // Before anything is added: where a value is new, the row is done once more.
        for (Distinct some : distinct) {
            AggregateLayout.Sum sum = sums.get(some.aggregate());
            countDistinct(some, sum.layout().orElseThrow(), value(sum.aggregate().argument().orElseThrow(),
                    sum.layout().get()));
        }
        for (int i = 0; i < sums.size(); i++) {
            AggregateLayout.Sum sum = sums.get(i);
            if (sum.layout().isPresent() && !shape.isCounted(i)) {
                add(sum, value(sum.aggregate().argument().orElseThrow(), sum.layout().get()));
            }
        }
        if (shape.parts().isCounted()) {
            increment(0);
        }
    }

    @Override
    void aside(Label again, Label done) {
        if (!single) {
            newGroup(again, done);
        }
        for (Distinct some : distinct) {
            newValue(some);
            code.goto_(again);
        }
    }

    private void newGroup(Label again, Label done) {
        code.labelBinding(absent);
        if (windowed) {
            makeKey();
        }
        code.aload(groups);
        if (keys.length == 1) {
            code.lload(keys[0]).lload(to.rows[0]).invokevirtual(KernelCode.GROUPS, "find", FIND_WORD);
        } else {
            storeKey();
            code.aload(key).lload(to.rows[0]).invokevirtual(KernelCode.GROUPS, "find", FIND_WORDS);
        }
        code.istore(group);
        if (windowed) {
            code.aload(state).getfield(KernelCode.STATE, "window", WINDOW).iload(group)
                    .invokevirtual(WINDOW, "admits", ADMITS).ifne(again);
            code.aload(state).loadConstant(1).putfield(KernelCode.STATE, "isOutside", ConstantDescs.CD_boolean)
                    .goto_(done);
        } else {
            code.goto_(again);
        }
    }

    @Override
    void end() {
        for (int i = 0; i < words.length; i++) {
            code.aload(results).loadConstant(i).lload(words[i]).lastore();
        }
    }

    private void findPlace() {
        int place = 0;
        for (int i = 0; i < digits.length; i++) {
            int digit = digit(i);
            if (i == 0) {
                place = digit;
            } else {
                code.lload(place).lload(digits[i][2]).lmul().lload(digit).ladd();
                place = to.storeLong();
            }
        }
        code.aload(places).lload(place).l2i().iaload().loadConstant(1).isub().istore(group);
        code.iload(group).iflt(absent);
        findBase();
    }

    private int digit(int part) {
        Operand value = values.get(part);
        WordLayout layout = shape.keys().parts().get(part).layout();
        int digit = to.constant(0);
        Label isNull = code.newLabel();
        if (!to.goIfNull(value.nullAt(), isNull)) {
            word(value, layout, 0);
            code.lload(digits[part][0]).lsub().lstore(digit);
            code.lload(digit).lload(digits[part][1]).invokestatic(ConstantDescs.CD_Long, "compareUnsigned",
                    KernelCode.COMPARE).ifge(absent);
            if (layout.nullable()) {
                code.lload(digit).loadConstant(1L).ladd().lstore(digit);
            }
        }
        code.labelBinding(isNull);
        return digit;
    }

    private void findKey() {
        makeKey();
        Label found = code.newLabel();
        if (inRuns) {
            Label other = code.newLabel();
            code.lload(keys[0]).lload(lastKey).lcmp().ifne(other).iload(base).ifge(found);
            code.labelBinding(other);
        }
        code.aload(places).aload(knownKeys);
        switch (keys.length) {
            case 1 -> look(code.lload(keys[0]), ConstantDescs.CD_long);
            case 2 -> look(code.lload(keys[0]).lload(keys[1]), ConstantDescs.CD_long, ConstantDescs.CD_long);
            default -> {
                storeKey();
                look(code.aload(key).loadConstant(keys.length), KernelCode.LONGS, ConstantDescs.CD_int);
            }
        }
        code.istore(group);
        code.iload(group).iflt(absent);
        findBase();
        if (inRuns) {
            code.lload(keys[0]).lstore(lastKey);
        }
        code.labelBinding(found);
    }

    private static void look(CodeBuilder loaded, ClassDesc... parameters) {
        loaded.invokestatic(KernelCode.GROUPS, "look", MethodTypeDesc.of(ConstantDescs.CD_int, INTS, KernelCode.LONGS)
                .insertParameterTypes(2, parameters));
    }

    private void findBase() {
        code.iload(group).loadConstant(shape.parts().words()).imul().istore(base);
    }

    /// Puts the values of the row's group into the words of a key.
    private void makeKey() {
        keys = new int[shape.keys().words()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = to.constant(0);
        }
        List<KeyLayout.Part> parts = shape.keys().parts();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).isShort()) {
                shortKey(parts.get(i), values.get(i), keys[parts.get(i).word()]);
            } else {
                longKey(parts.get(i), values.get(i), keys);
            }
        }
    }

    private void storeKey() {
        storeKey(keys);
    }

    private void storeKey(int[] words) {
        for (int i = 0; i < words.length; i++) {
            code.aload(key).loadConstant(i).lload(words[i]).lastore();
        }
    }

    private void shortKey(KeyLayout.Part part, Operand value, int word) {
        code.lload(word);
        if (value.nullAt() == Operand.ALWAYS) {
            code.loadConstant(part.nullCode());
        } else {
            Label notNull = code.newLabel();
            Label end = code.newLabel();
            if (value.nullAt() >= 0) {
                code.iload(value.nullAt()).ifeq(notNull).loadConstant(part.nullCode()).goto_(end);
            }
            code.labelBinding(notNull);
            word(value, part.layout(), 0);
            code.loadConstant(part.layout().least().longValueExact()).lsub();
            code.labelBinding(end);
        }
        code.loadConstant(part.shift()).lshl().lor().lstore(word);
    }

    private void longKey(KeyLayout.Part part, Operand value, int[] keys) {
        if (value.nullAt() == Operand.ALWAYS) {
            code.lload(keys[part.nullWord()]).loadConstant(1L << part.nullShift()).lor()
                    .lstore(keys[part.nullWord()]);
            return;
        }
        Label isNull = code.newLabel();
        Label end = code.newLabel();
        if (value.nullAt() >= 0) {
            code.iload(value.nullAt()).ifne(isNull);
        }
        for (int i = 0; i < part.layout().words(); i++) {
            canonicalWord(value, part.layout(), i);
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

    private void canonicalWord(Operand value, WordLayout layout, int index) {
        if (layout.form() == Operand.Form.DOUBLE) {
            code.dload(value.local());
            to.call("canonicalBits", "D", 'J');
        } else {
            word(value, layout, index);
        }
    }

    private void add(AggregateLayout.Sum sum, Operand value) {
        if (value.nullAt() == Operand.ALWAYS) {
            return;
        }
        Label isNull = code.newLabel();
        to.goIfNull(value.nullAt(), isNull);
        WordLayout layout = sum.layout().orElseThrow();
        switch (sum.aggregate().function()) {
            case COUNT, COUNT_DISTINCT -> { }
            case SUM, AVG -> addUp(sum, layout, value);
            case MIN -> keepIfBetter(sum, layout, value, true);
            case MAX -> keepIfBetter(sum, layout, value, false);
            case FIRST -> {
                Label later = code.newLabel();
                load(sum.countAt());
                code.loadConstant(0L).lcmp().ifne(later);
                keep(sum, layout, value);
                code.labelBinding(later);
            }
            case LAST -> keep(sum, layout, value);
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

    private void lookIntoPairs(Distinct some) {
        if (some.words().length == 2) {
            code.aload(some.fields()[0]).aload(some.fields()[1]);
            look(code.lload(some.words()[0]).lload(some.words()[1]), ConstantDescs.CD_long, ConstantDescs.CD_long);
        } else {
            storeKey(some.words());
            code.aload(some.fields()[0]).aload(some.fields()[1]);
            look(code.aload(key).loadConstant(some.words().length), KernelCode.LONGS, ConstantDescs.CD_int);
        }
        code.iflt(some.absent());
    }

    /// Adds the value that a row has been left for.
    private void newValue(Distinct some) {
        code.labelBinding(some.absent());
        if (single) {
            // The sums are read again where the loop begins.
            end();
        }
        if (shape.isSet(some.aggregate())) {
            code.aload(some.fields()[4]).lload(some.words()[0]).invokevirtual(VALUES, "add",
                    MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long));
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
            store(sum.at(), () -> {
                load(sum.at());
                code.lload(value.local()).ladd();
            });
        } else if (sum.split()) {
            addUpHalves(sum, value);
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

    /// Short numbers are added to the lower half as they are.
    private void addUpHalves(AggregateLayout.Sum sum, Operand value) {
        Label isLong = code.newLabel();
        Label end = code.newLabel();
        code.lload(value.local()).loadConstant(1L << AggregateLayout.SHORT_LOG).ladd()
                .loadConstant(AggregateLayout.SHORT_LOG + 1).lushr()
                .loadConstant(0L).lcmp().ifne(isLong);
        store(sum.at() + 1, () -> {
            load(sum.at() + 1);
            code.lload(value.local()).ladd();
        });
        code.goto_(end);
        code.labelBinding(isLong);
        store(sum.at(), () -> {
            load(sum.at());
            code.lload(value.local()).loadConstant(Integer.SIZE).lshr().ladd();
        });
        store(sum.at() + 1, () -> {
            load(sum.at() + 1);
            code.lload(value.local()).loadConstant(LOW_HALF).land().ladd();
        });
        code.labelBinding(end);
    }

    private void keepIfBetter(AggregateLayout.Sum sum, WordLayout layout, Operand value, boolean least) {
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
        if (least) {
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
