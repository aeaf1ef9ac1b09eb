//! Plain programs that share no code with the library, and random inputs for laws.

#[cfg(feature = "export")]
pub(crate) mod plain_pdf;
pub(crate) mod plain_searches;
pub(crate) mod random_games;
pub(crate) mod random_trees;
pub(crate) mod replays;

use proptest::prelude::ProptestConfig;

/// The settings of a law that is tried with `all` cases, or with an eighth of them unless `EDAGARI_TESTS=all` is set.
pub(crate) fn cases(all: u32) -> ProptestConfig {
    let is_whole = std::env::var_os("EDAGARI_TESTS").is_some_and(|value| value == "all");
    ProptestConfig { cases: if is_whole { all } else { all.div_ceil(8).max(24).min(all) }, ..ProptestConfig::default() }
}
