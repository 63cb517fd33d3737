// SPDX-License-Identifier: Apache-2.0
// Counts what encoding and decoding allocate, and reads blocks alone; then says what each wrong use leads to.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <new>
#include <ranges>
#include <string>
#include <vector>

#include "schema.hpp"

namespace {
std::size_t allocations = 0;
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* const at = std::malloc(size)) {
        return at;
    }
    throw std::bad_alloc();
}
void operator delete(void* at) noexcept { std::free(at); }
void operator delete(void* at, std::size_t) noexcept { std::free(at); }

namespace {

using namespace NAMESPACE;

std::size_t encode(std::span<std::byte> buffer, std::uint32_t i) {
    TradeEncoder trade(buffer);
    trade.transact_time(i).symbol("ASHL").side(Side::Sell).flags(Flags().auction(true)).displayed(i);
    trade.price().mantissa(12'345);
    auto fills = trade.fills(2);
    fills.next().quantity(i).venue("XETR");
    fills.next().quantity(30).venue("XPAR");
    trade.note("partial");
    return trade.sbe_encoded_length();
}

std::uint64_t decode(std::span<const std::byte> message) {
    const TradeDecoder trade(message);
    std::uint64_t sum = trade.transact_time() + trade.displayed() + (trade.symbol() == "ASHL");
    sum += static_cast<std::uint64_t>(trade.price().mantissa()) + (trade.side() == Side::Sell);
    for (const auto& fill : trade.fills()) {
        sum += fill.quantity() + fill.venue().size() + trade.flags().auction();
    }
    return sum + trade.note().size();
}

template <class Use>
void out_of_reach(const char* name, Use use) {
    try {
        use();
        std::printf("%s: accepted\n", name);
    } catch (const sbe::MalformedMessage&) {
        std::printf("%s: rejected\n", name);
    }
}

// A message ends before its bytes do, but the sanitizer would see a byte read beyond a block alone.
void rows(std::span<const std::byte> message) {
    const std::vector<std::byte> block(message.begin() + 8, message.begin() + 38);
    const std::vector<std::byte> entry(message.begin() + 42, message.begin() + 46);
    const auto row = TradeDecoder::from_block(block, 1);
    std::printf("row: %u %s %d %s %u\n", static_cast<unsigned>(row.transact_time()), std::string(row.symbol()).c_str(),
                static_cast<int>(row.price().mantissa()), std::string(name_of(row.side())).c_str(), row.displayed());
    const auto old = TradeDecoder::from_block(block, 0);
    const auto cut = TradeDecoder::from_block(std::span(block).first(28), 1);
    std::printf("older rows: %d %d\n", old.displayed_is_null(), cut.displayed_is_null());
    const auto fill = TradeFillsDecoder::from_block(entry, 1);
    std::printf("entry: %u\n", fill.quantity());
    out_of_reach("row's groups", [&] { static_cast<void>(row.fills()); });
    out_of_reach("row's data", [&] { static_cast<void>(row.note()); });
    out_of_reach("row's header", [&] { static_cast<void>(row.sbe_header()); });
    out_of_reach("row's length", [&] { static_cast<void>(row.sbe_encoded_length()); });
    out_of_reach("entry's data", [&] { static_cast<void>(fill.venue()); });
    out_of_reach("row's JSON", [&] { static_cast<void>(row.to_json()); });
}

// Data before groups, and groups again.
void again(const TradeDecoder& trade) {
    std::string read(trade.note());
    for (int i = 0; i < 2; ++i) {
        for (const auto& fill : trade.fills()) {
            read.append(" ").append(fill.venue());
        }
    }
    std::printf("again: %s %s\n", read.c_str(), std::string(trade.note()).c_str());
}

// Entries outlive the iterator, and iterators are what the standard's algorithms ask for.
void algorithms(const TradeDecoder& trade) {
    using Fills = decltype(trade.fills());
    static_assert(std::ranges::input_range<Fills> && std::ranges::forward_range<Fills>);
    static_assert(std::is_same_v<std::ranges::range_reference_t<Fills>, TradeFillsDecoder>);
    const Fills fills = trade.fills();
    const auto& first = *fills.begin();
    auto next = fills.begin();
    const auto& kept = *next++;
    const auto greatest = std::ranges::max_element(fills, {}, &TradeFillsDecoder::quantity);
    const auto rising = std::ranges::adjacent_find(fills, {}, [](const auto& fill) { return fill.quantity() > 0; });
    std::vector<TradeFillsDecoder> all;
    std::ranges::copy(fills, std::back_inserter(all));
    const bool equal = std::ranges::next(fills.begin()) == next;
    const bool different = fills.begin() != next;
    std::printf("algorithms: %u %u %u %s %u %zu %u %d %d\n", first.quantity(), kept.quantity(), next->quantity(),
                std::string(greatest->venue()).c_str(), rising->quantity(), all.size(), all.back().quantity(),
                int{equal}, int{different});
}

template <class Use>
void wrong(const char* name, Use use) {
    static std::vector<std::byte> buffer(1U << 17U);
    TradeEncoder trade(buffer);
    try {
        use(trade);
        std::printf("%s: accepted\n", name);
    } catch (const sbe::EncodingError&) {
        std::printf("%s: rejected\n", name);
    }
}

}  // namespace

int main() {
    std::array<std::byte, 256> buffer{};
    const std::size_t before = allocations;
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < 10'000; ++i) {
        sum += decode(std::span(buffer).first(encode(buffer, i)));
    }
    std::printf("allocated: %zu\n", sum == 0 ? 1 : allocations - before);
    rows(std::span(buffer).first(encode(buffer, 7)));
    again(TradeDecoder(std::span(buffer).first(encode(buffer, 7))));
    algorithms(TradeDecoder(std::span(buffer).first(encode(buffer, 7))));
    wrong("order", [](auto& trade) { trade.note("x"); });
    wrong("missing entry", [](auto& trade) {
        trade.fills(2).next().venue("x");
        trade.note("x");
    });
    wrong("extra entry", [](auto& trade) {
        auto fills = trade.fills(1);
        fills.next().venue("x");
        fills.next();
    });
    wrong("unfinished entry", [](auto& trade) {
        trade.fills(1).next();
        trade.note("x");
    });
    wrong("unfinished message", [](auto& trade) {
        (void)trade.fills(0);
        (void)trade.sbe_encoded_length();
    });
    wrong("twice", [](auto& trade) {
        (void)trade.fills(0);
        trade.note("x").note("x");
    });
    wrong("long text", [](auto& trade) { trade.symbol("far too long"); });
    wrong("long data", [](auto& trade) {
        (void)trade.fills(0);
        trade.note(std::string(65'536, 'x'));
    });
    wrong("high count", [](auto& trade) { (void)trade.fills(65'536); });
    wrong("small buffer", [](auto&) {
        std::array<std::byte, 40> small{};
        encode(small, 0);
    });
    return 0;
}
