// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.util.Optional;

/// Standard output that remembers that it failed: a `PrintWriter` tells nobody.
final class StandardOutput extends FilterOutputStream {
    private Optional<IOException> failure = Optional.empty();

    StandardOutput() {
        super(new FileOutputStream(FileDescriptor.out));
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = Optional.of(e);
            throw e;
        }
    }

    /// Why the output is not complete, unless it is, or nobody reads it any more.
    Optional<OutputException> failure() {
        return failure.map(OutputException::new).filter(e -> !e.isBrokenPipe());
    }
}
