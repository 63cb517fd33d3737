// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.StoreOptions;
import dev.ashlar.store.StoreWriter;
import dev.ashlar.testkit.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreCommandIT {
    @TempDir
    Path temp;
    private Path folder;

    @BeforeEach
    void makeStore() throws IOException {
        folder = temp.resolve("day.store");
        ShopStore.write(folder, 250, row -> new ShopStore.Trade("ASHLAR", row == 1 ? Long.MIN_VALUE : 12_5000 + row,
                100 * row, row % 8), "Quote");
    }

    @Test
    void shouldPrintWhatIsInAStore() throws Exception {
        String text = Command.run("info", folder).done().replace(folder.toString(), "STORE")
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", "TIME").replaceAll("id [0-9a-f-]{36}", "id ID")
                .replaceAll("generation \\d+", "generation N").replaceAll("size .*", "size        SIZE");
        assertEquals("""
                store       STORE, format 1, id ID
                created     TIME
                checkpoint  TIME, generation N, closed
                size        SIZE
                chunks      3 used, 61 free, of 4.0 KiB each, in 1 extent
                open in     0 other processes

                name   kind   rows  from row  bytes  bytes/row  sealed  open  schema  version  \
                first time                last time
                Trade  table   250         0  9,500       49.2       3     0    4711  1        \
                2023-11-14T22:13:20.000Z  2023-11-14T22:13:20.000Z
                Quote  table     0         0      0                  0     0    4711
                """, text);
        String json = Command.run("info", folder, "--format", "json").done();
        assertTrue(json.startsWith("{\"formatVersion\":1,\"id\":\"") && json.endsWith("]}\n"), json);
        assertTrue(json.contains("{\"name\":\"Trade\",\"kind\":\"table\",\"first\":0,\"end\":250,\"rows\":250,\"bytes\":9500,"),
                json);
    }

    @Test
    void shouldSayWhoWrites() throws Exception {
        try (StoreWriter _ = StoreWriter.open(folder, StoreOptions.defaults())) {
            String info = Command.run("info", folder).out();
            assertTrue(info.contains("open for writing by process " + ProcessHandle.current().pid()), info);
            assertTrue(info.contains("open in     1 other process\n"), info);
            Command.run("verify", folder).done();
        }
    }

    @Test
    void shouldVerify() throws Exception {
        assertEquals("sound (5 files, 64 entries, 3 chunks in use; checksums of 3 chunks, 250 rows, 9.3 KiB)\n",
                Command.run("verify", folder).done());
        assertEquals("sound (5 files, 64 entries, 3 chunks in use; checksums of 0 chunks, 0 rows, 0 B)\n",
                Command.run("verify", "--quick", folder).out());
        TestFiles.flip(folder.resolve("extents/0000.ext"), 4096 + 64 * 128 + 100);
        Command damaged = Command.run("verify", folder);
        assertEquals(1, damaged.exitCode(), damaged.out());
        assertEquals("", damaged.err());
        assertTrue(damaged.out().replaceAll("=[0-9a-f]{8}", "=CRC").replace(folder.toString(), "STORE").startsWith("""
                Trade rows 0 to 101: checksum=CRC, expected=CRC of 3876 bytes, chunk=0; \
                one or more of these rows are not as they were written (STORE/extents/0000.ext at 12288)
                damaged: findings=1 ("""), damaged.out());
        Command json = Command.run("verify", folder, "--format", "json");
        assertEquals(1, json.exitCode());
        assertTrue(json.out().startsWith("{\"sound\":false,\"files\":5,"), json.out());
        assertTrue(json.out().contains("\"container\":\"Trade\",\"file\":\""), json.out());
        assertEquals(0, Command.run("verify", folder, "--quick").exitCode());
    }

    @Test
    void shouldDumpRows() throws Exception {
        assertEquals("""
                {"_row":0,"transactTime":1700000000000000000,"tradeId":0,"symbol":"ASHLAR","price":12.5000,"quantity":0,\
                "side":"Buy","conditions":[]}
                {"_row":1,"transactTime":1700000000000000001,"tradeId":1,"symbol":"ASHLAR","price":null,"quantity":100,\
                "side":null,"conditions":["Opening"]}
                """, Command.run("dump", folder, "Trade", "--limit", 2).done());
        assertEquals("""
                _row: 249
                transactTime: 1700000000000000249
                tradeId: 249
                symbol: "ASHLAR"
                price: 12.5249
                quantity: 24900
                side: null
                conditions: ["Opening"]

                """, Command.run("dump", folder, "Trade", "--from", 249, "--format", "text").out());
        assertEquals(250, Command.run("dump", folder, "Trade").out().lines().count());
        assertEquals("", Command.run("dump", folder, "Trade", "--from", 250).out());
        assertEquals("", Command.run("dump", folder, "Quote").out());
    }

    @Test
    void shouldDumpWhatIsLeft() throws Exception {
        // The entry of the first chunk.
        TestFiles.flip(folder.resolve("extents/0000.ext"), 4096 + 8);
        Command dump = Command.run("dump", folder, "Trade", "--from", 0).failed(4);
        assertTrue(dump.out().startsWith("{\"_row\":102,"), dump.out());
        assertEquals(148, dump.out().lines().count());
        assertEquals(1, Command.run("verify", folder).exitCode());
    }

    @Test
    void shouldSayInOneLineWhatIsWrong() throws Exception {
        Files.createDirectories(temp.resolve("nothing"));
        for (String command : List.of("info", "verify")) {
            for (Path none : List.of(temp.resolve("absent"), temp.resolve("nothing"), ShopStore.SCHEMA)) {
                Command.run(command, none).failed(4, "ashlar: not a store: ");
            }
            assertEquals(2, Command.run(command).exitCode());
        }
        Command.run("dump", folder, "Nothing").failed(4, "[Trade, Quote]");
        assertEquals(2, Command.run("dump", folder, "Trade", "--limit", -1).exitCode());
        assertEquals(2, Command.run("dump", folder, "Trade", "--from", -1).exitCode());
    }
}
