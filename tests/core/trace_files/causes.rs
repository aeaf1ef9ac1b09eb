//! Reasons of pruned nodes: cuts without a child, bounds without a child, and bounds of the window of a pass.

use edagari::analysis::{BoundSource, PassWindow, Reason, explain, pass_window, why_pruned};
use edagari::language::{Language, with_plain_spaces};
use edagari::score::BoundKind;
use edagari::trace::{NodeId, Place, Trace, VisitId};

use super::round_trips::read_stream;

const OWN: &str = r#"{"edagari":1,"program":"q","search":"quiescence","fail":"soft"}
{"event":"enter","node":0,"player":"max","window":["-inf","inf"],"moves":["a","b","c"]}
{"event":"enter","node":1,"move":"a","window":["-inf","inf"],"moves":["x"]}
{"event":"update","why":"stand-pat","value":5}
{"event":"enter","node":2,"move":"x","window":["-inf",5],"moves":["p","q"]}
{"event":"enter","node":3,"move":"p","window":["-inf",5]}
{"event":"leave","score":7}
{"event":"leave","node":2,"score":7}
{"event":"leave","node":1,"score":5}
{"event":"enter","node":4,"move":"b","window":[5,"inf"],"moves":["x","y"]}
{"event":"update","why":"stand-pat","value":3,"cut":true}
{"event":"leave","score":3}
{"event":"enter","node":5,"move":"c","window":[5,"inf"],"moves":["x","y"]}
{"event":"update","why":"rules","window":[5,4],"cut":true}
{"event":"leave","score":4}
{"event":"leave","node":0,"score":5}
"#;

const NULL_MOVE: &str = r#"{"edagari":1,"program":"q","search":"alpha-beta","fail":"soft"}
{"event":"enter","node":0,"player":"max","window":["-inf","inf"],"moves":["a","b"]}
{"event":"enter","node":1,"move":"a","window":["-inf","inf"]}
{"event":"leave","score":5}
{"event":"enter","node":2,"move":"b","window":[5,"inf"],"moves":["x","y"]}
{"event":"enter","node":3,"move":"pass","kind":"null-move","window":[5,6],"moves":["p","q"]}
{"event":"enter","node":4,"move":"p","window":[5,6]}
{"event":"leave","score":7}
{"event":"leave","node":3,"score":7}
{"event":"enter","node":5,"move":"x","window":[5,"inf"]}
{"event":"leave","score":9}
{"event":"enter","node":6,"move":"y","window":[5,9]}
{"event":"leave","score":9}
{"event":"leave","node":2,"score":9}
{"event":"leave","node":0,"score":9}
"#;

const ASPIRATION: &str = r#"{"edagari":1,"program":"engine","search":"aspiration","fail":"soft"}
{"event":"pass","kind":"aspiration","depth":1}
{"event":"enter","node":"r","player":"max","window":["-inf","inf"],"moves":["a","b"]}
{"event":"enter","node":"a","move":"a","window":["-inf","inf"]}
{"event":"leave","score":10}
{"event":"enter","node":"b","move":"b","window":[10,"inf"]}
{"event":"leave","score":0}
{"event":"leave","node":"r","score":10}
{"event":"pass","kind":"aspiration","depth":2}
{"event":"enter","node":"r","window":[5,15]}
{"event":"enter","node":"a","move":"a","window":[5,15]}
{"event":"leave","score":20}
{"event":"leave","node":"r","score":20,"bound":"lower"}
{"event":"pass","kind":"aspiration","depth":2}
{"event":"enter","node":"r","window":[5,60]}
{"event":"enter","node":"a","move":"a","window":[5,60],"moves":["x","y"]}
{"event":"enter","node":"ax","move":"x","window":[5,60],"moves":["p","q"]}
{"event":"enter","node":"axp","move":"p","window":[5,60]}
{"event":"leave","score":70}
{"event":"leave","node":"ax","score":70}
{"event":"enter","node":"ay","move":"y","window":[5,60]}
{"event":"leave","score":4}
{"event":"leave","node":"a","score":4}
{"event":"enter","node":"b","move":"b","window":[5,60],"moves":["x","y"]}
{"event":"enter","node":"bx","move":"x","window":[5,60]}
{"event":"leave","score":3}
{"event":"leave","node":"b","score":3}
{"event":"leave","node":"r","score":4}
"#;

fn place(trace: &Trace, path: &[u32]) -> Place {
    trace.place(path)
}

fn reasons(trace: &Trace, path: &[u32]) -> Vec<Reason> {
    let place = place(trace, path);
    let reason = why_pruned(trace, place).unwrap_or_else(|| panic!("{path:?} was pruned"));
    reason.sentences(trace, place, Language::English)
}

fn plain(sentence: &str) -> String {
    with_plain_spaces(sentence).into_owned()
}

fn said(trace: &Trace, path: &[u32]) -> Vec<String> {
    reasons(trace, path).into_iter().map(|reason| plain(&reason.sentence)).collect()
}

