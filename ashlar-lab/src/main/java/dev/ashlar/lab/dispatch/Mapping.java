// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.dispatch;

/// The interface of the calls, with four slightly different implementations.
interface Mapping {
    int map(int value);

    /// The classes, in the order of their turns.
    static Mapping[] all() {
        return new Mapping[] {new Times3(), new Times5(), new Times7(), new Times11()};
    }

    /// The sum of `map(0)`, `map(1)`, …, in `int` arithmetic.
    static int expected(int factor, int calls) {
        return (int) ((long) calls * (calls - 1) / 2) * factor;
    }

    final class Times3 implements Mapping {
        @Override
        public int map(int value) {
            return value * 3;
        }
    }

    final class Times5 implements Mapping {
        @Override
        public int map(int value) {
            return value * 5;
        }
    }

    final class Times7 implements Mapping {
        @Override
        public int map(int value) {
            return value * 7;
        }
    }

    final class Times11 implements Mapping {
        @Override
        public int map(int value) {
            return value * 11;
        }
    }
}
