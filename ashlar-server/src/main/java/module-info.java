// SPDX-License-Identifier: Apache-2.0
/// The gateway: messages in over HTTP and TCP, back pressure out, queries, tails, metrics and a dashboard.
module dev.ashlar.server {
    requires transitive dev.ashlar.ingest;
    requires transitive dev.ashlar.archive;
    requires transitive dev.ashlar.flow;
    requires dev.ashlar.latency;
    requires dev.ashlar.sql;
    requires io.helidon.common.task;
    requires io.helidon.webserver;
    requires jdk.management;

    exports dev.ashlar.server;
}
