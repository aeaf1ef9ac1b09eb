//! Two linked runs, read through their accessible names: each tile has its frame and the states of its nodes. Both are
//! compared with a naive replay of each search.

use std::collections::HashMap;

use edagari::game::{GameSetup, RandomTree};
use edagari::search::{Algorithm, TableSetup};
use edagari::trace::{FrameKind, Process, Setup, Trace};
use edagari::viewer::{Command, Edagari, RunId, Settings};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

/// Progress of a search up to a frame, by a replay from the start.
#[derive(Default)]
struct Account {
    /// State of each visited node by its latest visit: the score, or `None` while it is open.
    visited: HashMap<Vec<u32>, Option<String>>,
    /// Frame at which the latest visit of a node cut.
    cut: HashMap<Vec<u32>, usize>,
}

impl Account {
    fn of(trace: &Trace, last: usize) -> Self {
        let mut account = Self::default();
        for frame in 0..=last {
            let step = trace.step(frame).expect("a frame");
            let path = trace.path(step.node);
            match step.kind {
                FrameKind::Start => {
                    account.cut.remove(&path);
                    account.visited.insert(path, None);
                }
                FrameKind::Update if step.cut.is_some() => {
                    account.cut.insert(path, frame);
                }
                FrameKind::End => {
                    let score = trace.in_unit(step.score.expect("a score")).to_string();
                    account.visited.insert(path, Some(score));
                }
                _ => {}
            }
        }
        account
    }

    /// Expected state of a node as text, with its score or the frame of its cut.
    fn state(&self, path: &[u32]) -> (&'static str, Option<String>) {
        match self.visited.get(path) {
            Some(Some(score)) => return ("scored", Some(score.clone())),
            Some(None) => return ("open", None),
            None => {}
        }
        let above = (0..path.len()).rev().map(|length| &path[..length]).find(|above| self.visited.contains_key(*above));
        match above.and_then(|above| self.cut.get(above)) {
            Some(frame) => ("pruned", Some(frame.to_string())),
            None => ("unvisited", None),
        }
    }
}

/// Frame number in the heading of a tile.
fn frame_said(harness: &Harness<'_, Edagari>, run: usize) -> usize {
    let tree = harness.get_by_label(&format!("tree of run {}", run + 1)).rect();
    let labels = harness.query_all_by_label_contains("Frame ").filter(|label| {
        let rect = label.rect();
        label.accesskit_node().role() == Role::Label
            && tree.x_range().contains(rect.center().x)
            && rect.bottom() <= tree.top() + 4.0
    });
    let said: Vec<String> = labels.filter_map(|label| label.accesskit_node().value()).collect();
    assert_eq!(said.len(), 1, "one heading says the frame of run {run}: {said:?}");
    let number = said[0].trim_start_matches("Frame ").split(' ').next().unwrap_or_default().replace(',', "");
    number.parse().unwrap_or_else(|_| panic!("{said:?}"))
}

/// Name, level and state of each node of a tile, except nodes whose name occurs more than once at their level.
fn nodes_said(harness: &Harness<'_, Edagari>, run: usize) -> Vec<(String, usize, String)> {
    let tree = harness.get_by_label(&format!("tree of run {}", run + 1)).rect();
    let items = harness.query_all_by_role(Role::TreeItem).filter(|item| tree.contains(item.rect().center()));
    let said: Vec<(String, usize, String)> = items
        .filter_map(|item| {
            let node = item.accesskit_node();
            let label = node.label()?;
            let (name, state) = label.split_once(", ")?;
            Some((name.to_owned(), node.level()?, state.to_owned()))
        })
        .collect();
    let is_single = |(name, level, _): &&(String, usize, String)| {
        said.iter().filter(|(other, at, _)| other == name && at == level).count() == 1
    };
    said.iter().filter(is_single).cloned().collect()
}

/// Compares the path to the centre and the children of the centre of a tile with the account. Returns the number of
/// compared nodes.
fn check_tile(harness: &Harness<'_, Edagari>, run: usize) -> usize {
    let shown = &harness.state().session.runs[run];
    let (trace, center) = (&shown.trace, &shown.center);
    let said_frame = frame_said(harness, run);
    assert_eq!(said_frame, shown.frame);
    let account = Account::of(trace, said_frame);
    let mut read = 0;
    for (name, level, state) in nodes_said(harness, run) {
        let depth = level - 1;
        let on_path = depth > 0 && depth <= center.len() && {
            let above = trace.position(&center[..depth - 1]).expect("a legal path");
            above.move_text(center[depth - 1] as usize) == name
        };
        let child = (depth == center.len() + 1)
            .then(|| trace.position(center).expect("a legal path"))
            .and_then(|above| (0..above.move_count()).find(|&mv| above.move_text(mv) == name));
        let path = match child {
            _ if on_path => center[..depth].to_vec(),
            Some(mv) => [center.as_slice(), &[mv as u32]].concat(),
            None => continue,
        };
        let (word, number) = account.state(&path);
        let first = state.split([' ', '\u{a0}']).next().unwrap_or_default().trim_end_matches(',');
        assert_eq!(first, word, "run {run}, frame {said_frame}: {name} says {state}");
        if let Some(number) = number {
            assert!(state.contains(&number), "run {run}, frame {said_frame}: {name} says {state}, not {number}");
        }
        read += 1;
    }
    read
}

