// SPDX-License-Identifier: Apache-2.0
// JSON writer shared by the generated codecs of all schemas. C++20, standard library only.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "sbe.hpp"

namespace ashlar::sbe {

/// Appends JSON to a string, in the format that Ashlar's documentation defines.
class JsonWriter {
public:
    explicit JsonWriter(std::string& out) noexcept : out_(out) {}

    void begin(char bracket) {
        separate();
        out_ += bracket;
        comma_ = false;
    }

    void end(char bracket) {
        out_ += bracket;
        comma_ = true;
    }

    /// @param quoted the name as JSON, including its quotes
    void name(std::string_view quoted) {
        separate();
        out_ += quoted;
        out_ += ':';
        comma_ = false;
    }

    /// A value that is already JSON.
    void raw(std::string_view json) {
        separate();
        out_ += json;
    }

    void null() { raw("null"); }

    template <typename T>
    void value(T value) {
        if constexpr (std::is_same_v<T, char>) {
            begin_string();
            if (value != '\0') {
                code_point(static_cast<unsigned char>(value));
            }
            out_ += '"';
        } else if constexpr (std::is_floating_point_v<T>) {
            real(value);
        } else {
            std::array<char, 24> digits;
            const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
            raw({digits.data(), static_cast<std::size_t>(end - digits.data())});
        }
    }

    template <typename T>
    void value_or_null(bool is_null, T number) {
        if (is_null) {
            null();
        } else {
            value(number);
        }
    }

    /// @param optional whether individual elements may be null
    template <typename T, std::size_t Length>
    void array(bool is_null, const std::array<T, Length>& values, bool optional, std::type_identity_t<T> null_value) {
        if (is_null) {
            null();
            return;
        }
        begin('[');
        for (const T element : values) {
            value_or_null(optional && equals_null(element, null_value), element);
        }
        end(']');
    }

    /// The name of an enum's value, or its number if the schema has no name for it.
    template <typename Enum>
    void enumerator(bool is_null, Enum e) {
        using Number = std::underlying_type_t<Enum>;
        const std::string_view quoted = json_name_of(e);
        if (is_null) {
            null();
        } else if (!quoted.empty()) {
            raw(quoted);
        } else if constexpr (std::is_same_v<Number, char>) {
            value(static_cast<std::uint32_t>(static_cast<unsigned char>(e)));
        } else {
            value(static_cast<Number>(e));
        }
    }

