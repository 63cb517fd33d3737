// SPDX-License-Identifier: Apache-2.0
/// SBE schemas: parsing and checking, the intermediate representation, framings, on-the-fly decoding and encoding.
@SuppressWarnings("module") // The modules named below are compiled after this one.
module dev.ashlar.sbe {
    requires transitive dev.ashlar.codec;
    requires java.xml;

    exports dev.ashlar.sbe;
    exports dev.ashlar.sbe.framing;
    exports dev.ashlar.sbe.ir;
    exports dev.ashlar.sbe.otf;
    exports dev.ashlar.sbe.sbeir;
    exports dev.ashlar.sbe.internal.files to dev.ashlar.archive, dev.ashlar.cli, dev.ashlar.codegen,
            dev.ashlar.ingest, dev.ashlar.store;
    exports dev.ashlar.sbe.internal.spelling to dev.ashlar.cli, dev.ashlar.lab, dev.ashlar.query, dev.ashlar.sql;
}
