// SPDX-License-Identifier: Apache-2.0
/// The gateway: messages in over HTTP and TCP, back pressure out, queries, tails, metrics and a dashboard.
///
/// HdrHistogram has no module descriptor, hence a name made of its file's name.
@SuppressWarnings("requires-automatic")
module dev.ashlar.server {
    requires transitive dev.ashlar.ingest;
    requires transitive dev.ashlar.flow;
    requires dev.ashlar.sql;
    requires io.helidon.common.task;
    requires io.helidon.webserver;
    requires HdrHistogram;

    exports dev.ashlar.server;
}
