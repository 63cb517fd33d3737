// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import dev.ashlar.store.IndexDeclaration;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// One record of the catalog. Numbers are little endian; texts are UTF-8 after their length in 2 bytes.
public sealed interface CatalogRecord {
    /// A schema, whose file is `schemas/<number>.sbeir`.
    ///
    /// @param number   from 1, in the order in which schemas were added to the store
    /// @param id       of the schema
    /// @param version  of the schema
    /// @param bytes    length of the file
    /// @param checksum CRC32C of the file
    record SchemaRecord(int number, int id, int version, int bytes, int checksum) implements CatalogRecord {
        static final int TYPE = 1;
    }

    /// A container.
    ///
    /// @param id        from 1, in the order in which they were made
    /// @param kind      what it is
    /// @param name      unique in the store
    /// @param schema    number of the schema, or 0
    /// @param path      the block of its rows: names of message and groups, with `/` between; empty where it has none
    /// @param prefix    bytes before the block in each row
    /// @param source    the journal whose messages fill it, or 0
    /// @param timeField name of the field of the block that orders its rows by time; empty for none
    /// @param detail    as the kind has it
    record ContainerRecord(int id, ContainerKind kind, String name, int schema, String path, int prefix, int source,
            String timeField, long detail) implements CatalogRecord {
        static final int TYPE = 2;
    }

    /// From here on new chunks of a container have the layout of another schema.
    record LayoutRecord(int container, int schema) implements CatalogRecord {
        static final int TYPE = 3;
    }

    /// From here on a table has an index, or no longer has it.
    ///
    /// @param declared whether it has
    /// @param fields   names of the key's fields
    record IndexRecord(int container, IndexDeclaration.Kind kind, boolean declared, List<String> fields)
            implements CatalogRecord {
        static final int TYPE = 4;
        private static final String SEPARATOR = ",";
        private static final int HASH = 1;
        private static final int SORTED = 2;

        private int code() {
            return kind == IndexDeclaration.Kind.HASH ? HASH : SORTED;
        }

        private static IndexDeclaration.Kind kind(int code) {
            return switch (code) {
                case HASH -> IndexDeclaration.Kind.HASH;
                case SORTED -> IndexDeclaration.Kind.SORTED;
                default -> throw new IllegalArgumentException("unknown kind of index: kind=" + code);
            };
        }

        /// Whether it speaks of the same index.
        public boolean isOf(IndexRecord other) {
            return container == other.container && kind == other.kind && fields.equals(other.fields);
        }
    }

    /// From here on extents may have records of commits, which readers must know to find all rows after a loss of
    /// power.
    record CommitsRecord() implements CatalogRecord {
        static final int TYPE = 5;
    }

    /// Appends type and content.
    static void encode(CatalogRecord record, ByteBuffer to) {
        switch (record) {
            case SchemaRecord schema -> to.putInt(SchemaRecord.TYPE).putInt(schema.number()).putInt(schema.id())
                    .putInt(schema.version()).putInt(schema.bytes()).putInt(schema.checksum());
            case ContainerRecord container -> {
                to.putInt(ContainerRecord.TYPE).putInt(container.id()).putInt(container.kind().code())
                        .putInt(container.schema()).putInt(container.prefix()).putInt(container.source())
                        .putLong(container.detail());
                encode(container.name(), to);
                encode(container.path(), to);
                encode(container.timeField(), to);
            }
            case LayoutRecord layout ->
                to.putInt(LayoutRecord.TYPE).putInt(layout.container()).putInt(layout.schema());
            case IndexRecord index -> {
                to.putInt(IndexRecord.TYPE).putInt(index.container()).putInt(index.code())
                        .putInt(index.declared() ? 1 : 0);
                encode(String.join(IndexRecord.SEPARATOR, index.fields()), to);
            }
            case CommitsRecord _ -> to.putInt(CommitsRecord.TYPE);
        }
    }

    /// Reads what [#encode] wrote.
    ///
    /// @throws java.nio.BufferUnderflowException if the content ends too early
    /// @throws IllegalArgumentException          if the type or kind is not known
    static CatalogRecord decode(ByteBuffer from) {
        int type = from.getInt();
        return switch (type) {
            case SchemaRecord.TYPE -> new SchemaRecord(from.getInt(), from.getInt(), from.getInt(), from.getInt(),
                    from.getInt());
            case ContainerRecord.TYPE -> container(from);
            case LayoutRecord.TYPE -> new LayoutRecord(from.getInt(), from.getInt());
            case IndexRecord.TYPE -> new IndexRecord(from.getInt(), IndexRecord.kind(from.getInt()),
                    from.getInt() == 1, List.of(text(from).split(IndexRecord.SEPARATOR)));
            case CommitsRecord.TYPE -> new CommitsRecord();
            default -> throw new IllegalArgumentException("unknown type of record: type=" + type);
        };
    }

    private static ContainerRecord container(ByteBuffer from) {
        int id = from.getInt();
        ContainerKind kind = ContainerKind.of(from.getInt());
        int schema = from.getInt();
        int prefix = from.getInt();
        int source = from.getInt();
        long detail = from.getLong();
        return new ContainerRecord(id, kind, text(from), schema, text(from), prefix, source, text(from), detail);
    }

    private static void encode(String text, ByteBuffer to) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        to.putShort((short) bytes.length).put(bytes);
    }

    private static String text(ByteBuffer from) {
        byte[] bytes = new byte[Short.toUnsignedInt(from.getShort())];
        from.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
