//! Data of a page with an animated figure, in the form that its script reads.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::once::Once;
use super::pieces::StepArrows;
use super::pieces::{Lists, Pieces};
use super::pieces::{splices, written};
use super::shapes::tenths;
use crate::export::ExportError;
use crate::export::picture::Canvas;
use crate::scene::{FocusLayout, FocusNode, Ground, Piece, Point};
use edagari_core::analysis::{Code, game_of_run_text, run_title, state_text};
use edagari_core::game::AnyPosition;
use edagari_core::language::{Language, Text, visible};
use edagari_core::trace::{Progress, Trace};

/// Change of a list, see [`written`].
type Written = (usize, usize, Vec<i64>);

/// Version of the data format.
const VERSION: u32 = 3;

/// Data of a figure, serialized as JSON for the script. Texts are stored in all languages.
#[derive(Serialize)]
pub(super) struct Data {
    edagari_page: u32,
    /// Number of the first step: a frame number, or 1 in a lesson.
    first: usize,
    width: i64,
    height: i64,
    colors: BTreeMap<&'static str, Vec<String>>,
    /// Fill and line styles of shapes.
    inks: Vec<Value>,
    texts: BTreeMap<&'static str, BTreeMap<&'static str, String>>,
    /// Explanation of each frame, by language.
    says: BTreeMap<&'static str, Vec<String>>,
    /// Shapes, each stored once.
    shapes: Vec<Value>,
    /// Lists of shapes that are drawn together.
    groups: Vec<Value>,
    /// Groups at a place, with the name of the element.
    pieces: Vec<Value>,
    /// Changes of the list of pieces from each frame to the next; the first from an empty list.
    pieces_frames: Vec<Vec<Written>>,
    /// Start and end state of each frame's effect, as pieces; empty for no effect.
    effects: Vec<Vec<u32>>,
    /// Names of nodes in each language.
    labels: Vec<Vec<String>>,
    /// Nodes for keyboard and screen reader.
    items: Vec<Value>,
    items_frames: Vec<Vec<Written>>,
    /// Second run of the page.
    #[serde(flatten)]
    beside: Option<BesideData>,
    /// Pseudocode of each run: lines with indentation level, text, comments in each language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    codes: Vec<Vec<Value>>,
    /// Index of the pseudocode of each step; -1 for none. Empty if all steps have the first one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    code_runs: Vec<i64>,
    /// Index of the highlighted line at each frame; -1 for none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    code_frames: Vec<i64>,
    /// Questions and activities of a lesson.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Value>,
}

/// Second run, drawn to the right of the first. Both runs share the lists of pieces and nodes.
#[derive(Serialize)]
struct BesideData {
    /// Left and top edges of the two pictures.
    places: [[i64; 2]; 2],
    /// Names of the two runs in each language; `None` in a lesson, whose steps name them.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<[Vec<String>; 2]>,
    beside_pieces_frames: Vec<Vec<Written>>,
    beside_items_frames: Vec<Vec<Written>>,
}

/// Frame of a second run, drawn next to a step.
#[derive(Clone, Copy)]
pub(super) struct BesideStep<'a> {
    pub trace: &'a Trace,
    /// Canvases in the order of [`Language::ALL`]; they differ only in the language.
    pub canvases: &'a [Canvas<'a>],
    pub frame: usize,
    /// Number of the run. Equal numbers share the pieces of the two pictures.
    pub run: usize,
}

/// Step of a page: a frame of a run and its texts.
pub(super) struct Step<'a> {
    pub trace: &'a Trace,
    /// Number of the run. Elements of different runs have different names.
    pub run: usize,
    /// Canvases in the order of [`Language::ALL`]; they differ only in the language.
    pub canvases: &'a [Canvas<'a>],
    pub frame: usize,
    /// Frame of the previous step, if it is directly before this frame in the same run.
    pub before: Option<usize>,
    /// Corresponding frame of the second run, if the page has one.
    pub beside: Option<BesideStep<'a>>,
    /// Texts in the order of [`Language::ALL`].
    pub says: Vec<String>,
    /// Arrows over the picture.
    pub arrows: &'a StepArrows,
    /// Pseudocode of the run, by its index in [`Heading::codes`]; `None` if it has none.
    pub code: Option<usize>,
}

/// Properties of a page that do not depend on the step.
pub(super) struct Heading<'a> {
    pub title: &'a dyn Fn(Language) -> String,
    /// Text that formats the number of a step, and the number of the first step.
    pub number: Text,
    pub first: usize,
    /// Width and height of the drawn area, in points.
    pub size: (f32, f32),
    /// Places and names of two runs; `None` for a page with one picture.
    pub pair: Option<&'a Pair>,
    /// Pseudocode of the runs, whose current line is highlighted next to the picture.
    pub codes: &'a [Code],
    /// Further interface texts, with the names that the script uses.
    pub texts: &'a [(&'static str, Text)],
}

