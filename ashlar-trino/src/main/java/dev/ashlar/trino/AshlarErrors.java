// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import dev.ashlar.query.QueryException;
import dev.ashlar.store.StoreException;
import io.trino.spi.ErrorCode;
import io.trino.spi.ErrorCodeSupplier;
import io.trino.spi.ErrorType;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;

/// Error codes for failures of archives.
enum AshlarErrors implements ErrorCodeSupplier {
    /// An archive, or a day of it, is damaged, missing or was dropped.
    ASHLAR_UNREADABLE(0),
    /// Something changed since the query was planned; retry the query.
    ASHLAR_CHANGED(1);

    /// Codes of third-party plug-ins begin here.
    private static final int FIRST = 0x0A5A_0000;

    private final ErrorCode code;

    AshlarErrors(int number) {
        code = new ErrorCode(FIRST + number, name(), ErrorType.EXTERNAL);
    }

    @Override
    public ErrorCode toErrorCode() {
        return code;
    }

    static TrinoException of(StoreException e) {
        return new TrinoException(ASHLAR_UNREADABLE, e.getMessage(), e);
    }

    static TrinoException of(QueryException e) {
        ErrorCodeSupplier code = switch (e.reason()) {
            case CANCELLED -> StandardErrorCode.USER_CANCELED;
            case DEADLINE -> StandardErrorCode.EXCEEDED_TIME_LIMIT;
            case MEMORY -> StandardErrorCode.EXCEEDED_LOCAL_MEMORY_LIMIT;
            case OVERFLOW -> StandardErrorCode.NUMERIC_VALUE_OUT_OF_RANGE;
            case DIVISION_BY_ZERO -> StandardErrorCode.DIVISION_BY_ZERO;
            case CORRUPT -> ASHLAR_UNREADABLE;
            case UNSUPPORTED -> StandardErrorCode.NOT_SUPPORTED;
        };
        boolean pushed = e.reason() == QueryException.Reason.MEMORY || e.reason() == QueryException.Reason.OVERFLOW;
        return new TrinoException(code, pushed ? e.getMessage() + " (or let Trino do it: set session <catalog>."
                + SessionSettings.AGGREGATION + " = false)" : e.getMessage(), e);
    }
}
