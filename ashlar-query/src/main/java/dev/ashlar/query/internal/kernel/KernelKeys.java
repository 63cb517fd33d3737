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

/// Emits the code that finds the group of a row: by its place in a [GroupWindow], or by its key in a [GroupTable]. A
/// new group is added outside of the loop, which then resumes at the same row.
abstract class KernelKeys extends KernelSink {
    static final ClassDesc INTS = ConstantDescs.CD_int.arrayType();
    static final MethodTypeDesc FIND_WORDS = MethodTypeDesc.of(ConstantDescs.CD_int, KernelCode.LONGS,
            ConstantDescs.CD_long);
    private static final ClassDesc WINDOW = GroupWindow.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc FIND_WORD = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long,
            ConstantDescs.CD_long);
    private static final MethodTypeDesc PLACE = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long,
            ConstantDescs.CD_int);
    private static final MethodTypeDesc ADMITS = MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_int);

    /// Whether there is one group, of all rows.
    final boolean single;
    final boolean windowed;
    private final boolean divided;
    /// Whether rows of one group often follow each other: then the last group is tried first.
    private final boolean inRuns;
    private final List<Operand> values = new ArrayList<>();
    /// Where to go with a row whose group is not there yet.
    final Label absent;
    /// Local variables: the results of all groups, the number of the row's group, where its results begin.
    int results;
    int group;
    int base;
    /// A local variable: room for the words of a key.
    int key;
    private int groups;
    private int places;
    private int knownKeys;
    private int lastKey;
    private int division;
    private int divisions;
    /// Where to go with a row that another thread has.
    private Label others;
    private int[] keys = {};
    private int[][] digits = {};

    KernelKeys(KernelShape shape, Kernels.Case known, KernelCode to, KernelExprs exprs, int state) {
        super(shape, to, exprs, state);
        single = shape.keys().words() == 0;
        windowed = known.windowed();
        divided = known.divided();
        inRuns = !windowed && shape.keys().words() == 1 && shape.keys().parts().stream().anyMatch(part ->
                part.layout().type().kind() == ValueType.Kind.TIMESTAMP);
        absent = code.newLabel();
    }

    /// Loads what groups are found by.
    final void beginKeys() {
        groups = object("groups", KernelCode.GROUPS);
        key = object("key", KernelCode.LONGS);
        results = field(groups, KernelCode.GROUPS, "results", KernelCode.LONGS);
        code.loadConstant(0);
        group = to.storeInt();
        code.loadConstant(single ? 0 : -1);
        base = to.storeInt();
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
        if (divided) {
            division = number("division");
            divisions = number("divisions");
        }
    }

    private int number(String name) {
        code.aload(state).getfield(KernelCode.STATE, name, ConstantDescs.CD_int);
        return to.storeInt();
    }

    @Override
    final void filter(Label next) {
        others = next;
    }

    /// Finds the group of the row, and where its results begin.
    final void findGroup() {
        if (single) {
            return;
        }
        findValues();
        if (divided || !windowed) {
            makeKey();
        }
        if (divided) {
            leaveOthers();
        }
        if (windowed) {
            lookIntoWindow();
        } else {
            lookIntoTable();
        }
    }

    /// At which place of the table the group of the row is looked for first, in a local variable.
    final int firstPlace() {
        findValues();
        makeKey();
        if (divided) {
            leaveOthers();
        }
        hashKey();
        code.aload(groups).getfield(KernelCode.GROUPS, "places", INTS).arraylength().loadConstant(1).isub()
                .invokestatic(KernelCode.GROUPS, "place", PLACE);
        return to.storeInt();
    }

    private void findValues() {
        values.clear();
        for (int i = 0; i < shape.keys().parts().size(); i++) {
            values.add(value(shape.outputs().get(i).expr(), shape.keys().parts().get(i).layout()));
        }
    }

    private void leaveOthers() {
        hashKey();
        code.iload(divisions).invokestatic(KernelCode.GROUPS, "division", MethodTypeDesc.of(ConstantDescs.CD_int,
                ConstantDescs.CD_long, ConstantDescs.CD_int)).iload(division).if_icmpne(others);
    }

    private void hashKey() {
        switch (keys.length) {
            case 1 -> hash(code.lload(keys[0]), ConstantDescs.CD_long);
            case 2 -> hash(code.lload(keys[0]).lload(keys[1]), ConstantDescs.CD_long, ConstantDescs.CD_long);
            default -> {
                storeKey();
                hash(code.aload(key).loadConstant(keys.length), KernelCode.LONGS, ConstantDescs.CD_int);
            }
        }
    }

    private static void hash(CodeBuilder loaded, ClassDesc... parameters) {
        loaded.invokestatic(KernelCode.GROUPS, "hash", MethodTypeDesc.of(ConstantDescs.CD_long, parameters));
    }

    @Override
    void aside(Label again, Label done) {
        if (!single) {
            newGroup(again, done);
        }
    }

    /// Keeps what local variables have found, since the loop reads it again where it begins.
    void save() {
    }

    int object(String name, ClassDesc type) {
        return field(state, KernelCode.STATE, name, type);
    }

    int field(int of, ClassDesc owner, String name, ClassDesc type) {
        int local = code.allocateLocal(TypeKind.REFERENCE);
        code.aload(of).getfield(owner, name, type).astore(local);
        return local;
    }

    private int digit(int window, String name, int part) {
        code.aload(window).getfield(WINDOW, name, KernelCode.LONGS).loadConstant(part).laload();
        return to.storeLong();
    }

    private void newGroup(Label again, Label done) {
        code.labelBinding(absent);
        save();
        if (windowed && !divided) {
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

    private void lookIntoWindow() {
        int place = place();
        code.aload(places).lload(place).l2i().iaload().loadConstant(1).isub().istore(group);
        code.iload(group).iflt(absent);
        findBase();
    }

    /// Which place the group of the row has in the window, in a local variable.
    final int place() {
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
        return place;
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

    private void lookIntoTable() {
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

    static void look(CodeBuilder loaded, ClassDesc... parameters) {
        loaded.invokestatic(KernelCode.GROUPS, "look", MethodTypeDesc.of(ConstantDescs.CD_int, INTS, KernelCode.LONGS)
                .insertParameterTypes(2, parameters));
    }

    private void findBase() {
        code.iload(group).loadConstant(shape.groupWords()).imul().istore(base);
    }

    /// Puts the values of the row's group into the words of a key.
    void makeKey() {
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

    void storeKey() {
        storeKey(keys);
    }

    void storeKey(int[] words) {
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
            code.loadConstant(part.least()).lsub();
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

    void canonicalWord(Operand value, WordLayout layout, int index) {
        if (layout.form() == Operand.Form.DOUBLE) {
            code.dload(value.local());
            to.call("canonicalBits", "D", 'J');
        } else {
            word(value, layout, index);
        }
    }

    /// Writes into a kernel that it leaves where the groups of rows are looked for first. When many of these places are
    /// read together, a processor waits for all of them at once.
    static final class Ahead extends KernelKeys {
        private int inTable;
        private int inWindow;
        private int count;

        Ahead(KernelShape shape, Kernels.Case known, KernelCode to, KernelExprs exprs, int state) {
            super(shape, known, to, exprs, state);
        }

        @Override
        void begin() {
            beginKeys();
            inTable = object("inTable", INTS);
            inWindow = object("inWindow", INTS);
            count = to.newInt();
            code.loadConstant(0).istore(count);
        }

        @Override
        void row(Label full) {
            code.iload(count).aload(inTable).arraylength().if_icmpge(full);
            int place = firstPlace();
            code.aload(inTable).iload(count).iload(place).iastore();
            if (windowed) {
                leavePlaceInWindow();
            }
            code.iinc(count, 1);
        }

        /// The first of all if there is none.
        private void leavePlaceInWindow() {
            code.loadConstant(0);
            int found = to.storeInt();
            int place = place();
            code.lload(place).l2i().istore(found);
            code.labelBinding(absent);
            code.aload(inWindow).iload(count).iload(found).iastore();
        }

        @Override
        void aside(Label again, Label done) {
            // No group is added.
        }

        @Override
        void end() {
            code.aload(state).iload(count).putfield(KernelCode.STATE, "aheadCount", ConstantDescs.CD_int);
        }
    }
}