/// Two pictures of a page, side by side.
pub(super) struct Pair {
    /// Top left corners of the pictures in points.
    pub places: [Point; 2],
    /// Names of the runs, each in the order of [`Language::ALL`]; `None` in a lesson.
    pub names: Option<[Vec<String>; 2]>,
}

/// A list of the page that changes from step to step.
#[derive(Default)]
struct Changes {
    last: Vec<u32>,
    frames: Vec<Vec<Written>>,
}

impl Changes {
    fn push(&mut self, next: Vec<u32>) {
        self.frames.push(written(splices(&self.last, &next)));
        self.last = next;
    }
}

/// Draws the steps of a page; `count` is their number.
pub(super) fn data<'a>(
    steps: impl Iterator<Item = Step<'a>>,
    count: usize,
    heading: &Heading<'_>,
    progress: &Progress,
) -> Result<Data, ExportError> {
    let (mut pieces, mut items, mut labels) = (Pieces::default(), Once::default(), Once::default());
    let (mut drawn, mut listed, mut effects) = (Changes::default(), Changes::default(), Vec::new());
    let (mut drawn_beside, mut listed_beside) = (Changes::default(), Changes::default());
    let (mut code_runs, mut code_frames) = (Vec::new(), Vec::new());
    let mut says: Vec<Vec<String>> = vec![Vec::new(); Language::ALL.len()];
    progress.expect(count as u64);
    for Step { trace, run, canvases, frame, before, beside, says: words, arrows, code } in steps {
        if progress.is_cancelled() {
            return Err(ExportError::Cancelled);
        }
        let seen = |language: usize| {
            let canvas = canvases.get(language)?;
            let layout = canvas.layout(frame)?;
            let mut pieces = canvas.pieces(&layout, frame);
            pieces.extend(arrows.pieces(language, &layout));
            Some((pieces, layout))
        };
        let Some((own, layout)) = seen(0) else { continue };
        let other: Option<Vec<Piece>> = seen(1).map(|(pieces, _)| pieces);
        let next = pieces.picture(run, &own, other.as_deref());
        drawn.push(next);
        if heading.pair.is_some() {
            let seen = beside.and_then(|beside| pieces_beside(beside, &mut pieces, &mut items, &mut labels));
            let (next, nodes) = seen.unwrap_or_default();
            drawn_beside.push(next);
            listed_beside.push(nodes);
        }
        let effect = before.zip(canvases.first()).and_then(|(before, canvas)| canvas.effects(before, frame));
        effects.push(effect.map(|ends| pieces.effect(&ends).into()).unwrap_or_default());
        let lit = code.and_then(|place| heading.codes.get(place)).and_then(|code| {
            let at = code.at(trace, frame)?;
            code.place_of(at.lit)
        });
        code_runs.push(code.map_or(-1, |place| place as i64));
        code_frames.push(lit.map_or(-1, |place| place as i64));
        listed.push(items_of(trace, &layout, frame, &mut items, &mut labels));
        for (all, one) in says.iter_mut().zip(words) {
            all.push(one);
        }
        progress.advance(1);
    }
    if effects.iter().all(Vec::is_empty) {
        effects.clear();
    }
    if code_runs.iter().all(|&place| place == 0) {
        code_runs.clear();
    }
    if heading.codes.is_empty() {
        code_runs.clear();
        code_frames.clear();
    }
    let labels = labels.into_values().into_iter().filter_map(|label| serde_json::from_value(label).ok()).collect();
    let colors = [("light", Ground::Light), ("dark", Ground::Dark)].map(|(name, ground)| (name, pieces.colors(ground)));
    let Lists { inks, shapes, groups, placed } = pieces.into_lists();
    Ok(Data {
        edagari_page: VERSION,
        first: heading.first,
        width: tenths(heading.size.0),
        height: tenths(heading.size.1),
        colors: colors.into(),
        texts: Language::ALL.into_iter().map(|language| (language.name(), texts(heading, language))).collect(),
        says: Language::ALL.into_iter().map(Language::name).zip(says).collect(),
        inks,
        shapes,
        groups,
        pieces: placed,
        pieces_frames: drawn.frames,
        effects,
        labels,
        items: items.into_values(),
        items_frames: listed.frames,
        beside: heading.pair.map(|pair| BesideData {
            places: pair.places.map(|place| [tenths(place.x), tenths(place.y)]),
            runs: pair.names.clone(),
            beside_pieces_frames: drawn_beside.frames,
            beside_items_frames: listed_beside.frames,
        }),
        codes: heading.codes.iter().map(lines_of).collect(),
        code_runs,
        code_frames,
        lesson: None,
    })
}

