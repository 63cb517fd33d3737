// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.demo;

import dev.ashlar.ingest.MessageContext;
import dev.ashlar.ingest.MessageHandler;
import dev.ashlar.sample.MessageHeaderDecoder;
import dev.ashlar.sample.NewsDecoder;
import dev.ashlar.sample.QuoteDecoder;
import dev.ashlar.sample.TradeDecoder;
import java.lang.foreign.MemorySegment;

/// Reads the feed through generated decoders, as an application would.
final class FlyweightReader implements MessageHandler {
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final TradeDecoder trade = new TradeDecoder();
    private final QuoteDecoder quote = new QuoteDecoder();
    private final NewsDecoder news = new NewsDecoder();
    private final Tally tally = new Tally();

    @Override
    public void onMessage(MessageContext context, MemorySegment memory, long offset, long length) {
        switch (header.wrap(memory, offset).templateId()) {
            case TradeDecoder.TEMPLATE_ID -> {
                trade.wrapAndApplyHeader(memory, offset, header);
                tally.trade(trade.quantity(), trade.price().mantissa());
            }
            case QuoteDecoder.TEMPLATE_ID -> {
                quote.wrapAndApplyHeader(memory, offset, header);
                for (QuoteDecoder.BidsDecoder bid : quote.bids()) {
                    tally.level(bid.quantity(), bid.price().mantissa());
                }
                for (QuoteDecoder.AsksDecoder ask : quote.asks()) {
                    tally.level(ask.quantity(), ask.price().mantissa());
                }
                tally.quote();
            }
            case NewsDecoder.TEMPLATE_ID -> {
                news.wrapAndApplyHeader(memory, offset, header);
                // Data stands behind the entries, so they are walked even by who does not want them.
                news.instruments().forEachRemaining(_ -> { });
                tally.news(news.headlineLength());
            }
            default -> throw new IllegalStateException("unexpected template: " + header.templateId());
        }
    }

    FeedTotals totals() {
        return tally.totals();
    }
}
