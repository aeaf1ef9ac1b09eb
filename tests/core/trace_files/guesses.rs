//! Sentences about speculative scores, reduced searches, and causes in other passes.

use edagari::analysis::{explain, value_line, why_pruned};
use edagari::language::{Language, with_plain_spaces};
use edagari::trace::{NodeId, Place, Trace, VisitId};

use super::round_trips::read_stream;

fn plain(sentence: &str) -> String {
    with_plain_spaces(sentence).into_owned()
}

fn said(trace: &Trace, frame: usize) -> String {
    plain(&explain(trace, frame, Language::English))
}

fn null_move(score: i32, kind: &str) -> Trace {
    let stream = format!(
        r#"{{"edagari":1,"search":"pvs","null_windows":true,"fail":"soft"}}
{{"event":"enter","node":"r","window":[4,5],"moves":["null","a"]}}
{{"event":"enter","node":"n","move":"null","window":[4,5],"reduced":2,{kind}}}
{{"event":"leave","score":{score}}}
{{"event":"leave","node":"r","score":7,"why":"null-move"}}
"#
    );
    read_stream(stream.as_bytes())
}

#[test]
fn speculative_score_is_explained_as_a_guess() {
    let trace = null_move(7, r#""kind":"null-move""#);
    assert!(
        said(&trace, 1).ends_with(
            "is speculative (the null move): its score is not used as a score of the parent. Its depth is reduced by 2."
        ),
        "{}",
        said(&trace, 1)
    );
    let score = "The null move returned 7 ≥ β = 5 (a guess, not a proof). It is not used as a score of the root. Its depth is reduced by 2.";
    assert_eq!(said(&trace, 3), score);
    assert_eq!(said(&trace, 4), "The window of the root stays (4, 5), because the null move was speculative.");
    assert_eq!(said(&trace, 5), "The root returns 7, settled by null-move: a guess, not a proof.");
    assert!(plain(&explain(&trace, 3, Language::Japanese)).starts_with("ヌルムーブは 7 ≥ β = 5 を返しました"));
    let short = null_move(3, r#""kind":"null-move""#);
    assert!(said(&short, 3).starts_with("The null move returned 3 ≤ α = 4 (a guess, not a proof)."));
    for (kind, called) in [
        (r#""kind":"probcut""#, "The probcut search of null returned 7"),
        (r#""kind":"singular""#, "The singular search of null returned 7"),
        (r#""kind":"verification""#, "The verification search of null returned 7"),
        (r#""counts":false"#, "The speculative search of null returned 7"),
    ] {
        let trace = null_move(7, kind);
        assert!(said(&trace, 3).starts_with(called), "{}", said(&trace, 3));
    }
}

const PASSES: &str = r#"{"edagari":1,"program":"other","search":"mtd-f","null_windows":true,"fail":"soft","cut":">="}
{"event":"pass","kind":"deepening","depth":1}
{"event":"enter","node":"r","moves":["a","b","c"]}
{"event":"enter","node":"a","move":"a"}
{"event":"store","entry":1,"bounds":[4,4]}
{"event":"leave","score":4}
{"event":"enter","node":"b","move":"b","window":[4,5],"extended":1}
{"event":"leave","score":2}
{"event":"leave","node":"r","score":4}
{"event":"pass","kind":"null window","depth":2}
{"event":"enter","node":"r","window":[3,4]}
{"event":"enter","node":"a","move":"a"}
{"event":"lookup","entry":1,"bounds":[4,4],"answer":"returned"}
{"event":"leave","score":4}
{"event":"leave","node":"r","score":4,"bound":"lower"}
"#;

#[test]
fn causes_in_other_passes_are_named_with_them() {
    let trace = read_stream(PASSES.as_bytes());
    let line = value_line(&trace, VisitId(3), usize::MAX).expect("a score");
    let said: Vec<String> =
        line.sentences(&trace, VisitId(3), Language::English).into_iter().map(|reason| reason.sentence).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(
        said[0].starts_with("The table answered with the entry that the node after a in pass 1 (deepening) wrote"),
        "{said:?}"
    );
    assert!(said[1].starts_with("4 comes from the node after a in pass 1 (deepening)"), "{said:?}");

    let c = Place { node: trace.children(NodeId::ROOT).nth(2).expect("c"), below: 0 };
    let reason = why_pruned(&trace, c).expect("pruned in the second pass");
    let said: Vec<_> = reason.sentences(&trace, c, Language::English);
    assert_eq!(
        plain(&said[1].sentence),
        "β = 4 is the bound that pass 2 (null window) began with; pass 1 (deepening) had returned 4."
    );
    assert_eq!(said[1].frame, Some(trace.span(VisitId(3)).0));
    assert!(said[2].sentence.contains("in pass 1 (deepening)"), "{:?}", said[2]);
}

#[test]
fn extension_of_a_visit_is_explained() {
    let trace = read_stream(PASSES.as_bytes());
    let start = trace.span(VisitId(2)).0;
    assert!(said(&trace, start).ends_with("Its depth is extended by 1."), "{}", said(&trace, start));
}
