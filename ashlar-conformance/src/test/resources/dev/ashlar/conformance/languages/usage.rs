// SPDX-License-Identifier: Apache-2.0
//! Counts what encoding and decoding allocate, and reads blocks alone; then says what each wrong use leads to.
use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};

use conformance_check::{
    sbe, Flags, Message, Side, TradeBlock, TradeDecoder, TradeEncoder, TradeFillsBlock,
};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn encode(buffer: &mut [u8], i: u32) -> sbe::Encoded<usize> {
    let mut trade = TradeEncoder::new(buffer)?;
    trade
        .transact_time(i.into())
        .side(Side::SELL)
        .flags(Flags::AUCTION)
        .displayed(i)
        .symbol("ASHL")?;
    trade.price().mantissa(12_345);
    let mut fills = trade.fills(2)?;
    fills.add()?.quantity(i).venue("XETR")?;
    fills.add()?.quantity(30).venue("XPAR")?;
    trade.note("partial")?;
    trade.finish()
}

fn decode(bytes: &[u8]) -> sbe::Decoded<u64> {
    let trade = TradeDecoder::new(bytes)?;
    let mut sum = trade.transact_time() + u64::from(trade.displayed().unwrap_or(0));
    sum += trade.price().mantissa() as u64 + u64::from(trade.side().0);
    sum += u64::from(trade.flags().contains(Flags::AUCTION)) + u64::from(trade.symbol() == "ASHL");
    for fill in trade.fills() {
        sum += u64::from(fill.quantity()) + fill.venue().as_bytes().len() as u64;
    }
    Ok(sum + trade.note().as_bytes().len() as u64)
}

struct Length(usize);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

fn wrong(name: &str, run: impl FnOnce(&mut TradeEncoder<'_>) -> sbe::Encoded<()>) {
    let mut buffer = [0; 1 << 17];
    let mut trade = TradeEncoder::new(&mut buffer).unwrap();
    match run(&mut trade) {
        Ok(()) => println!("{name}: accepted"),
        Err(_) => println!("{name}: rejected"),
    }
}

fn rows(message: &[u8]) {
    let block = &message[8..38];
    let row = TradeBlock::new(block, 1);
    println!(
        "row: {} {} {} {} {}",
        row.transact_time(),
        row.symbol().to_str().unwrap(),
        row.price().mantissa(),
        row.side().name().unwrap(),
        row.displayed().unwrap()
    );
    let old = TradeBlock::new(block, 0).displayed_is_null();
    let cut = TradeBlock::new(&block[..28], 1).displayed_is_null();
    println!("older rows: {} {}", u8::from(old), u8::from(cut));
    println!(
        "entry: {}",
        TradeFillsBlock::new(&message[42..46], 1).quantity()
    );
}

/// Data before groups, and groups again.
fn again(trade: TradeDecoder<'_>) {
    print!("again: {}", trade.note());
    for fill in trade.fills().into_iter().chain(trade.fills()) {
        print!(" {}", fill.venue());
    }
    println!(" {}", trade.note());
}

fn main() {
    let mut buffer = [0; 256];
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    for i in 0..10_000 {
        let length = encode(&mut buffer, i).unwrap();
        black_box(decode(&buffer[..length]).unwrap());
        let mut json = Length(0);
        write!(json, "{}", Message::new(&buffer[..length]).unwrap()).unwrap();
        black_box(json.0);
    }
    let allocated = ALLOCATIONS.load(Ordering::Relaxed) - before;
    println!("allocated: {allocated}");
    let length = encode(&mut buffer, 7).unwrap();
    rows(&buffer[..length]);
    again(TradeDecoder::new(&buffer[..length]).unwrap());
    wrong("order", |trade| trade.note("x").map(drop));
    wrong("missing entry", |trade| {
        trade.fills(2)?.add()?.venue("x")?;
        trade.note("x").map(drop)
    });
    wrong("extra entry", |trade| {
        let mut fills = trade.fills(1)?;
        fills.add()?.venue("x")?;
        fills.add().map(drop)
    });
    wrong("unfinished entry", |trade| {
        trade.fills(1)?.add()?;
        trade.note("x").map(drop)
    });
    wrong("unfinished message", |trade| {
        trade.fills(0)?;
        trade.finish().map(drop)
    });
    wrong("twice", |trade| {
        trade.fills(0)?;
        trade.note("x")?;
        trade.note("x").map(drop)
    });
    wrong("long text", |trade| trade.symbol("far too long").map(drop));
    wrong("long data", |trade| {
        trade.fills(0)?;
        trade.note(&"x".repeat(65_536)).map(drop)
    });
    wrong("high count", |trade| trade.fills(65_536).map(drop));
    wrong("small buffer", |_| encode(&mut [0; 40], 0).map(drop));
}
