// SPDX-License-Identifier: Apache-2.0
//! Fixed texts are checked strings.
#[path = "../ashlar.rs"]
mod ashlar;

fn main() {
    ashlar::measure::<true>();
}
