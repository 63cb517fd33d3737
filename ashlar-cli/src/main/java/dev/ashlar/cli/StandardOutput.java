// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.Optional;

/// Standard output that remembers that it failed.
final class StandardOutput extends RememberingOutput {
    StandardOutput() {
        super(new FileOutputStream(FileDescriptor.out));
    }

    /// Why the output is not complete, unless it is, or nobody reads it any more.
    Optional<OutputException> failure() {
        return cause().map(OutputException::new).filter(e -> !e.isBrokenPipe());
    }
}
