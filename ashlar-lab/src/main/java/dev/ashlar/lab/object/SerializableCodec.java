// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/// The JDK's serialisation, with a new stream for each object, as objects of their own need it.
final class SerializableCodec implements ItemCodec {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private byte[] written;

    @Override
    public void write(Item item) throws IOException {
        bytes.reset();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(item);
        }
        written = null;
    }

    @Override
    public Item read() throws IOException, ClassNotFoundException {
        if (written == null) {
            written = bytes.toByteArray();
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(written))) {
            return (Item) in.readObject();
        }
    }

    @Override
    public long length() {
        return bytes.size();
    }
}
