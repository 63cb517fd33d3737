// SPDX-License-Identifier: Apache-2.0
/// Experiments to be repeated on any machine, ours beside what else there is.
@SuppressWarnings("requires-automatic")
module dev.ashlar.lab {
    requires dev.ashlar.codec;
    requires dev.ashlar.flow;
    requires dev.ashlar.memory;
    requires dev.ashlar.sbe;
    requires dev.ashlar.store;
    requires jdk.jfr;
    requires jdk.management;
    // Only the JVMs that measure them have these.
    requires static com.esotericsoftware.kryo;
    requires static org.apache.fory.core;

    exports dev.ashlar.lab;
    exports dev.ashlar.lab.figures;
    exports dev.ashlar.lab.host;
    exports dev.ashlar.lab.object;
    exports dev.ashlar.lab.report;
    exports dev.ashlar.lab.segmented;
    exports dev.ashlar.lab.spaceship;
    exports dev.ashlar.lab.trades;
}
