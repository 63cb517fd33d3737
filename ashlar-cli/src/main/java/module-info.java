// SPDX-License-Identifier: Apache-2.0
/// The `ashlar` command.
module dev.ashlar.cli {
    requires dev.ashlar.codegen;
    requires dev.ashlar.ingest;
    requires dev.ashlar.lab;
    requires dev.ashlar.query;
    requires dev.ashlar.sbe;
    requires dev.ashlar.sql;
    requires dev.ashlar.store;
    requires info.picocli;
    requires jdk.management;

    opens dev.ashlar.cli to info.picocli;
}
