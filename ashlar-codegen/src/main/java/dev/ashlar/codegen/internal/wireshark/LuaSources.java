// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.wireshark;

import dev.ashlar.codegen.GeneratedFile;
import dev.ashlar.codegen.internal.model.Resource;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.framing.Framing;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// The dissector of a schema and framing.
public final class LuaSources {
    /// The parts that are the same for all schemas, each before those that need it.
    private static final List<String> PARTS = List.of("fields", "numbers", "text", "nulls", "values", "messages", "framing",
            "dissector");

    /// The prefixes of Wireshark's own filters. Wireshark itself refuses prefixes that later versions add.
    private static final Set<String> WIRESHARKS = Set.copyOf(Resource.words("wireshark/prefixes.txt"));

    private LuaSources() {
    }

    /// @param prefix of all filters
    /// @throws IllegalArgumentException if Wireshark's own filters begin with its first part
    public static GeneratedFile of(Schema schema, String prefix, Framing framing) {
        String name = prefix.toLowerCase(Locale.ROOT);
        String first = name.replaceFirst("\\..*", "");
        if (WIRESHARKS.contains(first)) {
            throw new IllegalArgumentException("Wireshark's own filters begin with " + first + ": package=" + prefix
                    + "; choose another package, such as with --package " + first + "_feed");
        }
        LuaTables tables = new LuaTables();
        Template t = new Template().with("prefix", LuaTable.string(name)).with("id", schema.id())
                .with("version", schema.version())
                .with("title", LuaTable.string("SBE " + schema.packageName() + " (" + name + ")"))
                .with("little", schema.byteOrder() == ByteOrder.LITTLE_ENDIAN).with("framing", LuaFraming.of(framing))
                .with("name", framing.name().replaceAll("\\p{Cntrl}", "")).with("header", tables.header(schema.header()));
        StringBuilder messages = new StringBuilder();
        for (Message message : schema.messages()) {
            messages.append("\nmessages[").append(message.id()).append("] = ").append(tables.message(message)).append('\n');
        }
        return new GeneratedFile(name.replace('.', '/') + ".lua", t.with("messages", messages).fill("""
                -- Generated from an SBE schema by Ashlar; do not edit.
                -- Wireshark dissector of schema $id, version $version, in framing $name.

                local prefix = $prefix
                local is_free, protocol = pcall(Proto, prefix, $title)
                if not is_free then
                    error("Wireshark already has a protocol " .. prefix .. ": generate it with another --package")
                end
                local schema_id = $id
                local little = $little
                local fields = {}

                local decimal = {INT8 = true, INT16 = true, INT32 = true, INT64 = true, UINT8 = true, UINT16 = true,
                    UINT32 = true, UINT64 = true}

                -- The fields for filters: prefix.path.
                local function field(kind, path, name, strings, description)
                    local made = ProtoField.new(name, prefix .. "." .. path, ftypes[kind], strings,
                        decimal[kind] and base.DEC or base.NONE, nil, description)
                    fields[#fields + 1] = made
                    return made
                end

                local framing = $framing

                local header = $header

                local messages = {}
                $messages
                """) + PARTS.stream().map(part -> Resource.text("wireshark/" + part + ".lua")).collect(Collectors.joining("\n")));
    }
}
