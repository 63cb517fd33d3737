use std::{env, process::Command};

/// Generates the codecs of feed.xml whenever it changes.
fn main() {
    println!("cargo:rerun-if-changed=feed.xml");
    let feed = format!("{}/feed", env::var("OUT_DIR").unwrap());
    let status = Command::new("ashlar")
        .args(["compile", "feed.xml", "-l", "rust", "-o", &feed])
        .status()
        .expect("ashlar is not on the path");
    assert!(status.success(), "ashlar compile: {status}");
}
