// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.sql.jdbc;

import dev.ashlar.query.QueryOptions;
import dev.ashlar.sbe.internal.spelling.SpellingSuggestion;
import dev.ashlar.store.ReadOptions;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The folder of a store and how it is read: `jdbc:ashlar:FOLDER?threads=2&limitMemory=512`.
///
/// The folder is all that stands before the first `?`, as it is.
///
/// @param folder folder as written in the URL
/// @param values values of the options that are set, as text
/// @param stores folders of further stores, by name, in the order in which they are given
record ConnectionOptions(String folder, Map<Option, String> values, Map<String, String> stores) {
    static final String PREFIX = "jdbc:ashlar:";
    /// Prefix of the name of a further store: `store.refs=/path/to/refs`.
    static final String STORE = "store.";
    /// Properties that every tool sends; ignored because a store has no users.
    private static final List<String> IGNORED = List.of("user", "password");
    private static final double MOST_SECONDS = 86_400;
    private static final long MOST_MIB = 1L << 30;

    /// What can be set for a connection.
    enum Option {
        THREADS("threads", "1", "Threads of a scan, 1 to " + QueryOptions.MAX_THREADS + "."),
        VERIFY_READS("verifyReads", "true",
                "Whether to verify the checksums of rows when they are first read.", "true", "false"),
        LIMIT_MEMORY("limitMemory", "256",
                "Memory limit in MiB for groups, for sorted or joined rows, and for the rows of a scrollable result."),
        LIMIT_TIME("limitTime", "", "Time limit of a statement in seconds; none by default. setQueryTimeout can shorten it.");

        private final String key;
        private final String initial;
        private final String description;
        private final String[] choices;

        Option(String key, String initial, String description, String... choices) {
            this.key = key;
            this.initial = initial;
            this.description = description;
            this.choices = choices;
        }

        String key() {
            return key;
        }

        private SQLException wrong(String value, String allowed, Exception cause) {
            return new SQLException("option must be " + allowed + ": " + key + "=" + value, "08001", cause);
        }
    }

    ConnectionOptions {
        Objects.requireNonNull(folder, "folder");
        values = Map.copyOf(values);
        stores = Collections.unmodifiableMap(new LinkedHashMap<>(stores));
    }

    /// Options with a folder only.
    static ConnectionOptions of(String folder) {
        return new ConnectionOptions(folder, Map.of(), Map.of());
    }

