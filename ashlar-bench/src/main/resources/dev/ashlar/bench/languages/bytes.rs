// SPDX-License-Identifier: Apache-2.0
//! Fixed texts are arrays of bytes.
#[path = "../ashlar.rs"]
mod ashlar;

fn main() {
    ashlar::measure::<false>();
}
