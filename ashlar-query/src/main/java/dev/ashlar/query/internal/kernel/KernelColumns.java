// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.kernel;

import dev.ashlar.query.Expr;
import dev.ashlar.query.ValueType;
import dev.ashlar.query.internal.column.BlockColumns;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.column.TextBytes;
import dev.ashlar.query.internal.relation.TableLayout;
import dev.ashlar.query.internal.relation.TableRelation;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;

/// Emits the code that reads columns.
final class KernelColumns {
    private static final ClassDesc OF_BYTE = ValueLayout.OfByte.class.describeConstable().orElseThrow();
    private static final ClassDesc OF_SHORT = ValueLayout.OfShort.class.describeConstable().orElseThrow();
    private static final ClassDesc OF_INT = ValueLayout.OfInt.class.describeConstable().orElseThrow();
    static final ClassDesc OF_LONG = ValueLayout.OfLong.class.describeConstable().orElseThrow();
    private static final BigInteger LEAST_LONG = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger GREATEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger GREATEST_UNSIGNED = BigInteger.TWO.pow(Long.SIZE).subtract(BigInteger.ONE);
    /// Longer texts are not worth their local variables.
    private static final int MAX_BYTES = 64;

    /// What rows have.
    interface Presence {
        /// Whether rows of a level are there at all.
        boolean isThere(int level);

        /// Whether blocks of a level have a number that was added in a version, and are as long as this.
        boolean has(int level, int since, int end);

        /// Whether other rows of the question may lack such a number.
        default boolean mayLack(int level, int since) {
            return false;
        }
    }

    private final TableLayout layout;
    private final Presence presence;
    private final KernelCode to;
    private final CodeBuilder code;

    KernelColumns(TableLayout layout, Presence presence, KernelCode to) {
        this.layout = layout;
        this.presence = presence;
        this.to = to;
        code = to.code;
    }

    Operand read(Expr.ColumnRef ref) {
        Operand known = to.known(ref.index());
        if (known == null) {
            TableRelation.Binding bound = layout.binding(ref.index());
            known = presence.isThere(bound.level()) ? read(bound.placement(), bound.level(), ref.type())
                    : nothing(ref.type());
            if (known.nullAt() == Operand.NEVER && presence.mayLack(bound.level(), since(bound.placement()))) {
                code.loadConstant(0);
                known = new Operand(known.form(), known.scale(), known.least(), known.greatest(), known.locals(),
                        to.storeInt(), known.placement());
            }
            to.know(ref.index(), known);
        }
        return known;
    }

    private static int since(Placement placement) {
        return switch (placement) {
            case Placement.RowNumber _, Placement.Prefix _, Placement.Constant _ -> 0;
            case Placement.Number number -> number.since();
            case Placement.Time time -> time.number().since();
            case Placement.Code value -> value.number().since();
            case Placement.Truth truth -> truth.number().since();
            case Placement.Bit bit -> bit.number().since();
            case Placement.Letter letter -> letter.number().since();
            case Placement.Characters text -> text.since();
            case Placement.Elements elements -> elements.first().since();
            case Placement.Scaled scaled -> scaled.mantissa().since();
            case Placement.Floating floating -> Math.max(floating.mantissa().since(), floating.exponent().since());
        };
    }

