// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.chunk;

import dev.ashlar.codec.MessageEncoder;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;

/// Which encoders may fill a block in place: those of the same message, version and length. Another version would
/// leave fields undefined or write past the block.
///
/// @param template of the message; -1 if the block is that of a group, which has no encoder of its own
public record EncodedBlock(String name, int schemaId, int template, int version, int blockLength) {
    private static final int NO_MESSAGE = -1;

    public static EncodedBlock of(Schema schema, Block block) {
        int template = block instanceof Message message ? message.id() : NO_MESSAGE;
        return new EncodedBlock(block.name(), schema.id(), template, schema.version(), block.blockLength());
    }

    /// @throws IllegalArgumentException if the encoder is of another block
    public void require(MessageEncoder encoder) {
        if (encoder.sbeTemplateId() != template || encoder.sbeSchemaId() != schemaId
                || encoder.sbeSchemaVersion() != version || encoder.sbeBlockLength() != blockLength) {
            throw new IllegalArgumentException(refusal(encoder));
        }
    }

    private String refusal(MessageEncoder encoder) {
        String advice = template == NO_MESSAGE ? "entries of a group are appended by offset or by copy"
                : encoder.sbeTemplateId() == template && encoder.sbeSchemaId() == schemaId
                        ? "generate the encoder from the schema of the table, or append a copy, which completes older blocks"
                        : "wrap an encoder of this message";
        return "encoder is for another block: templateId=" + encoder.sbeTemplateId() + ", schemaId="
                + encoder.sbeSchemaId() + ", version=" + encoder.sbeSchemaVersion() + ", blockLength="
                + encoder.sbeBlockLength() + ", expected templateId=" + template + ", schemaId=" + schemaId + ", version="
                + version + ", blockLength=" + blockLength + "; " + advice + " (" + name + ")";
    }
}
