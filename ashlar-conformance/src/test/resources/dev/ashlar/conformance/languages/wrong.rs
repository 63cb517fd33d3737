// SPDX-License-Identifier: Apache-2.0
//! Each line with `wrong` does not compile.
use conformance_check::{sbe, TradeBlock, TradeDecoder, TradeEncoder};

pub fn outlives<'a>() -> TradeDecoder<'a> {
    let bytes = [0; 64];
    TradeDecoder::new(&bytes).unwrap() // wrong: the bytes end here
}

pub fn changes(bytes: &mut [u8]) -> u64 {
    let trade = TradeDecoder::new(bytes).unwrap();
    bytes[0] = 1; // wrong: the decoder has checked other bytes
    trade.transact_time()
}

pub fn leaves_group(trade: &mut TradeEncoder<'_>) -> sbe::Encoded<()> {
    let mut fills = trade.fills(1)?;
    trade.note("x")?; // wrong: the group is not complete
    fills.add()?.venue("x").map(drop)
}

pub fn leaves_entry(trade: &mut TradeEncoder<'_>) -> sbe::Encoded<()> {
    let mut fills = trade.fills(2)?;
    let mut first = fills.add()?;
    fills.add()?; // wrong: the entry is not complete
    first.venue("x").map(drop)
}

pub fn two_encoders(bytes: &mut [u8]) -> sbe::Encoded<()> {
    let mut one = TradeEncoder::new(bytes)?;
    let mut two = TradeEncoder::new(bytes)?; // wrong: of the same bytes
    one.transact_time(1);
    two.transact_time(2);
    Ok(())
}

pub fn reads_group(row: TradeBlock<'_>) -> usize {
    row.fills().len() // wrong: a row has no groups
}

fn main() {}
