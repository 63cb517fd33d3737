// SPDX-License-Identifier: Apache-2.0
// Each line with "wrong" does not compile.
#include "schema.hpp"

using namespace NAMESPACE;

void wrong(TradeEncoder& trade, const TradeDecoder& decoder, std::span<const std::byte> bytes) {
    TradeEncoder copy(trade);  // wrong: both would write the next part
    TradeEncoder reader(bytes);  // wrong: the bytes are read-only
    trade.fills(2);  // wrong: nobody writes the entries
    trade.side('1');  // wrong: no Side
    trade.flags(1);  // wrong: no Flags
    decoder.note("x");  // wrong: a decoder does not write
    decoder.validate();  // wrong: its constructor did
}
