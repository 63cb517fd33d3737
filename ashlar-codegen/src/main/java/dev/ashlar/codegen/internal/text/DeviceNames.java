// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.text;

import java.util.regex.Pattern;

/// Names that Windows reserves for devices. No file can have such a name, in any case and with any extension.
public final class DeviceNames {
    private static final Pattern DEVICE = Pattern.compile("(?i)aux|con|nul|prn|(?:com|lpt)\\d");

    private DeviceNames() {
    }

    /// @param name name without its extension
    public static boolean contains(String name) {
        return DEVICE.matcher(name).matches();
    }
}
