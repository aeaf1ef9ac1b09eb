//! Explanations in the picture: tooltips of signs, labels, the glossary, and commands found by synonyms.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use edagari::game::{GameSetup, TicTacToe};
use edagari::language::{Language, Term, Text};
use edagari::scene::{
    Anchor, FocusLayout, FocusLook, FocusOptions, FocusRequest, Moment, PieceKind, Shape, draw_focus_pieces, focus_at,
};
use edagari::search::{Algorithm, DepthLimit, PassSetup};
use edagari::trace::{Process, Setup};
use edagari::viewer::{Action, Command, Edagari, RunId, Settings};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

fn one_run() -> Harness<'static, Edagari> {
    let setups = vec![Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta))];
    with_store(&Settings { setups, motion: false, ..Settings::default() }, window_with)
}

/// Texts of the picture at the current frame, with their positions on screen.
fn texts_of_picture(harness: &Harness<'_, Edagari>) -> Vec<(PieceKind, String, egui::Pos2)> {
    let tree = harness.query_by_role(Role::Tree).expect("the tree of the run").rect();
    let session = &harness.state().session;
    let run = &session.runs[0];
    let options = FocusOptions {
        width: tree.width().floor(),
        height: tree.height().floor(),
        orientation: session.settings.orientation,
        group_pruned: session.settings.group_pruned,
        scores: run.trace.finite_scores(),
        ..FocusOptions::default()
    };
    let focus = focus_at(&run.trace, run.frame);
    let moment = Moment::of(&run.trace, run.frame);
    let request =
        FocusRequest { trace: &run.trace, focus: &focus, in_sight: &[], opened: &run.opened, other: None, options };
    let layout = FocusLayout::new(&request).expect("a root");
    let look = FocusLook::plain(run.frame, &moment, Language::English);
    let mut found = Vec::new();
    for piece in draw_focus_pieces(&run.trace, &layout, &look) {
        for shape in &piece.shapes {
            if let Shape::Text { at, anchor, size, text, .. } = shape {
                let aside = match anchor {
                    Anchor::Left => size * 0.3,
                    Anchor::Right => -size * 0.3,
                    _ => 0.0,
                };
                let down = if matches!(anchor, Anchor::Top) { size / 2.0 } else { 0.0 };
                found.push((piece.name.kind, text.clone(), tree.min + egui::vec2(at.x + aside, at.y + down)));
            }
        }
    }
    found
}

#[test]
fn each_sign_of_the_picture_has_a_tooltip() {
    let mut harness = one_run();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for frame in [4, 12, 18, 30, 41] {
        apply(&mut harness, Command::GoTo { run: RunId(0), frame });
        let mut told: BTreeMap<&str, (Text, egui::Pos2)> = BTreeMap::new();
        for (_, text, at) in texts_of_picture(&harness) {
            for (sign, about) in [
                ("=", Text::SignExactAbout),
                ("≤", Text::SignUpperAbout),
                ("≥", Text::SignLowerAbout),
                ("(", Text::SignWindowAbout),
            ] {
                if text.starts_with(sign) {
                    told.insert(sign, (about, at));
                }
            }
        }
        for (sign, (about, at)) in told {
            harness.hover_at(egui::pos2(2.0, 2.0));
            harness.run_steps(3);
            harness.hover_at(at);
            harness.run_steps((1.0 / STEP) as usize);
            let about = Language::English.text(about);
            assert!(says(&harness, about), "frame {frame}: {sign} at {at:?} says {about}");
            *seen.entry(sign).or_default() += 1;
        }
    }
    for sign in ["=", "≤", "≥", "("] {
        assert!(seen.contains_key(sign), "{sign} was in no picture: {seen:?}");
    }
}

