//! Statements of lessons about places and marks in the picture: certain words are checked against the focus view at the
//! frame of each note, in both orientations. A listed word that cannot be checked is refused.

use std::collections::BTreeSet;

use edagari::language::Language;
use edagari::lesson::note::{LESSONS, NodePath, Note, Question, Wording};
use edagari::scene::{
    Color, FocusLayout, FocusLook, FocusOptions, FocusRequest, Moment, Orientation, Point, Shape, draw_focus, focus_at,
};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, NodeState, Progress, Trace};

/// Check of a word: the picture, and the nodes named in the sentence, in their order.
type Check = fn(&Picture<'_>, &[Vec<u32>]) -> bool;

/// Words that describe the picture, in lower case.
const WORDS: [(Language, &str, Option<Check>); 29] = [
    (Language::English, "above", Some(above)),
    (Language::English, "below", Some(below)),
    (Language::English, "left", Some(left)),
    (Language::English, "right", Some(right)),
    (Language::English, "top", Some(top)),
    (Language::English, "bottom", Some(bottom)),
    (Language::English, "marked", Some(marked)),
    (Language::English, "box", None),
    (Language::English, "boxes", None),
    (Language::English, "holds", None),
    (Language::English, "beside", None),
    (Language::English, "under", None),
    (Language::English, "struck", None),
    (Language::English, "upper left", None),
    (Language::English, "goes down", None),
    (Language::English, "go down", None),
    (Language::English, "come down", None),
    (Language::English, "level up", None),
    (Language::Japanese, "いちばん上", Some(top)),
    (Language::Japanese, "いちばん下", Some(bottom)),
    (Language::Japanese, "の上", Some(above)),
    (Language::Japanese, "の下", Some(below)),
    (Language::Japanese, "左", Some(left)),
    (Language::Japanese, "右", Some(right)),
    (Language::Japanese, "印がつい", Some(marked)),
    (Language::Japanese, "四角", None),
    (Language::Japanese, "隣", None),
    (Language::Japanese, "一つ上", None),
    (Language::Japanese, "下り", None),
];

/// Technical terms that contain such a word but do not describe the picture.
const TERMS: [&str; 7] = ["上限", "上下界", "上界", "下界", "以上", "以下", "ウィンドウの上に外れ"];

/// The focus view at the frame of a note.
struct Picture<'a> {
    trace: &'a Trace,
    frame: usize,
    layout: FocusLayout,
    shapes: Vec<Shape>,
}

impl<'a> Picture<'a> {
    fn of(trace: &'a Trace, note: &Note, orientation: Orientation) -> Self {
        let place = note.place_in(trace);
        let moment = Moment::of(trace, place.frame);
        let focus = place.node.unwrap_or_else(|| focus_at(trace, place.frame));
        let in_sight: Vec<Vec<u32>> = moment.child().into_iter().collect();
        let opened: BTreeSet<Vec<u32>> = place.opened.into_iter().collect();
        let scores = trace.finite_scores();
        let options = FocusOptions { width: 577.0, height: 545.0, orientation, scores, ..FocusOptions::default() };
        let request = FocusRequest { trace, focus: &focus, in_sight: &in_sight, opened: &opened, other: None, options };
        let layout = FocusLayout::new(&request).expect("there is a root");
        let look = FocusLook::plain(place.frame, &moment, Language::English);
        let shapes = draw_focus(trace, &layout, &look).shapes;
        Self { trace, frame: place.frame, layout, shapes }
    }

    /// Centre of a node on screen.
    fn at(&self, path: &[u32]) -> Option<Point> {
        Some(self.layout.nodes[self.layout.node_at_path(path)?].rect.center())
    }

    /// Whether `holds` is true between the first named node and the second one or, without a second one, all other
    /// nodes on screen.
    fn compares(&self, named: &[Vec<u32>], holds: impl Fn(Point, Point) -> bool) -> bool {
        let Some(at) = named.first().and_then(|path| self.at(path)) else { return false };
        match named.get(1) {
            Some(other) => self.at(other).is_some_and(|other| holds(at, other)),
            None => self.is_outermost(named, holds),
        }
    }

