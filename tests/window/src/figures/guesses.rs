//! The panel on costs and savings of guesses, and the places where they were wrong.

use edagari::analysis::{GuessLimits, GuessReport};
use edagari::language::{Language, Text};
use edagari::trace::{Progress, Setup};
use edagari::viewer::{Action, Command, Edagari, RunId, Settings};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

/// A run that skips moves, at some places wrongly, and that guesses nothing else.
const LATE: &str = "reversi,size=6,search=alpha-beta-soft,depth-limit=4,order=reversed,late-move-pruning";
/// A run whose many guesses take a while to judge.
const LONG: &str =
    "reversi,size=8,search=alpha-beta,depth-limit=10,order=reversed,late-move-reductions,late-move-pruning";
const NAME: &str = "Guesses: what do they cost and save?";

fn with_setup(words: &str) -> Harness<'static, Edagari> {
    let setups = vec![Setup::of_words(words).expect("a setup")];
    let mut harness = with_store(&Settings { setups, ..Settings::default() }, window_with);
    wait_for_recordings(&mut harness);
    harness
}

#[test]
fn guesses_panel_shows_savings_and_goes_to_wrong_places() {
    let mut harness = with_setup(LATE);
    let trace = std::sync::Arc::clone(&harness.state().session.runs[0].trace);
    let setup = trace.setup_with_guesses().expect("a run with guesses");
    let report = GuessReport::of_trace(&trace, &setup, GuessLimits::default(), &Progress::default()).expect("a run");
    let [effect] = &report.effects[..] else { panic!("one guess") };
    let wrong = effect.wrong.first().expect("a place where it is wrong");

    press_with(&mut harness, egui::Modifiers::ALT, Key::U);
    wait_until_it_says(&mut harness, "Places where a guess was wrong");
    let english = Language::English;
    let number = |number: u64| english.number(number);
    let saved = effect.saved(&report.with).expect("both runs were finished");
    assert!(saved > 0);
    let guess = effect.guess.kind().title.text(english);
    assert!(says(&harness, &format!("with all guesses, visits {}", number(trace.visit_count() as u64))));
    let without = effect.without.visits.expect("finished");
    let row = format!("without {guess}, visits {}, saved by it {}", number(without), number(saved.unsigned_abs()));
    assert!(says(&harness, &row), "{row}");
    assert!(says(&harness, &format!("judged {}, wrong {}", number(effect.judged), effect.wrong.len())));
    assert!(says(&harness, &format!("without guesses, visits {}", number(report.plain.visits.expect("finished")))));
    assert!(says(&harness, "Skipped moves: late-move pruning"));

    let place = format!("Frame {}: ", number(wrong.frame as u64));
    harness.get_all_by_label_contains(&place).next().expect("a row").click();
    harness.run_steps(3);
    assert_eq!(harness.state().session.runs[0].frame, wrong.frame);

    press(&mut harness, Key::Escape);
    assert!(!says(&harness, "Places where a guess was wrong"));
}

#[test]
fn run_without_guesses_shows_a_sentence_in_both_languages() {
    let mut harness = small_window();
    for language in [Language::English, Language::Japanese] {
        apply(&mut harness, Command::Do(Action::Language(language)));
        apply(&mut harness, Command::Do(Action::Guesses));
        assert!(says(&harness, language.text(Text::GuessesNone)));
        apply(&mut harness, Command::ClosePanel(Action::Guesses));
    }
}

#[test]
fn judging_guesses_is_cancelled_and_restarted() {
    let mut harness = with_setup(LONG);
    // If the work ends before the click, it is tried again.
    let is_cancelled = (0..20).any(|_| {
        apply(&mut harness, Command::OpenPanel(Action::Guesses));
        if harness.query_by_role_and_label(Role::Button, "Cancel").is_some() {
            assert!(harness.query_by_role(Role::ProgressIndicator).is_some());
            click(&mut harness, "Cancel");
        }
        says(&harness, "Cancelled.")
    });
    assert!(is_cancelled, "it always ends before it can be cancelled");
    harness.run_steps(20);
    assert!(says(&harness, "Cancelled."), "it does not restart by itself");
    click(&mut harness, "Begin again");
    wait_until_it_says(&mut harness, "Places where a guess was wrong");
    apply(&mut harness, Command::ClosePanel(Action::Guesses));
    assert!(!says(&harness, NAME));
}

#[test]
fn palette_finds_the_guesses_by_synonyms() {
    let mut harness = small_window();
    press_with(&mut harness, egui::Modifiers::COMMAND, Key::K);
    harness.get_by_role(Role::TextInput).type_text("quiescence");
    harness.run_steps(3);
    assert!(says(&harness, NAME));
    press(&mut harness, Key::Enter);
    harness.run_steps(3);
    assert!(says(&harness, Language::English.text(Text::GuessesNone)));
}

#[test]
fn places_of_a_closed_or_changed_run_are_no_links() {
    let mut harness = with_setup(LATE);
    apply(&mut harness, Command::Do(Action::Guesses));
    wait_until_it_says(&mut harness, "Places where a guess was wrong");
    let setup = Setup::of_words(&LATE.replace("depth-limit=4", "depth-limit=3")).expect("a setup");
    apply(&mut harness, Command::Record { run: RunId(0), setup: Box::new(setup), memory_limit_mib: 64 });
    wait_for_recordings(&mut harness);
    let row = harness.get_all_by_label_contains(" assumed, ").next().expect("a row");
    assert!(row.accesskit_node().is_disabled());
}