    private Operand read(Placement placement, int level, ValueType type) {
        return switch (placement) {
            case Placement.RowNumber _ -> whole(to.rows[level], 0, Operand.NEVER);
            case Placement.Prefix prefix -> {
                get(level, prefix.offset(), PrimitiveType.INT64, false);
                yield whole(to.storeLong(), 0, Operand.NEVER);
            }
            case Placement.Number number -> has(level, number) ? number(number, level) : nothing(type);
            case Placement.Time time -> has(level, time.number()) ? time(time, level) : nothing(type);
            case Placement.Code value -> {
                if (!has(level, value.number())) {
                    yield nothing(type);
                }
                Operand bits = bits(value.number(), level);
                yield new Operand(Operand.Form.CODE, 0, bits.least(), bits.greatest(), bits.locals(), bits.nullAt(),
                        placement);
            }
            case Placement.Letter letter -> {
                if (!has(level, letter.number())) {
                    yield nothing(type);
                }
                Operand bits = bits(letter.number(), level);
                yield new Operand(Operand.Form.LETTER, 0, bits.least(), bits.greatest(), bits.locals(), bits.nullAt(),
                        placement);
            }
            case Placement.Truth truth -> has(level, truth.number()) ? truth(truth, level) : nothing(type);
            case Placement.Bit bit -> {
                if (!has(level, bit.number())) {
                    yield nothing(type);
                }
                Operand bits = bits(bit.number(), level);
                code.lload(bits.locals()[bits.words() - 1]).loadConstant(bit.bit()).lushr().l2i().loadConstant(1)
                        .iand();
                yield Operand.of(Operand.Form.TRUTH, Operand.NEVER, null, to.storeInt());
            }
            case Placement.Scaled scaled -> {
                if (!has(level, scaled.mantissa())) {
                    yield nothing(type);
                }
                Operand mantissa = bits(scaled.mantissa(), level);
                Operand shifted = to.scaled(mantissa, scaled.shift());
                yield new Operand(shifted.form(), scaled.scale(), shifted.least(), shifted.greatest(), shifted.locals(),
                        mantissa.nullAt(), null);
            }
            case Placement.Floating floating -> has(level, floating.mantissa()) && has(level, floating.exponent())
                    ? floating(floating, level) : nothing(type);
            case Placement.Characters text -> presence.has(level, text.since(), text.end()) ? text(text, level)
                    : nothing(type);
            case Placement.Elements _ -> throw new NotCompilableException("array as text");
            case Placement.Constant constant -> constant.value() == null ? nothing(type)
                    : literal(new Expr.Literal(constant.value(), type));
        };
    }

    private boolean has(int level, Placement.Number number) {
        return presence.has(level, number.since(), number.end());
    }

    private static Operand whole(int local, int scale, int nullAt) {
        return Operand.number(scale, LEAST_LONG, GREATEST_LONG, new int[] {local}, nullAt);
    }

    private Operand number(Placement.Number number, int level) {
        if (!number.primitive().isFloatingPoint()) {
            return bits(number, level);
        }
        get(level, number.offset(), number.primitive(), number.bigEndian());
        int value = to.newDouble();
        code.dstore(value);
        int nullAt = Operand.NEVER;
        if (number.nullable()) {
            code.dload(value).loadConstant(Double.longBitsToDouble(number.nullBits()));
            to.call("isNullReal", "DD", 'I');
            nullAt = to.storeInt();
        }
        return Operand.of(Operand.Form.DOUBLE, nullAt, null, value);
    }

    /// An integer; `uint64` in two words.
    private Operand bits(Placement.Number number, int level) {
        get(level, number.offset(), number.primitive(), number.bigEndian());
        int value = to.storeLong();
        int nullAt = Operand.NEVER;
        if (number.nullable()) {
            code.lload(value).loadConstant(number.nullBits()).lcmp();
            nullAt = isZero();
        }
        if (number.primitive() == PrimitiveType.UINT64) {
            int[] words = {to.constant(0), value};
            return Operand.number(0, BigInteger.ZERO, GREATEST_UNSIGNED, words, nullAt);
        }
        int bits = 8 * number.primitive().size();
        boolean unsigned = number.primitive().isUnsigned() || number.primitive() == PrimitiveType.CHAR;
        BigInteger least = unsigned ? BigInteger.ZERO : BigInteger.TWO.pow(bits - 1).negate();
        BigInteger greatest = BigInteger.TWO.pow(unsigned ? bits : bits - 1).subtract(BigInteger.ONE);
        return Operand.number(0, least, greatest, new int[] {value}, nullAt);
    }

    /// Whether the `int` on the stack is 0, as 1 or 0 in a local variable.
    private int isZero() {
        var other = code.newLabel();
        var end = code.newLabel();
        code.ifne(other).loadConstant(1).goto_(end);
        code.labelBinding(other).loadConstant(0);
        code.labelBinding(end);
        return to.storeInt();
    }

