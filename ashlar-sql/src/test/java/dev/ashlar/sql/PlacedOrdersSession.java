// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql;

import java.io.IOException;
import java.nio.file.Path;

/// A session over the three messages of [PlacedOrders], for each test.
abstract class PlacedOrdersSession extends OwnSession {
    @Override
    void fill(Path folder) throws IOException {
        PlacedOrders.write(folder);
    }
}
