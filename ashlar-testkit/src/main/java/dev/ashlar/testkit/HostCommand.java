// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testkit;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/// Runs optional commands of the system, whose absence a test tolerates.
public final class HostCommand {
    private HostCommand() {
    }

    /// Runs a command.
    ///
    /// @return whether it exists and succeeded
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

    /// Unmounts a folder; if it is in use, lazily when it is no longer used.
    static void unmount(String folder) {
        run("umount", "-l", folder);
    }
}
