// SPDX-License-Identifier: Apache-2.0
/// Captures and files to messages: pcap, pcapng, IP, UDP, reassembled TCP, and the framings around SBE messages.
module dev.ashlar.ingest {
    requires transitive dev.ashlar.sbe;

    exports dev.ashlar.ingest;
    exports dev.ashlar.ingest.sample;
    exports dev.ashlar.ingest.sample.codec;
}
