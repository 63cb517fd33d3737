// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.store.internal.v1;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.ashlar.store.Appender;
import dev.ashlar.store.StoreException;
import dev.ashlar.store.StoreException.Reason;
import dev.ashlar.store.Table;
import dev.ashlar.store.internal.v1.chunk.View;
import dev.ashlar.store.internal.v1.file.StoreDisk;
import dev.ashlar.store.internal.v1.store.Container.OfTable;
import dev.ashlar.store.internal.v1.store.WriteStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ViewTest {
    @TempDir
    Path folder;

    private WriteStore store() throws StoreException {
        return WriteStore.open(folder, Ticks.SMALL.withMaxBytes(64 * 4096), new StoreDisk());
    }

    private static View view(WriteStore store) throws StoreException {
        View view = new View(store.container(Ticks.NAME, OfTable.class).chain(), store.pins, Ticks.NAME);
        assertTrue(view.grow());
        assertFalse(view.grow());
        return view;
    }

    @Test
    void shouldHoldBackWhatWasRetiredBeforeItCouldBePinnedAnew() throws StoreException {
        try (WriteStore store = store()) {
            Table table = store.define(Ticks.DEFINITION);
            Appender appender = store.appender(Ticks.NAME);
            Ticks.append(appender, 5000);
            View view = view(store);
            store.retire(Ticks.NAME, table.endRow());
            view.releaseBefore(view.links()[1]);
            assertEquals(Reason.NO_SPACE, assertThrows(StoreException.class,
                    () -> Ticks.append(appender, 10_000)).reason());
            assertFalse(view.links()[1].isReused());
            view.close();
            Ticks.append(appender, 2000);
        }
    }

    @Test
    void shouldHoldNothingBackOfWhatItHasPassed() throws StoreException {
        try (WriteStore store = store()) {
            Table table = store.define(Ticks.DEFINITION);
            Appender appender = store.appender(Ticks.NAME);
            Ticks.append(appender, 5000);
            View view = view(store);
            store.retire(Ticks.NAME, table.endRow());
            view.releaseBefore(view.links()[view.links().length - 1]);
            Ticks.append(appender, 10_000);
            assertTrue(view.links()[1].isReused());
            view.close();
        }
    }

    @Test
    void shouldRefuseToGrowWhenClosed() throws StoreException {
        try (WriteStore store = store()) {
            store.define(Ticks.DEFINITION);
            Ticks.append(store.appender(Ticks.NAME), 10);
            View view = view(store);
            view.close();
            view.close();
            assertEquals(0, view.links().length);
            assertThrows(IllegalStateException.class, view::grow);
        }
    }
}
