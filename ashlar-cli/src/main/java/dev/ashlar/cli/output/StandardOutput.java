// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Optional;

/// Standard output that remembers a failure. Closing it flushes; other parts of the command may still write.
public final class StandardOutput extends RememberingOutput {
    public StandardOutput() {
        super(new FileOutputStream(FileDescriptor.out));
    }

    @Override
    public void close() throws IOException {
        flush();
    }

    /// Why the output is incomplete; empty if it is complete or its reader closed the pipe.
    public Optional<OutputException> failure() {
        return cause().map(OutputException::new).filter(e -> !e.isBrokenPipe());
    }
}
