// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

/// One way to write an object to reused memory and to read it back.
public interface ItemCodec {
    /// Writes the object over the previous one.
    void write(Item item) throws Exception;

    /// Reads the last object written, from its start.
    Item read() throws Exception;

    /// Bytes of the last object written.
    long length();
}
