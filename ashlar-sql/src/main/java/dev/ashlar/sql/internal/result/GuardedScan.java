// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.internal.result;

import dev.ashlar.query.ColumnBatch;
import dev.ashlar.query.ColumnScan;
import dev.ashlar.sql.SqlException;
import java.util.function.Function;

/// A column scan that converts failures to [SqlException]s.
record GuardedScan(ColumnScan scan, Function<Throwable, SqlException> problems) implements ColumnScan {
    @Override
    public int readers() {
        return scan.readers();
    }

    @Override
    public Reader reader() {
        Reader reader = scan.reader();
        return new Reader() {
            @Override
            public boolean next() {
                try {
                    return reader.next();
                } catch (Throwable e) {
                    throw problems.apply(e);
                }
            }

            @Override
            public int part() {
                return reader.part();
            }

            @Override
            public ColumnBatch batch() {
                return reader.batch();
            }
        };
    }

    @Override
    public void stop() {
        scan.stop();
    }

    @Override
    public void close() {
        scan.close();
    }
}
