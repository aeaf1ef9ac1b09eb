//! Prints the stream that the target `told_search` generates from an input:
//! `cargo run --manifest-path fuzz/Cargo.toml --example told_search FILE`.

use edagari_fuzz::told_search;

fn main() -> std::io::Result<()> {
    let input = std::env::args_os().nth(1).ok_or(std::io::ErrorKind::NotFound)?;
    print!("{}", told_search(&std::fs::read(input)?).stream);
    Ok(())
}
