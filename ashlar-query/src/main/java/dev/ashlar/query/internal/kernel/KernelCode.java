// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.column.TextBytes;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/// The body of a kernel while it is emitted: its local variables, and the columns that are already loaded.
///
/// Values loaded on a conditional path are discarded at its end: [#mark] and [#forget] enclose the path.
final class KernelCode {
    static final ClassDesc MATH = KernelMath.class.describeConstable().orElseThrow();
    static final ClassDesc STATE = KernelState.class.describeConstable().orElseThrow();
    static final ClassDesc GROUPS = GroupTable.class.describeConstable().orElseThrow();
    static final ClassDesc SEGMENT = MemorySegment.class.describeConstable().orElseThrow();
    static final ClassDesc LONGS = ConstantDescs.CD_long.arrayType();
    static final ClassDesc LANG_MATH = Math.class.describeConstable().orElseThrow();
    static final MethodTypeDesc COMPARE = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_long,
            ConstantDescs.CD_long);
    private static final ClassDesc L = ConstantDescs.CD_long;
    private static final ClassDesc D = ConstantDescs.CD_double;
    private static final ClassDesc I = ConstantDescs.CD_int;
    private static final ClassDesc V = ConstantDescs.CD_void;
    private static final ClassDesc B = ConstantDescs.CD_byte;

    final CodeBuilder code;
    /// By level: memory and offset of the block at hand.
    final int[] memory;
    final int[] at;
    /// By level: number of the row, the question's own at 0.
    final int[] rows;
    private Map<Integer, Operand> known = new HashMap<>();

    KernelCode(CodeBuilder code, int[] memory, int[] at, int[] rows) {
        this.code = code;
        this.memory = memory;
        this.at = at;
        this.rows = rows;
    }

    int newLong() {
        return code.allocateLocal(TypeKind.LONG);
    }

    int newDouble() {
        return code.allocateLocal(TypeKind.DOUBLE);
    }

    int newInt() {
        return code.allocateLocal(TypeKind.INT);
    }

    Operand known(int column) {
        return known.get(column);
    }

    void know(int column, Operand value) {
        known.put(column, value);
    }

    Map<Integer, Operand> mark() {
        return new HashMap<>(known);
    }

    void forget(Map<Integer, Operand> mark) {
        known = new HashMap<>(mark);
    }

    /// Calls a method of [KernelMath] with as many words as it takes: `J`, `D`, `I`, `M` for memory, `B`, `S` for a
    /// string.
    void call(String method, String parameters, char result) {
        ClassDesc[] types = parameters.chars().mapToObj(KernelCode::type).toArray(ClassDesc[]::new);
        code.invokestatic(MATH, method, MethodTypeDesc.of(type(result), types));
    }

    private static ClassDesc type(int letter) {
        return switch (letter) {
            case 'J' -> L;
            case 'D' -> D;
            case 'I' -> I;
            case 'B' -> B;
            case 'M' -> SEGMENT;
            case 'S' -> ConstantDescs.CD_String;
            case 'V' -> V;
            default -> throw new IllegalArgumentException("no type: letter=" + (char) letter);
        };
    }

    void javaMath(String method) {
        code.invokestatic(LANG_MATH, method, MethodTypeDesc.of(L, L, L));
    }

    int storeLong() {
        int local = newLong();
        code.lstore(local);
        return local;
    }

    int storeInt() {
        int local = newInt();
        code.istore(local);
        return local;
    }

    int constant(long value) {
        code.loadConstant(value);
        return storeLong();
    }

    /// A constant number, of one word if that is enough.
    Operand constant(BigInteger value, int scale) {
        if (Operand.fitsLong(value, value)) {
            return Operand.number(scale, value, value, new int[] {constant(value.longValueExact())}, Operand.NEVER);
        }
        int high = constant(value.shiftRight(Long.SIZE).longValueExact());
        return Operand.number(scale, value, value, new int[] {high, constant(value.longValue())}, Operand.NEVER);
    }

    /// Writes what makes values of others, where none of these is NULL; otherwise the locals are 0.
    ///
    /// @param locals of the result
    /// @return where it says whether the result is NULL
    int unlessNull(int[] locals, TypeKind kind, Runnable writer, Operand... operands) {
        int nullAt = anyNull(operands);
        if (nullAt == Operand.NEVER) {
            writer.run();
            return nullAt;
        }
        for (int local : locals) {
            code.loadConstant(zero(kind));
            code.storeLocal(kind, local);
        }
        if (nullAt >= 0) {
            Label skip = code.newLabel();
            code.iload(nullAt).ifne(skip);
            writer.run();
            code.labelBinding(skip);
        }
        return nullAt;
    }

    private static ConstantDesc zero(TypeKind kind) {
        return switch (kind) {
            case LONG -> 0L;
            case DOUBLE -> 0.0;
            default -> 0;
        };
    }

    /// Where it says whether one of the values is NULL.
    int anyNull(Operand... operands) {
        int found = Operand.NEVER;
        for (Operand operand : operands) {
            if (operand.nullAt() == Operand.ALWAYS) {
                return Operand.ALWAYS;
            }
            if (operand.nullAt() >= 0 && operand.nullAt() != found) {
                if (found == Operand.NEVER) {
                    found = operand.nullAt();
                } else {
                    code.iload(found).iload(operand.nullAt()).ior();
                    found = storeInt();
                }
            }
        }
        return found;
    }

    /// Makes the word of a text on the stack one that is compared as a number: see [SortLayout].
    void orderText(Placement.Characters text) {
        // In UTF-8, bytes that are no text are shown as digits, which are ordered otherwise.
        call(TextBytes.isUtf8(text.charset()) ? "orderedAscii" : "orderedText", "J", 'J');
    }

    /// With how two words compare on the stack, goes where that decides; on if they are equal.
    void decide(Label less, Label greater) {
        int compared = storeInt();
        code.iload(compared).iflt(less).iload(compared).ifgt(greater);
    }

    /// Goes to a label if a value is NULL.
    ///
    /// @return whether it always is, so that nothing comes after
    boolean goIfNull(int nullAt, Label label) {
        if (nullAt == Operand.ALWAYS) {
            code.goto_(label);
            return true;
        }
        if (nullAt >= 0) {
            code.iload(nullAt).ifne(label);
        }
        return false;
    }

    /// The same number of two words.
    Operand widened(Operand value) {
        if (value.form() == Operand.Form.WIDE) {
            return value;
        }
        code.lload(value.local()).loadConstant(63).lshr();
        int high = storeLong();
        return Operand.number(value.scale(), value.least(), value.greatest(), new int[] {high, value.local()},
                value.nullAt());
    }

    /// The same number with more digits after the point.
    Operand scaled(Operand value, int scale) {
        int by = scale - value.scale();
        if (by == 0) {
            return value;
        }
        if (by > 18) {
            return scaled(scaled(value, value.scale() + 18), scale);
        }
        long factor = BigInteger.TEN.pow(by).longValueExact();
        Operand power = new Operand(Operand.Form.LONG, by, BigInteger.valueOf(factor), BigInteger.valueOf(factor),
                new int[] {constant(factor)}, Operand.NEVER, null);
        return product(value, power);
    }

    /// The product of two numbers, of which at least one has one word.
    Operand product(Operand left, Operand right) {
        if (left.form() == Operand.Form.LONG && right.form() == Operand.Form.WIDE) {
            return product(right, left);
        }
        BigInteger[] corners = {left.least().multiply(right.least()), left.least().multiply(right.greatest()),
            left.greatest().multiply(right.least()), left.greatest().multiply(right.greatest())};
        BigInteger least = corners[0];
        BigInteger greatest = corners[0];
        for (BigInteger corner : corners) {
            least = least.min(corner);
            greatest = greatest.max(corner);
        }
        int scale = left.scale() + right.scale();
        if (right.form() == Operand.Form.WIDE || !Operand.fitsWide(least, greatest)) {
            throw new NotCompilableException("product of more than 128 bits");
        }
        int a = left.locals()[left.words() - 1];
        int b = right.local();
        if (Operand.fitsLong(least, greatest)) {
            code.lload(a).lload(b).lmul();
            return Operand.number(scale, least, greatest, new int[] {storeLong()}, anyNull(left, right));
        }
        if (left.form() == Operand.Form.LONG) {
            code.lload(a).lload(b);
            javaMath("multiplyHigh");
        } else {
            code.lload(left.local()).lload(a).lload(b);
            call("multiplyHigh", "JJJ", 'J');
        }
        int high = storeLong();
        code.lload(a).lload(b).lmul();
        return Operand.number(scale, least, greatest, new int[] {high, storeLong()}, anyNull(left, right));
    }

    /// The sum or difference of two numbers of one scale.
    Operand sum(Operand left, Operand right, boolean subtract) {
        BigInteger least = subtract ? left.least().subtract(right.greatest()) : left.least().add(right.least());
        BigInteger greatest = subtract ? left.greatest().subtract(right.least()) : left.greatest().add(
                right.greatest());
        if (Operand.fitsLong(least, greatest)) {
            // What fits into one word lies in the low one.
            code.lload(left.locals()[left.words() - 1]).lload(right.locals()[right.words() - 1]);
            addOrSubtract(subtract);
            return Operand.number(left.scale(), least, greatest, new int[] {storeLong()}, anyNull(left, right));
        }
        Operand a = widened(left);
        Operand b = widened(right);
        int[] locals = {newLong(), newLong()};
        // What is NULL is 0 where it was computed, but not where it was read: that may be beyond all bounds.
        int nullAt = unlessNull(locals, TypeKind.LONG, () -> {
            code.lload(a.locals()[0]).lload(a.locals()[1]).lload(b.locals()[0]).lload(b.locals()[1]);
            call(subtract ? "subtractHigh" : "addHigh", "JJJJ", 'J');
            code.lstore(locals[0]);
            code.lload(a.locals()[1]).lload(b.locals()[1]);
            addOrSubtract(subtract);
            code.lstore(locals[1]);
        }, a, b);
        return fitting(Operand.number(left.scale(), least, greatest, locals, nullAt));
    }

    private void addOrSubtract(boolean subtract) {
        if (subtract) {
            code.lsub();
        } else {
            code.ladd();
        }
    }

    /// The same number, of which it is sure that it has no more digits than decimals have.
    Operand fitting(Operand value) {
        BigInteger most = BigInteger.TEN.pow(ValueType.MAX_PRECISION).subtract(BigInteger.ONE);
        BigInteger least = value.least().max(most.negate());
        BigInteger greatest = value.greatest().min(most);
        if (least.equals(value.least()) && greatest.equals(value.greatest())) {
            return value;
        }
        unlessNull(new int[0], TypeKind.LONG, () -> {
            code.lload(value.locals()[0]).lload(value.locals()[1]);
            call("requireDigits", "JJ", 'V');
        }, value);
        return Operand.number(value.scale(), least, greatest, value.locals(), value.nullAt());
    }
}
