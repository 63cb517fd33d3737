// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.export;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sbe.ParseOptions;
import dev.ashlar.sbe.SchemaParser;
import dev.ashlar.sbe.ir.Field;
import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.sql.ExportOptions;
import dev.ashlar.sql.SqlExporter;
import dev.ashlar.sql.SqlResult;
import dev.ashlar.sql.SqlSession;
import dev.ashlar.store.Appender;
import dev.ashlar.store.Durability;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.TableDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/// Holds the deals and writes them to files.
interface ExportEngine extends AutoCloseable {
    void load(ExportTable table) throws IOException;

    /// @param columns as SQL has them
    void export(String columns, Path file) throws IOException;

    @Override
    void close() throws IOException;

    /// A table of our store.
    final class Ashlar implements ExportEngine {
        private static final int BATCH = 1000;
        private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
        private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED
                .withOrder(ByteOrder.LITTLE_ENDIAN);
        private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
        private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED
                .withOrder(ByteOrder.LITTLE_ENDIAN);
        private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED
                .withOrder(ByteOrder.LITTLE_ENDIAN);
        private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED
                .withOrder(ByteOrder.LITTLE_ENDIAN);

        private final StoreWriter store;
        private final SqlSession session;
        private final QueryOptions options;
        private final int[] offsets;

        Ashlar(Path folder, int threads) throws IOException {
            Schema schema;
            try (InputStream xml = ExportEngine.class.getResourceAsStream("export-benchmark.xml")) {
                schema = SchemaParser.parse(xml, "export-benchmark.xml", ParseOptions.DEFAULT).schema();
            }
            store = StoreWriter.open(folder, StoreOptions.defaults().withDurability(Durability.NONE));
            store.define(TableDefinition.of(schema, "Deal"));
            session = SqlSession.of(store);
            options = QueryOptions.defaults().withThreads(threads);
            offsets = schema.message("Deal").fields().stream().mapToInt(Field::offset).toArray();
        }

        @Override
        public void load(ExportTable table) throws IOException {
            Appender appender = store.appender("Deal");
            for (long row = 0; row < table.rows();) {
                RowClaim claim = appender.claim((int) Math.min(BATCH, table.rows() - row));
                int claimed = claim.rows();
                for (int i = 0; i < claimed; i++) {
                    put(table, row + i, claim.memory(), claim.offset(i));
                }
                claim.commit();
                row += claimed;
            }
        }

        private void put(ExportTable table, long row, MemorySegment memory, long at) {
            memory.set(LONG, at + offsets[0], table.at(row));
            memory.set(LONG, at + offsets[1], table.tradeId(row));
            memory.set(LONG, at + offsets[2], table.orderId(row));
            memory.set(LONG, at + offsets[3], table.sequence(row));
            text(table.symbol(row), ExportTable.SYMBOL_LENGTH, memory, at + offsets[4]);
            text(table.account(row), ExportTable.ACCOUNT_LENGTH, memory, at + offsets[5]);
            memory.set(LONG, at + offsets[6], table.price(row));
            memory.set(LONG, at + offsets[7], table.stop(row));
            memory.set(INT, at + offsets[8], table.quantity(row));
            memory.set(INT, at + offsets[9], table.remaining(row));
            memory.set(DOUBLE, at + offsets[10], table.ratio(row));
            memory.set(FLOAT, at + offsets[11], table.weight(row));
            memory.set(BYTE, at + offsets[12], (byte) (1 + table.side(row)));
            memory.set(BYTE, at + offsets[13], (byte) table.venue(row));
            memory.set(BYTE, at + offsets[14], (byte) table.flags(row));
            memory.set(BYTE, at + offsets[15], (byte) table.level(row));
            memory.set(SHORT, at + offsets[16], (short) table.hops(row));
        }

        private static void text(byte[] text, int length, MemorySegment memory, long at) {
            MemorySegment.copy(text, 0, memory, BYTE, at, text.length);
            memory.asSlice(at + text.length, length - text.length).fill((byte) 0);
        }

        @Override
        public void export(String columns, Path file) throws IOException {
            String name = file.getFileName().toString();
            SqlExporter exporter = SqlExporter.of(name.substring(name.lastIndexOf('.') + 1)).orElseThrow();
            try (SqlResult result = session.run("select " + columns + " from Deal", options)) {
                exporter.write(result, file, ExportOptions.of(options));
            }
        }

        @Override
        public void close() throws IOException {
            store.close();
        }
    }

    /// DuckDB's own table in a file.
    final class DuckDb implements ExportEngine {
        private final Connection connection;

        DuckDb(Path folder, int threads) throws IOException {
            try {
                connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("export.duckdb"));
                execute("SET threads = " + threads);
                execute("CREATE TABLE Deal (\"at\" TIMESTAMP_NS, tradeId BIGINT, orderId BIGINT, sequence BIGINT, "
                        + "symbol VARCHAR, account VARCHAR, price DECIMAL(19, 9), stop DECIMAL(19, 9), quantity INTEGER, "
                        + "remaining INTEGER, ratio DOUBLE, weight FLOAT, side VARCHAR, venue VARCHAR, flags_Late BOOLEAN, "
                        + "flags_Odd BOOLEAN, level TINYINT, hops SMALLINT)");
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot be opened", e);
            }
        }

        private void execute(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        @Override
        public void load(ExportTable table) throws IOException {
            try (DuckDBAppender to = connection.unwrap(DuckDBConnection.class).createAppender("main", "Deal")) {
                for (long row = 0; row < table.rows(); row++) {
                    append(table, row, to);
                }
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot append", e);
            }
            try {
                execute("CHECKPOINT");
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot write its table", e);
            }
        }

        private static void append(ExportTable table, long row, DuckDBAppender to) throws SQLException {
            to.beginRow();
            to.appendEpochNanos(table.at(row));
            to.append(table.tradeId(row));
            to.append(table.orderId(row));
            to.append(table.sequence(row));
            to.append(text(table.symbol(row)));
            to.append(text(table.account(row)));
            to.append(BigDecimal.valueOf(table.price(row), 9));
            if (table.stop(row) == Long.MIN_VALUE) {
                to.appendNull();
            } else {
                to.append(BigDecimal.valueOf(table.stop(row), 9));
            }
            to.append(table.quantity(row));
            if (table.remaining(row) == Integer.MIN_VALUE) {
                to.appendNull();
            } else {
                to.append(table.remaining(row));
            }
            to.append(table.ratio(row));
            to.append(table.weight(row));
            to.append(ExportTable.SIDES[table.side(row)]);
            to.append(ExportTable.VENUES[table.venue(row)]);
            to.append((table.flags(row) & 1) != 0);
            to.append((table.flags(row) & 2) != 0);
            to.append((byte) table.level(row));
            to.append((short) table.hops(row));
            to.endRow();
        }

        private static String text(byte[] ascii) {
            return new String(ascii, StandardCharsets.US_ASCII);
        }

        @Override
        public void export(String columns, Path file) throws IOException {
            try {
                execute("COPY (SELECT " + columns + " FROM Deal) TO '" + file + "' (FORMAT parquet)");
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot export", e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IOException("DuckDB cannot be closed", e);
            }
        }
    }
}
