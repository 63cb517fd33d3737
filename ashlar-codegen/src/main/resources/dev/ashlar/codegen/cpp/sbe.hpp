// SPDX-License-Identifier: Apache-2.0
// Runtime shared by the generated codecs of all schemas. C++20, standard library only.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace ashlar::sbe {

/// The result of checking a message: `ok`, or the rule that it breaks.
enum class Status {
    ok,
    /// The bytes are too short for a message header.
    header_too_long,
    /// The header has the id of another schema.
    other_schema,
    /// The header has the template id of another message, or one that the schema does not define.
    unknown_template,
    /// The version in the header is greater than 2^31-1.
    version_out_of_range,
    /// A block extends beyond the end of the bytes.
    block_too_long,
    /// A group extends beyond the end of the bytes, or its block length is out of range.
    group_too_long,
    /// Variable-length data extends beyond the end of the bytes.
    data_too_long,
    /// The groups claim more than `max_empty_entries` entries that occupy no bytes.
    too_many_empty_entries,
    /// The schema does not allow the count of a group or the length of variable-length data.
    count_out_of_range,
};

/// Maximum number of entries without bytes in one message. They cost a writer nothing, so readers limit the loops.
inline constexpr std::uint64_t max_empty_entries = 65'536;

constexpr std::string_view text_of(Status status) noexcept {
    switch (status) {
        case Status::ok: return "ok";
        case Status::header_too_long: return "header longer than bytes";
        case Status::other_schema: return "message of another schema";
        case Status::unknown_template: return "unknown template";
        case Status::version_out_of_range: return "version out of range";
        case Status::block_too_long: return "block longer than bytes";
        case Status::group_too_long: return "group longer than bytes";
        case Status::data_too_long: return "data longer than bytes";
        case Status::too_many_empty_entries: return "too many entries without bytes";
        case Status::count_out_of_range: return "count or length out of range";
    }
    return "";
}

/// The result of `validate`.
struct Validation {
    Status status = Status::ok;
    /// Offset of the offending element; if `ok`, offset of the first byte after the message.
    std::size_t position = 0;
    /// Name of the offending block, group, data or header member.
    std::string_view element = {};

    [[nodiscard]] constexpr bool is_ok() const noexcept { return status == Status::ok; }
    explicit constexpr operator bool() const noexcept { return is_ok(); }
};

/// Thrown if bytes are not a valid message: they break one of the rules in `Status`.
class MalformedMessage : public std::runtime_error {
public:
    explicit MalformedMessage(const Validation& found)
        : std::runtime_error(std::string(text_of(found.status)) + ": position=" + std::to_string(found.position) + " ("
                             + std::string(found.element) + ")"),
          found_(found) {}

    [[nodiscard]] const Validation& found() const noexcept { return found_; }

private:
    Validation found_;
};

/// Not part of the readers, so that they can be inlined. By value: a reference would force the result into memory.
[[noreturn]] inline void malformed(Validation found) { throw MalformedMessage(found); }

/// Thrown if a message cannot be written: the buffer is too small, a value is too long, or a part is out of order.
class EncodingError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Builds the error message outside of the writers, so that they can be inlined.
[[noreturn]] inline void refuse(const char* what, std::size_t value, const char* bound, std::size_t limit,
                                const char* name) {
    throw EncodingError(std::string(what) + std::to_string(value) + bound + std::to_string(limit) + " (" + name + ")");
}

[[noreturn]] inline void refuse(const char* what, const char* name) {
    throw EncodingError(std::string(what) + " (" + name + ")");
}

/// The unsigned integer of the same size as `T`.
template <typename T>
using BitsOf = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                     std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// Converts bits from the machine's byte order to the given one, or back.
template <std::endian Order, std::unsigned_integral T>
constexpr T ordered(T bits) noexcept {
    if constexpr (Order == std::endian::native || sizeof(T) == 1) {
        return bits;
    } else {
        std::uint64_t reversed = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            reversed = reversed << 8U | (std::uint64_t{bits} >> (8U * i) & 0xffU);
        }
        return static_cast<T>(reversed);
    }
}

template <typename T, std::endian Order>
T load(const std::byte* from) noexcept {
    BitsOf<T> bits;
    std::memcpy(&bits, from, sizeof bits);
    return std::bit_cast<T>(ordered<Order>(bits));
}

