//! The example with a game that Edagari does not have supports every feature that built-in games support.

use edagari::analysis::{Query, check, count_positions, count_sequences, explain, find, why_pruned};
use edagari::export::{
    Animation, Picture, RowsOf, picture_svg, picture_tikz, save_animation, save_before_after, save_picture, save_rows,
};
use edagari::game::{AnyGame, GameSetup};
use edagari::language::Language;
use edagari::score::Score;
use edagari::search::TableSetup;
use edagari::trace::file::{ENDINGS, open_trace, save_trace};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, NodeState, Progress, Trace};

use crate::sentences::check_sentences;
use crate::your_game::{Chomp, search};

fn plain() -> Trace {
    search(None).expect("recorded")
}

fn first_cut(trace: &Trace) -> usize {
    trace.cuts()[0] as usize
}

#[test]
fn example_has_fewer_than_a_hundred_lines() {
    assert!(include_str!("../../../examples/your_game.rs").lines().count() < 100);
}

#[test]
fn other_game_is_searched_replayed_and_explained() {
    let trace = plain();
    assert_eq!(
        trace.value(),
        Some(Score::new(1)),
        "who begins wins: another's good answer to c3 could have been the first bite"
    );
    let cut = first_cut(&trace);
    let said = explain(&trace, cut, Language::English);
    assert!(said.contains("α-cut after c3 b3") && said.contains("so a1 need not be searched"), "{said}");
    let step = trace.step(cut).expect("a frame");
    let pruned = trace.pruned_children(step.visit).next().expect("a child is skipped");
    let place = trace.place(&trace.path(pruned));
    assert!(matches!(trace.state(place, cut), NodeState::Pruned { .. }));
    assert_eq!(why_pruned(&trace, place).map(|reason| reason.frame), Some(cut));
    let query = Query::parse("cut").expect("a query");
    let found = find(&trace, &query, &[], &Progress::default()).expect("a query of this game");
    assert!(found.frames.contains(&(cut as u32)));
    let with_table = search(Some(TableSetup::default())).expect("recorded");
    assert_eq!(with_table.value(), trace.value());
    assert!(with_table.visit_count() < trace.visit_count() / 4, "positions come back");
}

#[test]
fn all_sentences_of_the_other_game_are_true() {
    check_sentences(&plain(), 1);
    check_sentences(&search(Some(TableSetup::default())).expect("recorded"), 1);
}

#[test]
fn other_game_is_checked() {
    for trace in [plain(), search(Some(TableSetup::default())).expect("recorded")] {
        let report = check(&trace, true, &Progress::default());
        assert!(report.is_right(), "{:?}", report.findings.first());
        assert_eq!(report.minimax, Some(Score::new(1)));
    }
}

#[test]
fn pictures_of_the_other_game_have_its_boards() {
    let trace = plain();
    let picture = Picture::at(first_cut(&trace));
    let own = picture_svg(&trace, &picture).expect("drawn");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chomp.edagari");
    save_trace(&trace, &path, &Progress::default()).expect("saved");
    let opened = open_trace(&path, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("opened");
    let of_file = picture_svg(&opened, &picture).expect("drawn");
    // Its boards are drawn, but only from its rules: a file has no boards.
    assert!(own.matches("<rect").count() > of_file.matches("<rect").count() + 20, "{own}");
    assert!(own.contains("c3") && of_file.contains("c3"), "moves have their names");
    assert!(picture_tikz(&trace, &picture).expect("drawn").contains("c3"));
}

#[test]
fn other_game_is_saved_in_every_format() {
    let trace = plain();
    let picture = Picture::at(first_cut(&trace));
    let folder = tempfile::tempdir().expect("a folder");
    let written = |name: &str| {
        let length = std::fs::metadata(folder.path().join(name)).expect("written").len();
        assert!(length > 100, "{name}: {length} bytes");
    };
    let at = |name: &str| folder.path().join(name);
    for name in ["chomp.svg", "chomp.png", "chomp.tex"] {
        save_picture(&trace, &picture, &at(name), &Progress::default()).expect(name);
        written(name);
    }
    save_before_after(&trace, &picture, &at("step.svg"), &Progress::default()).expect("three pictures");
    written("step-3.svg");
    for name in ["chomp.gif", "chomp.apng"] {
        let animation = Animation { frames: 0..=3, every: 1, delay: 100, fps: None };
        save_animation(&trace, &picture, &animation, &at(name), &Progress::default()).expect(name);
        written(name);
    }
    for (of, name) in
        [(RowsOf::Frames, "frames"), (RowsOf::Nodes, "nodes"), (RowsOf::Visits, "visits"), (RowsOf::Depths, "depths")]
    {
        for ending in ["csv", "json"] {
            let name = format!("{name}.{ending}");
            save_rows(&trace, of, &at(&name), &Progress::default()).expect(&name);
            written(&name);
        }
    }
    let rows = std::fs::read_to_string(at("nodes.csv")).expect("read");
    assert!(["c3", "b3", "a3"].iter().all(|mv| rows.contains(mv)), "moves have their names");
    for ending in ENDINGS {
        let path = at(&format!("chomp{ending}"));
        save_trace(&trace, &path, &Progress::default()).expect(ending);
        let opened = open_trace(&path, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect(ending);
        assert_eq!((opened.frame_count(), opened.value()), (trace.frame_count(), trace.value()));
        assert_eq!(opened.setup.game, GameSetup::unknown("Chomp"));
        assert_eq!(
            explain(&opened, first_cut(&opened), Language::English),
            explain(&trace, first_cut(&trace), Language::English)
        );
    }
}

#[test]
fn other_game_supports_features_that_need_rules() {
    let trace = plain();
    assert!(trace.rules().is_some() && trace.game.other_as::<Chomp>().is_some());
    assert_eq!(count_sequences(&trace.game, &[], 2, &Progress::default()), [1, 9, 45]);
    let chomp = AnyGame::other(Chomp);
    let positions = count_positions(&chomp, &[], 2, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("it has keys");
    assert_eq!(positions[1], [9, 9]);
}
