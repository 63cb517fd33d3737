// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/// Output that remembers a failure, which `PrintWriter` hides.
public class RememberingOutput extends FilterOutputStream {
    private IOException cause;

    public RememberingOutput(OutputStream out) {
        super(out);
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
            cause = e;
            throw e;
        }
    }

    /// Why the output is incomplete; empty if it is complete.
    public final Optional<IOException> cause() {
        return Optional.ofNullable(cause);
    }
}
