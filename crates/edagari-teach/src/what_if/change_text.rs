//! Text about the smallest change of a leaf.

use super::cut_site::{CutSite, Wanted};
use super::smallest_change::SmallestChange;
use edagari_core::analysis::node_name;
use edagari_core::language::{Language, Text};
use edagari_core::trace::Trace;

/// Returns a sentence with the smallest change, or that there is none; `trace` is a run of the tree.
#[must_use]
pub fn smallest_change_text(
    trace: &Trace,
    site: &CutSite,
    wanted: Wanted,
    change: Option<&SmallestChange>,
    language: Language,
) -> String {
    let below: Vec<u32> = site.path.iter().copied().chain([site.after]).collect();
    let [node, child] = [&site.path, &below].map(|path| node_name(trace, path, language));
    let Some(change) = change else {
        let text = match wanted {
            Wanted::Vanish => Text::NoChangeVanishes,
            Wanted::Appear => Text::NoChangeAppears,
        };
        return language.fill(text, &[("node", &node), ("child", &child)]);
    };
    let text = match wanted {
        Wanted::Vanish => Text::ChangeVanishes,
        Wanted::Appear => Text::ChangeAppears,
    };
    let by = language.number((i64::from(change.to) - i64::from(change.from)).unsigned_abs());
    let score = |score: i32| edagari_core::score::Score::new(score).to_string();
    let leaf = node_name(trace, &change.leaf, language);
    let (from, to) = (score(change.from), score(change.to));
    let values = [("node", &*node), ("child", &*child), ("leaf", &leaf), ("from", &from), ("to", &to), ("by", &by)];
    language.fill(text, &values)
}
