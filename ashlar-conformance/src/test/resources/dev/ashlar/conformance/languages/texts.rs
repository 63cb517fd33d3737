// SPDX-License-Identifier: Apache-2.0
//! Sets each text of the standard input; answers what became of it, and the message.
use std::io::{self, BufRead};

use conformance_check::{sbe, TextsDecoder, TextsEncoder};

fn set(texts: &mut TextsEncoder<'_>, element: &str, text: &str) -> sbe::Encoded<()> {
    match element {
        "plain" => texts.plain(text).map(drop),
        "ascii" => texts.ascii(text).map(drop),
        "latin" => texts.latin(text).map(drop),
        "utf" => texts.utf(text).map(drop),
        "asciiNote" => texts.ascii_note(text).map(drop),
        "latinNote" => texts.latin_note(text).map(drop),
        _ => texts.utf_note(text).map(drop),
    }
}

fn answer(element: &str, text: &str) -> sbe::Encoded<()> {
    let mut buffer = [0; 256];
    let mut texts = TextsEncoder::new(&mut buffer)?;
    for array in ["plain", "ascii", "latin", "utf"] {
        set(&mut texts, array, "ok")?;
    }
    let elements = "plain ascii latin utf asciiNote latinNote utfNote";
    for next in elements.split(' ') {
        let mut is_set = !next.ends_with("Note");
        if next == element {
            match set(&mut texts, next, text) {
                Ok(()) => {
                    println!("accepted");
                    is_set = true;
                }
                Err(e) => println!("{e}"),
            }
        }
        // What was refused is still the next part.
        if !is_set {
            set(&mut texts, next, "ok")?;
        }
    }
    texts.wide_note(b"o\0k\0")?;
    let length = texts.finish()?;
    for byte in &buffer[..length] {
        print!("{byte:02x}");
    }
    println!();
    let read = TextsDecoder::new(&buffer[..length]).expect("what was written");
    let shown = read.latin_note().to_string();
    if element == "latinNote" && shown != "ok" && shown != text {
        println!("read differs");
    }
    Ok(())
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        let mut parts = line.split(' ');
        let (element, hex) = (parts.next().unwrap(), parts.next().unwrap());
        let bytes: Vec<u8> = (1..hex.len() - 1)
            .step_by(2)
            .map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap())
            .collect();
        answer(element, std::str::from_utf8(&bytes).unwrap()).unwrap();
    }
    Ok(())
}
