// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/// A file that is closed whatever happens: the library leaves it open where it cannot write the footer.
///
/// **Threading**: one thread.
final class ClosedFile implements OutputFile, AutoCloseable {
    private final OutputFile file;
    private PositionOutputStream open;

    ClosedFile(Path path) {
        file = new LocalOutputFile(path);
    }

    @Override
    public PositionOutputStream create(long blockSizeHint) throws IOException {
        open = file.create(blockSizeHint);
        return open;
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
        open = file.createOrOverwrite(blockSizeHint);
        return open;
    }

    @Override
    public boolean supportsBlockSize() {
        return file.supportsBlockSize();
    }

    @Override
    public long defaultBlockSize() {
        return file.defaultBlockSize();
    }

    @Override
    public String getPath() {
        return file.getPath();
    }

    @Override
    public void close() throws IOException {
        if (open != null) {
            open.close();
        }
    }
}
