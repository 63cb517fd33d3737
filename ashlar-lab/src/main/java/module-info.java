// SPDX-License-Identifier: Apache-2.0
/// Published experiments, repeated on any machine.
@SuppressWarnings("requires-automatic")
module dev.ashlar.lab {
    requires dev.ashlar.codec;
    requires dev.ashlar.flow;
    requires transitive dev.ashlar.measure;
    requires dev.ashlar.memory;
    requires dev.ashlar.object;
    requires transitive dev.ashlar.sbe;
    requires dev.ashlar.store;
    requires transitive jdk.jfr;
    requires jdk.management;
    // Present only in the JVMs that measure them.
    requires static com.esotericsoftware.kryo;
    requires static org.apache.fory.core;

    exports dev.ashlar.lab;
    exports dev.ashlar.lab.object;
    exports dev.ashlar.lab.queue;
    exports dev.ashlar.lab.ram;
    exports dev.ashlar.lab.report;
    exports dev.ashlar.lab.segmented;
    exports dev.ashlar.lab.spaceship;
    exports dev.ashlar.lab.trades;
}
