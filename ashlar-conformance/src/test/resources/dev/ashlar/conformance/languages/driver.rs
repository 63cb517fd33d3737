// SPDX-License-Identifier: Apache-2.0
//! Answers each message of the standard input with three lines: the verdict, the JSON and the copy
//! in hexadecimal.
use std::fmt::Write as _;
use std::io::{self, Read, Write};

use conformance_check::Message;

fn answer(bytes: &[u8], buffer: &mut [u8], out: &mut String) {
    let message = match Message::new(bytes) {
        Ok(message) => message,
        Err(e) => {
            writeln!(out, "{} {} {}", e.kind as u8, e.position, e.element).unwrap();
            return;
        }
    };
    let length = message.encoded_length();
    writeln!(out, "0 {length} {}", message.name()).unwrap();
    writeln!(out, "{message}").unwrap();
    match message.copy_to(buffer) {
        Ok(length) => {
            for byte in &buffer[..length] {
                write!(out, "{byte:02x}").unwrap();
            }
            out.push('\n');
        }
        Err(e) => writeln!(out, "refused: {e}").unwrap(),
    }
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let mut rest = &input[..];
    let mut buffer = vec![0; 1 << 23];
    let mut out = String::new();
    while let Some((length, tail)) = rest.split_first_chunk::<4>() {
        let (message, tail) = tail.split_at(u32::from_le_bytes(*length) as usize);
        answer(message, &mut buffer, &mut out);
        rest = tail;
        io::stdout().write_all(out.as_bytes())?;
        out.clear();
    }
    Ok(())
}
