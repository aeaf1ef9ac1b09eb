//! Plain programs that share no code with the library, and random inputs for laws.

#[cfg(feature = "export")]
pub(crate) mod plain_pdf;
pub(crate) mod plain_searches;
pub(crate) mod random_games;
pub(crate) mod random_trees;
pub(crate) mod replays;
