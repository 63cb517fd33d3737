// SPDX-License-Identifier: Apache-2.0
// What is written into a car, derived from 64 random bits, and how writing and reading cars is measured.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace values {

inline constexpr std::size_t count = 8192;
inline constexpr std::size_t stride = 192;
inline constexpr int batches = 9;

using Texts = std::array<std::string_view, 8>;
inline constexpr Texts vehicle_codes{"abcdef", "ghijkl", "mnopqr", "stuvwx", "yzabcd", "efghij", "klmnop", "qrstuv"};
inline constexpr Texts manufacturer_codes{"123", "456", "789", "012", "345", "678", "901", "234"};
inline constexpr Texts manufacturers{"Honda", "Skoda", "Lotus", "Volvo", "Dacia", "Rover", "Acura", "Buick"};
inline constexpr Texts models{"Civic VTi", "Octavia 4", "Evora 400", "Amazon 12",
                              "Sandero X", "Metro GTi", "Integra R", "Roadmastr"};
inline constexpr Texts activation_codes{"deadbf", "cafeba", "f00dad", "0ff1ce", "c0ffee", "decade", "facade", "beaded"};

struct Values {
    std::uint64_t bits;

    /// 64 bits that look random (SplitMix64).
    explicit Values(std::size_t index) {
        std::uint64_t z = index * 0x9e3779b97f4a7c15ULL + 0x1234567ULL;
        z = (z ^ z >> 30U) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ z >> 27U) * 0x94d049bb133111ebULL;
        bits = z ^ z >> 31U;
    }

    [[nodiscard]] std::uint64_t part(unsigned shift, std::uint64_t mask) const { return bits >> shift & mask; }
    [[nodiscard]] std::uint64_t serial_number() const { return bits; }
    [[nodiscard]] std::uint16_t model_year() const { return static_cast<std::uint16_t>(1990 + part(3, 31)); }
    [[nodiscard]] std::uint8_t available() const { return static_cast<std::uint8_t>(part(8, 1)); }
    [[nodiscard]] char code() const { return static_cast<char>('A' + (part(9, 0xff) * 3 >> 8U)); }
    [[nodiscard]] std::int32_t some_number(unsigned i) const { return static_cast<std::int32_t>(bits >> 5 * i); }
    [[nodiscard]] std::string_view vehicle_code() const { return vehicle_codes[part(12, 7)]; }
    [[nodiscard]] bool sun_roof() const { return part(15, 1) != 0; }
    [[nodiscard]] bool sports_pack() const { return part(16, 1) != 0; }
    [[nodiscard]] bool cruise_control() const { return part(17, 1) != 0; }
    [[nodiscard]] std::uint16_t capacity() const { return static_cast<std::uint16_t>(1000 + part(18, 0xfff)); }
    [[nodiscard]] std::uint8_t cylinders() const { return static_cast<std::uint8_t>(3 + part(30, 7)); }
    [[nodiscard]] std::string_view manufacturer_code() const { return manufacturer_codes[part(33, 7)]; }
    [[nodiscard]] std::uint16_t speed(unsigned i) const { return static_cast<std::uint16_t>(30 + 20 * i + part(36, 7)); }
    [[nodiscard]] float mpg(unsigned i) const {
        return 35.9F + static_cast<float>(6 * i) + static_cast<float>(part(39, 7));
    }
    [[nodiscard]] std::uint8_t octane_rating(unsigned i) const {
        return static_cast<std::uint8_t>(95 + 4 * i + part(42, 3));
    }
    [[nodiscard]] std::uint16_t mph(unsigned i, unsigned k) const {
        return static_cast<std::uint16_t>(30 + 30 * k + i + part(44, 7));
    }
    [[nodiscard]] float seconds(unsigned i, unsigned k) const {
        return 3.8F + static_cast<float>(4 * k) - static_cast<float>(i) + static_cast<float>(part(47, 7));
    }
    [[nodiscard]] std::string_view manufacturer() const { return manufacturers[part(50, 7)]; }
    [[nodiscard]] std::string_view model() const { return models[part(53, 7)]; }
    [[nodiscard]] std::string_view activation_code() const { return activation_codes[part(56, 7)]; }
};

/// What is added for a text: its length, first and last byte.
inline std::uint64_t sum(std::string_view text) {
    return text.size() + static_cast<unsigned char>(text.front()) + static_cast<unsigned char>(text.back());
}

/// As Java converts an int to a long.
inline std::uint64_t sum(float value) {
    return static_cast<std::uint64_t>(std::int64_t{std::bit_cast<std::int32_t>(value)});
}

/// Encodes all cars, decodes them, and measures one of both.
///
/// Prints nanoseconds a message, the sum that decoding found, and a hash of all bytes.
template <typename Encode, typename Decode>
int run(int arguments, char** argument, Encode encode, Decode decode) {
    using Clock = std::chrono::steady_clock;
    const bool encodes = arguments > 2 && std::string_view(argument[1]) == "encode";
    const double batch_ns = arguments > 2 ? std::atof(argument[2]) * 1e6 : 0;
    std::vector<char> memory(count * stride);
    std::vector<std::size_t> lengths(count);
    const auto encode_all = [&] {
        for (std::size_t i = 0; i < count; ++i) {
            lengths[i] = encode(memory.data() + i * stride, stride, Values(i));
        }
    };
    std::uint64_t found = 0;
    const auto decode_all = [&] {
        std::uint64_t total = 0;
        for (std::size_t i = 0; i < count; ++i) {
            total += decode(memory.data() + i * stride, lengths[i]);
        }
        found = total;
    };
    encode_all();
    decode_all();
    std::vector<double> times;
    for (int batch = 0; batch < batches; ++batch) {
        const auto start = Clock::now();
        double elapsed = 0;
        std::size_t passes = 0;
        do {
            if (encodes) {
                encode_all();
            } else {
                decode_all();
            }
            ++passes;
            elapsed = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
        } while (elapsed < batch_ns);
        times.push_back(elapsed / static_cast<double>(passes * count));
    }
    std::nth_element(times.begin(), times.begin() + batches / 2, times.end());
    decode_all();
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < lengths[i]; ++k) {
            hash = (hash ^ static_cast<unsigned char>(memory[i * stride + k])) * 0x100000001b3ULL;
        }
    }
    std::printf("%f %" PRIu64 " %" PRIu64 "\n", times[batches / 2], found, hash);
    return 0;
}

}  // namespace values
