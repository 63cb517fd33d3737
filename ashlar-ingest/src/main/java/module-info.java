// SPDX-License-Identifier: Apache-2.0
/// Captures, live feeds and files to messages, and messages into a store: pcap, pcapng, IP, UDP, reassembled TCP, and
/// the framings around SBE messages. Captures as live feeds.
module dev.ashlar.ingest {
    requires transitive dev.ashlar.archive;
    requires transitive dev.ashlar.sbe;
    requires transitive dev.ashlar.store;
    requires jdk.net;

    exports dev.ashlar.ingest;
    exports dev.ashlar.ingest.csv;
    exports dev.ashlar.ingest.live;
    exports dev.ashlar.ingest.replay;
    exports dev.ashlar.ingest.sample;
    exports dev.ashlar.ingest.sample.codec;
    exports dev.ashlar.ingest.table;

    uses dev.ashlar.ingest.table.ColumnFormat;
}