    private Operand truth(Placement.Truth truth, int level) {
        Operand bits = bits(truth.number(), level);
        int[] locals = {to.newInt()};
        int value = bits.locals()[bits.words() - 1];
        int nullAt = to.unlessNull(locals, TypeKind.INT, () -> {
            code.lload(value).loadConstant(truth.falseBits()).loadConstant(truth.trueBits());
            to.call("truth", "JJJ", 'I');
            code.istore(locals[0]);
        }, Operand.of(Operand.Form.LONG, bits.nullAt(), null, value));
        return Operand.of(Operand.Form.TRUTH, nullAt, null, locals);
    }

    private Operand time(Placement.Time time, int level) {
        Operand bits = bits(time.number(), level);
        int[] locals = {to.newLong()};
        boolean unsigned = bits.form() == Operand.Form.WIDE;
        int value = bits.locals()[bits.words() - 1];
        Operand checked = Operand.of(Operand.Form.LONG, bits.nullAt(), null, value);
        int nullAt = to.unlessNull(locals, TypeKind.LONG, () -> {
            code.lload(value);
            if (unsigned) {
                code.loadConstant(0L).loadConstant(Long.MAX_VALUE);
                to.call("inRange", "JJJ", 'J');
            }
            if (time.unitNs() != 1) {
                code.loadConstant(time.unitNs());
                to.call("multiply", "JJ", 'J');
            }
            code.lstore(locals[0]);
        }, checked);
        return whole(locals[0], 0, nullAt);
    }

    private Operand floating(Placement.Floating floating, int level) {
        Operand mantissa = bits(floating.mantissa(), level);
        Operand exponent = bits(floating.exponent(), level);
        if (mantissa.form() == Operand.Form.WIDE || exponent.form() == Operand.Form.WIDE) {
            throw new NotCompilableException("decimal of unsigned 64 bits with an exponent");
        }
        int[] power = {to.newLong()};
        int nullAt = to.unlessNull(power, TypeKind.LONG, () -> {
            code.lload(exponent.local());
            to.call("power", "J", 'J');
            code.lstore(power[0]);
        }, mantissa, exponent);
        Operand factor = Operand.number(BlockColumns.FLOATING_SCALE, BigInteger.ZERO,
                BigInteger.TEN.pow(BlockColumns.FLOATING_SCALE), power, nullAt);
        return to.product(mantissa, factor);
    }

    private Operand text(Placement.Characters text, int level) {
        if (text.length() > MAX_BYTES) {
            throw new NotCompilableException("text of more than " + MAX_BYTES + " bytes");
        }
        if (!TextBytes.isByteWise(text.charset())) {
            throw new NotCompilableException("text in charset " + text.charset());
        }
        int words = Math.max(1, (text.length() + 7) / 8);
        int[] locals = new int[words];
        // Words after one with a NUL have nothing that counts.
        int goesOn = words > 1 ? to.constant(-1) : 0;
        for (int i = 0; i < words; i++) {
            code.aload(to.memory[level]).lload(to.at[level]).loadConstant((long) text.offset() + 8L * i).ladd()
                    .loadConstant(Math.min(8, text.length() - 8 * i));
            to.call("bytes", "MJI", 'J');
            locals[i] = to.storeLong();
            code.lload(locals[i]);
            to.call("beforeNul", "J", 'J');
            int mask = to.storeLong();
            code.lload(locals[i]).lload(mask).land();
            if (words > 1) {
                code.lload(goesOn).land();
            }
            code.lstore(locals[i]);
            if (words > 1 && i + 1 < words) {
                // The sign says whether all 8 bytes count.
                code.lload(mask).loadConstant(63).lshr().lload(goesOn).land().lstore(goesOn);
            }
        }
        return Operand.of(Operand.Form.BYTES, textNull(text, level, locals[0]), text, locals);
    }

    /// Puts the memory and the offset of a text on the stack.
    void place(Expr.ColumnRef ref, Placement.Characters text) {
        int level = layout.binding(ref.index()).level();
        code.aload(to.memory[level]).lload(to.at[level]).loadConstant((long) text.offset()).ladd();
    }

