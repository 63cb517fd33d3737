// SPDX-License-Identifier: Apache-2.0
// Says what becomes of encoders that are used too late, and of counts that the schema or readers do not accept.
#include <cstdio>
#include <vector>

#include "schema.hpp"

namespace {

using namespace NAMESPACE;

template <class Use>
void wrong(const char* name, Use use, std::size_t bytes = 1U << 20U) {
    std::vector<std::byte> buffer(bytes);
    BookEncoder book(buffer);
    try {
        use(book);
        std::printf("%s: accepted\n", name);
    } catch (const sbe::EncodingError&) {
        std::printf("%s: rejected\n", name);
    }
}

BookLevelsEncoder complete(BookLevelsEncoder level) {
    (void)level.orders(0);
    (void)level.quotes(0);
    return level.maker("x").taker("x");
}

void begin(BookEncoder& book) {
    (void)book.levels(0);
    (void)book.trades(0);
}

void pairs(BookEncoder& book) {
    auto pairs = book.pairs(2);
    pairs.next().leg(1);
    pairs.next().leg(2);
}

void rest(BookEncoder& book) {
    pairs(book);
    (void)book.ticks(0);
    (void)book.marks(0);
    (void)book.stamps(0);
    book.note("");
}

}  // namespace

int main() {
    wrong("group again", [](auto& book) {
        (void)book.levels(1);
        (void)book.levels(1);
    });
    wrong("group again inside", [](auto& book) {
        auto level = book.levels(1).next();
        (void)level.orders(0);
        (void)level.quotes(0);
        level.maker("x");
        (void)book.levels(1);
    });
    wrong("entry that does not fit", [](auto& book) {
        (void)book.levels(0);
        auto trades = book.trades(1);
        try {
            trades.next();
        } catch (const sbe::EncodingError&) {
            rest(book);
            (void)book.sbe_encoded_length();
        }
    }, 64);
    wrong("low count", [](auto& book) {
        begin(book);
        (void)book.pairs(1);
    });
    wrong("high count", [](auto& book) {
        begin(book);
        (void)book.pairs(4);
    });
    wrong("empty entries", [](auto& book) {
        begin(book);
        pairs(book);
        (void)book.ticks(0);
        (void)book.marks(65'537);
    });
    wrong("more empty entries", [](auto& book) {
        begin(book);
        pairs(book);
        (void)book.ticks(0);
        for (auto marks = book.marks(65'536); marks.remaining() > 0;) {
            marks.next();
        }
        (void)book.stamps(1);
    });
    wrong("great count", [](auto& book) {
        begin(book);
        pairs(book);
        (void)book.ticks(std::size_t{1} << 31U);
    });
    wrong("data of an earlier entry", [](auto& book) {
        auto levels = book.levels(2);
        auto first = complete(levels.next());
        auto second = levels.next();
        (void)second.orders(0);
        first.maker("x");
    });
    wrong("group of an earlier entry", [](auto& book) {
        auto levels = book.levels(2);
        auto first = complete(levels.next());
        levels.next();
        (void)first.quotes(0);
    });
    wrong("entry of an earlier group", [](auto& book) {
        (void)book.levels(0);
        auto trades = book.trades(2);
        auto copy = trades;
        trades.next();
        trades.next();
        (void)book.pairs(3);
        copy.next();
    });

    std::vector<std::byte> buffer(1U << 10U);
    BookEncoder book(buffer);
    auto levels = book.levels(2);
    auto first = complete(levels.next());
    auto second = complete(levels.next());
    first.price(7);
    second.price(9);
    (void)book.trades(0);
    rest(book);
    const std::span<const std::byte> message = std::span(buffer).first(book.sbe_encoded_length());
    const BookDecoder read(message);
    std::printf("fields:");
    for (const auto& level : read.levels()) {
        std::printf(" %u", level.price());
    }
    std::printf("\n");
    return 0;
}
