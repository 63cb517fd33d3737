// SPDX-License-Identifier: Apache-2.0
//
// Ashlar for C++20: owners, ranges and exceptions over ashlar.h, which one source file of the program defines.
//
//     ashlar::Store store("demo/sample.store");
//     for (const ashlar::Chunk& chunk : store.table("Trade").chunks()) {
//         for (std::int64_t i = 0; i < chunk.rows; i++) {
//             const TradeBlock block = chunk.block<TradeBlock>(i);   // or chunk.bytes(i), a span
//         }
//     }
//
// What fails throws ashlar::Error, whose code and place are those of ashlar_error. Threads and lifetimes are those of
// ashlar.h: a store must outlive what was opened from it.
#ifndef ASHLAR_HPP
#define ASHLAR_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ashlar.h"

namespace ashlar {

// ============================================================================================================== errors

class Error : public std::runtime_error {
public:
    explicit Error(const ashlar_error& error) : std::runtime_error(error.message), error_(error) {}

    [[nodiscard]] ashlar_code code() const noexcept { return error_.code; }
    // Rows, records or positions of a container that cannot be read.
    [[nodiscard]] std::int64_t first() const noexcept { return error_.first; }
    [[nodiscard]] std::int64_t end() const noexcept { return error_.end; }
    [[nodiscard]] std::string_view container() const noexcept { return error_.container; }

private:
    ashlar_error error_;
};

namespace detail {

inline void require(ashlar_code code, const ashlar_error& error) {
    if (code != ASHLAR_OK) {
        throw Error(error);
    }
}

// A result that has no place to describe itself.
inline void require(ashlar_code code, const char* what) {
    if (code != ASHLAR_OK) {
        ashlar_error error{};
        error.code = code;
        const std::string message = std::string(what) + ": " + ashlar_code_name(code);
        message.copy(error.message, sizeof error.message - 1);
        throw Error(error);
    }
}

template <auto Close>
struct Closer {
    template <typename T>
    void operator()(T* opened) const noexcept {
        Close(opened);
    }
};

template <typename T, auto Close>
using Owner = std::unique_ptr<T, Closer<Close>>;

// A range over what `advance` reads, until it returns false. It can be gone through once.
template <typename Source>
class Range {
public:
    class iterator {
    public:
        using iterator_concept = std::input_iterator_tag;
        using difference_type = std::ptrdiff_t;
        using value_type = typename Source::value_type;

        explicit iterator(Source* source) : source_(source) { ++*this; }
        const value_type& operator*() const noexcept { return source_->current; }
        const value_type* operator->() const noexcept { return &source_->current; }
        iterator& operator++() {
            source_ = source_->advance() ? source_ : nullptr;
            return *this;
        }
        void operator++(int) { ++*this; }
        bool operator==(std::default_sentinel_t) const noexcept { return source_ == nullptr; }

    private:
        Source* source_;
    };

    explicit Range(Source source) : source_(std::move(source)) {}
    iterator begin() { return iterator(&source_); }
    [[nodiscard]] std::default_sentinel_t end() const noexcept { return {}; }

private:
    Source source_;
};

}  // namespace detail

// ================================================================================================================ rows

struct Chunk : ashlar_chunk {
    // The bytes of a block; 0 for the first row of the chunk.
    [[nodiscard]] std::span<const std::byte> bytes(std::int64_t row) const {
        if (row < 0 || row >= rows) {
            throw std::out_of_range("row=" + std::to_string(row) + ", rows=" + std::to_string(rows));
        }
        return {static_cast<const std::byte*>(ashlar_row(this, row)), static_cast<std::size_t>(block_length)};
    }

    // A block as a trivially copyable struct of its layout; what the block does not have is 0.
    template <typename T>
    [[nodiscard]] T block(std::int64_t row) const {
        static_assert(std::is_trivially_copyable_v<T>);
        T value{};
        const std::span<const std::byte> from = bytes(row);
        std::memcpy(&value, from.data(), from.size() < sizeof value ? from.size() : sizeof value);
        return value;
    }

    // A row as the generated decoder of its message, or of its group's entries. It shows the row, which the store owns.
    template <typename Decoder>
    [[nodiscard]] Decoder decode(std::int64_t row) const {
        return Decoder::from_block(bytes(row), static_cast<std::uint32_t>(schema_version));
    }
};

// A table, journal or last-value table of a store.
class Container {
public:
    explicit Container(const ashlar_container* container) : container_(container) {}

