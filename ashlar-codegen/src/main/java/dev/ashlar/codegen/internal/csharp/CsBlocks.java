// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.csharp;

import dev.ashlar.codegen.internal.model.JsonText;
import dev.ashlar.codegen.internal.model.Names;
import dev.ashlar.codegen.internal.model.NullBytes;
import dev.ashlar.codegen.internal.model.Part;
import dev.ashlar.codegen.internal.model.SchemaTypes;
import dev.ashlar.codegen.internal.model.Value;
import dev.ashlar.codegen.internal.text.Template;
import dev.ashlar.sbe.ir.Block;
import dev.ashlar.sbe.ir.Group;
import dev.ashlar.sbe.ir.Message;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.otf.NullBlock;
import java.util.List;
import java.util.stream.Collectors;

/// Messages and the entries of their groups.
final class CsBlocks {
    private final Schema schema;
    private final CsNames names;
    private final CsDecoding decoding;
    private final CsEncoding encoding;
    private final CsJson json;
    private final CsParts parts;

    CsBlocks(Schema schema, CsNames names) {
        this.schema = schema;
        this.names = names;
        this.decoding = new CsDecoding(names);
        this.encoding = new CsEncoding(names);
        this.json = new CsJson(names);
        this.parts = new CsParts(names);
    }

    /// The types of a message, followed by those of its groups.
    String message(Message message) {
        StringBuilder out = new StringBuilder();
        out.append(decoder(message)).append('\n').append(encoder(message));
        for (Group group : SchemaTypes.groups(message)) {
            out.append('\n').append(parts.group(group)).append('\n').append(decoder(group)).append('\n')
                    .append(encoder(group));
        }
        return out.toString();
    }

    private String decoder(Block block) {
        Names scope = names.members();
        List<Value> values = Value.of(block, scope, CsDecoding.SUFFIXES);
        List<Part> own = CsParts.of(block, scope);
        boolean root = block instanceof Message;
        String accessors = values.stream().map(decoding::emit).collect(Collectors.joining())
                + own.stream().map(parts::getter).collect(Collectors.joining());
        String written = values.stream().map(v -> json.value(v, JsonText.name(root, v.slot().name())))
                .collect(Collectors.joining())
                + own.stream().map(p -> CsParts.json(p, root)).collect(Collectors.joining());
        Template t = new Template().with("T", names.of(block)).with("name", CsWords.string(block.name()))
                .with("accessors", accessors.indent(4)).with("walk", parts.walk(own).indent(4))
                .with("json", written.indent(8))
                .with("doc", CsWords.doc(block.meta(), root ? "The message " + block.name() + "."
                        : "An entry of the group " + block.name() + "."))
                .with("messageField", own.isEmpty() && !root ? "" : "    private readonly ReadOnlySpan<byte> message;\n")
                .with("messageInit", own.isEmpty() && !root ? "" : "        this.message = message;\n")
                .with("noMessage", own.isEmpty() && !root ? "" : "        message = default;\n");
        return root ? messageDecoder((Message) block, t) : entryDecoder(t);
    }

    private static String entryDecoder(Template t) {
        return t.fill("""
                ${doc}public readonly ref struct ${T}Decoder
                {
                    public const string SbeName = $name;

                $messageField    private readonly ReadOnlySpan<byte> block;
                    private readonly int version;
                    private readonly Positions positions;

                    internal ${T}Decoder(ReadOnlySpan<byte> message, int at, long blockLength, int version)
                    {
                        var walk = new SbeWalk(message, version);
                        if (!SbeCheck(ref walk, at, blockLength, out positions))
                        {
                            throw new SbeMalformedMessageException(walk.Found);
                        }

                $messageInit        block = message.Slice(at, (int)blockLength);
                        this.version = version;
                    }

                    private ${T}Decoder(ReadOnlySpan<byte> block, int version)
                    {
                $noMessage        positions = default;
                        this.block = block;
                        this.version = SbeWalk.RequireVersion(version);
                    }

                    /// <summary>
                    /// Reads the block of an entry without its message, such as a row of a store. Access to groups or
                    /// data throws a <see cref="SbeMalformedMessageException"/>.
                    /// </summary>
                    public static ${T}Decoder FromBlock(ReadOnlySpan<byte> block, int version) =>
                        new ${T}Decoder(block, version);

                    /// <summary>Offset in the message of the first byte after this entry.</summary>
                    public int SbeEnd => positions.End;
                $accessors
                    internal void WriteJson(SbeJsonWriter json)
                    {
                        json.Begin('{');
                $json        json.End('}');
                    }
                $walk
                    private bool Has(int since, int end) => version >= since && block.Length >= end;
                }
                """);
    }

