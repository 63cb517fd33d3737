// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.server.Server;

/// Starts the server that Trino's own launcher starts, from its library: its archive for installation is not where
/// libraries are.
final class ServerMain {
    public static void main(String[] args) {
        new Server().start(args[0]);
    }
}
