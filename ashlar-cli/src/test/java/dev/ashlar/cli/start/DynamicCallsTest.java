// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Classes answer as they did before their dynamic calls were replaced.
class DynamicCallsTest {
    /// Has fields of all kinds.
    record All(boolean truth, byte tiny, char letter, short small, int number, long large, float real, double precise,
            String text) {
    }

    record None() {
    }

    sealed interface Shape {
        /// Guards ask once more, from a later label on.
        static String describe(Object shape) {
            return switch (shape) {
                case null -> "nothing";
                case Circle c when c.radius > 10 -> "large circle";
                case Circle _ -> "circle";
                case Square s when s.side > 10 -> "large square";
                case Shape s when s.toString().length() > 60 -> "long";
                case Named(String name, Circle inner) when name.isEmpty() -> "unnamed " + inner;
                case CharSequence text -> "text " + text;
                case Integer number -> "number " + number;
                default -> "other";
            };
        }
    }

    record Circle(double radius) implements Shape {
    }

    record Square(int side) implements Shape {
    }

    record Named(String name, Shape shape) implements Shape {
    }

    /// Has all of them answer.
    static final class Answers implements Supplier<List<String>> {
        @Override
        public List<String> get() {
            All all = new All(true, (byte) -2, 'x', (short) 3, -4, 5L << 40, -0.0f, Double.NaN, "t");
            List<Object> objects = new ArrayList<>(Arrays.asList(all, null, new None(), "a", 5, 5.5, new Circle(1),
                    new Circle(11), new Square(11), new Square(-1), new Named("", new Circle(2)),
                    new Named("", new Square(2)), new Named("x".repeat(60), null), new Named(null, null)));
            objects.addAll(List.of(new All(false, (byte) -2, 'x', (short) 3, -4, 5L << 40, -0.0f, Double.NaN, "t"),
                    new All(true, (byte) 2, 'x', (short) 3, -4, 5L << 40, -0.0f, Double.NaN, "t"),
                    new All(true, (byte) -2, 'y', (short) 3, -4, 5L << 40, -0.0f, Double.NaN, "t"),
                    new All(true, (byte) -2, 'x', (short) 4, -4, 5L << 40, -0.0f, Double.NaN, "t"),
                    new All(true, (byte) -2, 'x', (short) 3, -5, 5L << 40, -0.0f, Double.NaN, "t"),
                    new All(true, (byte) -2, 'x', (short) 3, -4, 5L << 41, -0.0f, Double.NaN, "t"),
                    new All(true, (byte) -2, 'x', (short) 3, -4, 5L << 40, 0.0f, Double.NaN, "t"),
                    new All(true, (byte) -2, 'x', (short) 3, -4, 5L << 40, -0.0f, 0, "t"),
                    new All(true, (byte) -2, 'x', (short) 3, -4, 5L << 40, -0.0f, Double.NaN, null),
                    new All(true, (byte) -2, 'x', (short) 3, -4, 5L << 40, -0.0f, Double.NaN, "t"), new Circle(-0.0),
                    new Circle(0.0), new None(), new Named(null, null)));
            List<String> answers = new ArrayList<>();
            for (Object object : objects) {
                answers.add(Shape.describe(object) + " " + (object == null ? 0 : object.hashCode()) + " "
                        + objects.stream().map(other -> other != null && other.equals(object) ? "=" : "-")
                        .collect(Collectors.joining()));
            }
            return answers;
        }
    }

    private static boolean isOfThisTest(String file) {
        return file.startsWith(DynamicCallsTest.class.getName().replace('.', '/'));
    }

    /// @param left to which the names of the dynamic calls that are left are added
    private static byte[] replaced(String file, Set<String> left) {
        byte[] bytes = DynamicCalls.replaced(ClassFile.of(), DefinedClasses.bytes(file));
        DefinedClasses.code(bytes).forEach(element -> {
            if (element instanceof InvokeDynamicInstruction call) {
                left.add(call.name().stringValue());
            }
        });
        return bytes;
    }

    @Test
    void shouldAnswerAsBefore() throws Exception {
        Set<String> left = new TreeSet<>();
        Class<?> replaced = new DefinedClasses(file -> isOfThisTest(file) ? replaced(file, left) : null)
                .loadClass(Answers.class.getName());
        assertNotSame(Answers.class, replaced);
        Constructor<?> constructor = replaced.getDeclaredConstructor();
        constructor.setAccessible(true);
        assertEquals(new Answers().get(), ((Supplier<?>) constructor.newInstance()).get());
        assertTrue(left.contains("toString"), left::toString);
        for (String name : List.of("typeSwitch", "equals", "hashCode")) {
            assertFalse(left.contains(name), left::toString);
        }
    }

    @Test
    void shouldLeaveClassesWithoutSuchCallsAsTheyAre() {
        byte[] bytes = DefinedClasses.bytes(DefinedClasses.file(DefinedClasses.class.getName()));
        assertSame(bytes, DynamicCalls.replaced(ClassFile.of(), bytes));
    }
}
