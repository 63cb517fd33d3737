// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.export.reading.codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/// Gzip, by the JDK.
public final class Gzip implements Decompressor {
    private static final int BUFFER_BYTES = 1 << 13;

    @Override
    public void decompress(byte[] from, int offset, int length, byte[] to, int toLength) throws DamagedException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(from, offset, length), BUFFER_BYTES)) {
            int count = in.readNBytes(to, 0, toLength);
            if (count != toLength || in.read() >= 0) {
                throw new DamagedException("gzip data has a wrong length: length="
                        + (count == toLength ? "more" : count) + ", expected=" + toLength);
            }
        } catch (DamagedException e) {
            throw e;
        } catch (IOException e) {
            throw new DamagedException("gzip data is damaged: " + e.getMessage());
        }
    }
}
