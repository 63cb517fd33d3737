// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.codegen.internal.text;

import java.util.regex.Pattern;

/// Names that Windows keeps for devices: no file has one of them, in whatever case and with whatever ending.
public final class DeviceNames {
    private static final Pattern DEVICE = Pattern.compile("(?i)aux|con|nul|prn|(?:com|lpt)\\d");

    private DeviceNames() {
    }

    /// @param name without ending
    public static boolean contains(String name) {
        return DEVICE.matcher(name).matches();
    }
}
