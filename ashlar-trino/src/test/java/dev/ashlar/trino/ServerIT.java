// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers in processes of their own load the plug-in folder that the build makes, and lose a worker.
class ServerIT {
    private static final String QUESTION = "select count(*), sum(l.quantity), count(distinct l.orderkey) from lineitem l "
            + "join lineitem m on l.orderkey = m.orderkey where l.comment < m.comment";

    @TempDir
    Path temp;

    @Test
    void shouldAnswerFromThePluginFolderAndWithoutALostWorker() throws Exception {
        Path plugins = Path.of(System.getProperty("ashlar.trino.plugins")).toAbsolutePath();
        assertTrue(Files.isDirectory(plugins.resolve("ashlar")), plugins::toString);
        Path archives = temp.resolve("archives");
        TpchArchive.write(archives.resolve("tpch"), 0.01);
        try (ServerProcess coordinator = ServerProcess.start(folder("coordinator"), plugins, archives, 0);
                ServerProcess one = ServerProcess.start(folder("one"), plugins, archives, coordinator.port());
                ServerProcess two = ServerProcess.start(folder("two"), plugins, archives, coordinator.port())) {
            coordinator.awaitStart();
            one.awaitStart();
            two.awaitStart();
            awaitWorkers(coordinator, 2);
            assertEquals(List.of("[\"ashlar\"]", "[\"system\"]"), coordinator.query("show catalogs"));
            assertEquals(List.of("[15000]"), coordinator.query("select count(*) from ashlar.tpch.orders"));
            String question = QUESTION.replace("from lineitem", "from ashlar.tpch.lineitem").replace("join lineitem",
                    "join ashlar.tpch.lineitem");
            List<String> expected = coordinator.query(question);
            Thread killer = Thread.ofPlatform().start(() -> {
                try {
                    Thread.sleep(100);
                    two.kill();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            try {
                // Either it was over before, or it fails: never a part of the rows.
                assertEquals(expected, coordinator.query(question));
            } catch (IOException e) {
                assertTrue(e.getMessage() != null && !e.getMessage().isEmpty(), e::toString);
                System.out.println("with a killed worker: " + e.getMessage());
            }
            killer.join();
            awaitWorkers(coordinator, 1);
            assertEquals(expected, coordinator.query(question));
        }
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectories(temp.resolve(name));
    }

    private static void awaitWorkers(ServerProcess coordinator, int count) throws Exception {
        String sql = "select count(*) from system.runtime.nodes where state = 'active' and not coordinator";
        long deadline = System.nanoTime() + 120_000_000_000L;
        List<String> found = List.of();
        while (System.nanoTime() < deadline) {
            try {
                found = coordinator.query(sql);
            } catch (IOException e) {
                // Until the coordinator misses a dead worker, it may still give it this question, too.
                found = List.of(String.valueOf(e.getMessage()));
            }
            if (found.equals(List.of("[" + count + "]"))) {
                return;
            }
            Thread.sleep(200);
        }
        throw new AssertionError("workers: expected=" + count + ", found=" + found);
    }
}
