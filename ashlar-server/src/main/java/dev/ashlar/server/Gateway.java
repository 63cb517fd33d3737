// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.server;

import dev.ashlar.server.internal.RunningGateway;
import dev.ashlar.store.StoreException;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// A store with ports: messages come in over HTTP and TCP, and whoever may can ask, follow and watch.
///
/// ```java
/// GatewayOptions options = GatewayOptions.of(folder, new JournalDefinition("messages", schema));
/// try (Gateway gateway = Gateway.start(options, System.err::println)) {
///     System.out.println("http://127.0.0.1:" + gateway.httpPort());
///     …
/// }
/// ```
///
/// An accepted message is in the store when its answer comes, and the death of the process does not lose it; where the
/// disk was asked for, neither does the loss of power. What cannot be recorded in time is refused
/// ([GatewayOptions.Bounds#admission]), and costs nearly nothing.
///
/// **Threading**: any thread. **Ownership**: owns the store, which nobody else may write meanwhile, and its ports.
/// **Failure**: where the store fails, the gateway goes on, refuses messages and says so; who runs it starts it again.
public interface Gateway extends AutoCloseable {
    /// Opens the store and the ports.
    ///
    /// @param log gets lines for people, a few a second at the most
    /// @throws StoreException           if the store cannot be written, or does not fit the schema
    /// @throws IOException              if a port cannot be had
    /// @throws IllegalArgumentException if others than this machine could come without a token and nobody said that
    ///     they may, or the framing is none
    static Gateway start(GatewayOptions options, Consumer<String> log) throws IOException {
        return RunningGateway.start(options, log);
    }

    /// Where HTTP is served.
    int httpPort();

    /// Where framed messages are taken; empty if nowhere.
    OptionalInt tcpPort();

    /// Where `/health` and `/metrics` are served whatever happens to the other ports; empty if nowhere.
    OptionalInt adminPort();

    /// Takes nothing more, records what was accepted, makes it durable and closes the store. A second call changes
    /// nothing.
    ///
    /// @return what was done until now
    /// @throws StoreException if not all could be made durable
    GatewayReport stop() throws StoreException;

    @Override
    default void close() throws StoreException {
        stop();
    }
}