    fn is_outermost(&self, named: &[Vec<u32>], holds: impl Fn(Point, Point) -> bool) -> bool {
        let Some(index) = named.first().and_then(|path| self.layout.node_at_path(path)) else { return false };
        let centers: Vec<Point> = self.layout.nodes.iter().map(|node| node.rect.center()).collect();
        (0..centers.len()).all(|other| other == index || holds(centers[index], centers[other]))
    }

    fn is_pruned(&self, path: &[u32]) -> bool {
        matches!(self.trace.state(self.trace.place(path), self.frame), NodeState::Pruned { .. })
    }
}

fn above(picture: &Picture<'_>, named: &[Vec<u32>]) -> bool {
    picture.compares(named, |one, other| one.y < other.y - 1.0)
}

fn below(picture: &Picture<'_>, named: &[Vec<u32>]) -> bool {
    picture.compares(named, |one, other| one.y > other.y + 1.0)
}

fn left(picture: &Picture<'_>, named: &[Vec<u32>]) -> bool {
    picture.compares(named, |one, other| one.x < other.x - 1.0)
}

fn right(picture: &Picture<'_>, named: &[Vec<u32>]) -> bool {
    picture.compares(named, |one, other| one.x > other.x + 1.0)
}

fn top(picture: &Picture<'_>, named: &[Vec<u32>]) -> bool {
    picture.is_outermost(named, |one, other| one.y < other.y - 1.0)
}

fn bottom(picture: &Picture<'_>, named: &[Vec<u32>]) -> bool {
    picture.is_outermost(named, |one, other| one.y > other.y + 1.0)
}

/// All named nodes have the colours of pruned nodes; without named nodes, no node has them (the sentence is negative).
fn marked(picture: &Picture<'_>, named: &[Vec<u32>]) -> bool {
    let is_drawn = |index: usize| {
        let near = picture.layout.nodes[index].rect.grown(12.0);
        picture.shapes.iter().any(|shape| {
            let at = shape.start();
            let is_near = near.min.x <= at.x && at.x <= near.max.x && near.min.y <= at.y && at.y <= near.max.y;
            is_near && matches!(shape, Shape::Rect { fill: Some(ink), .. } if ink.color == Color::PrunedNode)
        })
    };
    if named.is_empty() {
        return (0..picture.layout.nodes.len()).all(|index| !is_drawn(index));
    }
    named.iter().all(|path| picture.is_pruned(path) && picture.layout.node_at_path(path).is_some_and(is_drawn))
}

/// Sentences of a text, each with the nodes that it names in code.
fn sentences(text: &str, trace: &Trace) -> Vec<(String, Vec<Vec<u32>>)> {
    let ends = |letter: char| matches!(letter, '.' | '?' | '!' | '。' | '\n');
    let split = text.split_inclusive(ends).filter(|sentence| !sentence.trim().is_empty());
    split
        .map(|sentence| {
            let names = sentence.split('`').skip(1).step_by(2);
            let paths = names.filter_map(|name| NodePath(name.to_owned()).path_in(trace)).collect();
            (sentence.trim().to_lowercase(), paths)
        })
        .collect()
}

/// Whether a text contains a word; in English, as a whole word.
fn has(language: Language, text: &str, word: &str) -> bool {
    match language {
        Language::English => {
            let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphabetic);
            text.match_indices(word).any(|(at, _)| {
                !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + word.len()..].chars().next())
            })
        }
        Language::Japanese => {
            let plain = TERMS.iter().fold(text.to_owned(), |text, term| text.replace(term, ""));
            plain.contains(word)
        }
    }
}

