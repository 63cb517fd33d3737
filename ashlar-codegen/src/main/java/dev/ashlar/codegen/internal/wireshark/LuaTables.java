// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.wireshark;

import dev.ashlar.codegen.internal.layout.WholeMember;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.Part;
import dev.ashlar.codegen.internal.model.TextEncoding;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.CompositeType;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.VarData;
import java.util.OptionalInt;
import java.util.Set;

/// Tables of messages, their groups and data, and of the header.
final class LuaTables {
    private final LuaValues values = new LuaValues();

    LuaTable header(CompositeType header) {
        return new LuaTable().withString("name", header.name()).with("length", header.encodedLength())
                .with("block_length", whole(header, "blockLength")).with("template_id", whole(header, "templateId"))
                .with("schema_id", whole(header, "schemaId")).with("version", whole(header, "version"))
                .with("values", values.members(header, values.claim("", "header")));
    }

    LuaTable message(Message message) {
        return block(new LuaTable(), message, values.claim("", message.name()));
    }

    private LuaTable block(LuaTable table, Block block, String path) {
        LuaTable groups = new LuaTable();
        LuaTable data = new LuaTable();
        table.withString("name", block.name())
                .with("values", values.all(Value.of(block, new Names(Names::verbatim, Set.of())), path));
        block.groups().forEach(group -> groups.add(group(group, path)));
        block.data().forEach(d -> data.add(data(d, path)));
        return table.with("groups", groups).with("data", data);
    }

    private LuaTable group(Group group, String parent) {
        String path = values.claim(parent, group.name());
        OptionalInt since = Part.firstVersion(group);
        String tail = since.isPresent() ? Integer.toString(since.getAsInt()) : "math.huge";
        LuaTable table = new LuaTable().with("since", group.meta().sinceVersion()).with("tail_since", tail)
                .with("header", group.dimension().encodedLength())
                .with("block_length", whole(group.dimension(), "blockLength"))
                .with("count", whole(group.dimension(), "numInGroup"))
                .with("min", WholeMember.of(group.dimension(), "numInGroup").least())
                .with("max", WholeMember.of(group.dimension(), "numInGroup").greatest())
                .with("field", LuaValues.field("UINT64", path, group.name(), "", group.meta()));
        return block(table, group, path);
    }

    private LuaTable data(VarData data, String parent) {
        TextEncoding encoding = TextEncoding.of(data.characterEncoding());
        return new LuaTable().withString("name", data.name()).with("since", data.meta().sinceVersion())
                .with("header", data.headerLength()).with("length", whole(data.encoding(), "length"))
                .with("min", WholeMember.of(data.encoding(), "length").least())
                .with("max", WholeMember.of(data.encoding(), "length").greatest())
                .withString("charset", LuaValues.charset(encoding, true))
                .with("field", LuaValues.field(encoding == TextEncoding.BYTES ? "BYTES" : "STRING",
                        values.claim(parent, data.name()), data.name(), "", data.meta()));
    }

    private static LuaTable whole(CompositeType composite, String name) {
        WholeMember member = WholeMember.of(composite, name);
        return member.isConstant() ? new LuaTable().with("constant", member.constant())
                : new LuaTable().withString("type", LuaValues.type(member.primitive())).with("at", member.offset());
    }
}