/// Draws the frame of the second run and returns the indexes of its pieces and nodes.
fn pieces_beside(
    beside: BesideStep<'_>,
    pieces: &mut Pieces,
    items: &mut Once,
    labels: &mut Once,
) -> Option<(Vec<u32>, Vec<u32>)> {
    let BesideStep { trace, canvases, frame, run } = beside;
    let mut seen = canvases.iter().filter_map(|canvas| {
        let layout = canvas.layout(frame)?;
        Some((canvas.pieces(&layout, frame), layout))
    });
    let (own, layout) = seen.next()?;
    let other = seen.next().map(|(pieces, _)| pieces);
    let drawn = pieces.picture(run, &own, other.as_deref());
    Some((drawn, items_of(trace, &layout, frame, items, labels)))
}

/// Returns the lines of the code in the form that the script reads.
fn lines_of(code: &Code) -> Vec<Value> {
    let comments = |comment: Text| Language::ALL.map(|language| language.text(comment));
    code.lines().iter().map(|line| json!([line.level, line.text, line.comment.map(comments)])).collect()
}

/// Returns the interface texts of the page in a language.
fn texts(heading: &Heading<'_>, language: Language) -> BTreeMap<&'static str, String> {
    let other = Language::ALL.into_iter().find(|&other| other != language).unwrap_or(language);
    let words = [
        ("first", Text::ActFirst),
        ("back", Text::ActFrameBack),
        ("play", Text::PagePlay),
        ("pause", Text::PagePause),
        ("on", Text::ActFrameOn),
        ("last", Text::ActLast),
        ("light", Text::PageLight),
        ("dark", Text::PageDark),
        ("steps", Text::PageSteps),
        ("slider", Text::FrameSlider),
        ("tree", Text::PageTree),
        ("frame", heading.number),
        ("lines", Text::CodeTitle),
    ];
    let mut texts: BTreeMap<_, _> = words.map(|(name, text)| (name, language.text(text).to_owned())).into();
    texts.extend(heading.texts.iter().map(|&(name, text)| (name, language.text(text).to_owned())));
    texts.insert("title", (heading.title)(language));
    texts.insert("other", other.own_name().to_owned());
    texts.insert("code", language.code().to_owned());
    texts
}

pub(super) fn title(trace: &Trace, language: Language) -> String {
    let title = [run_title(trace, language), game_of_run_text(trace, language)].join(" · ");
    visible(&title).into_owned()
}

/// Returns the visible nodes in the form that the script inserts into the page.
fn items_of(trace: &Trace, layout: &FocusLayout, frame: usize, items: &mut Once, labels: &mut Once) -> Vec<u32> {
    let current = trace.step(frame).and_then(|step| layout.showing(trace, &trace.path(step.node), frame));
    let selected = current.unwrap_or(layout.focus);
    let mut has_children = vec![false; layout.nodes.len()];
    for parent in layout.nodes.iter().filter_map(|node| node.parent) {
        has_children[parent] = true;
    }
    let item = |(index, node): (usize, &FocusNode)| {
        let names: Vec<String> = Language::ALL.map(|language| name(trace, node, frame, language)).into();
        let label = labels.place(json!(names));
        let expanded = match (has_children[index], node.is_folded) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 0,
        };
        let rect = node.rect;
        items.place(json!([
            label,
            node.depth + 1,
            whole(rect.min.x),
            whole(rect.min.y),
            whole(rect.width()),
            whole(rect.height()),
            u8::from(index == selected),
            expanded,
        ]))
    };
    layout.nodes.iter().enumerate().map(item).collect()
}

/// Rounds to whole points, precise enough for hit areas that are not drawn.
fn whole(length: f32) -> i64 {
    length.round() as i64
}

/// Returns the name of a node with its state.
fn name(trace: &Trace, node: &FocusNode, frame: usize, language: Language) -> String {
    let label = node.position.as_ref().and_then(AnyPosition::label).filter(|label| !label.is_empty());
    let name = label.unwrap_or_else(|| match node.depth {
        0 => language.text(Text::Root).to_owned(),
        _ => node.move_name().to_owned(),
    });
    let name = visible(&name).into_owned();
    if node.stands_for > 1 {
        return format!("{name} × {}", node.stands_for);
    }
    let state = state_text(trace, node.visit_at(trace, frame), node.state(trace, frame), language);
    [name, state].join(language.text(Text::Comma))
}
