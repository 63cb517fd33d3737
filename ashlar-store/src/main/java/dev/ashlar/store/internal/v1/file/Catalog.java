// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1.file;

import static dev.ashlar.store.internal.v1.file.StoreLayout.CATALOG;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_INT;
import static dev.ashlar.store.internal.v1.file.StoreLayout.PACKED_LONG;
import static dev.ashlar.store.internal.v1.file.StoreLayout.offset;

import dev.ashlar.sbe.SchemaException;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sbe.sbeir.SbeIrReader;
import dev.ashlar.sbe.sbeir.SbeIrWriter;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.internal.v1.file.CatalogRecord.CommitsRecord;
import dev.ashlar.store.internal.v1.file.CatalogRecord.ContainerRecord;
import dev.ashlar.store.internal.v1.file.CatalogRecord.IndexRecord;
import dev.ashlar.store.internal.v1.file.CatalogRecord.LayoutRecord;
import dev.ashlar.store.internal.v1.file.CatalogRecord.SchemaRecord;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// `store.catalog`: the schemas and containers of a store. Records are only appended; each is durable before anything
/// refers to it.
///
/// **Threading**: one thread at a time.
public final class Catalog implements AutoCloseable {
    public static final String NAME = "store.catalog";
    private static final String SCHEMAS = "schemas";
    /// What to do about a schema that cannot be read.
    public static final String REMEDY = "; restore the file from a copy, or write it again from the schema's XML with "
            + "ashlar compile -l sbeir";
    private static final int HEADER_BYTES = (int) CATALOG.byteSize();
    /// Length and checksum before the type of each record.
    private static final int RECORD_HEADER_BYTES = 2 * Integer.BYTES;
    private static final int MAX_RECORD_BYTES = 1 << 16;
    private static final int MAX_SCHEMAS = 1 << 16;

    private final Path store;
    private final StoreDisk disk;
    private final StoreFile content;
    /// Damage, for readers; a writer gets an exception instead.
    private final boolean writable;
    private final List<StoreException> damage = new ArrayList<>();
    private final List<SchemaRecord> schemaRecords = new ArrayList<>();
    private final List<Schema> schemas = new ArrayList<>();
    /// Why schemas cannot be read, by number.
    private final Map<Integer, StoreException> problems = new HashMap<>();
    private final List<ContainerRecord> containers = new ArrayList<>();
    private final List<IndexRecord> indexes = new ArrayList<>();
    private long bytes = HEADER_BYTES;
    private boolean commits;
    private IOException failure;

    private Catalog(Path store, StoreDisk disk, StoreFile content, boolean writable) {
        this.writable = writable;
        this.store = store;
        this.disk = disk;
        this.content = content;
    }

    static void create(Path store, StoreDisk disk, StoreId id) throws IOException {
        Path file = store.resolve(NAME);
        disk.createFolder(store.resolve(SCHEMAS));
        try (StoreFile content = disk.create(file)) {
            disk.write(content, header(id), 0);
            disk.sync(content);
        }
    }

