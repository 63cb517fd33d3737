// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance;

import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Member;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.random.RandomMessage;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/// Fills in the members `numGroups` of group dimensions. On-the-fly encoding knows them; generated encoders, like the
/// reference's, leave them to the caller.
record ExtraCounts(ByteBuffer bytes) {
    static byte[] filled(Schema schema, RandomMessage message, byte[] bytes) {
        byte[] filled = bytes.clone();
        new ExtraCounts(ByteBuffer.wrap(filled).order(schema.byteOrder()))
                .block(message.message(), message.values(), schema.header().encodedLength());
        return filled;
    }

    private int block(Block block, Map<?, ?> values, int at) {
        int next = at + block.blockLength();
        for (Group group : block.groups()) {
            Member groups = group.dimension().member("numGroups");
            if (groups != null) {
                bytes.putShort(next + groups.offset(), (short) group.groups().size());
            }
            next += group.dimension().encodedLength();
            for (Object entry : (List<?>) values.get(group.name())) {
                next = block(group, (Map<?, ?>) entry, next);
            }
        }
        for (var data : block.data()) {
            int length = switch (data.lengthMember().type().encodedLength()) {
                case 1 -> bytes.get(next) & 0xff;
                case 2 -> bytes.getShort(next) & 0xffff;
                default -> bytes.getInt(next);
            };
            next += data.headerLength() + length;
        }
        return next;
    }
}
