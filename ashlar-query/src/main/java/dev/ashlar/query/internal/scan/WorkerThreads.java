// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.query.internal.scan;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// Threads that run parts of a query for its caller. Idle ones are kept for a while: starting one can take longer than
/// the query.
///
/// **Threading**: each worker is one thread; [#await] is its caller's.
final class WorkerThreads {
    private static final long IDLE_SECONDS = 10;
    private static final AtomicInteger STARTED = new AtomicInteger();
    /// As many as queries ask for; none while there are no queries.
    private static final Executor THREADS = new ThreadPoolExecutor(0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS,
            new SynchronousQueue<>(), WorkerThreads::thread);

    private int busy;
    private boolean over;

    /// The JDK's builder counts with a handle of a variable, whose code takes 5 ms to generate in a new process.
    private static Thread thread(Runnable work) {
        return Thread.ofPlatform().daemon().inheritInheritableThreadLocals(false)
                .name("ashlar-query-" + STARTED.incrementAndGet()).unstarted(work);
    }

    /// Has another thread do some work, unless [#await] is called before it starts.
    void start(Runnable work) {
        THREADS.execute(() -> {
            if (begin()) {
                try {
                    work.run();
                } finally {
                    end();
                }
            }
        });
    }

    private synchronized boolean begin() {
        if (!over) {
            busy++;
        }
        return !over;
    }

    private synchronized void end() {
        busy--;
        notifyAll();
    }

    /// Waits for those that have begun; no other will.
    ///
    /// @param interrupted is called if the thread is interrupted, and is to see to it that they end soon
    synchronized void await(Runnable interrupted) {
        over = true;
        boolean again = false;
        while (busy > 0) {
            try {
                wait();
            } catch (InterruptedException _) {
                again = true;
                interrupted.run();
            }
        }
        if (again) {
            Thread.currentThread().interrupt();
        }
    }
}
