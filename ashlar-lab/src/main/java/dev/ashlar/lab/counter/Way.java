// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.counter;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/// A way to count in a word that several threads share, or that one writes and others read.
///
/// Who writes alone knows the count, and does not load it but where a volatile store is measured: a load right behind a
/// store to the same word has its value from that store, after some cycles or at once, as the processor and the
/// generated code happen to be, and what the store costs would be hidden behind that.
enum Way {
    ADD("add", true) {
        @Override
        long count(Counter counter, long offset, long times, int work) {
            for (long i = 0; i < times; i++) {
                // Nobody looks at what was there: the processor need not return it.
                COUNT.getAndAdd(Counter.WORDS, offset, 1L);
                counter.work(work);
            }
            return 0;
        }
    },
    GET_AND_ADD("get and add", true) {
        @Override
        long count(Counter counter, long offset, long times, int work) {
            long seen = 0;
            for (long i = 0; i < times; i++) {
                seen ^= (long) COUNT.getAndAdd(Counter.WORDS, offset, 1L);
                counter.work(work);
            }
            return seen;
        }
    },
    CAS("compare and set", true) {
        @Override
        long count(Counter counter, long offset, long times, int work) {
            for (long i = 0; i < times; i++) {
                long before;
                do {
                    before = (long) COUNT.getVolatile(Counter.WORDS, offset);
                } while (!COUNT.compareAndSet(Counter.WORDS, offset, before, before + 1));
                counter.work(work);
            }
            return 0;
        }
    },
    EXCHANGE("compare and exchange", true) {
        @Override
        long count(Counter counter, long offset, long times, int work) {
            long expected = (long) COUNT.getVolatile(Counter.WORDS, offset);
            for (long i = 0; i < times; i++) {
                long found = (long) COUNT.compareAndExchange(Counter.WORDS, offset, expected, expected + 1);
                while (found != expected) {
                    expected = found;
                    found = (long) COUNT.compareAndExchange(Counter.WORDS, offset, expected, expected + 1);
                }
                expected++;
                counter.work(work);
            }
            return 0;
        }
    },
    ADDER("LongAdder", true) {
        @Override
        long count(Counter counter, long offset, long times, int work) {
            LongAdder adder = counter.adder();
            for (long i = 0; i < times; i++) {
                adder.increment();
                counter.work(work);
            }
            return 0;
        }
    },
    PLAIN("plain store", false) {
        @Override
        long count(Counter counter, long offset, long times, int work) {
            long value = (long) COUNT.get(Counter.WORDS, offset);
            for (long i = 0; i < times; i++) {
                // Opaque: plain otherwise, but the compiler may not leave all but the last out.
                COUNT.setOpaque(Counter.WORDS, offset, ++value);
                counter.work(work);
            }
            return 0;
        }
    },
    RELEASE("release store", false) {
        @Override
        long count(Counter counter, long offset, long times, int work) {
            long value = (long) COUNT.get(Counter.WORDS, offset);
            for (long i = 0; i < times; i++) {
                COUNT.setRelease(Counter.WORDS, offset, ++value);
                counter.work(work);
            }
            return 0;
        }
    },
    VOLATILE("volatile store", false) {
        @Override
        long count(Counter counter, long offset, long times, int work) {
            for (long i = 0; i < times; i++) {
                // As ++ of a volatile field. Without a load between them, compilers make one fence of several.
                COUNT.setVolatile(Counter.WORDS, offset, (long) COUNT.getVolatile(Counter.WORDS, offset) + 1);
                counter.work(work);
            }
            return 0;
        }
    };

    private static final VarHandle COUNT = ValueLayout.JAVA_LONG.varHandle();

    final String text;
    /// Whether all threads count in one word; otherwise each in one of its own, which it alone writes.
    final boolean shared;

    Way(String text, boolean shared) {
        this.text = text;
        this.shared = shared;
    }

    /// @param offset of the word
    /// @param work   steps of a calculation between two counts
    /// @return nothing of meaning, so that the compiler keeps what it is made of
    abstract long count(Counter counter, long offset, long times, int work);

    static long read(long offset) {
        return (long) COUNT.getVolatile(Counter.WORDS, offset);
    }
}
