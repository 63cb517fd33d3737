// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.value.Texts;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.charset.StandardCharsets;

/// Emits the code that computes the [SortLayout] words of a row from its values.
final class KernelOrder {
    private static final MethodTypeDesc RANK = MethodTypeDesc.of(ConstantDescs.CD_long, KernelCode.LONGS,
            ConstantDescs.CD_long);
    private static final MethodTypeDesc REVERSE = MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long);

    private final KernelSink sink;
    private final KernelShape shape;
    private final SortLayout sort;
    private final CodeBuilder code;
    private final int[] ranks;

    KernelOrder(KernelSink sink) {
        this.sink = sink;
        shape = sink.shape;
        sort = shape.sort();
        code = sink.code;
        ranks = new int[sort.parts().size()];
    }

    /// Loads ranks of enums; before the loop.
    void begin() {
        for (int i = 0; i < ranks.length; i++) {
            if (sort.parts().get(i).ranks().length > 0) {
                ranks[i] = code.allocateLocal(TypeKind.REFERENCE);
                code.aload(sink.state).getfield(KernelCode.STATE, "ranks", KernelCode.LONGS.arrayType())
                        .loadConstant(i).aaload().astore(ranks[i]);
            }
        }
    }

    /// The words of a value, in local variables.
    int[] words(int index) {
        SortLayout.Part part = sort.parts().get(index);
        Operand value = sink.value(shape.outputs().get(part.output()).expr(), part.layout());
        int[] locals = new int[part.words()];
        int first = part.layout().nullable() ? 1 : 0;
        if (value.nullAt() == Operand.ALWAYS) {
            locals[0] = sink.to.constant(part.nullWord(true));
            for (int i = first; i < locals.length; i++) {
                locals[i] = sink.to.constant(0);
            }
            return locals;
        }
        for (int i = 0; i < locals.length; i++) {
            locals[i] = sink.to.newLong();
        }
        Label isNull = code.newLabel();
        Label end = code.newLabel();
        sink.to.goIfNull(value.nullAt(), isNull);
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
            case LONG, TRUTH, LETTER -> sink.word(value, layout, 0);
            case DOUBLE -> {
                code.dload(value.local());
                sink.to.call("ordered", "D", 'J');
            }
            case CODE -> {
                code.aload(ranks[index]);
                sink.word(value, layout, layout.words() - 1);
                code.invokestatic(KernelCode.MATH, "rank", RANK);
            }
            case WIDE -> {
                sink.word(value, layout, word);
                if (word == 1) {
                    code.loadConstant(Long.MIN_VALUE).lxor();
                }
            }
            case BYTES -> {
                sink.word(value, layout, word);
                if (Texts.charset(((Placement.Characters) layout.placement()).charset())
                        .equals(StandardCharsets.UTF_8)) {
                    // Bytes that are no text are shown as digits, which are ordered otherwise.
                    sink.to.call("ascii", "J", 'J');
                }
                code.invokestatic(ConstantDescs.CD_Long, "reverseBytes", REVERSE).loadConstant(Long.MIN_VALUE).lxor();
            }
        }
    }
}