#[test]
fn zones_of_the_number_line_have_tooltips() {
    let mut harness = one_run();
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: 17 });
    let line = harness.query_all_by_label_contains("window (").find(|node| node.rect().height() > 60.0);
    let line = line.expect("the number line").rect();
    let mut found = std::collections::BTreeSet::new();
    for share in 1..24 {
        harness.hover_at(egui::pos2(2.0, 2.0));
        harness.run_steps(2);
        let x = line.left() + line.width() * share as f32 / 24.0;
        harness.hover_at(egui::pos2(x, line.top() + 33.0));
        harness.run_steps((1.0 / STEP) as usize);
        for about in [Text::LineFailLowAbout, Text::LineExactAbout, Text::LineFailHighAbout] {
            if says(&harness, Language::English.text(about)) {
                found.insert(format!("{about:?}"));
            }
        }
    }
    assert!(found.len() >= 2, "{found:?}");
}

#[test]
fn labels_over_the_picture_are_shown_until_closed() {
    for language in Language::ALL {
        let mut harness = one_run();
        apply(&mut harness, Command::SetLanguage(language));
        apply(&mut harness, Command::GoTo { run: RunId(0), frame: 18 });
        press_with(&mut harness, Modifiers::SHIFT, Key::F1);
        harness.run_steps(3);
        let label = |text: Text| {
            let player = |player: Text| language.fill(text, &[("player", language.text(player))]);
            match text {
                Text::SignMax => player(Text::Max),
                Text::SignMin => player(Text::Min),
                _ => language.text(text).to_owned(),
            }
        };
        for text in [Text::SignCurrent, Text::SignPath, Text::SignWindow, Text::SignExact, Text::SignMax, Text::SignMin]
        {
            assert!(harness.query_by_role_and_label(Role::Link, &label(text)).is_some(), "{}", label(text));
        }
        assert!(
            harness.query_by_role_and_label(Role::Link, &label(Text::SignOnlyHere)).is_none(),
            "only what is there"
        );
        let window = harness.get_by_role_and_label(Role::Link, language.text(Text::SignWindow));
        window.click();
        harness.run_steps(4);
        assert!(says(&harness, Term::Window.about(language)), "a label leads to the glossary");
        // The first Escape leaves the text field of the glossary.
        press(&mut harness, Key::Escape);
        press(&mut harness, Key::Escape);
        assert!(harness.query_by_role_and_label(Role::Link, &label(Text::SignCurrent)).is_none(), "Escape closes them");
    }
}

#[test]
fn labels_name_each_kind_of_mark_of_a_whole_tree_and_an_icicle() {
    let random = || {
        let setups = vec![Setup::of_words("random,search=alpha-beta").expect("a setup")];
        with_store(&Settings { setups, motion: false, ..Settings::default() }, window_with)
    };
    let of_icicle = [
        Text::SignCurrent,
        Text::SignPath,
        Text::SignExact,
        Text::SignUnvisited,
        Text::SignReturned,
        Text::SignOutcome,
        Text::SignWidthVisits,
        Text::SignMaxFrame,
    ];
    let of_whole = [Text::SignPath, Text::SignFigures, Text::SignUnvisited, Text::SignCollapsed];
    for (mut harness, frame, form, texts) in
        [(random(), 40, Key::Num5, &of_whole[..]), (one_run(), 18, Key::Num6, &of_icicle[..])]
    {
        wait_for_recordings(&mut harness);
        // Small subtrees of the larger tree are collapsed.
        apply(&mut harness, Command::SetCollapseBelow(300));
        apply(&mut harness, Command::GoTo { run: RunId(0), frame });
        press(&mut harness, form);
        press_with(&mut harness, Modifiers::SHIFT, Key::F1);
        harness.run_steps(4);
        let links: Vec<String> =
            harness.query_all_by_role(Role::Link).filter_map(|link| link.accesskit_node().label()).collect();
        for &text in texts {
            let name = Language::English.fill(text, &[("player", "max")]);
            assert!(links.contains(&name), "{name} at frame {frame}: {links:?}");
        }
    }
}

