// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.object;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/// Makes objects of any shape with random values, and compares them field by field, by reflection of their shapes.
record RandomObjects(SplittableRandom random) {
    private static final String[] LETTERS = {"a", "Z", "\u0000", "é", "\u00ff", "Ā", "€", "\ud800", "\udc00", "😀"};

    Object struct(ObjectShape shape) throws Throwable {
        if (shape.isRecord()) {
            Object[] arguments = new Object[shape.members().size()];
            for (ObjectShape.Member member : shape.members()) {
                arguments[member.component()] = value(member.type());
            }
            return shape.constructor().invokeWithArguments(arguments);
        }
        Object object = shape.constructor().invoke();
        for (ObjectShape.Member member : shape.members()) {
            if (!member.isFixed()) {
                member.setter().invoke(object, value(member.type()));
                continue;
            }
            Object fixed = member.getter().invoke(object);
            switch (member.type()) {
                case JavaType.PlainArray t -> {
                    for (int i = 0; i < Array.getLength(fixed); i++) {
                        Array.set(fixed, i, plain(t.primitive()));
                    }
                }
                case JavaType.ListOf t -> {
                    @SuppressWarnings("unchecked")
                    List<Object> list = (List<Object>) fixed;
                    for (int i = random.nextInt(4); i > 0; i--) {
                        list.add(value(t.element()));
                    }
                }
                case JavaType.StructOf t -> {
                    for (ObjectShape.Member inner : t.shape().members()) {
                        inner.setter().invoke(fixed, value(inner.type()));
                    }
                }
                default -> throw new AssertionError(member.name());
            }
        }
        return object;
    }

    private Object value(JavaType type) throws Throwable {
        if (!(type instanceof JavaType.Plain) && random.nextInt(6) == 0) {
            return null;
        }
        return switch (type) {
            case JavaType.Plain t -> plain(t.primitive());
            case JavaType.Boxed t -> plain(t.primitive());
            case JavaType.OptionalPlain t -> switch (t.primitive()) {
                case INT -> random.nextBoolean() ? OptionalInt.empty() : OptionalInt.of(random.nextInt());
                case LONG -> random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(random.nextLong());
                default -> random.nextBoolean() ? OptionalDouble.empty() : OptionalDouble.of(random.nextDouble());
            };
            case JavaType.PlainArray t -> {
                Object array = Array.newInstance(t.primitive().type(), random.nextInt(20));
                for (int i = 0; i < Array.getLength(array); i++) {
                    Array.set(array, i, plain(t.primitive()));
                }
                yield array;
            }
            case JavaType.Text _ -> {
                StringBuilder text = new StringBuilder();
                int letters = random.nextBoolean() ? 5 : LETTERS.length;
                for (int i = random.nextInt(12); i > 0; i--) {
                    text.append(LETTERS[random.nextInt(letters)]);
                }
                yield text.toString();
            }
            case JavaType.EnumOf t -> t.type().getEnumConstants()[random.nextInt(t.type().getEnumConstants().length)];
            case JavaType.ListOf t -> {
                List<Object> list = random.nextInt(4) == 0 ? new LinkedList<>() : new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(value(t.element()));
                }
                yield list;
            }
            case JavaType.ArrayOf t -> {
                Object[] array = (Object[]) Array.newInstance(t.component(), random.nextInt(4));
                for (int i = 0; i < array.length; i++) {
                    array[i] = value(t.element());
                }
                yield array;
            }
            case JavaType.OptionalOf t -> Optional.ofNullable(random.nextBoolean() ? null : value(t.element()));
            case JavaType.StructOf t -> struct(t.shape());
        };
    }

    private Object plain(Primitive primitive) {
        long bits = random.nextInt(3) == 0 ? random.nextInt(3) - 1 : random.nextLong();
        return switch (primitive) {
            case BOOLEAN -> (bits & 1) != 0;
            case BYTE -> (byte) bits;
            case SHORT -> (short) bits;
            case CHAR -> (char) bits;
            case INT -> (int) bits;
            case LONG -> bits;
            case FLOAT -> Float.intBitsToFloat((int) bits);
            case DOUBLE -> Double.longBitsToDouble(bits);
        };
    }

    /// Whether two values are the same in every bit that is written.
    static boolean same(JavaType type, Object a, Object b) throws Throwable {
        if (a == null || b == null) {
            return a == b;
        }
        return switch (type) {
            case JavaType.Plain t -> samePlain(t.primitive(), a, b);
            case JavaType.Boxed t -> samePlain(t.primitive(), a, b);
            case JavaType.OptionalPlain _, JavaType.Text _, JavaType.EnumOf _ -> a.equals(b);
            case JavaType.PlainArray t -> {
                boolean same = Array.getLength(a) == Array.getLength(b);
                for (int i = 0; same && i < Array.getLength(a); i++) {
                    same = samePlain(t.primitive(), Array.get(a, i), Array.get(b, i));
                }
                yield same;
            }
            case JavaType.ListOf t -> sameAll(t.element(), ((List<?>) a).toArray(), ((List<?>) b).toArray());
            case JavaType.ArrayOf t -> sameAll(t.element(), (Object[]) a, (Object[]) b);
            case JavaType.OptionalOf t ->
                same(t.element(), ((Optional<?>) a).orElse(null), ((Optional<?>) b).orElse(null));
            case JavaType.StructOf t -> {
                boolean same = a.getClass() == b.getClass();
                for (ObjectShape.Member member : t.shape().members()) {
                    MethodHandle getter = member.getter();
                    same = same && same(member.type(), getter.invoke(a), getter.invoke(b));
                }
                yield same;
            }
        };
    }

    private static boolean sameAll(JavaType type, Object[] a, Object[] b) throws Throwable {
        boolean same = a.length == b.length;
        for (int i = 0; same && i < a.length; i++) {
            same = same(type, a[i], b[i]);
        }
        return same;
    }

    private static boolean samePlain(Primitive primitive, Object a, Object b) {
        return switch (primitive) {
            case FLOAT -> Float.floatToRawIntBits((Float) a) == Float.floatToRawIntBits((Float) b);
            case DOUBLE -> Double.doubleToRawLongBits((Double) a) == Double.doubleToRawLongBits((Double) b);
            default -> Objects.equals(a, b);
        };
    }
}
