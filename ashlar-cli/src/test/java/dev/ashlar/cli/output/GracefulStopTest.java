// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ashlar.testkit.ProgramRun;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class GracefulStopTest {
    @Test
    void shouldWaitAsLongAsThereIsProgress() throws InterruptedException {
        AtomicLong asked = new AtomicLong();
        assertFalse(GracefulStop.await(new CountDownLatch(1), () -> Math.min(asked.incrementAndGet(), 5), 1));
        assertEquals(6, asked.get());
        CountDownLatch done = new CountDownLatch(1);
        assertTrue(GracefulStop.await(done, () -> {
            if (asked.incrementAndGet() == 20) {
                done.countDown();
            }
            return asked.get();
        }, 1));
        assertEquals(20, asked.get());
    }

    /// Work that hears nothing.
    static final class Hanging {
        public static void main(String[] arguments) throws InterruptedException {
            GracefulStop.stopping(() -> { });
            System.out.println("ready");
            new CountDownLatch(1).await();
        }
    }

    @Tag("slow")
    @Test
    void shouldSayThatTheWorkDidNotStop(@TempDir Path temp) throws Exception {
        assumeTrue(File.separatorChar == '/', "needs the signals of POSIX");
        Path err = temp.resolve("err");
        Process process = new ProcessBuilder(ProgramRun.jdk("java"), "-cp",
                System.getProperty("java.class.path"), Hanging.class.getName()).redirectError(err.toFile()).start();
        try {
            assertEquals('r', process.getInputStream().read());
            process.destroy();
            assertEquals(143, process.waitFor());
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(err);
        assertTrue(said.startsWith("ashlar: the work did not stop: ") && said.indexOf('\n') == said.length() - 1, said);
    }
}
