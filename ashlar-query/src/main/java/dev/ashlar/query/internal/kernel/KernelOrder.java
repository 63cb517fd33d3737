// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;

/// Emits the code that computes the [SortLayout] words of a row from its values.
final class KernelOrder {
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
                ranks[i] = sink.ranks(i);
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
            sink.ordered(value, part.layout(), i - first, ranks[index]);
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
}
