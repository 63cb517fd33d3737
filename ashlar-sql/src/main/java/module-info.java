// SPDX-License-Identifier: Apache-2.0
/// SQL over stores: Apache Calcite's language and operators over scans of `dev.ashlar.query`.
///
/// Calcite and its dependencies have no module descriptors; the names below are automatic module names.
@SuppressWarnings("requires-automatic")
module dev.ashlar.sql {
    requires transitive dev.ashlar.archive;
    requires transitive java.sql;
    requires java.logging;
    requires avatica.core;
    requires calcite.core;
    requires calcite.linq4j;
    requires com.google.common;
    // Annotations of Calcite that the compiler needs to resolve.
    requires static org.apiguardian.api;

    exports dev.ashlar.sql;
    exports dev.ashlar.sql.jdbc;
    // Called by code generated for a query, which is in no named module.
    exports dev.ashlar.sql.runtime;
    exports dev.ashlar.sql.runtime.aggregate;
    exports dev.ashlar.sql.runtime.function;

    uses dev.ashlar.sql.SqlExporter;

    provides java.sql.Driver with dev.ashlar.sql.jdbc.AshlarDriver;
}
