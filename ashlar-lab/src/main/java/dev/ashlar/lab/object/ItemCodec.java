// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.object;

/// One way to write an object and to read it again, from memory that is used over and over.
public interface ItemCodec {
    /// Writes over what was written before.
    void write(Item item) throws Exception;

    /// Reads what was written last, from its begin.
    Item read() throws Exception;

    /// Bytes that were written last.
    long length();
}
