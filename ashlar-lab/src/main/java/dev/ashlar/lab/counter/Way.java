// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.counter;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;

/// A way to count in a word that several threads share, or that one writes and others read.
///
/// A single writer knows the count and does not load it, except where a volatile store is measured. A load right after
/// a store to the same word gets its value from that store, after some cycles or at once, depending on the processor
/// and the generated code; this would hide the cost of the store.
enum Way {
    ADD("add", true) {
        @Override
        long count(Counter counter, long offset, long times, int work) {
            for (long i = 0; i < times; i++) {
                // The old value is not used, so the processor need not return it.
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
                // Opaque: like plain, but the compiler may not drop all stores but the last.
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
                // Like ++ of a volatile field. Without a load between them, compilers merge several fences into one.
                COUNT.setVolatile(Counter.WORDS, offset, (long) COUNT.getVolatile(Counter.WORDS, offset) + 1);
                counter.work(work);
            }
            return 0;
        }
    };

    private static final VarHandle COUNT = ValueLayout.JAVA_LONG.varHandle();

    final String text;
    /// Whether all threads count in one word; otherwise each thread has its own, which no other writes.
    final boolean shared;

    Way(String text, boolean shared) {
        this.text = text;
        this.shared = shared;
    }

    /// @param offset of the word
    /// @param work   steps of a calculation between two counts
    /// @return a meaningless value, so that the compiler does not eliminate the calculation
    abstract long count(Counter counter, long offset, long times, int work);

    static long read(long offset) {
        return (long) COUNT.getVolatile(Counter.WORDS, offset);
    }
}