    /// Opens the catalog and reads the part of it that is in use.
    ///
    /// @param knownBytes bytes that have to be whole; what is whole after them is taken, too, and the rest is not there
    public static Catalog open(Path store, StoreDisk disk, StoreId id, long knownBytes, boolean writable)
            throws StoreException {
        Path file = store.resolve(NAME);
        try {
            StoreFile content = disk.open(file, writable);
            Catalog catalog = new Catalog(store, disk, content, writable);
            try {
                catalog.checkHeader(id);
                catalog.readFurther();
                while (catalog.bytes < knownBytes) {
                    catalog.tolerate(new StoreException(Reason.CORRUPT, file, "record is incomplete or damaged: offset="
                            + catalog.bytes + ", bytes=" + knownBytes));
                    if (!catalog.hop(knownBytes)) {
                        break;
                    }
                    catalog.readFurther();
                }
                return catalog;
            } catch (IOException e) {
                content.close();
                throw e;
            }
        } catch (NoSuchFileException e) {
            throw new StoreException(Reason.MISSING, file, "bytes=" + knownBytes);
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, file, "cannot be read", e);
        }
    }

    /// Makes durable what the last writer may have died before syncing, and truncates a record that it left unfinished.
    ///
    /// @param knownBytes bytes that were durable at the last checkpoint
    public void settle(long knownBytes) throws StoreException {
        try {
            boolean unfinished = content.length() > bytes;
            if (unfinished) {
                disk.length(content, bytes);
            }
            // Also what was cut off: a loss of power would bring it back behind a checkpoint of a closed store.
            if (unfinished || bytes > knownBytes) {
                disk.sync(content);
            }
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, store.resolve(NAME), "cannot be made durable", e);
        }
    }

    /// Damage that readers tolerate.
    public List<StoreException> damage() {
        return damage;
    }

    private void tolerate(StoreException problem) throws StoreException {
        if (writable) {
            throw problem;
        }
        damage.add(problem);
    }

    /// Skips a record that is not whole, if its length is plausible.
    private boolean hop(long knownBytes) throws IOException {
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        content.read(length, bytes);
        long end = length.hasRemaining() ? 0 : bytes + Math.max(0, length.getInt(0));
        if (end <= bytes + RECORD_HEADER_BYTES || end > knownBytes) {
            return false;
        }
        bytes = end;
        return true;
    }

    public long bytes() {
        return bytes;
    }

    public List<ContainerRecord> containers() {
        return containers;
    }

    /// Indexes that are declared.
    public List<IndexRecord> indexes() {
        return indexes;
    }

    public List<Schema> schemas() {
        return schemas;
    }

    /// The schema with a number, from 1; null if a reader finds it damaged.
    public Schema schema(int number) {
        return number < 1 || number > schemas.size() ? null : schemas.get(number - 1);
    }

    /// Why a schema cannot be read; null if it can, or its record is damaged.
    public StoreException problem(int number) {
        return problems.get(number);
    }

    public List<SchemaRecord> schemaRecords() {
        return schemaRecords;
    }

    /// The number of a schema that is like this one, which is added if there is none.
    public int add(Schema schema) throws StoreException {
        checkNotFailed();
        byte[] ir = SbeIrWriter.toBytes(schema);
        int checksum = Checksum.of(MemorySegment.ofArray(ir), 0, ir.length);
        for (SchemaRecord known : schemaRecords) {
            // Two schemas may share a checksum.
            if (known.checksum() == checksum && known.bytes() == ir.length
                    && Arrays.equals(ir, SbeIrWriter.toBytes(schema(known.number())))) {
                return known.number();
            }
        }
        if (schemas.size() == MAX_SCHEMAS) {
            throw new StoreException(Reason.NO_SPACE, store.resolve(NAME),
                    "store has the maximum number of schemas: bound=" + MAX_SCHEMAS);
        }
        SchemaRecord record = new SchemaRecord(schemas.size() + 1, schema.id(), schema.version(), ir.length,
                checksum);
        Path file = schemaFile(record.number());
        try (StoreFile target = disk.create(file)) {
            disk.write(target, ByteBuffer.wrap(ir), 0);
            disk.sync(target);
            disk.syncFolder(file.getParent());
        } catch (IOException e) {
            throw new StoreException(Reason.NO_SPACE, file, "schema cannot be written", e);
        }
        append(record);
        schemaRecords.add(record);
        schemas.add(SbeIrReader.fromBytes(ir, file.toString()));
        return record.number();
    }

    public void add(ContainerRecord container) throws StoreException {
        checkNotFailed();
        append(container);
        containers.add(container);
    }

    /// Gives a container another layout.
    public void change(LayoutRecord layout) throws StoreException {
        checkNotFailed();
        append(layout);
        apply(layout);
    }

    /// Declares an index, or takes that back.
    public void change(IndexRecord index) throws StoreException {
        checkNotFailed();
        append(index);
        apply(index);
    }

    /// Whether extents may have records of commits.
    public boolean hasCommits() {
        return commits;
    }

    /// Says that extents may have records of commits.
    public void change(CommitsRecord says) throws StoreException {
        checkNotFailed();
        append(says);
        commits = true;
    }

    /// Reads what was added since.
    public void readFurther() throws IOException {
        Path file = store.resolve(NAME);
        ByteBuffer buffer = ByteBuffer.allocate(MAX_RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        while (true) {
            buffer.clear();
            content.read(buffer, bytes);
            buffer.flip();
            int length = buffer.remaining() < RECORD_HEADER_BYTES ? 0 : buffer.getInt();
            if (length <= RECORD_HEADER_BYTES || length > buffer.limit()) {
                return;
            }
            int checksum = buffer.getInt();
            buffer.limit(length);
            if (checksum != Checksum.of(MemorySegment.ofBuffer(buffer), 0, buffer.remaining())) {
                return;
            }
            try {
                apply(CatalogRecord.decode(buffer));
            } catch (IllegalArgumentException | IndexOutOfBoundsException | BufferUnderflowException e) {
                tolerate(new StoreException(Reason.CORRUPT, file, "record is malformed: offset=" + bytes, e));
            }
            bytes += length;
        }
    }

    private void apply(CatalogRecord record) throws StoreException {
        switch (record) {
            case SchemaRecord schema -> {
                if (schema.number() <= schemas.size() || schema.number() > MAX_SCHEMAS) {
                    throw new IllegalArgumentException("number=" + schema.number() + ", expected="
                            + (schemas.size() + 1));
                }
                // Records between may be damaged.
                while (schemas.size() + 1 < schema.number()) {
                    schemas.add(null);
                }
                Schema content = null;
                try {
                    content = readSchema(schema);
                } catch (StoreException e) {
                    tolerate(e);
                    problems.put(schema.number(), e);
                }
                schemas.add(content);
                schemaRecords.add(schema);
            }
            case ContainerRecord container -> containers.add(container);
            case LayoutRecord layout -> apply(layout);
            case IndexRecord index -> apply(index);
            case CommitsRecord _ -> commits = true;
        }
    }

    private void apply(IndexRecord index) {
        indexes.removeIf(index::isOf);
        if (index.declared()) {
            indexes.add(index);
        }
    }

    private void apply(LayoutRecord layout) {
        int index = 0;
        while (index < containers.size() && containers.get(index).id() != layout.container()) {
            index++;
        }
        if (index == containers.size()) {
            // A damaged record: nobody can read its container.
            return;
        }
        ContainerRecord was = containers.get(index);
        containers.set(index, new ContainerRecord(was.id(), was.kind(), was.name(), layout.schema(),
                was.path(), was.prefix(), was.source(), was.timeField(), was.detail()));
    }

    private Schema readSchema(SchemaRecord record) throws StoreException {
        Path file = schemaFile(record.number());
        try {
            byte[] ir = Files.readAllBytes(file);
            if (ir.length != record.bytes()) {
                throw new StoreException(Reason.CORRUPT, file, "schema has another length: length=" + ir.length
                        + ", expected=" + record.bytes() + REMEDY);
            }
            int checksum = Checksum.of(MemorySegment.ofArray(ir), 0, ir.length);
            if (checksum != record.checksum()) {
                throw new StoreException(Reason.CORRUPT, file, "differs from its checksum: checksum="
                        + Integer.toHexString(checksum) + ", expected=" + Integer.toHexString(record.checksum()) + REMEDY);
            }
            return SbeIrReader.fromBytes(ir, file.toString());
        } catch (NoSuchFileException e) {
            throw new StoreException(Reason.MISSING, file, "schemaId=" + record.id() + REMEDY);
        } catch (SchemaException e) {
            throw new StoreException(Reason.CORRUPT, file, "not a schema", e);
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(Reason.ACCESS, file, "cannot be read", e);
        }
    }

    /// Readers that recover a store know of containers that its next writer will make.
    private void append(CatalogRecord record) throws StoreException {
        if (!writable) {
            return;
        }
        Path file = store.resolve(NAME);
        ByteBuffer buffer = ByteBuffer.allocate(MAX_RECORD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        CatalogRecord.encode(record, buffer.position(RECORD_HEADER_BYTES));
        int length = buffer.position();
        buffer.putInt(0, length);
        buffer.putInt(Integer.BYTES, Checksum.of(MemorySegment.ofBuffer(buffer.flip()), RECORD_HEADER_BYTES,
                length - RECORD_HEADER_BYTES));
        try {
            disk.write(content, buffer, bytes);
        } catch (IOException e) {
            throw new StoreException(Reason.NO_SPACE, file, "record cannot be written", e);
        }
        try {
            disk.sync(content);
        } catch (IOException e) {
            failure = e;
            checkNotFailed();
        }
        bytes += length;
    }

    /// A record whose sync failed may be found by the next to open the store, or not: nothing else may take its place.
    private void checkNotFailed() throws StoreException {
        if (failure != null) {
            throw new StoreException(Reason.FAILED, store.resolve(NAME), "a record may not have reached the disk; open "
                    + "the store again", failure);
        }
    }

    public Path schemaFile(int number) {
        return store.resolve(SCHEMAS).resolve(StoreLayout.numbered(number, ".sbeir"));
    }

    private void checkHeader(StoreId id) throws IOException {
        ByteBuffer found = ByteBuffer.allocate(HEADER_BYTES);
        content.read(found, 0);
        try {
            FileHeader.check(header(id), found.flip(), store.resolve(NAME));
        } catch (StoreException e) {
            if (e.reason() != Reason.CORRUPT) {
                throw e;
            }
            tolerate(e);
        }
    }

    private static ByteBuffer header(StoreId id) {
        ByteBuffer buffer = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        MemorySegment header = MemorySegment.ofBuffer(buffer);
        header.set(PACKED_LONG, offset(CATALOG, "magic"), StoreLayout.CATALOG_MAGIC);
        header.set(PACKED_INT, offset(CATALOG, "version"), StoreLayout.VERSION);
        header.set(PACKED_LONG, offset(CATALOG, "storeIdHigh"), id.high());
        header.set(PACKED_LONG, offset(CATALOG, "storeIdLow"), id.low());
        FileHeader.seal(header);
        return buffer;
    }

    @Override
    public void close() throws IOException {
        content.close();
    }
}
