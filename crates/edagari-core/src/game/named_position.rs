//! Positions with names that come with Edagari, each with a sentence on what it teaches.

use std::sync::LazyLock;

use crate::language::Words;

/// A position that comes with Edagari. `--position` takes its name instead of its text.
///
/// ```
/// use edagari_core::game::GameKind;
///
/// let chess = GameKind::named("chess").expect("a game");
/// let position = chess.position_option().and_then(|option| option.named("back-rank")).expect("a position");
/// assert_eq!(position.mate, Some(2));
/// assert_eq!(position.best, ["Re8+"]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedPosition {
    /// The name on the command line.
    pub name: &'static str,
    /// The position in the notation of its game.
    pub position: &'static str,
    /// The name in the user interface.
    pub title: Words,
    /// One or two sentences on what the position teaches.
    pub about: Words,
    /// The number of moves in which the player to move mates; `None` if there is no mate to find.
    pub mate: Option<u32>,
    /// The depth in plies of a search that finds the best moves; `None` if it follows from `mate`, or if nothing is to be found.
    pub depth: Option<u32>,
    /// The best moves; empty if there are many.
    pub best: Vec<&'static str>,
    /// A plausible move that loses the advantage of the best moves.
    pub trap: Option<&'static str>,
    /// A move that looks legal.
    pub illegal: Option<&'static str>,
    /// Whether the player to move would be better off with a pass.
    pub passes_better: bool,
}

/// The positions of a game as written in the file of resources.
pub(super) fn read(file: &'static str) -> Vec<NamedPosition> {
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let written: Vec<Written> = options.from_str(file).expect("a well-formed file");
    written.into_iter().map(NamedPosition::from).collect()
}

/// The positions of chess, in the order of the file.
pub(super) fn of_chess() -> &'static [NamedPosition] {
    static POSITIONS: LazyLock<Vec<NamedPosition>> =
        LazyLock::new(|| read(include_str!("../../resources/positions/chess.ron")));
    &POSITIONS
}

/// No positions: for games without named positions.
pub(super) fn none() -> &'static [NamedPosition] {
    &[]
}

/// An entry of the file.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: &'static str,
    position: &'static str,
    title: WrittenWords,
    about: WrittenWords,
    #[serde(default)]
    mate: Option<u32>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    best: Vec<&'static str>,
    #[serde(default)]
    trap: Option<&'static str>,
    #[serde(default)]
    illegal: Option<&'static str>,
    #[serde(default)]
    passes_better: bool,
}

/// A text of the file in both languages.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenWords {
    english: &'static str,
    japanese: &'static str,
}

impl From<WrittenWords> for Words {
    fn from(written: WrittenWords) -> Self {
        Self::new(written.english, written.japanese)
    }
}

impl From<Written> for NamedPosition {
    fn from(written: Written) -> Self {
        let Written { name, position, title, about, mate, depth, best, trap, illegal, passes_better } = written;
        let (title, about) = (title.into(), about.into());
        Self { name, position, title, about, mate, depth, best, trap, illegal, passes_better }
    }
}
