// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.trino;

import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.security.ConnectorIdentity;
import io.trino.spi.session.PropertyMetadata;
import io.trino.spi.type.TimeZoneKey;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A session without a server, in which no property was set.
record PlainSession(List<PropertyMetadata<?>> properties) implements ConnectorSession {
    @Override
    public String getQueryId() {
        return "query";
    }

    @Override
    public Optional<String> getSource() {
        return Optional.empty();
    }

    @Override
    public ConnectorIdentity getIdentity() {
        return ConnectorIdentity.ofUser("test");
    }

    @Override
    public TimeZoneKey getTimeZoneKey() {
        return TimeZoneKey.UTC_KEY;
    }

    @Override
    public Locale getLocale() {
        return Locale.ENGLISH;
    }

    @Override
    public Optional<String> getTraceToken() {
        return Optional.empty();
    }

    @Override
    public Instant getStart() {
        return Instant.EPOCH;
    }

    @Override
    public <T> T getProperty(String name, Class<T> type) {
        return type.cast(properties.stream().filter(property -> property.getName().equals(name)).findFirst()
                .orElseThrow().getDefaultValue());
    }
}
