// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import static io.trino.testing.TestingSession.testSessionBuilder;

import io.trino.Session;
import io.trino.plugin.tpch.TpchPlugin;
import io.trino.testing.DistributedQueryRunner;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Servers of Trino in this JVM, with archives and TPC-H as catalogs.
final class Cluster {
    static final String CATALOG = "ashlar";

    /// @param properties of the catalog `ashlar`, without the path
    static DistributedQueryRunner start(int workers, Path archives, String schema, Map<String, String> properties)
            throws Exception {
        return start(workers, archives, schema, properties, Map.of());
    }

    /// @param server properties of each server
    static DistributedQueryRunner start(int workers, Path archives, String schema, Map<String, String> properties,
            Map<String, String> server) throws Exception {
        Session session = testSessionBuilder().setCatalog(CATALOG).setSchema(schema).build();
        DistributedQueryRunner.Builder<?> builder = DistributedQueryRunner.builder(session).setWorkerCount(workers)
                .addExtraProperty("query.max-memory-per-node", "1GB");
        server.forEach(builder::addExtraProperty);
        DistributedQueryRunner runner = builder.build();
        boolean done = false;
        try {
            runner.installPlugin(new AshlarPlugin());
            Map<String, String> all = new HashMap<>(properties);
            all.put(CatalogSettings.PATH, archives.toString());
            runner.createCatalog(CATALOG, AshlarConnectorFactory.NAME, all);
            runner.installPlugin(new TpchPlugin());
            runner.createCatalog("tpch", "tpch", Map.of());
            done = true;
            return runner;
        } finally {
            if (!done) {
                runner.close();
            }
        }
    }
}
