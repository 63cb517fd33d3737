// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.ConnectorTransactionHandle;
import java.util.UUID;

/// Names a transaction, for all machines.
public record AshlarTransaction(UUID id) implements ConnectorTransactionHandle { }