template <typename T, std::endian Order>
void store(std::byte* to, T value) noexcept {
    const BitsOf<T> bits = ordered<Order>(std::bit_cast<BitsOf<T>>(value));
    std::memcpy(to, &bits, sizeof bits);
}

/// Whether a value is the null value. If the null value is NaN, any NaN is null.
template <typename T>
constexpr bool equals_null(T value, T null) noexcept {
    if constexpr (std::is_floating_point_v<T>) {
        return value == null || (value != value && null != null);
    } else {
        return value == null;
    }
}

/// The characters before the first NUL.
template <std::size_t Length>
constexpr std::string_view until_nul(const char* text) noexcept {
    if constexpr (Length <= 16) {
        std::size_t length = 0;
        while (length < Length && text[length] != '\0') {
            ++length;
        }
        return {text, length};
    } else {
        const std::string_view all(text, Length);
        return all.substr(0, all.find('\0'));
    }
}

/// The charsets that text can be encoded in.
enum class Charset { ascii, latin1, utf8 };

template <typename T>
std::uint64_t word_at(const char* from) noexcept {
    T bits;
    std::memcpy(&bits, from, sizeof bits);
    return bits;
}

/// Whether all bytes are US-ASCII. Words overlap, so the last bytes need no loop of their own.
inline bool is_ascii(std::string_view text) noexcept {
    const char* const from = text.data();
    const std::size_t length = text.size();
    std::uint64_t bits = 0;
    if (length >= 8) {
        for (std::size_t at = 0; at < length - 8; at += 8) {
            bits |= word_at<std::uint64_t>(from + at);
        }
        bits |= word_at<std::uint64_t>(from + length - 8);
    } else if (length >= 4) {
        bits = word_at<std::uint32_t>(from) | word_at<std::uint32_t>(from + length - 4);
    } else if (length > 0) {
        bits = word_at<std::uint8_t>(from) | word_at<std::uint8_t>(from + length / 2)
               | word_at<std::uint8_t>(from + length - 1);
    }
    return (bits & 0x8080'8080'8080'8080U) == 0;
}

/// Whether the bytes are valid UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
inline bool is_utf8(std::string_view text) noexcept {
    for (std::size_t at = 0; at < text.size();) {
        const unsigned lead = static_cast<unsigned char>(text[at++]);
        if (lead < 0x80) {
            continue;
        }
        const std::size_t more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
        if (lead < 0xc2 || lead > 0xf4 || text.size() - at < more) {
            return false;
        }
        const unsigned first = static_cast<unsigned char>(text[at]);
        const unsigned least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        const unsigned most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        if (first < least || first > most) {
            return false;
        }
        for (std::size_t i = 1; i < more; ++i) {
            if ((static_cast<unsigned char>(text[at + i]) & 0xc0U) != 0x80) {
                return false;
            }
        }
        at += more;
    }
    return true;
}

/// Length of UTF-8 text in ISO 8859-1, in bytes; `npos` if it has other characters or is not valid UTF-8.
inline std::size_t latin1_length(std::string_view text) noexcept {
    std::size_t length = 0;
    for (std::size_t at = 0; at < text.size(); ++at, ++length) {
        const unsigned lead = static_cast<unsigned char>(text[at]);
        if (lead < 0x80) {
            continue;
        }
        if ((lead != 0xc2 && lead != 0xc3) || ++at == text.size()
            || (static_cast<unsigned char>(text[at]) & 0xc0U) != 0x80) {
            return std::string_view::npos;
        }
    }
    return length;
}

/// Length of the text in the charset, in bytes.
///
/// @throws EncodingError if the charset lacks a character of the text
template <Charset To>
std::size_t encoded_length(std::string_view text, const char* name) {
    if constexpr (To == Charset::ascii) {
        if (!is_ascii(text)) {
            refuse("text with a character that its charset lacks: charset=US-ASCII", name);
        }
    } else if constexpr (To == Charset::utf8) {
        if (!is_ascii(text) && !is_utf8(text)) {
            refuse("text with a character that its charset lacks: charset=UTF-8", name);
        }
    } else {
        const std::size_t length = latin1_length(text);
        if (length == std::string_view::npos) {
            refuse("text with a character that its charset lacks: charset=ISO-8859-1", name);
        }
        return length;
    }
    return text.size();
}

/// Writes text whose length in the charset is known.
template <Charset To>
void encode(std::string_view text, std::byte* to) noexcept {
    if constexpr (To == Charset::latin1) {
        for (std::size_t at = 0; at < text.size(); ++at) {
            const unsigned lead = static_cast<unsigned char>(text[at]);
            *to++ = static_cast<std::byte>(
                lead < 0x80 ? lead : (lead & 0x3U) << 6U | (static_cast<unsigned char>(text[++at]) & 0x3fU));
        }
    } else {
        std::copy_n(reinterpret_cast<const std::byte*>(text.data()), text.size(), to);
    }
}

/// Text in ISO 8859-1, as encoded in the message.
class Latin1 {
public:
    constexpr Latin1() noexcept = default;
    constexpr explicit Latin1(std::string_view bytes) noexcept : bytes_(bytes) {}

    /// The encoded bytes, one per character.
    [[nodiscard]] constexpr std::string_view bytes() const noexcept { return bytes_; }

    [[nodiscard]] std::string to_utf8() const {
        std::string text;
        for (const char c : bytes_) {
            const unsigned point = static_cast<unsigned char>(c);
            if (point < 0x80) {
                text += c;
            } else {
                text += static_cast<char>(0xc0U | point >> 6U);
                text += static_cast<char>(0x80U | (point & 0x3fU));
            }
        }
        return text;
    }

    friend constexpr bool operator==(Latin1, Latin1) noexcept = default;

private:
    std::string_view bytes_;
};

/// Values at fixed offsets: a block or composite with the length and schema version of its writer.
template <std::endian Order>
class Fields {
protected:
    constexpr Fields() noexcept = default;
    constexpr Fields(std::span<const std::byte> bytes, std::uint32_t version) noexcept
        : bytes_(bytes), version_(version) {}

    /// Whether a value is present, and so lies within the bytes.
    [[nodiscard]] constexpr bool has(std::uint32_t since, std::size_t end) const noexcept {
        return version_ >= since && bytes_.size() >= end;
    }

    template <typename T>
    [[nodiscard]] T get(std::uint32_t since, std::size_t offset, std::type_identity_t<T> null) const noexcept {
        return has(since, offset + sizeof(T)) ? load<T, Order>(bytes_.data() + offset) : null;
    }

    template <typename T, std::size_t Length>
    [[nodiscard]] std::array<T, Length> get_array(std::uint32_t since, std::size_t offset,
                                                  std::type_identity_t<T> null) const noexcept {
        std::array<T, Length> values;
        const bool present = has(since, offset + sizeof(T) * Length);
        for (std::size_t i = 0; i < Length; ++i) {
            values[i] = present ? load<T, Order>(bytes_.data() + offset + i * sizeof(T)) : null;
        }
        return values;
    }

    template <std::size_t Length>
    [[nodiscard]] std::string_view get_text(std::uint32_t since, std::size_t offset) const noexcept {
        return has(since, offset + Length) ? until_nul<Length>(reinterpret_cast<const char*>(bytes_.data() + offset))
                                           : std::string_view{};
    }

    /// The bytes from an offset on; empty if the value there is absent.
    [[nodiscard]] constexpr std::span<const std::byte> from(std::uint32_t since, std::size_t offset,
                                                            std::size_t end) const noexcept {
        return has(since, end) ? bytes_.subspan(offset) : std::span<const std::byte>{};
    }

    /// Whether `count` elements, which must be present, all hold the null value.
    template <typename T>
    [[nodiscard]] bool holds_null(std::size_t offset, std::size_t count, std::type_identity_t<T> null) const noexcept {
        for (std::size_t i = 0; i < count; ++i) {
            if (!equals_null(load<T, Order>(bytes_.data() + offset + i * sizeof(T)), null)) {
                return false;
            }
        }
        return true;
    }

    std::span<const std::byte> bytes_;
    std::uint32_t version_ = 0;
};

/// Values to write at fixed offsets.
template <std::endian Order>
class FieldWriter {
protected:
    FieldWriter() noexcept = default;
    explicit FieldWriter(std::byte* bytes) noexcept : bytes_(bytes) {}

    template <typename T>
    void put(std::size_t offset, std::type_identity_t<T> value) noexcept {
        store<T, Order>(bytes_ + offset, value);
    }

    template <typename T, std::size_t Length>
    void put_array(std::size_t offset, const std::array<T, Length>& values) noexcept {
        for (std::size_t i = 0; i < Length; ++i) {
            store<T, Order>(bytes_ + offset + i * sizeof(T), values[i]);
        }
    }

    /// Converts UTF-8 text to the charset and writes it.
    template <Charset To>
    void put_text(std::size_t offset, std::size_t length, std::string_view text, const char* name) {
        require_fit(encoded_length<To>(text, name), length, name);
        std::fill_n(bytes_ + offset, length, std::byte{0});
        encode<To>(text, bytes_ + offset);
    }

    /// Writes bytes without checking that they are text.
    void put_bytes(std::size_t offset, std::size_t length, std::string_view bytes, const char* name) {
        require_fit(bytes.size(), length, name);
        std::fill_n(bytes_ + offset, length, std::byte{0});
        std::copy_n(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size(), bytes_ + offset);
    }

    std::byte* bytes_ = nullptr;

private:
    static void require_fit(std::size_t bytes, std::size_t length, const char* name) {
        if (bytes > length) {
            refuse("text longer than its array: bytes=", bytes, ", length=", length, name);
        }
    }
};

/// Walks over a message by its counts and lengths, and proves that all of it lies within the bytes. The time depends on
/// the number of bytes, never on the counts that a message claims.
///
/// Each step returns false if a rule is broken. Otherwise, it sets `next` to the offset after the element.
class Walk {
public:
    static constexpr std::int64_t max_length = (std::numeric_limits<std::int32_t>::max)();

    Walk(std::span<const std::byte> bytes, std::uint32_t version) noexcept : bytes_(bytes), version_(version) {}

    [[nodiscard]] const Validation& found() const noexcept { return found_; }

    bool block(std::size_t at, std::int64_t length, const char* name, std::size_t& next) noexcept {
        if (length < 0 || length > max_length || static_cast<std::size_t>(length) > bytes_.size() - at) {
            return fail(Status::block_too_long, at, name);
        }
        next = at + static_cast<std::size_t>(length);
        return true;
    }

    template <typename Entry>
    bool group(std::size_t at, std::size_t& next) noexcept {
        using Dimension = typename Entry::Dimension;
        next = at;
        if (version_ < Entry::sbe_since_version) {
            return true;
        }
        if (Dimension::length > bytes_.size() - at) {
            return fail(Status::group_too_long, at, Entry::sbe_name);
        }
        const std::int64_t block_length = Dimension::block_length(bytes_.data() + at);
        const std::int64_t count = Dimension::count(bytes_.data() + at);
        if (!is_within<Dimension::min_count, Dimension::max_count>(count)) {
            return fail(Status::count_out_of_range, at, Entry::sbe_name);
        }
        next = at + Dimension::length;
        const bool tail = version_ >= Entry::sbe_tail_since;
        const bool empty = block_length == 0 && !tail;
        if (!fit(block_length, count, bytes_.size() - next)) {
            return fail(Status::group_too_long, at, Entry::sbe_name);
        }
        if (tail) {
            typename Entry::Positions positions;
            for (std::int64_t i = 0; i < count; ++i) {
                if (!Entry::sbe_walk(*this, next, block_length, positions)) {
                    return false;
                }
                next = positions.back();
            }
            return true;
        }
        if (empty) {
            empty_entries_ += static_cast<std::uint64_t>(count);
            if (empty_entries_ > max_empty_entries) {
                return fail(Status::too_many_empty_entries, at, Entry::sbe_name);
            }
        }
        next += static_cast<std::size_t>(block_length) * static_cast<std::size_t>(count);
        return true;
    }

    /// Whether the blocks of all entries fit into the remaining bytes.
    static constexpr bool fit(std::int64_t block_length, std::int64_t count, std::size_t left) noexcept {
        return block_length >= 0 && block_length <= max_length
               && static_cast<std::uint64_t>(block_length * count) <= left;
    }

    /// Whether the schema allows a count or length.
    template <std::size_t Min, std::size_t Max>
    static constexpr bool is_within(std::int64_t count) noexcept {
        return count >= static_cast<std::int64_t>(Min) && count <= static_cast<std::int64_t>(Max);
    }

    template <typename Data>
    bool data(std::size_t at, std::size_t& next) noexcept {
        next = at;
        if (version_ < Data::since_version) {
            return true;
        }
        if (Data::header_length > bytes_.size() - at) {
            return fail(Status::data_too_long, at, Data::name);
        }
        const std::int64_t length = Data::length(bytes_.data() + at);
        if (!is_within<Data::min_length, Data::max_length>(length)) {
            return fail(Status::count_out_of_range, at, Data::name);
        }
        next = at + Data::header_length;
        if (static_cast<std::size_t>(length) > bytes_.size() - next) {
            return fail(Status::data_too_long, at, Data::name);
        }
        next += static_cast<std::size_t>(length);
        return true;
    }

    bool fail(Status status, std::size_t at, const char* name) noexcept {
        found_ = {status, at, name};
        return false;
    }

private:
    std::span<const std::byte> bytes_;
    std::uint32_t version_;
    std::uint64_t empty_entries_ = 0;
    Validation found_;
};

/// The standard members of a message header.
struct Acting {
    std::int64_t block_length = 0;
    std::int64_t template_id = 0;
    std::int64_t schema_id = 0;
    std::int64_t version = 0;
};

/// The header of a validated message.
///
/// @throws MalformedMessage if there is only a block, without its message
template <typename Header>
std::span<const std::byte> header_of(std::span<const std::byte> message) {
    if (message.size() < Header::length) {
        malformed({Status::header_too_long, 0, Header::name});
    }
    return message.first(Header::length);
}

/// Reads a header and checks its schema id. Callers check the template id.
template <typename Header>
Validation read_header(std::span<const std::byte> message, Acting& acting) noexcept {
    if (message.size() < Header::length) {
        return {Status::header_too_long, 0, Header::name};
    }
    acting = Header::read(message.data());
    if (acting.schema_id != Header::schema_id) {
        return {Status::other_schema, 0, "schemaId"};
    }
    return {};
}

inline bool is_version(std::int64_t version) noexcept {
    return version >= 0 && version <= (std::numeric_limits<std::int32_t>::max)();
}

/// Checks a message of a known template against all rules, in one pass.
template <typename Header, typename Message>
Validation validate_message(std::span<const std::byte> message, Acting& acting,
                            typename Message::Positions& positions) noexcept {
    const Validation header = read_header<Header>(message, acting);
    if (!header) {
        return header;
    }
    if (acting.template_id != Message::sbe_template_id) {
        return {Status::unknown_template, 0, "templateId"};
    }
    if (!is_version(acting.version)) {
        return {Status::version_out_of_range, 0, "version"};
    }
    Walk walk(message, static_cast<std::uint32_t>(acting.version));
    if (!Message::sbe_walk(walk, Header::length, acting.block_length, positions)) {
        return walk.found();
    }
    return {Status::ok, positions.back(), Message::sbe_name};
}

/// A block of a message.
///
/// @throws MalformedMessage if the block extends beyond the bytes
inline std::span<const std::byte> block_at(std::span<const std::byte> message, std::size_t at, std::int64_t length,
                                           const char* name) {
    if (length < 0 || length > Walk::max_length || static_cast<std::size_t>(length) > message.size() - at) {
        malformed({Status::block_too_long, at, name});
    }
    return message.subspan(at, static_cast<std::size_t>(length));
}

/// A message or entry whose blocks, groups and data are known to lie within the bytes.
template <typename Self, std::endian Order, std::size_t Parts>
class BlockDecoder : public Fields<Order> {
public:
    /// The offset of each group and data, then the offset after the last of them.
    using Positions = std::array<std::size_t, Parts + 1>;

    /// The schema version of the writer.
    [[nodiscard]] std::uint32_t sbe_acting_version() const noexcept { return this->version_; }
    /// Length of the block as written, in bytes.
    [[nodiscard]] std::size_t sbe_acting_block_length() const noexcept { return this->bytes_.size(); }
    /// Offset in the message of the first byte after this message or entry.
    [[nodiscard]] std::size_t sbe_end() const noexcept { return positions_.back(); }

protected:
    BlockDecoder() = default;

    /// The header and positions of a valid message.
    struct Checked {
        Acting acting;
        Positions positions;
    };

    /// @throws MalformedMessage if the message breaks a rule
    template <typename Header>
    static Checked checked(std::span<const std::byte> message) {
        Checked found;
        const Validation validation = validate_message<Header, Self>(message, found.acting, found.positions);
        if (!validation) {
            malformed(validation);
        }
        return found;
    }

    /// A message that has been checked.
    BlockDecoder(std::span<const std::byte> message, std::size_t at, const Checked& found)
        : Fields<Order>(message.subspan(at, static_cast<std::size_t>(found.acting.block_length)),
                        static_cast<std::uint32_t>(found.acting.version)),
          message_(message),
          positions_(found.positions) {}

    /// A block without its message: access to the header, groups or data throws.
    BlockDecoder(std::span<const std::byte> block, std::uint32_t version) noexcept : Fields<Order>(block, version) {}

    /// An entry without groups and data, known to lie within its group.
    BlockDecoder(std::span<const std::byte> block, std::uint32_t version, std::size_t end) noexcept
        : Fields<Order>(block, version), positions_{end} {}

    /// An entry of a group.
    BlockDecoder(std::span<const std::byte> message, std::size_t at, std::int64_t block_length, std::uint32_t version)
        : Fields<Order>(block_at(message, at, block_length, Self::sbe_name), version), message_(message) {
        Walk walk(message, version);
        if (!Self::sbe_walk(walk, at, block_length, positions_)) {
            malformed(walk.found());
        }
    }

    /// The bytes of the data at part `Index`, as found by the walk; empty if the data is absent.
    ///
    /// @throws MalformedMessage if there is only a block, without its message
    template <typename Data, std::size_t Index>
    [[nodiscard]] std::span<const std::byte> data_at() const {
        const std::size_t at = positions_[Index];
        const std::size_t end = positions_[Index + 1];
        if (end > at) {
            return message_.subspan(at + Data::header_length, end - at - Data::header_length);
        }
        if (message_.empty() && this->version_ >= Data::since_version) {
            malformed({Status::data_too_long, at, Data::name});
        }
        return {};
    }

    std::span<const std::byte> message_;
    Positions positions_{};
};

/// The entries of a group: a range that can be iterated any number of times.
template <typename Entry>
class Group {
public:
    /// Returns entries by value: the entry stored in the iterator is replaced by the next step.
    class Iterator {
    public:
        /// A copy of the entry that lives for one member access.
        class Pointer {
        public:
            explicit Pointer(const Entry& entry) noexcept : entry_(entry) {}
            const Entry* operator->() const noexcept { return &entry_; }

        private:
            Entry entry_;
        };

        using iterator_concept = std::forward_iterator_tag;
        using iterator_category = std::input_iterator_tag;
        using value_type = Entry;
        using difference_type = std::ptrdiff_t;
        using reference = Entry;
        using pointer = Pointer;

        Iterator() = default;

        /// @throws MalformedMessage if the entry extends beyond the message
        Iterator(const Group& group, std::size_t at) : group_(group), remaining_(group.count_) { load(at); }

        Entry operator*() const noexcept { return entry_; }
        Pointer operator->() const noexcept { return Pointer(entry_); }

        Iterator& operator++() {
            --remaining_;
            load(entry_.sbe_end());
            return *this;
        }

        Iterator operator++(int) {
            Iterator before = *this;
            ++*this;
            return before;
        }

        bool operator==(const Iterator& other) const noexcept { return remaining_ == other.remaining_; }
        bool operator==(std::default_sentinel_t) const noexcept { return remaining_ == 0; }

    private:
        void load(std::size_t at) {
            if (remaining_ == 0) {
                return;
            }
            if constexpr (is_flat) {
                const auto length = static_cast<std::size_t>(group_.block_length_);
                entry_ = Entry(group_.message_.subspan(at, length), group_.version_, at + length);
            } else {
                entry_ = Entry(group_.message_, at, group_.block_length_, group_.version_);
            }
        }

        Group group_;
        std::size_t remaining_ = 0;
        Entry entry_;
    };

    /// A group without entries.
    Group() = default;

    /// @throws MalformedMessage if the group extends beyond the message
    Group(std::span<const std::byte> message, std::size_t at, std::uint32_t version)
        : message_(message), version_(version) {
        if (version < Entry::sbe_since_version) {
            return;
        }
        using Dimension = typename Entry::Dimension;
        if (Dimension::length > message.size() - at) {
            malformed({Status::group_too_long, at, Entry::sbe_name});
        }
        const std::int64_t count = Dimension::count(message.data() + at);
        block_length_ = Dimension::block_length(message.data() + at);
        first_ = at + Dimension::length;
        if (!Walk::is_within<Dimension::min_count, Dimension::max_count>(count)) {
            malformed({Status::count_out_of_range, at, Entry::sbe_name});
        }
        if (is_flat ? !Walk::fit(block_length_, count, message.size() - first_) : block_length_ < 0) {
            malformed({Status::group_too_long, at, Entry::sbe_name});
        }
        count_ = static_cast<std::size_t>(count);
    }

    [[nodiscard]] Iterator begin() const { return Iterator(*this, first_); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return std::default_sentinel; }
    [[nodiscard]] std::size_t size() const noexcept { return count_; }
    [[nodiscard]] bool empty() const noexcept { return count_ == 0; }

private:
    /// Whether entries consist of blocks only, so that one check covers all of them.
    static constexpr bool is_flat = Entry::sbe_tail_since == (std::numeric_limits<std::uint32_t>::max)();

    std::span<const std::byte> message_;
    std::uint32_t version_ = 0;
    std::int64_t block_length_ = 0;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
};

inline std::string_view as_text(std::span<const std::byte> bytes) noexcept {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Not a member of the cursor: taking its address would keep the cursor in memory instead of registers.
[[noreturn]] inline void no_room(std::size_t position, std::size_t length, std::size_t bytes, const char* name) {
    const std::string at = "message longer than buffer: position=" + std::to_string(position) + ", length=";
    refuse(at.c_str(), length, ", bytes=", bytes, name);
}

/// The position of the next group or data of a message, and which of them must come next.
///
/// Each block reserves a number for every part that it still lacks, and each group reserves one for every entry. `next`
/// is the number of the part or entry that must be written next; it is 0 once the message is complete. Numbers are
/// never reused, so a part of an earlier entry or group stays out of order for good.
struct Cursor {
    std::span<std::byte> buffer;
    std::size_t position = 0;
    std::uint64_t next = 0;
    std::uint64_t numbers = 0;
    std::size_t empty_entries = 0;

    /// @throws EncodingError if the buffer is too small; nothing is reserved in that case
    std::byte* reserve(std::size_t length, const char* name) {
        if (length > buffer.size() - position) {
            no_room(position, length, buffer.size(), name);
        }
        std::byte* reserved = buffer.data() + position;
        position += length;
        return reserved;
    }
};

/// The groups and data of one block, or the entries of one group, to be written in order.
///
/// A part is identified by the number of parts still missing before it is written, including itself.
class Parts {
public:
    /// Makes the first part the next one. Whatever was next before follows the last part.
    Parts(Cursor& cursor, std::size_t count) noexcept : cursor_(&cursor), base_(cursor.numbers), after_(cursor.next) {
        cursor.numbers += count + 1;
        if (count > 0) {
            cursor.next = base_ + count;
        }
    }

    [[nodiscard]] Cursor& cursor() const noexcept { return *cursor_; }

    /// Whether this part is next; false if no part is missing.
    [[nodiscard]] bool is_next(std::size_t missing) const noexcept { return cursor_->next == base_ + missing; }

    /// @throws EncodingError if another part is next
    void require(std::size_t missing, const char* name) const {
        if (!is_next(missing)) {
            refuse("group or data out of order", name);
        }
    }

    /// Marks this part as written and moves on to the one after it.
    void complete(std::size_t missing) const noexcept { cursor_->next = missing == 1 ? after_ : base_ + missing - 1; }

private:
    Cursor* cursor_;
    std::uint64_t base_;
    std::uint64_t after_;
};

/// Begins a block with every value set to null.
template <std::size_t Length>
std::byte* begin_block(Cursor& cursor, const std::array<unsigned char, Length>& nulls, const char* name) {
    std::byte* to = cursor.reserve(Length, name);
    if constexpr (Length > 0) {
        std::memcpy(to, nulls.data(), Length);
    }
    return to;
}

/// Writes a header. Its non-standard members are zero.
template <typename Header>
void begin_message(Cursor& cursor, std::int64_t block_length, std::int64_t template_id, std::size_t groups,
                   std::size_t data) {
    std::byte* to = cursor.reserve(Header::length, Header::name);
    std::fill_n(to, Header::length, std::byte{0});
    const Acting acting{block_length, template_id, Header::schema_id, Header::schema_version};
    Header::write(to, acting, groups, data);
}

/// A field of the schema, or a member of a composite.
struct FieldInfo {
    /// Field id; -1 for a member of a composite.
    int id;
    std::uint32_t since_version;
    std::size_t offset;
    std::size_t length;
    std::string_view semantic_type = {};
    std::string_view epoch = {};
    std::string_view time_unit = {};
};

/// Begins data, which must be the next part.
///
/// @return where to write the bytes
/// @throws EncodingError if the data does not fit; it is still the next part in that case
template <typename Data>
std::byte* begin_data(const Parts& parts, std::size_t missing, std::size_t bytes) {
    if (bytes > Data::max_length) {
        refuse("data longer than the maximum: bytes=", bytes, ", max=", Data::max_length, Data::name);
    }
    if constexpr (Data::min_length > 0) {
        if (bytes < Data::min_length) {
            refuse("data shorter than the minimum: bytes=", bytes, ", min=", Data::min_length, Data::name);
        }
    }
    std::byte* to = parts.cursor().reserve(Data::header_length + bytes, Data::name);
    std::fill_n(to, Data::header_length, std::byte{0});
    Data::write(to, bytes);
    parts.complete(missing);
    return to + Data::header_length;
}

/// @throws EncodingError if the data is not the next part, or does not fit
template <typename Data>
void write_data(const Parts& parts, std::size_t missing, std::span<const std::byte> bytes) {
    parts.require(missing, Data::name);
    std::copy(bytes.begin(), bytes.end(), begin_data<Data>(parts, missing, bytes.size()));
}

/// Converts UTF-8 text to the charset and writes it.
///
/// @throws EncodingError if the data is not the next part or does not fit, or if the charset lacks a character
template <typename Data, Charset To>
void write_text(const Parts& parts, std::size_t missing, std::string_view text) {
    parts.require(missing, Data::name);
    encode<To>(text, begin_data<Data>(parts, missing, encoded_length<To>(text, Data::name)));
}

/// Begins a group, which must be the next part: writes its dimension.
///
/// @throws EncodingError if the group is not the next part, does not fit, or has a count out of range; nothing is
/// written in that case
template <typename Entry>
Cursor& begin_group(const Parts& parts, std::size_t missing, std::size_t count) {
    using Dimension = typename Entry::Dimension;
    Cursor& cursor = parts.cursor();
    parts.require(missing, Entry::sbe_name);
    if (count > Dimension::max_count) {
        refuse("more entries than the maximum: count=", count, ", max=", Dimension::max_count, Entry::sbe_name);
    }
    if constexpr (Dimension::min_count > 0) {
        if (count < Dimension::min_count) {
            refuse("fewer entries than the minimum: count=", count, ", min=", Dimension::min_count, Entry::sbe_name);
        }
    }
    if constexpr (Entry::sbe_null_block.empty() && Entry::sbe_groups + Entry::sbe_data == 0) {
        const auto max = static_cast<std::size_t>(max_empty_entries) - cursor.empty_entries;
        if (count > max) {
            refuse("too many entries without bytes: count=", count, ", max=", max, Entry::sbe_name);
        }
        cursor.empty_entries += count;
    }
    std::byte* to = cursor.reserve(Dimension::length, Entry::sbe_name);
    std::fill_n(to, Dimension::length, std::byte{0});
    Dimension::write(to, Entry::sbe_null_block.size(), count, Entry::sbe_groups, Entry::sbe_data);
    parts.complete(missing);
    return cursor;
}

/// Writes the entries of a group: exactly as many as announced.
template <typename Entry>
class GroupWriter {
public:
    /// @throws EncodingError if the group is not the next part, does not fit, or has a count out of range; nothing is
    /// written in that case
    GroupWriter(const Parts& parts, std::size_t missing, std::size_t count)
        : entries_(begin_group<Entry>(parts, missing, count), count), remaining_(count) {}

    [[nodiscard]] std::size_t remaining() const noexcept { return remaining_; }

    /// Begins the next entry, with every value set to null.
    ///
    /// @throws EncodingError if no entry is left, or if the previous entry lacks groups or data
    Entry next() {
        if (!entries_.is_next(remaining_)) {
            refuse("no entry left, or the previous entry is incomplete", Entry::sbe_name);
        }
        Cursor& cursor = entries_.cursor();
        std::byte* block = begin_block(cursor, Entry::sbe_null_block, Entry::sbe_name);
        entries_.complete(remaining_);
        --remaining_;
        return Entry(cursor, block);
    }

private:
    Parts entries_;
    std::size_t remaining_;
};

}  // namespace ashlar::sbe
