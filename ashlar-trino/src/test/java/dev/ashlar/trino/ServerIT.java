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
    private static final int ATTEMPTS = 20;
    private static final String QUESTION = "select count(*), sum(l.quantity), count(distinct l.orderkey) from "
            + "ashlar.tpch.lineitem l join ashlar.tpch.lineitem m on l.partkey = m.partkey join ashlar.tpch.lineitem n "
            + "on m.partkey = n.partkey where l.comment < m.comment and m.comment < n.comment";

    @TempDir
    Path temp;

    @Test
    void shouldAnswerFromThePluginFolderAndWithoutALostWorker() throws Exception {
        Path plugins = Path.of(System.getProperty("ashlar.trino.plugins")).toAbsolutePath();
        assertTrue(Files.isDirectory(plugins.resolve("ashlar")), plugins::toString);
        Path archives = temp.resolve("archives");
        TpchArchive.write(archives.resolve("tpch"), 0.01);
        try (ServerProcess coordinator = ServerProcess.start(folder("coordinator"), plugins, archives, 0);
                ServerProcess one = ServerProcess.start(folder("one"), plugins, archives, coordinator.port())) {
            coordinator.awaitStart();
            one.awaitStart();
            awaitWorkers(coordinator, 1);
            assertEquals(List.of("[\"ashlar\"]", "[\"system\"]"), coordinator.query("show catalogs"));
            assertEquals(List.of("[15000]"), coordinator.query("select count(*) from ashlar.tpch.orders"));
            List<String> expected = coordinator.query(QUESTION);
            String failure = "";
            for (int i = 0; failure.isEmpty() && i < ATTEMPTS; i++) {
                try (ServerProcess two = ServerProcess.start(folder("two" + i), plugins, archives, coordinator.port())) {
                    two.awaitStart();
                    awaitWorkers(coordinator, 2);
                    failure = failureWithout(two, coordinator, expected);
                }
                awaitWorkers(coordinator, 1);
                assertEquals(expected, coordinator.query(QUESTION));
            }
            System.out.println("with a killed worker: " + failure);
            assertTrue(failure.matches("(REMOTE_TASK_ERROR|REMOTE_HOST_GONE|REMOTE_TASK_MISMATCH|PAGE_TRANSPORT_ERROR"
                    + "|PAGE_TRANSPORT_TIMEOUT|TOO_MANY_REQUESTS_FAILED): (?s).*"), failure);
        }
    }

    /// Kills a worker while it works for a question.
    ///
    /// @return why the question fails; empty if it was answered: never with a part of the rows
    private static String failureWithout(ServerProcess worker, ServerProcess coordinator, List<String> expected)
            throws Exception {
        Thread killer = Thread.ofPlatform().start(() -> {
            try {
                String running = "select count(*) > 0 from system.runtime.tasks where state = 'RUNNING' and node_id = '"
                        + worker.node() + "'";
                for (int i = 0; i < 200 && !coordinator.query(running).equals(List.of("[true]")); i++) {
                    Thread.sleep(20);
                }
                worker.kill();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            assertEquals(expected, coordinator.query(QUESTION));
            return "";
        } catch (IOException e) {
            return e.getMessage();
        } finally {
            killer.join();
        }
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectories(temp.resolve(name));
    }

    private static void awaitWorkers(ServerProcess coordinator, int count) throws Exception {
        String sql = "select count(*) from system.runtime.nodes where state = 'active' and not coordinator";
        long deadline = System.nanoTime() + 600_000_000_000L;
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
