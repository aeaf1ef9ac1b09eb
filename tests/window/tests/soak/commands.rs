//! Random commands of a hurried person in an hour, deterministic for a seed.

use edagari::game::GameSetup;
use edagari::scene::IcicleWidth;
use edagari::search::Algorithm;
use edagari::trace::{Process, Setup, VisitId};
use edagari::viewer::{Action, Command, Edagari, Link, Run};
use egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, pos2, vec2};

/// Pseudorandom numbers.
pub struct Mixed(pub u64);

impl Mixed {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit.max(1)
    }
}

/// Largest number of runs.
const MAX_RUNS: usize = 6;

/// Command for the window or input events.
#[derive(Debug)]
pub enum Deed {
    Command(Box<Command>),
    Events(Vec<Event>),
}

const QUERIES: [&str; 6] =
    ["cut at depth 3 by second move", "score ≥ 1 depth 2", "below 1 2", "end", "rise depth 9", "dep"];

/// Actions that do not end by themselves, open a system dialog, or are commands of their own elsewhere.
const LEFT_OUT: [Action; 17] = [
    Action::Quit,
    Action::OpenTrace,
    Action::SaveTrace,
    Action::SavePicture,
    Action::Share,
    Action::SolveCheck,
    Action::CheckTrace,
    Action::Differences,
    Action::ToggleMatches,
    Action::SetUpLeft,
    Action::SetUpRight,
    Action::SetUp,
    Action::AddRun,
    Action::CloseRun,
    Action::CloseTile,
    Action::Welcome,
    Action::FiveSearches,
];

/// Panels that can be opened without further actions.
pub fn quiet_panels() -> impl Iterator<Item = Action> {
    Edagari::all_panels().filter(|panel| !LEFT_OUT.contains(panel))
}

pub fn next(mixed: &mut Mixed, app: &Edagari) -> Deed {
    // A run that was just added may not be recorded yet.
    let recorded: Vec<&Run> = app.session.runs.iter().filter(|run| run.trace.visit_count() > 0).collect();
    let chosen = recorded[mixed.below(recorded.len())];
    let (run, trace) = (chosen.id, &chosen.trace);
    let (frames, visits) = (trace.frame_count(), trace.visit_count());
    let path = |mixed: &mut Mixed| trace.path(trace.node_of(VisitId(mixed.below(visits) as u32)));
    let panel = |mixed: &mut Mixed| {
        let quiet: Vec<Action> = quiet_panels().collect();
        quiet[mixed.below(quiet.len())]
    };
    // Approximate region of the panel tabs.
    let tab = |mixed: &mut Mixed| pos2(1260.0 + mixed.below(300) as f32, [44.0, 320.0, 390.0][mixed.below(3)]);
    let place = |mixed: &mut Mixed| pos2(20.0 + mixed.below(1200) as f32, 100.0 + mixed.below(780) as f32);
    let command = match mixed.below(30) {
        0..=4 => Command::GoTo { run, frame: mixed.below(frames) },
        5 => {
            let first = mixed.below(frames) as f64;
            Command::ShowFrames { run, part: Some(first..first + 1.0 + mixed.below(frames) as f64) }
        }
        6 => Command::Center { run, path: path(mixed) },
        7 => Command::AskWhy { run, path: path(mixed) },
        8 => Command::SetCollapseBelow(1 << mixed.below(20)),
        9 => Command::SetIcicleWidth([IcicleWidth::Visits, IcicleWidth::Leaves][mixed.below(2)]),
        10 => Command::ZoomToNode { run, node: trace.node_of(VisitId(mixed.below(visits) as u32)) },
        11 => Command::SetLink(Link::ALL[mixed.below(3)]),
        12 => Command::Look { run, frame: mixed.below(frames) },
        13 => Command::Do([Action::FormFocus, Action::FormWhole, Action::FormIcicle][mixed.below(3)]),
        14..=16 => return Deed::Events(wheel(place(mixed), 200.0 - mixed.below(401) as f32)),
        17 => return Deed::Events(drag(place(mixed), place(mixed))),
        18 => return Deed::Events(vec![Event::Text(QUERIES[mixed.below(QUERIES.len())].to_owned())]),
        19 if app.session.runs.len() < MAX_RUNS => {
            Command::AddRun(Box::new(Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta))))
        }
        20 => match app.session.runs[1..].iter().rev().find(|run| run.id.0 > 1) {
            Some(run) => Command::CloseRun(run.id),
            None => Command::Do(Action::Dismiss),
        },
        21 => Command::OpenPanel(panel(mixed)),
        22 => Command::ClosePanel(panel(mixed)),
        23 => Command::SetFloating { panel: panel(mixed), floats: mixed.below(2) == 0 },
        24 => return Deed::Events(drag(tab(mixed), place(mixed))),
        _ => {
            let allowed: Vec<Action> =
                Action::ALL.iter().copied().filter(|action| !LEFT_OUT.contains(action)).collect();
            Command::Do(allowed[mixed.below(allowed.len())])
        }
    };
    Deed::Command(Box::new(command))
}

fn wheel(at: Pos2, by: f32) -> Vec<Event> {
    let wheel = Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        source: MouseWheelSource::Wheel,
        delta: vec2(0.0, by),
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
    };
    vec![Event::PointerMoved(at), wheel]
}

fn drag(from: Pos2, to: Pos2) -> Vec<Event> {
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    vec![Event::PointerMoved(from), button(from, true), Event::PointerMoved(to), button(to, false)]
}
