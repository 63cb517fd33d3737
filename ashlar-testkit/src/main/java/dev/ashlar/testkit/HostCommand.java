// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/// Commands of the system that a test can do without.
public final class HostCommand {
    private HostCommand() {
    }

    /// Runs a command.
    ///
    /// @return whether it is there and succeeded
    public static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Unmounts what is mounted on a folder, at the latest when nobody uses it any more.
    static void unmount(String folder) {
        run("umount", "-l", folder);
    }
}
