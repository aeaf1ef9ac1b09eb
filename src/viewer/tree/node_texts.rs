//! Texts about a visit for the pictures of a tree: its number and pass, and its value in a column.

use edagari_core::analysis::{known_bounds, pass_name};
use edagari_core::language::{Language, Text};
use edagari_core::score::Score;
use edagari_core::trace::{NodeState, Trace, VisitId};
use edagari_draw::scene::ColumnColors;

/// Returns the value of the column that defines the colours, for a visit that has begun by a frame.
pub(super) fn column_text(
    trace: &Trace,
    frame: usize,
    colors: Option<&ColumnColors>,
    visit: VisitId,
) -> Option<String> {
    let name = colors.filter(|_| trace.span(visit).0 <= frame)?.name();
    let column = trace.columns().iter().find(|column| column.name() == name)?;
    Some(format!("{name} {}", column.value(visit)?.shown()))
}

/// Returns the number of a visit among those of its node, and its pass.
pub(super) fn layer_text(trace: &Trace, layer: VisitId, language: Language) -> String {
    let count = trace.layers(trace.node_of(layer)).len();
    let [number, count] = [trace.layer_of(layer) + 1, count].map(|number| language.number(number as u64));
    let visit = language.fill(Text::VisitNumber, &[("number", &number), ("count", &count)]);
    match trace.pass_of(layer) {
        Some(place) => [visit, pass_name(trace, place, language)].join(language.text(Text::Comma)),
        None => visit,
    }
}

/// Returns the window that a visit was given, and the score so far and the known bounds by a frame: the data that the name of a node does not
/// contain.
pub(super) fn searched_text(trace: &Trace, visit: VisitId, frame: usize, language: Language) -> Option<String> {
    let cuts = trace.setup.algorithm().is_none_or(|algorithm| algorithm.kind().cuts);
    if !trace.is_search() {
        return None;
    }
    let given = || trace.in_unit(trace.given_window(visit)).to_string();
    let mut said: Vec<String> =
        cuts.then(|| language.fill(Text::GivenWindow, &[("window", &given())])).into_iter().collect();
    if let (NodeState::Open { .. }, Some((score, _))) =
        (trace.state_by(visit, frame), trace.score_by_visit(visit, frame))
    {
        said.push(language.fill(Text::ScoreSoFar, &[("score", &trace.in_unit(score).to_string())]));
    }
    let bounds = known_bounds(trace, trace.node_of(visit), visit, frame);
    if bounds.lower != Score::NEG_INFINITY || bounds.upper != Score::INFINITY {
        said.push(language.fill(Text::BoundsAre, &[("bounds", &trace.in_unit(bounds).to_string())]));
    }
    (!said.is_empty()).then(|| said.join(language.text(Text::Comma)))
}