    private String messageDecoder(Message message, Template t) {
        String extras = JsonText.headerExtras(schema.header()).isEmpty() ? ""
                : CsJson.name("header") + "SbeHeaderFields.WriteJsonExtras(json);\n";
        return t.with("H", names.of(schema.header())).with("extras", extras.indent(8)).with("id", message.id())
                .with("begin", CsWords.string("\"template\":" + JsonText.quote(message.name()) + ",\"id\":" + message.id()
                        + ",\"schema\":" + schema.id()))
                .with("blockLength", message.blockLength()).with("since", message.meta().sinceVersion()).fill("""
                ${doc}public readonly ref struct ${T}Decoder
                {
                    public const string SbeName = $name;

                    public const int SbeTemplateId = $id;

                    public const int SbeSinceVersion = $since;

                    public const int SbeBlockLength = $blockLength;

                $messageField    private readonly ReadOnlySpan<byte> block;
                    private readonly int version;
                    private readonly Positions positions;

                    /// <summary>
                    /// Decodes the message whose header starts at the first byte. The whole message is checked here.
                    /// </summary>
                    /// <exception cref="SbeMalformedMessageException">
                    /// if the bytes do not begin with a valid message of this type
                    /// </exception>
                    public ${T}Decoder(ReadOnlySpan<byte> message)
                    {
                        SbeValidation found = Check(message, out SbeActing acting, out positions);
                        if (!found.IsOk)
                        {
                            throw new SbeMalformedMessageException(found);
                        }

                $messageInit        block = message.Slice(SbeHeader.Length, (int)acting.BlockLength);
                        version = (int)acting.Version;
                    }

                    private ${T}Decoder(ReadOnlySpan<byte> block, int version)
                    {
                $noMessage        positions = default;
                        this.block = block;
                        this.version = SbeWalk.RequireVersion(version);
                    }

                    /// <summary>
                    /// Reads the block of a message without its header, such as a row of a store. Access to the header,
                    /// groups or data throws a <see cref="SbeMalformedMessageException"/>.
                    /// </summary>
                    public static ${T}Decoder FromBlock(ReadOnlySpan<byte> block, int version) =>
                        new ${T}Decoder(block, version);

                    /// <summary>Length of the message in bytes, including the header.</summary>
                    public int SbeEncodedLength
                    {
                        get
                        {
                            SbeHeader.Of(message);
                            return positions.End;
                        }
                    }

                    /// <summary>The schema version of the writer.</summary>
                    public int SbeActingVersion => version;

                    /// <summary>Length of the block as written, in bytes.</summary>
                    public int SbeActingBlockLength => block.Length;

                    public ${H}Decoder SbeHeaderFields =>
                        new ${H}Decoder(SbeHeader.Of(message), int.MaxValue);
                $accessors
                    /// <summary>Checks in one pass that the bytes begin with a valid message of this type.</summary>
                    public static SbeValidation Validate(ReadOnlySpan<byte> message) =>
                        Check(message, out SbeActing acting, out Positions positions);

                    public string ToJson()
                    {
                        var json = new SbeJsonWriter();
                        WriteJson(json);
                        return json.ToString();
                    }

                    public void WriteJson(SbeJsonWriter json)
                    {
                        json.Begin('{');
                        json.Raw($begin);
                        json.Name("\\"version\\"");
                        json.Value(version);
                $extras$json        json.End('}');
                    }
                $walk
                    private static SbeValidation Check(
                        ReadOnlySpan<byte> message, out SbeActing acting, out Positions positions)
                    {
                        positions = default;
                        SbeValidation header = SbeHeader.Check(message, out acting);
                        if (!header.IsOk)
                        {
                            return header;
                        }

                        if (acting.TemplateId != SbeTemplateId)
                        {
                            return new SbeValidation(SbeStatus.UnknownTemplate, 0, "templateId");
                        }

                        if (acting.Version < 0 || acting.Version > int.MaxValue)
                        {
                            return new SbeValidation(SbeStatus.VersionOutOfRange, 0, "version");
                        }

                        var walk = new SbeWalk(message, (int)acting.Version);
                        return SbeCheck(ref walk, SbeHeader.Length, acting.BlockLength, out positions)
                            ? new SbeValidation(SbeStatus.Ok, positions.End, SbeName)
                            : walk.Found;
                    }

                    private bool Has(int since, int end) => version >= since && block.Length >= end;
                }
                """);
    }

