// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The part of an experiment that one JVM measures.
///
/// @param name       for the progress line
public record Trial(String name, int threads, List<String> flags, Map<String, String> parameters) {
    private static final String EQUALS = "=";

    public Trial {
        flags = List.copyOf(flags);
        parameters = Map.copyOf(parameters);
    }

    /// One thread, default flags.
    public static Trial of(String name) {
        return new Trial(name, 1, List.of(), Map.of());
    }

    public Trial with(String parameter, Object value) {
        Map<String, String> more = new LinkedHashMap<>(parameters);
        more.put(parameter, value.toString());
        return new Trial(name, threads, flags, more);
    }

    public Trial withThreads(int count) {
        return new Trial(name, count, flags, parameters);
    }

    public Trial withFlags(String... more) {
        return withFlags(List.of(more));
    }

    public Trial withFlags(List<String> more) {
        return new Trial(name, threads, Stream.concat(flags.stream(), more.stream()).toList(), parameters);
    }

    /// @throws IllegalArgumentException if the trial does not have the parameter
    public String text(String parameter) {
        String value = parameters.get(parameter);
        if (value == null) {
            throw new IllegalArgumentException("no such parameter: parameter=" + parameter + ", trial=" + name);
        }
        return value;
    }

    public long number(String parameter) {
        return Long.parseLong(text(parameter));
    }

    public int count(String parameter) {
        return Integer.parseInt(text(parameter));
    }

    /// Encodes the trial for the command line of the measuring JVM.
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(name, Integer.toString(threads)));
        new TreeMap<>(parameters).forEach((key, value) -> arguments.add(key + EQUALS + value));
        return arguments;
    }

    static Trial parse(List<String> arguments) {
        Trial trial = of(arguments.getFirst()).withThreads(Integer.parseInt(arguments.get(1)));
        for (String argument : arguments.subList(2, arguments.size())) {
            int at = argument.indexOf(EQUALS);
            trial = trial.with(argument.substring(0, at), argument.substring(at + 1));
        }
        return trial;
    }
}
