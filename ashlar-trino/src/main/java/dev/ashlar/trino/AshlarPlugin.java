// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorFactory;
import java.util.List;

/// The plug-in that Trino loads; it has the connector `ashlar`.
public final class AshlarPlugin implements Plugin {
    public AshlarPlugin() { }

    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return List.of(new AshlarConnectorFactory());
    }
}
