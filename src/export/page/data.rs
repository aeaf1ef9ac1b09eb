//! What a page knows of its figure.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use serde_json::{Value, json};

use super::differences::{splices, written};
use super::shapes::{Colors, tenths};
use crate::analysis::{game_text, run_title, state_text};
use crate::export::ExportError;
use crate::export::picture::{Canvas, Shot};
use crate::game::AnyPosition;
use crate::language::{Language, Text, visible};
use crate::scene::{FocusLayout, FocusNode, Ground};
use crate::trace::{Progress, Trace};

/// A change of a list, see [`written`].
type Written = (usize, usize, Vec<i64>);

/// The version of what stands in a page.
const VERSION: u32 = 1;

/// The figure, as the script reads it. Whatever is said is there in each language.
#[derive(Serialize)]
pub(super) struct Data {
    edagari_page: u32,
    /// The number of the first frame.
    first: usize,
    width: i64,
    height: i64,
    colors: BTreeMap<&'static str, Vec<String>>,
    texts: BTreeMap<&'static str, BTreeMap<&'static str, String>>,
    /// The sentence of each frame.
    says: BTreeMap<&'static str, Vec<String>>,
    /// Each shape that is ever drawn, once.
    shapes: Vec<Value>,
    /// What differs in the list of shapes from each frame to the next, the first from an empty list.
    shapes_frames: Vec<Vec<Written>>,
    /// Names of nodes, in each language.
    labels: Vec<Vec<String>>,
    /// The nodes for keyboard and screen reader.
    items: Vec<Value>,
    items_frames: Vec<Vec<Written>>,
}

/// Values that are listed once each, by what they are written as.
#[derive(Default)]
struct Once {
    places: HashMap<String, u32>,
    values: Vec<Value>,
}

impl Once {
    fn place(&mut self, value: Value) -> u32 {
        let next = self.values.len() as u32;
        let place = *self.places.entry(value.to_string()).or_insert(next);
        if place == next {
            self.values.push(value);
        }
        place
    }
}

/// A step of a page: a frame of a run, and what is said of it.
pub(super) struct Step<'a> {
    pub trace: &'a Trace,
    /// They differ in the language alone, in the order of [`Language::ALL`].
    pub canvases: &'a [Canvas<'a>],
    pub frame: usize,
    /// In the order of the languages too.
    pub says: Vec<String>,
}

/// What a page has besides its steps.
pub(super) struct Heading<'a> {
    pub title: &'a dyn Fn(Language) -> String,
    /// How a step is called by its number, and the number of the first one.
    pub number: Text,
    pub first: usize,
    pub size: (f32, f32),
}

/// Draws the steps of a page, so many of them.
pub(super) fn data<'a>(
    steps: impl Iterator<Item = Step<'a>>,
    count: usize,
    heading: &Heading<'_>,
    progress: &Progress,
) -> Result<Data, ExportError> {
    let (mut colors, mut shapes, mut items, mut labels) =
        (Colors::default(), Once::default(), Once::default(), Once::default());
    let (mut shapes_frames, mut items_frames) = (Vec::new(), Vec::new());
    let (mut drawn, mut listed): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut says: Vec<Vec<String>> = vec![Vec::new(); Language::ALL.len()];
    progress.expect(count as u64);
    for Step { trace, canvases, frame, says: said } in steps {
        if progress.is_cancelled() {
            return Err(ExportError::Cancelled);
        }
        let scenes: Vec<_> = canvases.iter().map(|canvas| canvas.scene(Shot::of(frame)).shapes).collect();
        let [own, others @ ..] = &scenes[..] else { continue };
        let other = others.first().filter(|other| other.len() == own.len());
        let next: Vec<u32> = own
            .iter()
            .enumerate()
            .map(|(at, shape)| shapes.place(colors.shape(shape, other.map(|other| &other[at]))))
            .collect();
        shapes_frames.push(written(splices(&drawn, &next)));
        drawn = next;
        let layout = canvases.first().and_then(|canvas| canvas.layout(frame));
        let next = layout.map(|layout| items_of(trace, &layout, frame, &mut items, &mut labels)).unwrap_or_default();
        items_frames.push(written(splices(&listed, &next)));
        listed = next;
        for (all, one) in says.iter_mut().zip(said) {
            all.push(one);
        }
        progress.advance(1);
    }
    let labels = labels.values.into_iter().filter_map(|label| serde_json::from_value(label).ok()).collect();
    Ok(Data {
        edagari_page: VERSION,
        first: heading.first,
        width: tenths(heading.size.0),
        height: tenths(heading.size.1),
        colors: [("light", Ground::Light), ("dark", Ground::Dark)]
            .map(|(name, ground)| (name, colors.values(ground)))
            .into(),
        texts: Language::ALL.into_iter().map(|language| (language.name(), texts(heading, language))).collect(),
        says: Language::ALL.into_iter().map(Language::name).zip(says).collect(),
        shapes: shapes.values,
        shapes_frames,
        labels,
        items: items.values,
        items_frames,
    })
}

/// The words of the page in a language.
fn texts(heading: &Heading<'_>, language: Language) -> BTreeMap<&'static str, String> {
    let other = Language::ALL.into_iter().find(|&other| other != language).unwrap_or(language);
    let said = [
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
    ];
    let mut texts: BTreeMap<_, _> = said.map(|(name, text)| (name, language.text(text).to_owned())).into();
    texts.insert("title", (heading.title)(language));
    texts.insert("other", other.own_name().to_owned());
    texts.insert("code", language.code().to_owned());
    texts
}

pub(super) fn title(trace: &Trace, language: Language) -> String {
    let title = [run_title(trace, language), game_text(&trace.setup.game, language)].join(" · ");
    visible(&title).into_owned()
}

/// The nodes that are shown, as the script puts them into the page.
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

/// Whole points are near enough for what only the pointer and the keyboard see.
fn whole(length: f32) -> i64 {
    length.round() as i64
}

/// The name of a node with its state.
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
