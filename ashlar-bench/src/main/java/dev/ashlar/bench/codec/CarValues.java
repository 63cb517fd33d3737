// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.bench.codec;

import static dev.ashlar.bench.codec.Codec.sum;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/// The values of a car, derived from 64 random bits.
///
/// A value costs one shift and no memory access, so that writing is measured, not reading the values to write.
public final class CarValues {
    /// Messages of a run: 1.2 MiB as SBE.
    public static final int COUNT = 8192;
    /// Bytes of a message as SBE, with its header.
    static final int ENCODED_LENGTH = 151;
    static final int NUMBERS = 5;
    static final int FUEL_FIGURES = 3;
    static final int PERFORMANCE_FIGURES = 2;
    static final int ACCELERATIONS = 3;
    static final int MAX_TEXT = 9;

    private static final byte[][] VEHICLE_CODES =
            texts("abcdef", "ghijkl", "mnopqr", "stuvwx", "yzabcd", "efghij", "klmnop", "qrstuv");
    private static final byte[][] MANUFACTURER_CODES = texts("123", "456", "789", "012", "345", "678", "901", "234");
    private static final byte[][] MANUFACTURERS =
            texts("Honda", "Skoda", "Lotus", "Volvo", "Dacia", "Rover", "Acura", "Buick");
    private static final byte[][] MODELS = texts("Civic VTi", "Octavia 4", "Evora 400", "Amazon 12", "Sandero X",
            "Metro GTi", "Integra R", "Roadmastr");
    private static final byte[][] ACTIVATION_CODES =
            texts("deadbf", "cafeba", "f00dad", "0ff1ce", "c0ffee", "decade", "facade", "beaded");

    /// 64 pseudorandom bits (SplitMix64).
    static long bits(int index) {
        long z = index * 0x9e3779b97f4a7c15L + 0x1234567L;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    static long serialNumber(long bits) {
        return bits;
    }

    static int modelYear(long bits) {
        return 1990 + (int) (bits >>> 3 & 31);
    }

    static int available(long bits) {
        return (int) (bits >>> 8 & 1);
    }

    /// 0, 1 or 2 for A, B or C.
    static int code(long bits) {
        return (int) ((bits >>> 9 & 0xff) * 3 >>> 8);
    }

    static int someNumber(long bits, int i) {
        return (int) (bits >>> 5 * i);
    }

    static byte[] vehicleCode(long bits) {
        return VEHICLE_CODES[(int) (bits >>> 12 & 7)];
    }

    static boolean sunRoof(long bits) {
        return (bits & 1L << 15) != 0;
    }

    static boolean sportsPack(long bits) {
        return (bits & 1L << 16) != 0;
    }

    static boolean cruiseControl(long bits) {
        return (bits & 1L << 17) != 0;
    }

    static int capacity(long bits) {
        return 1000 + (int) (bits >>> 18 & 0xfff);
    }

    static int cylinders(long bits) {
        return 3 + (int) (bits >>> 30 & 7);
    }

    static byte[] manufacturerCode(long bits) {
        return MANUFACTURER_CODES[(int) (bits >>> 33 & 7)];
    }

    static int speed(long bits, int i) {
        return 30 + 20 * i + (int) (bits >>> 36 & 7);
    }

    static float mpg(long bits, int i) {
        return 35.9f + 6 * i + (bits >>> 39 & 7);
    }

    static int octaneRating(long bits, int i) {
        return 95 + 4 * i + (int) (bits >>> 42 & 3);
    }

    static int mph(long bits, int i, int k) {
        return 30 + 30 * k + i + (int) (bits >>> 44 & 7);
    }

    static float seconds(long bits, int i, int k) {
        return 3.8f + 4 * k - i + (bits >>> 47 & 7);
    }

    static byte[] manufacturer(long bits) {
        return MANUFACTURERS[(int) (bits >>> 50 & 7)];
    }

    static byte[] model(long bits) {
        return MODELS[(int) (bits >>> 53 & 7)];
    }

    static byte[] activationCode(long bits) {
        return ACTIVATION_CODES[(int) (bits >>> 56 & 7)];
    }

    /// The expected sum of the car's values.
    public static long checksum(int index) {
        long bits = bits(index);
        long sum = serialNumber(bits) + modelYear(bits) + available(bits) + 'A' + code(bits);
        for (int i = 0; i < NUMBERS; i++) {
            sum += someNumber(bits, i);
        }
        sum += sum(vehicleCode(bits)) + extras(sunRoof(bits), sportsPack(bits), cruiseControl(bits));
        sum += capacity(bits) + cylinders(bits) + sum(manufacturerCode(bits));
        for (int i = 0; i < FUEL_FIGURES; i++) {
            sum += speed(bits, i) + Float.floatToRawIntBits(mpg(bits, i));
        }
        for (int i = 0; i < PERFORMANCE_FIGURES; i++) {
            sum += octaneRating(bits, i);
            for (int k = 0; k < ACCELERATIONS; k++) {
                sum += mph(bits, i, k) + Float.floatToRawIntBits(seconds(bits, i, k));
            }
        }
        return sum + sum(manufacturer(bits)) + sum(model(bits)) + sum(activationCode(bits));
    }

    /// The summand for the set.
    static int extras(boolean sunRoof, boolean sportsPack, boolean cruiseControl) {
        return (sunRoof ? 1 : 0) + (sportsPack ? 2 : 0) + (cruiseControl ? 4 : 0);
    }

    private static byte[][] texts(String... texts) {
        return Stream.of(texts).map(text -> text.getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new);
    }
}