    [[nodiscard]] const ashlar_container& info() const noexcept { return *container_; }
    [[nodiscard]] std::string_view name() const noexcept { return container_->name; }

    [[nodiscard]] const ashlar_block& layout() const {
        const ashlar_block* block = nullptr;
        ashlar_error error;
        detail::require(ashlar_layout_of(container_, &block, &error), error);
        return *block;
    }

    // A field of its rows by its path, such as "price.mantissa".
    [[nodiscard]] const ashlar_field& field(const std::string& path) const {
        const ashlar_field* found = ashlar_field_of(&layout(), path.c_str());
        if (found == nullptr) {
            detail::require(ASHLAR_NOT_FOUND, ("field " + path).c_str());
        }
        return *found;
    }

protected:
    const ashlar_container* container_;
};

class Table : public Container {
    struct Chunks {
        using value_type = Chunk;
        detail::Owner<ashlar_chunks, ashlar_chunks_close> chunks;
        Chunk current{};

        bool advance() {
            ashlar_error error;
            const ashlar_code code = ashlar_chunks_next(chunks.get(), &current, &error);
            if (code != ASHLAR_END) {
                detail::require(code, error);
            }
            return code == ASHLAR_OK;
        }
    };

public:
    using Container::Container;

    // Its rows from one on, chunk by chunk.
    [[nodiscard]] detail::Range<Chunks> chunks(std::int64_t first_row = 0) const {
        ashlar_chunks* chunks = nullptr;
        ashlar_error error;
        detail::require(ashlar_chunks_open(container_, first_row, &chunks, &error), error);
        Chunks source;
        source.chunks.reset(chunks);
        return detail::Range<Chunks>(std::move(source));
    }
};

// ============================================================================================================ messages

struct Message : ashlar_message {
    // With its header, as generated decoders take it.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
        return {reinterpret_cast<const std::byte*>(data), length};
    }
};

class Journal : public Container {
    struct Messages {
        using value_type = Message;
        detail::Owner<ashlar_messages, ashlar_messages_close> messages;
        bool ended = false;
        Message current{};

        bool advance() {
            ashlar_error error;
            const ashlar_code code = ended ? ASHLAR_END : ashlar_messages_next(messages.get(), &current, &error);
            if (code != ASHLAR_END) {
                detail::require(code, error);
            }
            return code == ASHLAR_OK;
        }
    };

public:
    using Container::Container;

    [[nodiscard]] detail::Range<Messages> messages(std::int64_t position = 0) const {
        return detail::Range<Messages>(open(position));
    }

    // From the first message on whose time, or sequence, is at least this.
    [[nodiscard]] detail::Range<Messages> messages_from_time(std::uint64_t time_ns) const {
        return sought(ashlar_messages_seek_time, time_ns);
    }
    [[nodiscard]] detail::Range<Messages> messages_from_sequence(std::uint64_t sequence) const {
        return sought(ashlar_messages_seek_sequence, sequence);
    }

private:
    [[nodiscard]] Messages open(std::int64_t position) const {
        ashlar_messages* messages = nullptr;
        ashlar_error error;
        detail::require(ashlar_messages_open(container_, position, &messages, &error), error);
        Messages source;
        source.messages.reset(messages);
        return source;
    }

    template <typename Seek>
    [[nodiscard]] detail::Range<Messages> sought(Seek seek, std::uint64_t wanted) const {
        Messages source = open(0);
        ashlar_error error;
        const ashlar_code code = seek(source.messages.get(), wanted, &error);
        source.ended = code == ASHLAR_END;
        if (code != ASHLAR_END) {
            detail::require(code, error);
        }
        return detail::Range<Messages>(std::move(source));
    }
};

// ========================================================================================================= last values

struct Value : ashlar_value {
    std::vector<std::byte> block;
};

class LastValues : public Container {
public:
    explicit LastValues(const ashlar_container* container) : Container(container) {
        ashlar_values* values = nullptr;
        ashlar_error error;
        detail::require(ashlar_values_open(container, &values, &error), error);
        values_.reset(values);
    }

    [[nodiscard]] std::size_t size() const noexcept { return ashlar_values_count(values_.get()); }

    [[nodiscard]] std::span<const std::byte> key(std::size_t index) const noexcept {
        const void* key = ashlar_values_key(values_.get(), index);
        return {static_cast<const std::byte*>(key), key == nullptr ? 0 : ashlar_values_key_length(values_.get())};
    }

    // Reads the keys that were added since.
    void update() {
        ashlar_error error;
        detail::require(ashlar_values_update(values_.get(), &error), error);
    }

