// SPDX-License-Identifier: Apache-2.0
// Counts what encoding and decoding allocate; then says what each wrong use leads to.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <new>
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
