// SPDX-License-Identifier: Apache-2.0
/// The `ashlar` command.
@SuppressWarnings("requires-automatic")
module dev.ashlar.cli {
    requires dev.ashlar.archive;
    requires dev.ashlar.codec;
    requires dev.ashlar.codegen;
    requires dev.ashlar.ingest;
    requires dev.ashlar.lab;
    requires dev.ashlar.object;
    requires dev.ashlar.query;
    requires dev.ashlar.sbe;
    requires dev.ashlar.store;
    requires info.picocli;
    // Present only if the launcher was asked for the gateway.
    requires static dev.ashlar.server;
    requires static java.logging;
    // Present only if the launcher was asked for SQL.
    requires static dev.ashlar.sql;
    requires static org.jline;

    opens dev.ashlar.cli to info.picocli;
    opens dev.ashlar.cli.archive to info.picocli;
    opens dev.ashlar.cli.decode to info.picocli;
    opens dev.ashlar.cli.demo to info.picocli;
    opens dev.ashlar.cli.importing to info.picocli;
    opens dev.ashlar.cli.lab to info.picocli;
    opens dev.ashlar.cli.live to info.picocli;
    opens dev.ashlar.cli.load to info.picocli;
    opens dev.ashlar.cli.output to info.picocli;
    opens dev.ashlar.cli.query to info.picocli;
    opens dev.ashlar.cli.schema to info.picocli;
    opens dev.ashlar.cli.serve to info.picocli;
    opens dev.ashlar.cli.store to info.picocli;
}
