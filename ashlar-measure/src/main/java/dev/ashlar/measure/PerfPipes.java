// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Switches counters on and off by way of the pipes of `perf stat --control`, and waits until it was heard.
final class PerfPipes implements Recorder.PerfSwitch, AutoCloseable {
    private final OutputStream control;
    private final InputStream answer;

    PerfPipes(Path control, Path answer) throws IOException {
        this.control = Files.newOutputStream(control);
        this.answer = Files.newInputStream(answer);
    }

    @Override
    public void on() throws IOException {
        tell("enable\n");
    }

    @Override
    public void off() throws IOException {
        tell("disable\n");
    }

    private void tell(String command) throws IOException {
        control.write(command.getBytes(StandardCharsets.US_ASCII));
        control.flush();
        int c = answer.read();
        while (c != '\n') {
            if (c < 0) {
                throw new IOException("perf has ended: command=" + command.strip());
            }
            c = answer.read();
        }
    }

    @Override
    public void close() throws IOException {
        control.close();
        answer.close();
    }
}
