// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.index;

import dev.ashlar.query.Expr;
import dev.ashlar.query.internal.column.EnumText;
import dev.ashlar.query.internal.column.Placement;
import dev.ashlar.query.internal.column.TextBytes;
import dev.ashlar.query.internal.value.Texts;
import dev.ashlar.sbe.ir.PrimitiveType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.List;

/// Converts constants to the keys that rows store. A constant between two keys, or beyond all keys, becomes the nearest
/// key that can match.
public final class KeyRanges {
    /// Numbers from one to another, both included; none if the first is greater.
    public record Range(BigInteger from, BigInteger to) {
        public boolean isEmpty() {
            return from.compareTo(to) > 0;
        }
    }

    /// Bytes that a field begins with.
    ///
    /// @param whole whether they are all of its bytes
    record Piece(byte[] bytes, boolean whole) {
    }

    private static final Range NONE = new Range(BigInteger.ONE, BigInteger.ZERO);
    private static final BigInteger MAX_UINT64 = BigInteger.TWO.pow(Long.SIZE).subtract(BigInteger.ONE);

    private KeyRanges() {
    }

    /// The integer that a place has its value from; null if it is from none, or from more.
    static Placement.Number number(Placement placement) {
        return switch (placement) {
            case Placement.Number number -> number.primitive().isFloatingPoint() ? null : number;
            case Placement.Time time -> time.number();
            case Placement.Code code -> code.number();
            case Placement.Scaled scaled -> scaled.mantissa();
            case Placement.RowNumber _, Placement.Prefix _, Placement.Truth _, Placement.Bit _, Placement.Letter _,
                    Placement.Characters _, Placement.Elements _, Placement.Floating _, Placement.Constant _ -> null;
        };
    }

    /// Whether a place has its value from these bytes of a block and no others, so that equal values are equal bytes.
    static boolean covers(Placement placement, int offset, int length) {
        if (placement instanceof Placement.Characters text) {
            return text.offset() == offset && text.length() == length;
        }
        Placement.Number number = placement instanceof Placement.Letter letter ? letter.number() : number(placement);
        return number != null && number.offset() == offset && number.primitive().size() == length;
    }

    /// All numbers of a type.
    static Range all(PrimitiveType primitive) {
        if (primitive == PrimitiveType.UINT64) {
            return new Range(BigInteger.ZERO, MAX_UINT64);
        }
        int bits = primitive.size() * Byte.SIZE;
        boolean unsigned = primitive.isUnsigned() || primitive == PrimitiveType.CHAR;
        BigInteger end = BigInteger.TWO.pow(unsigned ? bits : bits - 1);
        return new Range(unsigned ? BigInteger.ZERO : end.negate(), end.subtract(BigInteger.ONE));
    }

    /// The numbers for which a comparison may be true, among some; null if that is not known.
    public static Range narrow(Range among, Placement placement, Expr.Comparison comparison, Expr.Literal constant) {
        if (placement instanceof Placement.Code code) {
            return comparison == Expr.Comparison.EQUAL && constant.value() instanceof String text
                    ? ofName(among, code, text) : null;
        }
        BigDecimal value = switch (constant.value()) {
            case Long number -> BigDecimal.valueOf(number);
            case BigDecimal number -> number;
            case null, default -> null;
        };
        if (value == null) {
            return null;
        }
        BigDecimal unit = switch (placement) {
            case Placement.Scaled scaled -> BigDecimal.ONE.scaleByPowerOfTen(scaled.shift() - scaled.scale());
            case Placement.Time time -> BigDecimal.valueOf(time.unitNs());
            default -> BigDecimal.ONE;
        };
        BigInteger below = value.divide(unit, 0, RoundingMode.FLOOR).toBigInteger();
        BigInteger above = value.divide(unit, 0, RoundingMode.CEILING).toBigInteger();
        boolean between = !below.equals(above);
        return switch (comparison) {
            case EQUAL -> meet(among, above, below);
            case LESS -> meet(among, among.from, between ? below : below.subtract(BigInteger.ONE));
            case LESS_OR_EQUAL -> meet(among, among.from, below);
            case GREATER -> meet(among, between ? above : above.add(BigInteger.ONE), among.to);
            case GREATER_OR_EQUAL -> meet(among, above, among.to);
            case NOT_EQUAL -> null;
        };
    }