    // The latest value of a key, all of one moment; nothing if it has none. A text that is shorter than the key is
    // filled up with NUL.
    [[nodiscard]] std::optional<Value> at(std::string_view key) {
        std::vector<char> bytes(ashlar_values_key_length(values_.get()));
        if (key.size() > bytes.size()) {
            return std::nullopt;
        }
        key.copy(bytes.data(), key.size());
        std::size_t index = 0;
        const ashlar_code code = ashlar_values_find(values_.get(), bytes.data(), bytes.size(), &index);
        return code == ASHLAR_OK ? read(index) : std::nullopt;
    }

    [[nodiscard]] std::optional<Value> read(std::size_t index) {
        Value value;
        ashlar_error error;
        ashlar_code code;
        std::size_t length = 0;
        do {  // once more if its value moved to a longer layout meanwhile
            length = ashlar_values_block_length(values_.get());
            value.block.resize(length);
            code = ashlar_values_read(values_.get(), index, value.block.data(), length, &value, &error);
        } while (code == ASHLAR_MISUSE && length < ashlar_values_block_length(values_.get()));
        if (code == ASHLAR_EMPTY) {
            return std::nullopt;
        }
        detail::require(code, error);
        value.block.resize(static_cast<std::size_t>(value.block_length));
        return value;
    }

private:
    detail::Owner<ashlar_values, ashlar_values_close> values_;
};

// ============================================================================================================== stores

class Store {
public:
    // Owns a store that is open.
    explicit Store(ashlar_store* opened) noexcept : store_(opened) {}

    explicit Store(const std::string& path, const ashlar_options& options = {}) {
        ashlar_store* store = nullptr;
        ashlar_error error;
        detail::require(ashlar_open(path.c_str(), &options, &store, &error), error);
        store_.reset(store);
    }

    [[nodiscard]] Table table(const std::string& name) const { return Table(find(ASHLAR_TABLE, name)); }
    [[nodiscard]] Journal journal(const std::string& name) const { return Journal(find(ASHLAR_JOURNAL, name)); }
    [[nodiscard]] LastValues last_values(const std::string& name) const {
        return LastValues(find(ASHLAR_LAST_VALUES, name));
    }

    [[nodiscard]] std::vector<Container> containers() const {
        std::vector<Container> found;
        for (std::size_t i = 0; ashlar_container_at(store_.get(), i) != nullptr; i++) {
            found.emplace_back(ashlar_container_at(store_.get(), i));
        }
        return found;
    }

    // Shows what was committed since; chunks and messages from before are not valid any more.
    bool refresh() {
        bool changed = false;
        ashlar_error error;
        detail::require(ashlar_refresh(store_.get(), &changed, &error), error);
        return changed;
    }

    [[nodiscard]] ashlar_message_header header_of(const Message& message) const {
        ashlar_message_header header;
        ashlar_error error;
        detail::require(ashlar_message_header_of(store_.get(), &message, &header, &error), error);
        return header;
    }

    // Reads everything; the messages of all problems.
    [[nodiscard]] std::vector<std::string> verify() {
        std::vector<std::string> problems;
        ashlar_report report;
        ashlar_verify(
            store_.get(),
            [](void* into, const ashlar_error* error) {
                static_cast<std::vector<std::string>*>(into)->emplace_back(error->message);
            },
            &problems, &report, nullptr);
        return problems;
    }

    [[nodiscard]] ashlar_state state() const noexcept { return ashlar_state_of(store_.get()); }
    [[nodiscard]] ashlar_store* get() const noexcept { return store_.get(); }

private:
    [[nodiscard]] const ashlar_container* find(ashlar_kind kind, const std::string& name) const {
        const ashlar_container* container = ashlar_find(store_.get(), kind, name.c_str());
        if (container == nullptr) {
            detail::require(ASHLAR_NOT_FOUND, name.c_str());
        }
        return container;
    }

    detail::Owner<ashlar_store, ashlar_close> store_;
};

// ============================================================================================================ archives

// A folder of stores, one for each day or hour.
class Archive {
public:
    explicit Archive(const std::string& path) {
        ashlar_archive* archive = nullptr;
        ashlar_error error;
        detail::require(ashlar_archive_open(path.c_str(), &archive, &error), error);
        archive_.reset(archive);
    }

    [[nodiscard]] std::string_view division() const noexcept { return ashlar_archive_division(archive_.get()); }
    [[nodiscard]] std::string_view zone() const noexcept { return ashlar_archive_zone(archive_.get()); }