    /// @param properties may be null, and may repeat options of the URL
    /// @throws SQLException if an option is unknown or has two values
    static ConnectionOptions of(String url, Properties properties) throws SQLException {
        String rest = url.substring(PREFIX.length());
        int mark = rest.indexOf('?');
        Map<Option, String> values = new EnumMap<>(Option.class);
        Map<String, String> stores = new LinkedHashMap<>();
        String query = mark < 0 ? "" : rest.substring(mark + 1);
        for (String each : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals < 0) {
                throw new SQLException("option has no value: " + each + "; write " + each + "=VALUE (" + url + ")",
                        "08001");
            }
            put(values, stores, each.substring(0, equals), each.substring(equals + 1));
        }
        for (Map.Entry<String, String> each : texts(properties).entrySet()) {
            if (!IGNORED.contains(each.getKey())) {
                put(values, stores, each.getKey(), each.getValue());
            }
        }
        return new ConnectionOptions(mark < 0 ? rest : rest.substring(0, mark), values, stores);
    }

    /// All properties, including defaults and values that are not strings.
    private static Map<String, String> texts(Properties properties) {
        return properties == null ? Map.of() : Stream.concat(properties.stringPropertyNames().stream(),
                properties.keySet().stream().map(Object::toString)).distinct().collect(Collectors.toMap(name -> name,
                name -> properties.getProperty(name) == null ? String.valueOf(properties.get(name))
                        : properties.getProperty(name)));
    }

    private static void put(Map<Option, String> values, Map<String, String> stores, String name, String value)
            throws SQLException {
        List<String> keys = Stream.concat(Arrays.stream(Option.values()).map(Option::key), Stream.of(STORE + "NAME")).toList();
        int found = keys.indexOf(name);
        boolean store = name.startsWith(STORE) && name.length() > STORE.length();
        if (!store && (found < 0 || found == Option.values().length)) {
            throw new SQLException("no such option: " + name + "; nearest: " + SpellingSuggestion.nearest(name, keys)
                    .orElseThrow() + "; options: " + String.join(", ", keys), "08001");
        }
        String before = store ? stores.put(name.substring(STORE.length()), value)
                : values.put(Option.values()[found], value.strip());
        if (before != null && !before.strip().equals(value.strip())) {
            throw new SQLException("option has two values: " + name + "=" + before + ", " + name + "=" + value, "08001");
        }
    }

    ConnectionOptions with(Option option, String value) {
        Map<Option, String> changed = new EnumMap<>(Option.class);
        changed.putAll(values);
        changed.put(option, value);
        return new ConnectionOptions(folder, changed, stores);
    }

    ConnectionOptions withFolder(String other) {
        return new ConnectionOptions(other, values, stores);
    }

    /// @param other folder of a further store
    ConnectionOptions withStore(String name, String other) {
        Map<String, String> more = new LinkedHashMap<>(stores);
        more.put(name, other);
        return new ConnectionOptions(folder, values, more);
    }

    private String value(Option option) {
        return values.getOrDefault(option, option.initial);
    }

    Path path() throws SQLException {
        if (folder.isBlank()) {
            throw new SQLException("URL has no folder: write " + PREFIX + "/path/to/store", "08001");
        }
        return path(folder, "");
    }

    /// The folder of a further store.
    Path path(String store) throws SQLException {
        if (stores.get(store).isBlank()) {
            throw new SQLException("option has no folder: write " + STORE + store + "=/path/to/store", "08001");
        }
        return path(stores.get(store), store);
    }

    private Path path(String text, String store) throws SQLException {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new SQLException("not a path of a store: " + e.getMessage() + " (" + (store.isEmpty() ? url() : STORE + store)
                    + ")", "08001", e);
        }
    }

    ReadOptions reading() throws SQLException {
        String verify = value(Option.VERIFY_READS);
        if (!verify.equals("true") && !verify.equals("false")) {
            throw Option.VERIFY_READS.wrong(verify, "true or false", null);
        }
        return ReadOptions.defaults().withVerify(verify.equals("true"));
    }

    QueryOptions asking() throws SQLException {
        QueryOptions options = QueryOptions.defaults()
                .withThreads((int) whole(Option.THREADS, QueryOptions.MAX_THREADS))
                .withMemoryBytes(whole(Option.LIMIT_MEMORY, MOST_MIB) << 20);
        String limit = value(Option.LIMIT_TIME);
        if (limit.isEmpty()) {
            return options;
        }
        String allowed = "a number of seconds above 0 and at most " + MOST_SECONDS;
        try {
            double seconds = Double.parseDouble(limit);
            if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
                throw Option.LIMIT_TIME.wrong(limit, allowed, null);
            }
            return options.withTimeLimit(Duration.ofNanos((long) (seconds * 1e9)));
        } catch (NumberFormatException e) {
            throw Option.LIMIT_TIME.wrong(limit, allowed, e);
        }
    }

    private long whole(Option option, long most) throws SQLException {
        String text = value(option);
        String allowed = "a whole number, 1 to " + most;
        try {
            long number = Long.parseLong(text);
            if (number < 1 || number > most) {
                throw option.wrong(text, allowed, null);
            }
            return number;
        } catch (NumberFormatException e) {
            throw option.wrong(text, allowed, e);
        }
    }

    /// The URL with all options that are set, in a fixed order.
    String url() {
        String query = Stream.concat(Arrays.stream(Option.values()).filter(values::containsKey)
                .map(option -> option.key + "=" + values.get(option)), stores.entrySet().stream()
                .map(store -> STORE + store.getKey() + "=" + store.getValue())).collect(Collectors.joining("&"));
        return PREFIX + folder + (query.isEmpty() ? "" : "?" + query);
    }

    /// All options, for tools that show them.
    DriverPropertyInfo[] properties() {
        return Stream.concat(Arrays.stream(Option.values()).map(option -> {
            DriverPropertyInfo property = new DriverPropertyInfo(option.key, value(option));
            property.description = option.description;
            property.choices = option.choices.length == 0 ? null : option.choices.clone();
            return property;
        }), stores.entrySet().stream().map(store -> {
            DriverPropertyInfo property = new DriverPropertyInfo(STORE + store.getKey(), store.getValue());
            property.description = "Folder of a further store, whose tables are " + store.getKey() + ".TABLE.";
            return property;
        })).toArray(DriverPropertyInfo[]::new);
    }
}
