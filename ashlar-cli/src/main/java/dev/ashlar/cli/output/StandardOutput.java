// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Optional;

/// Standard output that remembers that it failed. Who closes it is done with it; others may still write.
public final class StandardOutput extends RememberingOutput {
    public StandardOutput() {
        super(new FileOutputStream(FileDescriptor.out));
    }

    @Override
    public void close() throws IOException {
        flush();
    }

    /// Why the output is not complete, unless it is, or nobody reads it any more.
    public Optional<OutputException> failure() {
        return cause().map(OutputException::new).filter(e -> !e.isBrokenPipe());
    }
}