    // Its days, oldest first; valid until the next refresh.
    [[nodiscard]] std::span<const ashlar_day> days() const noexcept {
        return {ashlar_archive_day(archive_.get(), 0), ashlar_archive_day_count(archive_.get())};
    }

    // The store of a day, checked to be the one that the archive's head describes.
    [[nodiscard]] Store open(const ashlar_day& day, const ashlar_options& options = {}) const {
        ashlar_store* store = nullptr;
        ashlar_error error;
        detail::require(ashlar_archive_open_day(archive_.get(), &day, &options, &store, &error), error);
        return Store(store);
    }

    [[nodiscard]] Store open(const std::string& name, const ashlar_options& options = {}) const {
        const ashlar_day* day = ashlar_archive_find_day(archive_.get(), name.c_str());
        if (day == nullptr) {
            detail::require(ASHLAR_NOT_FOUND, ("day " + name).c_str());
        }
        return open(*day, options);
    }

    // Whether there is anything new.
    bool refresh() {
        bool changed = false;
        ashlar_error error;
        detail::require(ashlar_archive_refresh(archive_.get(), &changed, &error), error);
        return changed;
    }

private:
    detail::Owner<ashlar_archive, ashlar_archive_close> archive_;
};

// =============================================================================================================== rings

class Producer {
public:
    explicit Producer(ashlar_producer* producer) : producer_(producer) {}

    // False if there is no room. Throws if there is no room and the consumer is closed, or the ring is corrupt.
    bool offer(std::span<const std::byte> message, std::int32_t type = 0) {
        const ashlar_code code = ashlar_offer(producer_.get(), type, message.data(), message.size());
        if (code != ASHLAR_FULL) {
            detail::require(code, "offer");
        }
        return code == ASHLAR_OK;
    }

    [[nodiscard]] std::size_t max_length() const noexcept { return ashlar_max_length(producer_.get()); }
    [[nodiscard]] ashlar_producer* get() const noexcept { return producer_.get(); }

private:
    detail::Owner<ashlar_producer, ashlar_producer_close> producer_;
};

class Consumer {
public:
    explicit Consumer(ashlar_consumer* consumer) : consumer_(consumer) {}

    // Hands out up to `limit` messages as handler(type, span); returns how many. The handler must not throw.
    template <typename Handler>
    std::size_t poll(Handler&& handler, std::size_t limit = 1024) {
        std::size_t handled = 0;
        ashlar_error error;
        void* context = const_cast<void*>(static_cast<const void*>(std::addressof(handler)));
        const auto call = [](void* of, std::int32_t type, const void* message, std::size_t length) {
            (*static_cast<std::remove_reference_t<Handler>*>(of))(
                type, std::span<const std::byte>(static_cast<const std::byte*>(message), length));
        };
        detail::require(ashlar_poll(consumer_.get(), limit, call, context, &handled, &error), error);
        return handled;
    }

    [[nodiscard]] bool is_done() const noexcept { return ashlar_is_done(consumer_.get()); }

private:
    detail::Owner<ashlar_consumer, ashlar_consumer_close> consumer_;
};

// A ring of any kind in a file. Producers and consumers must go before it.
class Ring {
public:
    explicit Ring(const std::string& path) {
        ashlar_ring* ring = nullptr;
        ashlar_error error;
        detail::require(ashlar_ring_open(path.c_str(), &ring, &error), error);
        ring_.reset(ring);
    }

    static void create(const std::string& path, const ashlar_ring_layout& layout) {
        ashlar_error error;
        detail::require(ashlar_ring_create(path.c_str(), &layout, &error), error);
    }

    [[nodiscard]] Producer producer() {
        ashlar_producer* producer = nullptr;
        ashlar_error error;
        detail::require(ashlar_ring_producer(ring_.get(), &producer, &error), error);
        return Producer(producer);
    }

    [[nodiscard]] Consumer consumer(ashlar_delivery delivery = ASHLAR_AT_LEAST_ONCE) {
        ashlar_consumer* consumer = nullptr;
        ashlar_error error;
        detail::require(ashlar_ring_consumer(ring_.get(), delivery, &consumer, &error), error);
        return Consumer(consumer);
    }

    [[nodiscard]] ashlar_ring_layout layout() const noexcept { return ashlar_ring_layout_of(ring_.get()); }

private:
    detail::Owner<ashlar_ring, ashlar_ring_close> ring_;
};

}  // namespace ashlar

#endif  // ASHLAR_HPP
