// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import dev.ashlar.server.internal.RunningGateway;
import dev.ashlar.store.StoreException;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// A network server for a store or an archive: receives messages over HTTP and TCP, and serves queries, tails and
/// metrics.
///
/// ```java
/// GatewayOptions options = GatewayOptions.of(folder, new JournalDefinition("messages", schema));
/// try (Gateway gateway = Gateway.start(options, System.err::println)) {
///     System.out.println("http://127.0.0.1:" + gateway.httpPort());
///     …
/// }
/// ```
///
/// An accepted message is in the store when its answer is sent, and survives the death of the process; if the client
/// asked for a sync, also a loss of power. Messages that cannot be recorded in time are refused
/// ([GatewayOptions.Bounds#admission]), at almost no cost.
///
/// An archive ([GatewayOptions#withArchive]) rolls with the first message of a new day, and its day is sealed when the
/// gateway stops; a gateway that starts on the same day continues it.
///
/// **Threading**: any thread. **Ownership**: owns its ports and the store, which nothing else may write to meanwhile.
/// **Failure**: if the store fails, the gateway keeps running, refuses messages and reports the failure; restart it to
/// recover.
public interface Gateway extends AutoCloseable {
    /// Opens the store, or the day of the archive, and the ports.
    ///
    /// @param log receives log lines, a few per second at most
    /// @throws StoreException           if the store cannot be written, or does not match the schema
    /// @throws IOException              if a port is not available
    /// @throws IllegalArgumentException if other machines could connect without a token and this was not allowed
    ///     explicitly, or the framing is unknown
    static Gateway start(GatewayOptions options, Consumer<String> log) throws IOException {
        return RunningGateway.start(options, log);
    }

    /// The HTTP port.
    int httpPort();

    /// The port for framed messages; empty if there is none.
    OptionalInt tcpPort();

    /// The port that serves `/health` and `/metrics` even if the other ports are overloaded; empty if there is none.
    OptionalInt adminPort();

    /// Refuses new messages, records the accepted ones, makes them durable and closes the store. A second call does
    /// nothing.
    ///
    /// @return what the gateway has done
    /// @throws StoreException if not everything could be made durable
    GatewayReport stop() throws StoreException;

    /// A number that changes whenever [#stop] makes progress: as long as it changes, waiting for the end is worthwhile.
    long stopProgress();

    @Override
    default void close() throws StoreException {
        stop();
    }
}