#[test]
fn pictures_of_linked_runs_match_a_replay_of_each_search() {
    let game = || GameSetup::from(RandomTree { depth: 5, branching: 3, ..RandomTree::default() });
    let plain = |algorithm| Setup::new(game(), Process::Search(algorithm));
    let with_table = Setup { table: Some(TableSetup::default()), ..plain(Algorithm::AlphaBeta) };
    let pairs = [
        [plain(Algorithm::Minimax), plain(Algorithm::AlphaBeta)],
        [plain(Algorithm::AlphaBetaSoft), plain(Algorithm::AlphaBeta)],
        [plain(Algorithm::AlphaBetaOneBound), plain(Algorithm::AlphaBeta)],
        [plain(Algorithm::AlphaBeta), plain(Algorithm::Pvs)],
        [plain(Algorithm::MtdF), plain(Algorithm::AlphaBeta)],
        [plain(Algorithm::Minimax), with_table],
    ];
    let mut mixed = 7_u64;
    let mut read = 0;
    for setups in pairs {
        let settings = Settings { setups: setups.to_vec(), ..Settings::default() };
        let mut harness = with_store(&settings, window_with);
        for _ in 0..34 {
            mixed = mixed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let active = (mixed >> 62) as usize & 1;
            let frames = harness.state().session.runs[active].trace.frame_count();
            let frame = (mixed >> 20) as usize % frames;
            apply(&mut harness, Command::GoTo { run: RunId(active as u32), frame });
            read += check_tile(&harness, 0) + check_tile(&harness, 1);
        }
    }
    assert!(read > 1500, "enough was on screen to be read: {read}");
}

/// Number of outlines in the hover colour within a tile.
fn rings(harness: &Harness<'_, Edagari>, run: usize) -> usize {
    fn outlines(shape: &egui::Shape, of: &mut Vec<(egui::Rect, egui::Color32)>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| outlines(shape, of)),
            egui::Shape::Rect(shape) if shape.stroke.width > 0.0 => of.push((shape.rect, shape.stroke.color)),
            _ => {}
        }
    }
    let tree = harness.get_by_label(&format!("tree of run {}", run + 1)).rect();
    let mut found = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| outlines(&clipped.shape, &mut found));
    let blue = |color: egui::Color32| color.b() > 150 && color.r() < 130 && color.b() > color.r() + 80;
    found.iter().filter(|(rect, color)| tree.contains_rect(*rect) && blue(*color)).count()
}

#[test]
fn a_node_under_the_pointer_has_a_ring_in_every_tile() {
    let mut harness = small_window();
    apply(&mut harness, Command::GoTo { run: RunId(1), frame: 20 });
    harness.run_steps(30);
    let before = [rings(&harness, 0), rings(&harness, 1)];
    let tree = harness.get_by_label("tree of run 2").rect();
    let is_shown_by_both = |name: &str| nodes_said(&harness, 0).iter().any(|(other, ..)| other == name);
    let name = nodes_said(&harness, 1).into_iter().map(|(name, ..)| name).find(|name| is_shown_by_both(name));
    let name = name.expect("a node that both show");
    let place = harness
        .query_all_by_role(Role::TreeItem)
        .filter(|item| tree.contains(item.rect().center()))
        .find(|item| item.accesskit_node().label().is_some_and(|label| label.starts_with(&format!("{name}, "))))
        .expect("it is on screen")
        .rect();
    harness.hover_at(place.center());
    harness.run_steps(4);
    let rings_now = [rings(&harness, 0), rings(&harness, 1)];
    assert_eq!(rings_now, before.map(|count| count + 2), "a double ring in each tile");
    harness.hover_at(tree.center_bottom() + egui::vec2(0.0, 200.0));
    harness.run_steps(4);
    assert_eq!([rings(&harness, 0), rings(&harness, 1)], before, "and it goes with the pointer");
}

#[test]
fn differences_only_is_a_switch_beside_the_strips_that_moves_nothing() {
    let mut harness = small_window();
    let name = "Show differences only";
    let place = |harness: &Harness<'_, Edagari>| harness.get_by_role_and_label(Role::CheckBox, name).rect();
    let before = place(&harness);
    for is_on in [true, false] {
        harness.get_by_role_and_label(Role::CheckBox, name).click();
        harness.run_steps(3);
        assert_eq!((place(&harness), harness.state().session.settings.differences_only), (before, is_on));
    }
}