    private int textNull(Placement.Characters text, int level, int firstWord) {
        if (!text.nullable() || text.length() == 0) {
            return Operand.NEVER;
        }
        if (text.nullAtNul()) {
            code.lload(firstWord).loadConstant(0L).lcmp();
            return isZero();
        }
        code.aload(to.memory[level]).lload(to.at[level]).loadConstant((long) text.offset()).ladd()
                .loadConstant(text.length()).loadConstant((int) text.nullByte());
        to.call("isAll", "MJIB", 'I');
        return to.storeInt();
    }

    /// A value that is never there. Its [WordLayout] knows how many words it would take.
    Operand nothing(ValueType type) {
        return switch (type.kind()) {
            case BOOLEAN -> {
                code.loadConstant(0);
                yield Operand.of(Operand.Form.TRUTH, Operand.ALWAYS, null, to.storeInt());
            }
            case REAL, DOUBLE -> {
                code.loadConstant(0.0);
                int local = to.newDouble();
                code.dstore(local);
                yield Operand.of(Operand.Form.DOUBLE, Operand.ALWAYS, null, local);
            }
            case TEXT -> Operand.of(Operand.Form.CODE, Operand.ALWAYS, null, to.constant(0));
            case INT8, INT16, INT32, INT64, TIMESTAMP, DECIMAL -> Operand.number(type.scale(), BigInteger.ZERO,
                    BigInteger.ZERO, new int[] {to.constant(0)}, Operand.ALWAYS);
        };
    }

    Operand literal(Expr.Literal literal) {
        ValueType type = literal.type();
        return switch (literal.value()) {
            case null -> nothing(type);
            case Boolean truth -> {
                code.loadConstant(truth ? 1 : 0);
                yield Operand.of(Operand.Form.TRUTH, Operand.NEVER, null, to.storeInt());
            }
            case Long number -> to.constant(BigInteger.valueOf(number), 0);
            case BigDecimal number -> to.constant(number.unscaledValue(), number.scale());
            case Double number -> {
                code.loadConstant((double) number);
                int local = to.newDouble();
                code.dstore(local);
                yield Operand.of(Operand.Form.DOUBLE, Operand.NEVER, null, local);
            }
            default -> throw new NotCompilableException("text that is not a column");
        };
    }

    /// Puts the bits of a number on the stack, as a `long`, or as a `double`.
    private void get(int level, int offset, PrimitiveType primitive, boolean bigEndian) {
        String order = bigEndian ? "_BE" : "_LE";
        code.aload(to.memory[level]);
        code.getstatic(KernelCode.MATH, switch (primitive.size()) {
            case 1 -> "BYTE";
            case 2 -> "SHORT" + order;
            case 4 -> "INT" + order;
            default -> "LONG" + order;
        }, layout(primitive));
        code.lload(to.at[level]).loadConstant((long) offset).ladd();
        code.invokeinterface(KernelCode.SEGMENT, "get", MethodTypeDesc.of(carrier(primitive), layout(primitive),
                ConstantDescs.CD_long));
        switch (primitive) {
            case INT8, INT16, INT32 -> code.i2l();
            case CHAR, UINT8 -> code.i2l().loadConstant(0xffL).land();
            case UINT16 -> code.i2l().loadConstant(0xffffL).land();
            case UINT32 -> code.i2l().loadConstant(0xffff_ffffL).land();
            case FLOAT -> code.invokestatic(ConstantDescs.CD_Float, "intBitsToFloat",
                    MethodTypeDesc.of(ConstantDescs.CD_float, ConstantDescs.CD_int)).f2d();
            case DOUBLE -> code.invokestatic(ConstantDescs.CD_Double, "longBitsToDouble",
                    MethodTypeDesc.of(ConstantDescs.CD_double, ConstantDescs.CD_long));
            case INT64, UINT64 -> { }
        }
    }

    private static ClassDesc layout(PrimitiveType primitive) {
        return switch (primitive.size()) {
            case 1 -> OF_BYTE;
            case 2 -> OF_SHORT;
            case 4 -> OF_INT;
            default -> OF_LONG;
        };
    }

    private static ClassDesc carrier(PrimitiveType primitive) {
        return switch (primitive.size()) {
            case 1 -> ConstantDescs.CD_byte;
            case 2 -> ConstantDescs.CD_short;
            case 4 -> ConstantDescs.CD_int;
            default -> ConstantDescs.CD_long;
        };
    }
}