#[test]
fn cut_without_a_child_is_explained_by_the_value_of_the_node() {
    let trace = read_stream(OWN.as_bytes());
    assert_eq!(
        said(&trace, &[1, 0])[..3],
        [
            "The node after b x is pruned: the node after b is already down to 3 ≤ α = 5 without a child.",
            "Stand pat: the node after b keeps its static evaluation 3.",
            "α = 5 is the bound of the root, set when a returned it.",
        ]
    );
    // The rules lower β below α, so α is reached.
    assert_eq!(
        said(&trace, &[2, 1])[..3],
        [
            "The node after c y is pruned: the node after c is already down to 4 ≤ α = 5 without a child.",
            "By the rules, no score outside (5, 4) matters at the node after c.",
            "α = 5 is the bound of the root, set when a returned it.",
        ]
    );
    for language in [Language::English, Language::Japanese] {
        let place = place(&trace, &[1, 1]);
        let reason = why_pruned(&trace, place).expect("pruned");
        assert!(reason.child.is_none() && reason.sentences(&trace, place, language).len() >= 3);
    }
}

#[test]
fn a_bound_by_standing_pat_has_its_owner() {
    let trace = read_stream(OWN.as_bytes());
    let reasons = reasons(&trace, &[0, 0, 1]);
    assert_eq!(plain(&reasons[1].sentence), "β = 5 is the bound of the node after a, which needs no child.");
    assert_eq!(plain(&reasons[2].sentence), "Stand pat: the node after a keeps its static evaluation 5.");
    let frame = reasons[1].frame.expect("the update");
    assert!(trace.own_update_at(frame).is_some());
}

#[test]
fn bound_of_a_null_move_is_not_a_score_of_its_parent() {
    let trace = read_stream(NULL_MOVE.as_bytes());
    let frame = trace.next_cut(0).expect("a cut");
    let sentence = plain(&explain(&trace, frame, Language::English));
    let reason = "The null window of the node after b only tests whether this node is worth at least 6, so q need not be searched.";
    assert!(sentence.contains(reason), "{sentence}");
    let visit = trace.step(frame).expect("a frame").visit;
    let pruned = trace.pruned_children(visit).next().expect("q");
    let why = why_pruned(&trace, Place { node: pruned, below: 0 }).expect("pruned");
    let BoundSource::NullWindow { owner, child } = why.source else { panic!("{:?}", why.source) };
    assert!(child == visit && trace.parent_visit(visit) == Some(owner) && trace.given_window(child).is_null());
}

#[test]
fn null_window_of_an_ancestor_calls_its_child_by_the_move() {
    let entered = r#""move":"p","window":[5,6]"#;
    let below = r#","moves":["r","s"]}
{"event":"enter","node":14,"move":"r","window":[5,6],"moves":["t","u"]}
{"event":"enter","node":15,"move":"t","window":[5,6]}
{"event":"leave","score":7}
{"event":"leave","node":14,"score":7}"#;
    let trace = read_stream(NULL_MOVE.replace(&format!("{entered}}}"), &format!("{entered}{below}")).as_bytes());
    let frame = trace.next_cut(0).expect("a cut");
    let sentence = plain(&explain(&trace, frame, Language::English));
    let reason =
        "The null window of the node after b only tests whether pass is worth at least 6, so u need not be searched.";
    assert!(sentence.contains(reason), "{sentence}");
}

#[test]
fn the_window_of_an_aspiration_leads_to_the_pass_before() {
    let trace = read_stream(ASPIRATION.as_bytes());
    let passes: Vec<VisitId> = trace.layers(NodeId::ROOT).collect();
    assert_eq!(pass_window(&trace, passes[0]), None);
    assert!(matches!(pass_window(&trace, passes[1]), Some(PassWindow::Around { earlier, .. }) if earlier == passes[0]));
    let opened = PassWindow::Opened { earlier: passes[1], kind: BoundKind::Lower };
    assert_eq!(pass_window(&trace, passes[2]), Some(opened));

    // β was opened when the previous pass failed high.
    let high = reasons(&trace, &[0, 0, 1]);
    assert_eq!(plain(&high[1].sentence), "β = 60 is an end of the window that pass 3 (aspiration) began with.");
    assert_eq!(
        plain(&high[2].sentence),
        "Pass 3 (aspiration) searches again, within (5, 60): pass 2 (aspiration) failed high with 20 within (5, 15)."
    );
    assert_eq!(high[2].frame, trace.span(passes[1]).1, "it leads to the end of that pass");

    // α is unchanged since the start of pass 2, whose window is around the score of pass 1.
    let low = reasons(&trace, &[1, 1]);
    assert_eq!(plain(&low[1].sentence), "α = 5 is an end of the window that pass 2 (aspiration) began with.");
    assert_eq!(
        plain(&low[2].sentence),
        "Pass 2 (aspiration) searches within (5, 15): 5 to either side of 10, which pass 1 (aspiration) had returned."
    );
    assert_eq!(low[2].frame, trace.span(passes[0]).1);
}
