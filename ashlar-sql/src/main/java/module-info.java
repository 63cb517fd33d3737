// SPDX-License-Identifier: Apache-2.0
/// SQL over stores: Apache Calcite's language and operators over scans of `dev.ashlar.query`.
///
/// Calcite and what it stands on have no module descriptors, hence the names made of files' names.
@SuppressWarnings("requires-automatic")
module dev.ashlar.sql {
    requires transitive dev.ashlar.archive;
    requires transitive java.sql;
    requires java.logging;
    requires avatica.core;
    requires calcite.core;
    requires calcite.linq4j;
    requires com.google.common;
    // Annotations of Calcite, which the compiler looks for.
    requires static org.apiguardian.api;

    exports dev.ashlar.sql;
    exports dev.ashlar.sql.jdbc;
    // Called by code that is made for a query, which is in no module.
    exports dev.ashlar.sql.runtime;
    exports dev.ashlar.sql.runtime.aggregate;
    exports dev.ashlar.sql.runtime.function;

    uses dev.ashlar.sql.SqlExporter;

    provides java.sql.Driver with dev.ashlar.sql.jdbc.AshlarDriver;
}