#[test]
fn every_word_of_the_glossary_is_found_in_both_languages() {
    for language in Language::ALL {
        let mut harness = one_run();
        apply(&mut harness, Command::SetLanguage(language));
        press_with(&mut harness, Modifiers::ALT, Key::G);
        for &term in Term::ALL {
            apply(&mut harness, Command::ShowTerm(term));
            assert!(says(&harness, term.about(language)), "{term:?}");
        }
        let field = language.text(Text::GlossaryFilter);
        replace_text(&mut harness, field, Term::NullWindow.name(language));
        assert!(says(&harness, Term::NullWindow.about(language)));
        assert!(!says(&harness, Term::MinimalTree.about(language)), "the list is narrowed");
    }
}

#[test]
fn a_name_in_the_inspector_leads_to_its_word() {
    // A value of the node, and a figure of the run.
    for (name, term) in [(Text::ScoreRow, Term::Score), (Text::BetaCuts, Term::BetaCut)] {
        let mut harness = one_run();
        apply(&mut harness, Command::GoTo { run: RunId(0), frame: 2 });
        harness.get_by_role_and_label(Role::Link, Language::English.text(name)).scroll_to_me();
        harness.run_steps(8);
        let link = harness.get_by_role_and_label(Role::Link, Language::English.text(name));
        link.click();
        harness.run_steps(8);
        assert!(says(&harness, term.about(Language::English)));
    }
}

#[test]
fn headings_of_tables_lead_to_their_words() {
    let setup = Setup {
        limit: Some(DepthLimit { depth: 4, evaluation: 0 }),
        passes: PassSetup { deepening: NonZeroU32::new(1), ..PassSetup::default() },
        ..Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::AlphaBeta))
    };
    let settings = Settings { setups: vec![setup], ..Settings::default() };
    let mut harness = with_store(&settings, window_with);
    for (panel, heading, term) in [
        (Action::TogglePasses, Text::PassColumn, Term::Pass),
        (Action::ToggleOrder, Text::OrderMinimalColumn, Term::MinimalTree),
    ] {
        apply(&mut harness, Command::Do(panel));
        wait_until_it_says(&mut harness, Language::English.text(heading));
        let links = harness.query_all_by_role(Role::Link);
        let link =
            links.filter(|link| link.accesskit_node().label().as_deref() == Some(Language::English.text(heading)));
        link.max_by(|a, b| a.rect().top().total_cmp(&b.rect().top())).expect("a link").click();
        harness.run_steps(8);
        assert!(says(&harness, term.about(Language::English)), "{panel:?}");
    }
}

#[test]
fn the_palette_knows_other_words() {
    for (typed, expected) in [
        ("hash", "Entries of the transposition table"),
        ("branch", "Next cut"),
        ("undo", "Undo"),
        ("dark", "Dark theme"),
        ("slider", "First frame"),
        ("置換表", "Entries of the transposition table"),
        ("枝刈り", "Next cut"),
        ("legend", "What the picture shows"),
    ] {
        let mut harness = one_run();
        press_with(&mut harness, Modifiers::COMMAND, Key::K);
        harness.get_by_label("Type a command").type_text(typed);
        harness.run_steps(3);
        let rows = harness.query_all_by_label(expected).filter(|row| row.rect().width() > 300.0);
        assert_eq!(rows.count(), 1, "{typed} finds {expected}");
    }
}

#[test]
fn menus_are_by_intent() {
    let mut harness = one_run();
    for (menu, entry) in [
        ("File", "Open a trace"),
        ("Edit", "Copy link to this frame"),
        ("View", "as an icicle"),
        ("Go", "Next cut"),
        ("Analyse", "Find frames"),
        ("Learn", "Bounds and window"),
        ("Help", "What the picture shows"),
    ] {
        click(&mut harness, menu);
        assert!(says(&harness, entry), "{menu} has {entry}");
        harness.key_press(Key::Escape);
        harness.run_steps(4);
    }
}

#[test]
fn heading_names_the_node_of_the_frame_if_another_one_is_selected() {
    let mut harness = one_run();
    let cut = *harness.state().session.runs[0].trace.cuts().last().expect("the cut at B") as usize;
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: cut });
    apply(&mut harness, Command::Center { run: RunId(0), path: vec![1, 1] });
    press(&mut harness, Key::Num6);
    harness.run_steps(4);
    assert!(says(&harness, "B: min to move"));
}
