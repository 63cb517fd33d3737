// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.ConnectorTransactionHandle;
import java.util.UUID;

/// Identifies a transaction on all machines.
public record AshlarTransaction(UUID id) implements ConnectorTransactionHandle { }