    private String encoder(Block block) {
        Names scope = names.members();
        List<Value> values = Value.of(block, scope, CsDecoding.SUFFIXES);
        List<Part> own = CsParts.of(block, scope);
        String typeName = names.of(block) + "Encoder";
        boolean root = block instanceof Message;
        String accessors = values.stream().map(v -> encoding.emit(v, typeName)).collect(Collectors.joining())
                + own.stream().map(p -> parts.setter(p, own.size(), typeName)).collect(Collectors.joining());
        String copies = (root ? headerCopies() : "")
                + values.stream().map(CsEncoding::copy).collect(Collectors.joining())
                + own.stream().map(CsParts::copy).collect(Collectors.joining());
        Template t = new Template().with("T", names.of(block)).with("name", CsWords.string(block.name()))
                .with("accessors", accessors.indent(4)).with("copies", copies.stripTrailing().indent(8))
                .with("nulls", nulls(block)).with("blockLength", block.blockLength()).with("id", block.id())
                .with("groups", block.groups().size()).with("data", block.data().size()).with("parts", own.size())
                .with("H", names.of(schema.header()))
                .with("cursorFields", own.isEmpty() ? "" : """
                            private readonly Span<byte> buffer;
                            private readonly SbeCursor cursor;
                            private readonly SbeParts parts;
                        """)
                .with("cursorInit", own.isEmpty() ? "" : """
                                this.buffer = buffer;
                                this.cursor = cursor;
                                parts = cursor.Begin($parts);
                        """.replace("$parts", Integer.toString(own.size())))
                .with("doc", CsWords.comment((block.meta().description().isBlank()
                        ? (root ? "The message " : "An entry of the group ") + block.name()
                        : block.meta().description().strip()).replaceFirst("(?<![.!?])$", ".")
                        + (root ? " Write groups and data in schema order." : "")));
        return t.fill(root ? """
                ${doc}public readonly ref struct ${T}Encoder
                {
                    private static readonly byte[] NullBlock = {$nulls};

                    private readonly Span<byte> buffer;
                    private readonly Span<byte> block;
                    private readonly SbeCursor cursor;
                    private readonly SbeParts parts;

                    /// <summary>Writes the header and a block with every field set to null.</summary>
                    /// <exception cref="SbeEncodingException">if header and block do not fit</exception>
                    public ${T}Encoder(Span<byte> buffer)
                        : this(buffer, new SbeCursor())
                    {
                    }

                    /// <param name="cursor">
                    /// a cursor to reuse from another message, so that encoding does not allocate
                    /// </param>
                    /// <exception cref="SbeEncodingException">if header and block do not fit</exception>
                    public ${T}Encoder(Span<byte> buffer, SbeCursor cursor)
                    {
                        this.buffer = buffer;
                        this.cursor = cursor.Reset();
                        Span<byte> header = cursor.Reserve(buffer, SbeHeader.Length, SbeHeader.Name);
                        header.Clear();
                        var acting = new SbeActing($blockLength, $id, SbeHeader.SchemaId, SbeHeader.SchemaVersion);
                        SbeHeader.Write(header, acting, $groups, $data);
                        block = cursor.Reserve(buffer, $blockLength, $name);
                        block.Clear();
                        NullBlock.CopyTo(block);
                        parts = cursor.Begin($parts);
                    }

                    /// <summary>Length of the message in bytes, including the header.</summary>
                    /// <exception cref="SbeEncodingException">if groups, entries or data are missing</exception>
                    public int SbeEncodedLength => cursor.IsComplete(parts)
                        ? cursor.Position
                        : throw new SbeEncodingException("groups, entries or data are missing (" + $name + ")");

                    /// <summary>The header, for setting its non-standard members.</summary>
                    public ${H}Encoder SbeHeaderFields => new ${H}Encoder(buffer.Slice(0, SbeHeader.Length));
                $accessors
                    /// <summary>
                    /// Copies a message of any version; absent fields become null.
                    /// </summary>
                    /// <exception cref="SbeEncodingException">
                    /// if the message does not fit, or if groups or data have already been written
                    /// </exception>
                    public void CopyFrom(${T}Decoder from)
                    {
                $copies    }
                }
                """ : """
                ${doc}public readonly ref struct ${T}Encoder
                {
                    private static readonly byte[] NullBlock = {$nulls};

                $cursorFields    private readonly Span<byte> block;

                    internal ${T}Encoder(Span<byte> buffer, SbeCursor cursor, Span<byte> block)
                    {
                $cursorInit        this.block = block;
                        this.block.Clear();
                        NullBlock.CopyTo(this.block);
                    }
                $accessors
                    /// <summary>Copies all fields, groups and data; absent fields become null.</summary>
                    public void CopyFrom(${T}Decoder from)
                    {
                $copies    }
                }
                """);
    }

    private String headerCopies() {
        String copies = JsonText.headerExtras(schema, schema.header(), Value.of(schema.header(), names.members(),
                CsDecoding.SUFFIXES)).stream().map(CsEncoding::copy).collect(Collectors.joining());
        return copies.isEmpty() ? "" : "SbeHeaderFields.CopyExtrasFrom(from.SbeHeaderFields);\n";
    }

    private String nulls(Block block) {
        // The block is cleared before these are copied to it.
        byte[] bytes = NullBytes.withoutTrailingZeros(block, schema);
        int length = bytes.length;
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < length; i++) {
            out.append(length > 20 && i % 20 == 0 ? "\n        " : " ").append(bytes[i] & 0xff).append(',');
        }
        return out.isEmpty() ? " " : length > 20 ? out + "\n    " : out.substring(0, out.length() - 1) + " ";
    }
}
