use std::error::Error;

/// The codecs that build.rs generates.
mod feed {
    include!(concat!(env!("OUT_DIR"), "/feed/src/codec/mod.rs"));
}

use feed::{sbe, Flags, Message, Side, TradeBlock, TradeDecoder, TradeEncoder};

fn encode(buffer: &mut [u8]) -> sbe::Encoded<usize> {
    let mut trade = TradeEncoder::new(buffer)?;
    trade
        .transact_time(1_000_000)
        .side(Side::SELL)
        .flags(Flags::AUCTION)
        .displayed(None)
        .symbol("ASHL")?;
    trade.price().mantissa(12_345);
    let mut fills = trade.fills(2)?;
    fills.add()?.quantity(70).venue("XETR")?;
    fills.add()?.quantity(30).venue("XPAR")?;
    trade.note("partial")?;
    trade.finish()
}

fn decode(bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    let trade = TradeDecoder::new(bytes)?;
    assert_eq!(trade.symbol(), "ASHL");
    assert_eq!(trade.price().mantissa(), 12_345);
    assert_eq!(trade.price().exponent(), -2);
    assert_eq!(trade.side(), Side::SELL);
    assert_eq!(trade.side().name(), Some("Sell"));
    assert!(trade.flags().contains(Flags::AUCTION));
    assert_eq!(trade.displayed(), None);
    let total: u32 = trade.fills().iter().map(|fill| fill.quantity()).sum();
    assert_eq!((trade.fills().len(), total), (2, 100));
    for fill in trade.fills() {
        println!("{} at {}", fill.quantity(), fill.venue().to_str()?);
    }
    Ok(())
}

fn time_of(row: &[u8], version: u32) -> u64 {
    TradeBlock::new(row, version).transact_time()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut buffer = [0; 256];
    let length = encode(&mut buffer)?;
    let bytes = &buffer[..length];
    decode(bytes)?;
    println!("time {}", time_of(&bytes[8..38], 1));
    println!("{}", Message::new(bytes)?);

    let malformed = TradeDecoder::new(&bytes[..length - 1]).unwrap_err();
    assert_eq!(malformed.kind, sbe::ErrorKind::DataTooLong);
    println!("{malformed}");
    println!("{}", encode(&mut [0; 40]).unwrap_err());
    Ok(())
}
