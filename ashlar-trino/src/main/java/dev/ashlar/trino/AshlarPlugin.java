// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorFactory;
import java.util.List;

/// What Trino finds in the plug-in folder: the connector `ashlar`.
public final class AshlarPlugin implements Plugin {
    public AshlarPlugin() { }

    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return List.of(new AshlarConnectorFactory());
    }
}
