// SPDX-License-Identifier: Apache-2.0
/// Captures and files to messages, and messages into a store: pcap, pcapng, IP, UDP, reassembled TCP, and the framings
/// around SBE messages.
module dev.ashlar.ingest {
    requires transitive dev.ashlar.sbe;
    requires transitive dev.ashlar.store;

    exports dev.ashlar.ingest;
    exports dev.ashlar.ingest.csv;
    exports dev.ashlar.ingest.sample;
    exports dev.ashlar.ingest.sample.codec;
}