    private static Range ofName(Range among, Placement.Code code, String name) {
        long[] bits = EnumText.bits(code, name);
        if (bits == null) {
            return NONE;
        }
        BigInteger number = whole(bits[0], code.number().primitive());
        return meet(among, number, number);
    }

    private static Range meet(Range among, BigInteger from, BigInteger to) {
        return new Range(among.from.max(from), among.to.min(to));
    }

    private static BigInteger whole(long bits, PrimitiveType primitive) {
        return primitive == PrimitiveType.UINT64 ? new BigInteger(Long.toUnsignedString(bits))
                : BigInteger.valueOf(bits);
    }

    /// What a field begins with if its column equals a constant: one piece; none if no field can hold it; null if that
    /// cannot be determined from the bytes.
    static List<Piece> pieces(Placement placement, Expr.Literal constant) {
        if (placement instanceof Placement.Characters text) {
            return constant.value() instanceof String wanted ? text(text, wanted, true) : null;
        }
        if (placement instanceof Placement.Letter) {
            return constant.value() instanceof String wanted ? letter(wanted) : null;
        }
        Placement.Number number = number(placement);
        Range range = number == null ? null
                : narrow(all(number.primitive()), placement, Expr.Comparison.EQUAL, constant);
        return range == null ? null : range.isEmpty() ? List.of()
                : List.of(new Piece(bytes(range.from.longValue(), number), true));
    }

    /// What a field begins with if the text of its column does; as [#pieces].
    static List<Piece> prefix(Placement placement, String prefix) {
        return placement instanceof Placement.Characters text && !prefix.isEmpty() ? text(text, prefix, false) : null;
    }

    private static List<Piece> letter(String wanted) {
        boolean one = wanted.isEmpty() || wanted.length() == 1 && wanted.charAt(0) <= 0xff && wanted.charAt(0) != 0;
        return one ? List.of(new Piece(new byte[] {(byte) (wanted.isEmpty() ? 0 : wanted.charAt(0))}, true))
                : List.of();
    }

    /// @param all whether the text is all there is, and not just its begin
    private static List<Piece> text(Placement.Characters placement, String wanted, boolean all) {
        // Bytes that are no text are shown in a form that others may have as text.
        boolean hex = wanted.startsWith(Texts.HEX) || !all && Texts.HEX.startsWith(wanted);
        if (hex || !TextBytes.isByteWise(placement.charset())) {
            return null;
        }
        Charset charset = Texts.charset(placement.charset());
        ByteBuffer encoded;
        try {
            encoded = charset.newEncoder().onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT).encode(CharBuffer.wrap(wanted));
        } catch (CharacterCodingException _) {
            return List.of();
        }
        int length = encoded.remaining();
        if (length > placement.length() || wanted.indexOf(0) >= 0) {
            return List.of();
        }
        // A NUL ends the text, if there is space for one; what comes after it may be anything.
        byte[] bytes = Arrays.copyOf(encoded.array(), all && length < placement.length() ? length + 1 : length);
        if (bytes.length > length) {
            bytes[length] = 0;
        }
        return List.of(new Piece(bytes, bytes.length == placement.length()));
    }

    private static byte[] bytes(long value, Placement.Number number) {
        int size = number.primitive().size();
        ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES);
        if (number.bigEndian()) {
            byte[] all = buffer.order(ByteOrder.BIG_ENDIAN).putLong(value).array();
            return Arrays.copyOfRange(all, Long.BYTES - size, Long.BYTES);
        }
        return Arrays.copyOf(buffer.order(ByteOrder.LITTLE_ENDIAN).putLong(value).array(), size);
    }
}