    /// The exact number `mantissa` * 10^`exponent`.
    ///
    /// @param known whether the schema fixes the exponent, so that trailing zeros may replace it
    template <typename T>
    void decimal(T mantissa, std::int64_t exponent, bool known) {
        separate();
        std::array<char, 24> buffer;
        const char* end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), mantissa).ptr;
        std::string_view digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
        if (digits.front() == '-') {
            out_ += '-';
            digits.remove_prefix(1);
        }
        if (exponent < 0 && exponent >= -max_zeros) {
            const auto places = static_cast<std::size_t>(-exponent);
            if (digits.size() <= places) {
                out_ += "0.";
                out_.append(places - digits.size(), '0');
                out_ += digits;
            } else {
                out_ += digits.substr(0, digits.size() - places);
                out_ += '.';
                out_ += digits.substr(digits.size() - places);
            }
            return;
        }
        out_ += digits;
        if (exponent == 0 || (known && digits == "0")) {
            return;
        }
        if (known && exponent > 0 && exponent <= max_zeros) {
            out_.append(static_cast<std::size_t>(exponent), '0');
        } else {
            out_ += 'E';
            out_ += std::to_string(exponent);
        }
    }

    /// Text in ISO 8859-1, or in US-ASCII, its subset.
    void latin1(std::string_view text) {
        begin_string();
        for (const char c : text) {
            code_point(static_cast<unsigned char>(c));
        }
        out_ += '"';
    }

    /// Text in windows-1252, or an object with the bytes if they are not valid text.
    void windows_1252(std::string_view text) {
        if (text.find_first_of("\x81\x8d\x8f\x90\x9d") != std::string_view::npos) {
            hex_object(text);
            return;
        }
        begin_string();
        for (const char c : text) {
            const auto b = static_cast<unsigned char>(c);
            code_point(b >= 0x80U && b < 0xa0U ? from_windows_1252[b - 0x80U] : b);
        }
        out_ += '"';
    }

    /// Text in UTF-8, or an object with the bytes if they are not valid text.
    void utf8(std::string_view text) {
        const std::size_t mark = out_.size();
        const bool comma = comma_;
        begin_string();
        std::size_t at = 0;
        while (at < text.size()) {
            const std::int32_t c = next_utf8(text, at);
            if (c < 0) {
                out_.resize(mark);
                comma_ = comma;
                hex_object(text);
                return;
            }
            code_point(static_cast<std::uint32_t>(c));
        }
        out_ += '"';
    }

    /// Text in UTF-16 without a byte order mark, or an object with the bytes if they are not valid text.
    template <std::endian Order>
    void utf16(std::string_view text) {
        const std::size_t mark = out_.size();
        const bool comma = comma_;
        begin_string();
        bool valid = text.size() % 2 == 0;
        for (std::size_t at = 0; valid && at < text.size(); at += 2) {
            std::uint32_t c = unit<Order>(text, at);
            if (c >= 0xd800 && c < 0xdc00 && at + 2 < text.size()) {
                at += 2;
                const std::uint32_t low = unit<Order>(text, at);
                valid = low >= 0xdc00 && low < 0xe000;
                c = 0x1'0000 + ((c - 0xd800) << 10U) + (low - 0xdc00);
            } else {
                valid = c < 0xd800 || c >= 0xe000;
            }
            if (valid) {
                code_point(c);
            }
        }
        if (!valid) {
            out_.resize(mark);
            comma_ = comma;
            hex_object(text);
            return;
        }
        out_ += '"';
    }

    /// Bytes as a string of hexadecimal digits.
    void hex(std::string_view bytes) {
        begin_string();
        for (const char c : bytes) {
            const auto b = static_cast<unsigned char>(c);
            out_ += hex_digits[b >> 4U];
            out_ += hex_digits[b & 0xfU];
        }
        out_ += '"';
    }

    void hex_object(std::string_view bytes) {
        begin('{');
        name("\"hex\"");
        hex(bytes);
        end('}');
    }

