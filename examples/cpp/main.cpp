#include <cassert>
#include <cstdio>

#include "example/feed/schema.hpp"

using namespace example::feed;

std::size_t encode(std::span<std::byte> buffer) {
    TradeEncoder trade(buffer);
    trade.transact_time(1'000'000).symbol("ASHL").side(Side::Sell).flags(Flags().auction(true));
    trade.price().mantissa(12'345);
    auto fills = trade.fills(2);
    fills.next().quantity(70).venue("XETR");
    fills.next().quantity(30).venue("XPAR");
    trade.note("partial");
    return trade.sbe_encoded_length();
}

void decode(std::span<const std::byte> message) {
    const TradeDecoder trade(message);
    assert(trade.symbol() == "ASHL");
    assert(trade.price().mantissa() == 12'345 && trade.price().exponent() == -2);
    assert(trade.side() == Side::Sell && name_of(trade.side()) == "Sell");
    assert(trade.flags().auction() && !trade.flags().odd_lot());
    assert(trade.displayed_is_null());
    std::uint32_t total = 0;
    for (const auto& fill : trade.fills()) {
        total += fill.quantity();
    }
    assert(total == 100 && trade.fills().size() == 2);
    assert(trade.note() == "partial");
}

std::uint64_t time_of(std::span<const std::byte> row, std::uint32_t version) {
    return TradeDecoder::from_block(row, version).transact_time();
}

int main() {
    std::array<std::byte, 256> buffer{};
    const std::size_t length = encode(buffer);
    const std::span<const std::byte> message = std::span(buffer).first(length);
    decode(message);
    assert(time_of(message.subspan(Header::length, TradeDecoder::sbe_block_length), 1) == 1'000'000);
    std::printf("%s\n", to_json(message).c_str());

    const sbe::Validation found = validate(message.first(length - 1));
    assert(found.status == sbe::Status::data_too_long && found.element == "note");
    try {
        decode(message.first(20));
    } catch (const sbe::MalformedMessage& e) {
        std::printf("%s\n", e.what());
    }
}
