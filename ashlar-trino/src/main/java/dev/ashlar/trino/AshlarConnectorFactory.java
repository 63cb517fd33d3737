// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorFactory;
import java.util.Map;

/// Creates a connector for each catalog whose file has `connector.name=ashlar`.
final class AshlarConnectorFactory implements ConnectorFactory {
    static final String NAME = "ashlar";

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public Connector create(String catalog, Map<String, String> properties, ConnectorContext context) {
        return new AshlarConnector(CatalogSettings.of(properties));
    }
}
