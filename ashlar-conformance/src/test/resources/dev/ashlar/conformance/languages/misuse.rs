// SPDX-License-Identifier: Apache-2.0
//! Says what becomes of encoders that are used too late, and of counts that the schema or readers do not accept.
use conformance_check::{sbe, BookDecoder, BookEncoder, BookLevelsEncoder};

fn wrong(name: &str, length: usize, run: impl FnOnce(&mut BookEncoder<'_>) -> sbe::Encoded<()>) {
    let mut buffer = vec![0; length];
    let mut book = BookEncoder::new(&mut buffer).unwrap();
    match run(&mut book) {
        Ok(()) => println!("{name}: accepted"),
        Err(_) => println!("{name}: rejected"),
    }
}

fn complete(level: &mut BookLevelsEncoder<'_, '_>) -> sbe::Encoded<()> {
    level.orders(0)?;
    level.quotes(0)?;
    level.maker("x")?.taker("x").map(drop)
}

fn begin(book: &mut BookEncoder<'_>) -> sbe::Encoded<()> {
    book.levels(0)?;
    book.trades(0).map(drop)
}

fn pairs(book: &mut BookEncoder<'_>) -> sbe::Encoded<()> {
    let mut pairs = book.pairs(2)?;
    pairs.add()?.leg(1);
    pairs.add()?.leg(2);
    Ok(())
}

fn rest(book: &mut BookEncoder<'_>) -> sbe::Encoded<()> {
    pairs(book)?;
    book.ticks(0)?;
    book.marks(0)?;
    book.stamps(0)?;
    book.note("").map(drop)
}

fn main() {
    let enough = 1 << 20;
    wrong("group again", enough, |book| {
        book.levels(1)?;
        book.levels(1).map(drop)
    });
    wrong("group again inside", enough, |book| {
        let mut levels = book.levels(1)?;
        let mut level = levels.add()?;
        level.orders(0)?;
        level.quotes(0)?;
        level.maker("x")?;
        book.levels(1).map(drop)
    });
    wrong("entry that does not fit", 64, |book| {
        book.levels(0)?;
        let refused = book.trades(1)?.add().is_err();
        assert!(refused);
        rest(book)?;
        book.finish().map(drop)
    });
    wrong("low count", enough, |book| {
        begin(book)?;
        book.pairs(1).map(drop)
    });
    wrong("high count", enough, |book| {
        begin(book)?;
        book.pairs(4).map(drop)
    });
    wrong("empty entries", enough, |book| {
        begin(book)?;
        pairs(book)?;
        book.ticks(0)?;
        book.marks(65_537).map(drop)
    });
    wrong("more empty entries", enough, |book| {
        begin(book)?;
        pairs(book)?;
        book.ticks(0)?;
        let mut marks = book.marks(65_536)?;
        while marks.remaining() > 0 {
            marks.add().unwrap();
        }
        book.stamps(1).map(drop)
    });
    wrong("great count", enough, |book| {
        begin(book)?;
        pairs(book)?;
        book.ticks(1 << 31).map(drop)
    });

    let mut buffer = [0; 1024];
    let mut book = BookEncoder::new(&mut buffer).unwrap();
    let mut levels = book.levels(2).unwrap();
    for price in [7, 9] {
        let mut level = levels.add().unwrap();
        complete(&mut level).unwrap();
        level.price(price);
    }
    book.trades(0).unwrap();
    rest(&mut book).unwrap();
    let length = book.finish().unwrap();
    print!("fields:");
    for level in BookDecoder::new(&buffer[..length]).unwrap().levels() {
        print!(" {}", level.price());
    }
    println!();
}
