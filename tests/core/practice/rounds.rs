//! Plans and rounds.

use std::collections::BTreeSet;

use edagari::game::{GameSetup, TicTacToe};
use edagari::lesson::practice::{Count, Plan, QuestionKind, Reply, Round, Stage, Tally};
use edagari::search::{Algorithm, TableSetup};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record};

use super::OF_MINIMAX;

fn tic_tac_toe(table: Option<TableSetup>) -> Trace {
    let game = GameSetup::from(TicTacToe { shortest_win: false });
    let setup = Setup { table, ..Setup::new(game, Process::Search(Algorithm::AlphaBeta)) };
    record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup")
}

fn of(kinds: &[QuestionKind], share: u8) -> Plan {
    Plan { kinds: kinds.iter().copied().collect(), share, length: usize::MAX }
}

#[test]
fn plan_contains_all_cuts_and_a_share_of_other_questions() {
    let trace = tic_tac_toe(Some(TableSetup::default()));
    let plan = of(&QuestionKind::ALL, 20);
    let questions = plan.questions(&trace, 0);
    assert_eq!(questions, plan.questions(&trace, 0), "the same each time");
    let frames: BTreeSet<usize> = questions.iter().map(|question| question.frame).collect();
    assert!(trace.cuts().iter().all(|&cut| frames.contains(&(cut as usize))));
    let everything = of(&QuestionKind::ALL, 100).questions(&trace, 0).len() - trace.cuts().len();
    let share = (questions.len() - trace.cuts().len()) as f64 / everything as f64;
    assert!((0.17..0.23).contains(&share), "{share}");
    let kinds: BTreeSet<QuestionKind> = questions.iter().map(|question| question.kind).collect();
    assert!(kinds.iter().eq(OF_MINIMAX.iter().collect::<BTreeSet<_>>()));
    // Questions about cuts include frames without a cut, so that a question does not reveal the answer.
    let of_cuts = questions.iter().filter(|question| question.kind == QuestionKind::Cut);
    let (cuts, others): (Vec<_>, Vec<_>) =
        of_cuts.partition(|question| trace.step(question.frame).is_some_and(|step| step.cut.is_some()));
    assert!(!cuts.is_empty() && !others.is_empty());
    // Only after a given frame, with a limited length.
    let some = Plan { length: 5, ..plan.clone() }.questions(&trace, 500);
    let behind: Vec<_> = questions.into_iter().filter(|question| question.frame > 500).take(5).collect();
    assert_eq!(some, behind);
}

#[test]
fn plan_contains_only_chosen_kinds() {
    let trace = tic_tac_toe(Some(TableSetup::default()));
    for kind in OF_MINIMAX {
        let questions = of(&[kind], 100).questions(&trace, 0);
        assert!(!questions.is_empty() && questions.iter().all(|question| question.kind == kind), "{kind:?}");
    }
    assert_eq!(of(&[], 100).questions(&trace, 0), []);
    assert_eq!(of(&[QuestionKind::Entry], 100).questions(&tic_tac_toe(None), 0), []);
}

#[test]
fn round_repeats_questions_answered_wrongly() {
    let trace = tic_tac_toe(None);
    let plan = Plan { length: 3, ..of(&QuestionKind::ALL, 30) };
    let questions = plan.questions(&trace, 0);
    let mut round = Round::new(questions.clone());
    for (place, question) in questions.iter().enumerate() {
        assert_eq!((round.stage(), round.last_shown()), (Stage::OnTheWay, Some(question.frame - 1)));
        assert_eq!(round.reply(Reply::Choice(question.right)), None, "it has not come to it");
        let before = question.frame.saturating_sub(2);
        round.arrive(before);
        assert_eq!(round.stage(), if before + 1 < question.frame { Stage::OnTheWay } else { Stage::Question });
        round.arrive(question.frame - 1);
        assert_eq!((round.stage(), round.next()), (Stage::Question, Some(question)));
        assert_eq!(round.reply(Reply::Choice(99)), None, "there is no such choice");
        let choice = if place == 1 { (question.right + 1) % question.choices.len() } else { question.right };
        assert_eq!(round.reply(Reply::Choice(choice)), Some(place != 1));
        assert_eq!(round.stage(), Stage::Answered);
        assert_eq!(round.reply(Reply::Choice(question.right)), None, "it has been answered");
        assert_eq!(round.last().map(|(last, given)| (last, given.is_right)), Some((question, place != 1)));
        round.go_on();
    }
    assert_eq!((round.stage(), round.last_shown(), round.next()), (Stage::Over, None, None));
    let tally = round.tally();
    assert_eq!(tally.total(), Count { asked: 3, right: 2 });
    let kind = questions[1].kind;
    assert_eq!(tally.of(kind).asked - tally.of(kind).right, 1);
    assert_eq!(round.wrong(), [questions[1].clone()]);
    let mut all = Tally::default();
    all += &tally;
    all += &tally;
    assert_eq!(all.total(), Count { asked: 6, right: 4 });
}

#[test]
fn plans_and_tallies_come_back_from_text() {
    let plan = of(&[QuestionKind::Cut, QuestionKind::Skipped], 7);
    assert_eq!(ron::from_str::<Plan>(&ron::to_string(&plan).expect("a text")).expect("the same"), plan);
    assert_eq!(ron::from_str::<Plan>("()").expect("all by default"), Plan::default());
    let mut tally = Tally::default();
    tally.count(QuestionKind::Cut, true);
    tally.count(QuestionKind::Window, false);
    assert_eq!(ron::from_str::<Tally>(&ron::to_string(&tally).expect("a text")).expect("the same"), tally);
}
