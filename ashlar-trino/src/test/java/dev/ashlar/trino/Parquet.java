// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.plugin.hive.HivePlugin;
import io.trino.testing.DistributedQueryRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Trino's own tables over local Parquet files, in a catalog `parquet` with a schema `local`.
final class Parquet {
    static void install(DistributedQueryRunner cluster, Path folder) throws IOException {
        Files.createDirectories(folder);
        cluster.installPlugin(new HivePlugin());
        cluster.createCatalog("parquet", "hive", Map.of(
                "hive.metastore", "file",
                "hive.metastore.catalog.dir", "local:///",
                "hive.storage-format", "PARQUET",
                "hive.timestamp-precision", "NANOSECONDS",
                "fs.local.enabled", "true",
                "local.location", folder.toString()));
        cluster.execute("create schema parquet.local");
    }
}
