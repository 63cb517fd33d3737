// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.cli.answer.AnswerFormat;
import dev.ashlar.cli.answer.AnswerSettings;
import dev.ashlar.cli.shell.Failures;
import dev.ashlar.cli.shell.OpenStores;
import dev.ashlar.cli.shell.Parameters;
import dev.ashlar.cli.shell.SqlPrompt;
import dev.ashlar.cli.shell.SqlShell;
import dev.ashlar.query.QueryOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.impl.ExternalTerminal;

/// The shell at a terminal of its own, at which a test types and looks.
///
/// **Ownership**: its terminal and thread; the stores are borrowed.
final class TypedSession implements AutoCloseable {
    private static final String ESCAPES = "\u001b\\[[0-9;?>=]*[A-Za-z]|\u001b[=>]|\u0007|\u001b\\][^\u0007]*\u0007";

    private final PipedOutputStream keys = new PipedOutputStream();
    private final Seen seen = new Seen();
    private final ExternalTerminal terminal;
    private final Thread thread;

    /// @param type of the terminal, as in `TERM`
    TypedSession(OpenStores stores, Path history, String type, int columns, int lines) throws IOException {
        terminal = new ExternalTerminal("test", type, new PipedInputStream(keys, 1 << 16), seen, StandardCharsets.UTF_8);
        terminal.setSize(Size.of(columns, lines));
        AnswerSettings settings = new AnswerSettings(AnswerFormat.TABLE, false, AnswerSettings.FITTING_ROWS);
        Failures failures = new Failures(terminal.writer(), true, false);
        thread = Thread.ofPlatform().daemon().start(() -> {
            try {
                SqlPrompt.run(terminal, stores, Optional.of(history), output -> new SqlShell(stores,
                        QueryOptions.defaults(), settings, Parameters.of(List.of()), output, terminal.writer(),
                        failures));
            } catch (IllegalStateException e) {
                // The test has closed the terminal.
            }
        });
    }

    /// Types, and waits until something is seen.
    ///
    /// @return what was seen since the last time, without escape sequences
    String type(String text, String until) throws IOException {
        keys.write(text.getBytes(StandardCharsets.UTF_8));
        keys.flush();
        return await(until);
    }

    String await(String until) {
        return seen.await(until, 0);
    }

    /// Presses Ctrl-C again and again, until something is seen: a key may come before what it is meant for has begun.
    String interrupt(String until) {
        String text = "";
        while (text.isEmpty()) {
            terminal.raise(Signal.INT);
            text = seen.await(until, TimeUnit.MILLISECONDS.toNanos(100));
        }
        return text;
    }

    void resize(int columns, int lines) {
        terminal.setSize(Size.of(columns, lines));
        terminal.raise(Signal.WINCH);
    }

    /// Waits until the session has ended by itself.
    void awaitEnd() throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(Command.TIMEOUT_S));
        if (thread.isAlive()) {
            throw new AssertionError("the session does not end; seen: " + seen.text());
        }
    }

    @Override
    public void close() throws IOException {
        keys.close();
        terminal.close();
    }

    /// What the terminal shows.
    private static final class Seen extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int taken;

        @Override
        public synchronized void write(int b) {
            bytes.write(b);
            notifyAll();
        }

        @Override
        public synchronized void write(byte[] from, int offset, int length) {
            bytes.write(from, offset, length);
            notifyAll();
        }

        synchronized String text() {
            return bytes.toString(StandardCharsets.UTF_8).replaceAll(ESCAPES, "").replace("\r", "");
        }

        /// @param mostNs after which nothing is returned; 0 for a failure after minutes
        synchronized String await(String until, long mostNs) {
            long begin = System.nanoTime();
            long most = mostNs == 0 ? TimeUnit.SECONDS.toNanos(Command.TIMEOUT_S) : mostNs;
            int end = text().indexOf(until, taken);
            while (end < 0) {
                long leftMs = (most - (System.nanoTime() - begin)) / 1_000_000;
                if (leftMs <= 0) {
                    if (mostNs > 0) {
                        return "";
                    }
                    throw new AssertionError("not seen: " + until + "\nseen: " + text().substring(taken));
                }
                try {
                    wait(leftMs);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                end = text().indexOf(until, taken);
            }
            String found = text().substring(taken, end + until.length());
            taken = end + until.length();
            return found;
        }
    }
}
