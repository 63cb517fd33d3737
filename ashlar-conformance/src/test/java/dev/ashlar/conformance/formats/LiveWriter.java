// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.conformance.formats;

import dev.ashlar.sbe.ir.Schema;
import dev.ashlar.store.Durability;
import dev.ashlar.store.JournalDefinition;
import dev.ashlar.store.JournalWriter;
import dev.ashlar.store.LastValuesDefinition;
import dev.ashlar.store.MessageClaim;
import dev.ashlar.store.RowClaim;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.store.Table;
import dev.ashlar.store.TableDefinition;
import dev.ashlar.store.ValueClaim;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;

/// Writes to a store as fast as it can and retires what is old, for readers in other processes: a table, a journal with
/// the tables of its messages and their groups, and last values. Everything follows from its number, as `follow.c` and
/// `follow.py` know:
///
/// - Tick *n*: time *n*, price 3*n*, size *n*, venue ~*n*.
/// - Order *n*: id *n*, account *n* or null if *n* is odd, *n* mod 3 legs, one party *n*, a note of *n* mod 9 `x`.
///   Its time is 1000*n*, its sequence *n*. Leg *i* has leg 10*n* + *i*, and 1 + *i* fills; fill *j* of the leg in row
///   *r* has fill 10*r* + *j*.
/// - Depth *n* of key `K0` or `K1`, in turns of 1,000: level *i* is *n* + *i*. Turns, so that slots of one key are used
///   again while somebody reads it.
public final class LiveWriter {
    static final int BATCH_ROWS = 1_000;
    static final int DEPTH_KEYS = 2;
    static final StoreOptions OPTIONS =
            new StoreOptions(1 << 16, 1 << 20, 1 << 26, Durability.NONE, Duration.ofHours(1));
    private static final int KEPT_ROWS = 200_000;
    private static final int BATCH_ORDERS = 100;
    private static final int KEPT_ORDERS = 20_000;
    private static final int RETIRED_ORDERS = 2_000;
    private static final int BATCH_DEPTHS = 1_000;
    private static final int DEPTH_LEVELS = 30;
    private static final int MAX_ORDER_BYTES = 128;
    private static final int NO_ACCOUNT = -1;
    /// Block length, template, schema, version.
    private static final long ORDER_HEADER = 12L | 3L << 16 | 910L << 32;
    private static final String SCHEMA = """
            <sbe:messageSchema xmlns:sbe="http://fixprotocol.io/2016/sbe" package="live" id="910" version="0"
                    byteOrder="littleEndian">
              <types>
                <composite name="messageHeader">
                  <type name="blockLength" primitiveType="uint16"/>
                  <type name="templateId" primitiveType="uint16"/>
                  <type name="schemaId" primitiveType="uint16"/>
                  <type name="version" primitiveType="uint16"/>
                </composite>
                <composite name="groupSizeEncoding">
                  <type name="blockLength" primitiveType="uint16"/>
                  <type name="numInGroup" primitiveType="uint8"/>
                </composite>
                <composite name="text">
                  <type name="length" primitiveType="uint16"/>
                  <type name="varData" primitiveType="uint8" length="0" characterEncoding="UTF-8"/>
                </composite>
                <type name="symbol" primitiveType="char" length="4"/>
                <type name="timestamp" primitiveType="uint64" semanticType="UTCTimestamp"/>
                <type name="levels" primitiveType="int64" length="%d"/>
              </types>
              <sbe:message name="Tick" id="1">
                <field name="time" id="1" type="timestamp"/>
                <field name="price" id="2" type="int64"/>
                <field name="size" id="3" type="int32"/>
                <field name="venue" id="4" type="int32"/>
              </sbe:message>
              <sbe:message name="Depth" id="2">
                <field name="symbol" id="5" type="symbol"/>
                <field name="levels" id="6" type="levels"/>
              </sbe:message>
              <sbe:message name="Order" id="3">
                <field name="id" id="7" type="uint64"/>
                <field name="account" id="8" type="uint32" presence="optional"/>
                <group name="legs" id="9">
                  <field name="leg" id="10" type="uint64"/>
                  <group name="fills" id="11">
                    <field name="fill" id="12" type="uint64"/>
                  </group>
                </group>
                <group name="parties" id="13">
                  <field name="party" id="14" type="uint32"/>
                </group>
                <data name="note" id="15" type="text"/>
              </sbe:message>
            </sbe:messageSchema>
            """.formatted(DEPTH_LEVELS);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final StoreWriter store;
    private final JournalWriter journal;
    /// Where each batch of the orders that are kept begins.
    private final long[] positions = new long[KEPT_ORDERS / BATCH_ORDERS];
    private long ticks;
    private long orders;
    private long legs;
    private long depths;
    private long full;

    /// Goes on with the ticks and orders of the store.
    LiveWriter(StoreWriter store) throws StoreException {
        Schema schema = KitStores.parse(SCHEMA);
        defineTicks(store);
        store.define(new JournalDefinition("orders", schema));
        store.define(LastValuesDefinition.of(schema, "Depth", "symbol").withName("depths"));
        this.store = store;
        journal = store.journalWriter("orders");
        ticks = store.appender("Ticks").endRow();
        orders = endOf("Order");
        legs = endOf("Order_legs");
    }

