// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.outside;

import dev.ashlar.lab.trades.TradeJvm;
import dev.ashlar.lab.trades.TradeKind;
import dev.ashlar.lab.trades.TradeResult;
import java.io.IOException;

/// Measures a small table; for a JVM in which the lab is a module.
public final class FromModule {
    private FromModule() {
    }

    public static void main(String[] args) throws IOException {
        TradeResult result = TradeJvm.packed(TradeKind.SBE, 1_000, 2).measure();
        System.out.println(TradeJvm.class.getModule().getName() + ": " + result.passes().size() + " passes");
    }
}
