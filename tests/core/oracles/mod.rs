//! Plain programs that share no code with the library, and random inputs for laws.

#[cfg(feature = "export")]
pub(crate) mod plain_pdf;
pub(crate) mod plain_searches;
pub(crate) mod random_games;
pub(crate) mod random_trees;
pub(crate) mod replays;

use proptest::prelude::ProptestConfig;

/// Whether `EDAGARI_TESTS=all` asks for all cases of the tests that try fewer by default.
pub(crate) fn is_whole() -> bool {
    std::env::var_os("EDAGARI_TESTS").is_some_and(|value| value == "all")
}

/// The settings of a law that is tried with `all` cases, or with an eighth of them by default, see [`is_whole`].
pub(crate) fn cases(all: u32) -> ProptestConfig {
    ProptestConfig {
        cases: if is_whole() { all } else { all.div_ceil(8).max(24).min(all) },
        ..ProptestConfig::default()
    }
}