/// False statements of a text about the picture.
fn faults(picture: &Picture<'_>, text: &str, language: Language) -> Vec<String> {
    let mut faults = Vec::new();
    for (sentence, named) in sentences(text, picture.trace) {
        for &(of, word, check) in WORDS.iter().filter(|(of, ..)| *of == language) {
            if has(of, &sentence, word) {
                match check {
                    None => faults.push(format!("{word:?} cannot be checked: {sentence}")),
                    Some(check) if !check(picture, &named) => {
                        faults.push(format!("{word:?} does not hold: {sentence}"));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    faults
}

/// Removes the statements from a text, so that the words in them are ignored.
fn written(wording: &Wording, language: Language) -> String {
    let text = wording.text(language);
    let mut kept = String::new();
    let mut depth = 0_u32;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            letter if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept
}

fn texts_of(note: &Note, language: Language) -> Vec<String> {
    let of_question = |question: &Question| {
        [Some(&question.text), question.why.as_ref()].map(|text| text.map(|text| written(text, language)))
    };
    let arrows = note.arrows.iter().filter_map(|arrow| arrow.text.as_ref());
    let own = [&note.title, &note.text].into_iter().chain(arrows).map(|text| written(text, language));
    own.chain(note.question.iter().flat_map(of_question).flatten()).collect()
}

#[test]
fn words_of_place_in_shipped_lessons_hold_in_the_picture() {
    let mut wrong = Vec::new();
    for lesson in LESSONS {
        let notes = lesson.notes();
        let traces: Vec<Trace> = notes
            .runs
            .iter()
            .map(|run| run.open(None, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run"))
            .collect();
        for (number, note) in notes.notes.iter().enumerate() {
            for orientation in [Orientation::LeftToRight, Orientation::TopDown] {
                let picture = Picture::of(&traces[note.run], note, orientation);
                for language in Language::ALL {
                    for text in texts_of(note, language) {
                        let found = faults(&picture, &text, language);
                        wrong
                            .extend(found.iter().map(|fault| format!("{}, note {}: {fault}", lesson.name, number + 1)));
                    }
                }
            }
        }
        for (language, about) in Language::ALL.map(|language| (language, written(&notes.about, language))) {
            for &(_, word, _) in
                WORDS.iter().filter(|(of, word, _)| *of == language && has(language, &about.to_lowercase(), word))
            {
                wrong.push(format!("{}: {word:?} in the description has no picture: {about}", lesson.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn planted_words_of_place_are_judged_by_the_picture() {
    let notes = LESSONS.iter().find(|lesson| lesson.name == "cuts").expect("the lesson of cuts").notes();
    let trace = notes.runs[0].open(None, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
    let cut = notes.notes.iter().find(|note| note.frame == 18).expect("the note at the β-cut");
    let [across, down] = [Orientation::LeftToRight, Orientation::TopDown].map(|way| Picture::of(&trace, cut, way));
    for (text, language, holds_across, holds_down) in [
        ("At the top is the root `R`.", Language::English, false, true),
        ("`R` is on the left.", Language::English, true, false),
        ("`A` is below `R`.", Language::English, false, true),
        ("`R` is above `A`.", Language::English, false, true),
        ("`A` is right of `R`.", Language::English, true, false),
        ("`C` is left of `D`.", Language::English, false, true),
        ("`C` is above `D`.", Language::English, true, false),
        ("`J` is marked as pruned.", Language::English, true, true),
        ("`I` is marked as pruned.", Language::English, false, false),
        ("No node is marked as pruned.", Language::English, false, false),
        ("Look at the box of `C`.", Language::English, false, false),
        ("`C` now holds a score.", Language::English, false, false),
        ("An answer is upright, and nothing is lefthanded.", Language::English, true, true),
        ("いちばん上がルートの `R` です。", Language::Japanese, false, true),
        ("`A` は `R` の右にあります。", Language::Japanese, true, false),
        ("`A` は `R` の下です。", Language::Japanese, false, true),
        ("四角はノードです。", Language::Japanese, false, false),
        ("値は上界以下で、下界以上です。", Language::Japanese, true, true),
    ] {
        let judged = [&across, &down].map(|picture| faults(picture, text, language).is_empty());
        assert_eq!(judged, [holds_across, holds_down], "{text}");
    }
}
