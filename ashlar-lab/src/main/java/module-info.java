// SPDX-License-Identifier: Apache-2.0
/// Experiments to be repeated on any machine, ours beside what else there is.
module dev.ashlar.lab {
    requires dev.ashlar.codec;
    requires dev.ashlar.flow;
    requires dev.ashlar.memory;
    requires dev.ashlar.sbe;
    requires dev.ashlar.store;
    requires jdk.jfr;
    requires jdk.management;

    exports dev.ashlar.lab;
    exports dev.ashlar.lab.figures;
    exports dev.ashlar.lab.host;
    exports dev.ashlar.lab.report;
    exports dev.ashlar.lab.segmented;
    exports dev.ashlar.lab.spaceship;
    exports dev.ashlar.lab.trades;
}