    /// A journal creates tables with their first rows.
    private long endOf(String table) {
        return store.tables().stream().filter(t -> t.name().equals(table)).mapToLong(Table::endRow).sum();
    }

    static void defineTicks(StoreWriter store) throws StoreException {
        Schema schema = KitStores.parse(SCHEMA);
        store.define(new TableDefinition("Ticks", schema, TableDefinition.of(schema, "Tick").message(), "time"));
    }

    /// Writes until it is killed. Says `begun` after a while.
    ///
    /// @param args the folder of the store
    public static void main(String[] args) throws Exception {
        try (StoreWriter store = StoreWriter.open(Path.of(args[0]), OPTIONS)) {
            LiveWriter writer = new LiveWriter(store);
            boolean begun = false;
            while (writer.ticks >= 0) {
                writer.writeAndRetire();
                if (!begun && writer.ticks > 5 * KEPT_ROWS / 4 && writer.orders > 5 * KEPT_ORDERS / 4) {
                    System.out.println("begun");
                    begun = true;
                }
            }
        }
    }

    long ticks() {
        return ticks;
    }

    long orders() {
        return orders;
    }

    /// Adds to everything, and retires rows and messages.
    void writeAndRetire() throws StoreException {
        boolean isFull = false;
        try {
            ticks = appendTicks(store, ticks, BATCH_ROWS, 1);
            recordOrders();
        } catch (StoreException e) {
            // Readers hold rows back, so the store is full until they go on.
            if (e.reason() != StoreException.Reason.NO_SPACE) {
                throw e;
            }
            ticks = store.appender("Ticks").endRow();
            full++;
            isFull = true;
        }
        for (int i = 0; i < BATCH_DEPTHS; i++) {
            writeDepth(depths++);
        }
        store.retire("Ticks", Math.max(0, ticks - KEPT_ROWS));
        // It syncs the journal, so not for each batch.
        if (orders > KEPT_ORDERS && (isFull || orders % RETIRED_ORDERS == 0)) {
            store.retireMessages("orders", positions[(int) (orders / BATCH_ORDERS + 1) % positions.length]);
        }
    }

    /// @param stepNs from the time of a row to that of the next
    /// @return the row after the last
    static long appendTicks(StoreWriter store, long from, int count, long stepNs) throws StoreException {
        long row = from;
        while (row < from + count) {
            RowClaim claim = store.appender("Ticks").claim((int) (from + count - row));
            for (int i = 0; i < claim.rows(); i++) {
                long at = claim.offset(i);
                claim.memory().set(LONG, at, row * stepNs);
                claim.memory().set(LONG, at + 8, 3 * row);
                claim.memory().set(INT, at + 16, (int) row);
                claim.memory().set(INT, at + 20, (int) ~row);
                row++;
            }
            claim.commit();
        }
        return row;
    }

    private void recordOrders() throws StoreException {
        do {
            MessageClaim claim = journal.claim(MAX_ORDER_BYTES);
            int length = (int) (encodeOrder(claim.memory(), claim.offset()) - claim.offset());
            long position = claim.commit(length, 1_000 * orders, orders);
            if (orders % BATCH_ORDERS == 0) {
                positions[(int) (orders / BATCH_ORDERS) % positions.length] = position;
            }
            legs += orders % 3;
            orders++;
        } while (orders % BATCH_ORDERS != 0);
    }

    /// @return the offset after it
    private long encodeOrder(MemorySegment memory, long offset) {
        memory.set(LONG, offset, ORDER_HEADER);
        memory.set(LONG, offset + 8, orders);
        memory.set(INT, offset + 16, orders % 2 == 0 ? (int) orders : NO_ACCOUNT);
        long at = putGroup(memory, offset + 20, 8, (int) (orders % 3));
        for (int leg = 0; leg < orders % 3; leg++) {
            memory.set(LONG, at, 10 * orders + leg);
            at = putGroup(memory, at + 8, 8, 1 + leg);
            for (int fill = 0; fill <= leg; fill++) {
                memory.set(LONG, at, 10 * (legs + leg) + fill);
                at += 8;
            }
        }
        at = putGroup(memory, at, 4, 1);
        memory.set(INT, at, (int) orders);
        memory.set(SHORT, at + 4, (short) (orders % 9));
        memory.asSlice(at + 6, orders % 9).fill((byte) 'x');
        return at + 6 + orders % 9;
    }

    private static long putGroup(MemorySegment memory, long at, int blockLength, int count) {
        memory.set(SHORT, at, (short) blockLength);
        memory.set(ValueLayout.JAVA_BYTE, at + 2, (byte) count);
        return at + 3;
    }

    private void writeDepth(long number) throws StoreException {
        ValueClaim value = store.lastValuesWriter("depths").claim("K" + number / BATCH_DEPTHS % DEPTH_KEYS);
        for (int level = 0; level < DEPTH_LEVELS; level++) {
            value.memory().set(LONG, value.offset() + 4 + 8 * level, number + level);
        }
        value.commit();
    }

    @Override
    public String toString() {
        return "rows=" + ticks + ", orders=" + orders + ", depths=" + depths + ", full=" + full;
    }
}