private:
    static constexpr std::int64_t max_zeros = 40;
    static constexpr std::string_view hex_digits = "0123456789abcdef";
    /// Code points of the bytes 0x80 to 0x9f; 0 if undefined.
    static constexpr std::array<std::uint32_t, 32> from_windows_1252{
        0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

    void separate() {
        if (comma_) {
            out_ += ',';
        }
        comma_ = true;
    }

    void begin_string() {
        separate();
        out_ += '"';
    }

    void byte(std::uint32_t bits) { out_ += static_cast<char>(static_cast<unsigned char>(bits)); }

    void code_point(std::uint32_t c) {
        if (c < 0x80) {
            ascii(c);
        } else if (c < 0x800) {
            byte(0xc0U | c >> 6U);
            byte(0x80U | (c & 0x3fU));
        } else if (c < 0x1'0000) {
            byte(0xe0U | c >> 12U);
            byte(0x80U | (c >> 6U & 0x3fU));
            byte(0x80U | (c & 0x3fU));
        } else {
            byte(0xf0U | c >> 18U);
            byte(0x80U | (c >> 12U & 0x3fU));
            byte(0x80U | (c >> 6U & 0x3fU));
            byte(0x80U | (c & 0x3fU));
        }
    }

    void ascii(std::uint32_t c) {
        switch (c) {
            case '"':
            case '\\':
                out_ += '\\';
                byte(c);
                break;
            case '\n': out_ += "\\n"; break;
            case '\r': out_ += "\\r"; break;
            case '\t': out_ += "\\t"; break;
            default:
                if (c < 0x20 || c == 0x7f) {
                    out_ += "\\u00";
                    out_ += hex_digits[c >> 4U];
                    out_ += hex_digits[c & 0xfU];
                } else {
                    byte(c);
                }
        }
    }

    /// Reads the code point at an offset and advances the offset; -1 if the bytes are malformed.
    static std::int32_t next_utf8(std::string_view text, std::size_t& at) noexcept {
        const auto lead = static_cast<unsigned char>(text[at++]);
        if (lead < 0x80) {
            return lead;
        }
        const std::size_t more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
        if (lead < 0xc2 || lead > 0xf4 || more > text.size() - at) {
            return -1;
        }
        std::int32_t c = lead & (0x3f >> more);
        for (std::size_t i = 0; i < more; ++i) {
            const auto b = static_cast<unsigned char>(text[at++]);
            if ((b & 0xc0) != 0x80) {
                return -1;
            }
            c = (c << 6) | (b & 0x3f);
        }
        constexpr std::array<std::int32_t, 4> least{0, 0x80, 0x800, 0x1'0000};
        return c < least[more] || c > 0x10'ffff || (c >= 0xd800 && c < 0xe000) ? -1 : c;
    }

    template <std::endian Order>
    static std::uint32_t unit(std::string_view text, std::size_t at) noexcept {
        return load<std::uint16_t, Order>(reinterpret_cast<const std::byte*>(text.data() + at));
    }

    /// The fewest digits, but at least two, that read back as the same number.
    template <std::floating_point T>
    void real(T number) {
        if (number != number) {
            raw("\"NaN\"");
            return;
        }
        if (number > (std::numeric_limits<T>::max)() || number < std::numeric_limits<T>::lowest()) {
            raw(number > 0 ? "\"Infinity\"" : "\"-Infinity\"");
            return;
        }
        separate();
        std::array<char, 40> buffer;
        char* const first = buffer.data();
        char* const last = first + buffer.size();
        char* end = std::to_chars(first, last, number, std::chars_format::scientific).ptr;
        if (std::find(first, end, '.') == end) {
            end = std::to_chars(first, last, number, std::chars_format::scientific, 1).ptr;
        }
        std::string_view text(first, static_cast<std::size_t>(end - first));
        if (text.front() == '-') {
            out_ += '-';
            text.remove_prefix(1);
        }
        const std::size_t e = text.find('e');
        int exponent = 0;
        std::from_chars(text.data() + e + (text[e + 1] == '+' ? 2 : 1), text.data() + text.size(), exponent);
        std::array<char, 40> digits;
        std::size_t count = 0;
        for (const char c : text.substr(0, e)) {
            if (c != '.') {
                digits[count++] = c;
            }
        }
        while (count > 1 && digits[count - 1] == '0') {
            --count;
        }
        plain_or_scientific({digits.data(), count}, exponent);
    }

    void plain_or_scientific(std::string_view digits, int exponent) {
        if (exponent >= -3 && exponent < 7) {
            if (exponent < 0) {
                out_ += "0.";
                out_.append(static_cast<std::size_t>(-exponent - 1), '0');
                out_ += digits;
                return;
            }
            const auto whole = static_cast<std::size_t>(exponent) + 1;
            out_ += digits.substr(0, whole);
            out_.append(whole > digits.size() ? whole - digits.size() : 0, '0');
            out_ += '.';
            out_ += digits.size() > whole ? digits.substr(whole) : std::string_view("0");
            return;
        }
        out_ += digits.front();
        out_ += '.';
        out_ += digits.size() > 1 ? digits.substr(1) : std::string_view("0");
        out_ += 'E';
        out_ += std::to_string(exponent);
    }

    std::string& out_;
    bool comma_ = false;
};

}  // namespace ashlar::sbe
