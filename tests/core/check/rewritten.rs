//! Faults of the writer: the search is right, but its recording is wrong.

use serde_json::{Value, json};

use super::story::Story;

/// First and last line that a finding may report, in the rewritten stream.
pub type Lines = Option<(usize, usize)>;

/// Plants a fault in the lines of a right search.
pub type Rewriting = fn(&mut Story, usize) -> Lines;

/// Adds to a field of the line of an opportunity.
fn add(story: &mut Story, wait: usize, field: &str, more: i64, is_chance: impl Fn(&Story, usize) -> bool) -> Lines {
    let line = story.find(wait, |story, line| story.whole(line, field).is_some() && is_chance(story, line))?;
    story.add(line, field, more);
    Some((line, line))
}

/// Sets a field of the line of an opportunity.
fn set(story: &mut Story, wait: usize, field: &str, value: &Value, is_chance: impl Fn(&Story, usize) -> bool) -> Lines {
    let line = story.find(wait, is_chance)?;
    story.lines[line][field] = value.clone();
    Some((line, line))
}

fn is_inner_leave(story: &Story, line: usize) -> bool {
    story.is(line, "leave") && story.has_children(line)
}

fn leave_with_bound(bound: &'static str) -> impl Fn(&Story, usize) -> bool {
    move |story, line| is_inner_leave(story, line) && story.lines[line]["bound"] == bound
}

/// Whether the last child of a node returns at a line, so that no child is left to cut.
fn is_last_update(story: &Story, line: usize) -> bool {
    story.is(line, "update") && (story.is(line + 1, "leave") || story.is(line + 1, "store"))
}

fn is_open_update(story: &Story, line: usize) -> bool {
    story.is(line, "update") && story.lines[line]["cut"] == false
}

fn is_cut(story: &Story, line: usize) -> bool {
    story.is(line, "update") && story.lines[line]["cut"] == true && story.is(line + 1, "prune")
}

fn with_window(story: &Story, line: usize) -> bool {
    story.lines[line]["window"][0].is_i64()
}

/// Replaces the id `from` by `to` in the fields `node` and `child` of all lines.
fn rename(story: &mut Story, from: &Value, to: &Value) {
    for line in &mut story.lines {
        for field in ["node", "child"] {
            if line[field] == *from {
                line[field] = to.clone();
            }
        }
    }
}

/// Inner nodes below the root whose first child has children too.
fn is_deep_enter(story: &Story, line: usize) -> bool {
    let inner = |line: usize| story.is(line, "enter") && story.lines[line]["moves"].is_array();
    inner(line) && story.parent(line).is_some() && inner(line + 1)
}

/// Faults by name.
#[rustfmt::skip]
pub const REWRITINGS: &[(&str, Rewriting)] = &[
    ("score that the child did not return", |story, wait| add(story, wait, "score", 3, |story, line| story.is(line, "score"))),
    ("score told twice", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "score"))?;
        story.lines.insert(line, story.lines[line].clone());
        Some((line, line + 1))
    }),
    ("update before the score", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "score") && story.is(line + 1, "update"))?;
        story.lines.swap(line, line + 1);
        Some((line, line + 1))
    }),
    ("update told twice", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "update") && story.lines[line]["child"].is_number())?;
        story.lines.insert(line, story.lines[line].clone());
        Some((line, line + 1))
    }),
    ("update of a node further up", |story, wait| {
        let line = story.find(wait, |story, line| {
            story.is(line, "update") && story.entered(line).is_some_and(|entered| story.parent(entered).is_some())
        })?;
        let above = story.parent(story.entered(line)?)?;
        story.lines[line]["node"] = story.lines[above]["node"].clone();
        Some((line, line + 1))
    }),
    ("score with another window", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "score") && with_window(story, line))?;
        story.lines[line]["window"][0] = json!(story.lines[line]["window"][0].as_i64()? - 2);
        Some((line, line))
    }),
    ("value off by one", |story, wait| add(story, wait, "value", 1, |story, line| story.is(line, "update") && story.lines[line]["child"].is_number())),
    ("updated window off by one", |story, wait| {
        let line = story.find(wait, |story, line| is_open_update(story, line) && with_window(story, line))?;
        story.lines[line]["window"][0] = json!(story.lines[line]["window"][0].as_i64()? + 1);
        Some((line, line))
    }),
    ("window not updated", |story, wait| {
        let changes = |story: &Story, line: usize| {
            story.is(line, "score") && is_open_update(story, line + 1)
                && story.lines[line]["window"] != story.lines[line + 1]["window"]
        };
        let line = story.find(wait, changes)? + 1;
        story.lines[line]["window"] = story.lines[line - 1]["window"].clone();
        Some((line, line))
    }),
    ("cut told as none", |story, wait| {
        let line = story.find(wait, is_cut)?;
        story.lines[line]["cut"] = json!(false);
        Some((line, line))
    }),
    ("cut told at a last child with an open window", |story, wait| {
        set(story, wait, "cut", &json!(true), |story, line| is_last_update(story, line) && is_open_update(story, line))
    }),
    ("cut told with an open window", |story, wait| {
        set(story, wait, "cut", &json!(true), |story, line| is_open_update(story, line) && !is_last_update(story, line))
    }),
    ("pruned children too many", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "prune"))?;
        let entered = story.entered(line)?;
        let searched = story.lines[entered]["moves"][0].clone();
        story.lines[line]["children"].as_array_mut()?.push(searched);
        Some((line - 1, line))
    }),
    ("pruned children too few", |story, wait| {
        let is_chance = |story: &Story, line: usize| {
            story.is(line, "prune") && story.lines[line]["children"].as_array().is_some_and(|children| children.len() > 1)
        };
        let line = story.find(wait, is_chance)?;
        story.lines[line]["children"].as_array_mut()?.pop();
        Some((line - 1, line))
    }),
    ("pruned children of no move", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "prune"))?;
        story.lines[line]["children"][0] = json!("elsewhere");
        Some((line - 1, line))
    }),
    ("pruned nodes counted as too few", |story, wait| {
        let is_chance = |story: &Story, line: usize| {
            story.is(line, "prune") && story.lines[line]["children"].as_array().is_some_and(|children| children.len() > 1)
        };
        let line = story.find(wait, is_chance)?;
        story.lines[line]["count"] = json!(1);
        Some((line - 1, line))
    }),
    ("prune without a cut", |story, wait| {
        let line = story.find(wait, |story, line| is_open_update(story, line) && !is_last_update(story, line))?;
        let (node, entered) = (story.lines[line]["node"].clone(), story.entered(line)?);
        let last = story.lines[entered]["moves"].as_array()?.last()?.clone();
        story.lines.insert(line + 1, json!({"event": "prune", "node": node, "children": [last]}));
        Some((line, line + 1))
    }),
    ("skip of a move that is searched", |story, wait| {
        let line = story.find(wait, |story, line| is_open_update(story, line) && story.is(line + 1, "enter"))?;
        let (node, next) = (story.lines[line]["node"].clone(), story.lines[line + 1]["move"].clone());
        story.lines.insert(line + 1, json!({"event": "skip", "node": node, "children": [next], "why": "late move"}));
        Some((line, line + 2))
    }),
    ("result off by two", |story, wait| add(story, wait, "score", 2, is_inner_leave)),
    ("lower bound told as exact", |story, wait| set(story, wait, "bound", &json!("exact"), leave_with_bound("lower"))),
    ("upper bound told as exact", |story, wait| set(story, wait, "bound", &json!("exact"), leave_with_bound("upper"))),
    ("lower bound told as upper", |story, wait| set(story, wait, "bound", &json!("upper"), leave_with_bound("lower"))),
    ("upper bound told as lower", |story, wait| set(story, wait, "bound", &json!("lower"), leave_with_bound("upper"))),
    ("other window at the end", |story, wait| set(story, wait, "window", &json!([-77, 77]), is_inner_leave)),
    ("leaf without a score", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "leave") && story.is(line - 1, "enter"))?;
        // With known rules, the score follows from them.
        if ["tic-tac-toe", "connect-four", "eight"].iter().any(|game| story.lines[0]["game"] == *game) {
            return None;
        }
        // The parent must not record the score either.
        for line in [line, line + 1] {
            story.lines[line].as_object_mut()?.remove("score");
        }
        Some((line, line))
    }),
    ("inner node never left", |story, wait| {
        let line = story.find(wait, |story, line| is_inner_leave(story, line) && story.lines[line]["node"] != 1)?;
        story.lines.remove(line);
        Some((line, line))
    }),
    ("leaf never left", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "leave") && story.is(line - 1, "enter"))?;
        story.lines.remove(line);
        Some((line, line))
    }),
    ("node left twice", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "leave") && story.lines[line]["node"] != 1)?;
        story.lines.insert(line + 1, story.lines[line].clone());
        Some((line, line + 1))
    }),
    ("leave of a node that was never entered", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "leave") && story.lines[line]["node"] != 1)?;
        story.lines.insert(line, json!({"event": "leave", "node": 987_654, "score": 1}));
        Some((line - 1, line))
    }),
    ("id of the open parent", |story, wait| {
        let line = story.find(wait, is_deep_enter)?;
        let above = story.lines[story.parent(line)?]["node"].clone();
        let id = story.lines[line]["node"].clone();
        rename(story, &id, &above);
        Some((line, line))
    }),
    ("three open nodes with one id", |story, wait| {
        let line = story.find(wait, is_deep_enter)?;
        let above = story.lines[story.parent(line)?]["node"].clone();
        let ids = [line, line + 1].map(|line| story.lines[line]["node"].clone());
        for id in &ids {
            rename(story, id, &above);
        }
        Some((line, line))
    }),
    ("parent that is closed", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "enter") && story.is(line - 1, "update"))?;
        let closed = (1..line).rev().find(|&line| story.is(line, "leave"))?;
        story.lines[line]["parent"] = story.lines[closed]["node"].clone();
        Some((line, line))
    }),
    ("parent that is not the innermost open node", |story, wait| {
        let line = story.find(wait, |story, line| is_deep_enter(story, line - 1))?;
        let above = story.parent(story.parent(line)?)?;
        story.lines[line]["parent"] = story.lines[above]["node"].clone();
        Some((line, line))
    }),
    ("child of an update that is not the one that returned", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "update") && story.lines[line]["child"].is_number())?;
        story.lines[line]["child"] = story.lines[line]["node"].clone();
        Some((line - 1, line))
    }),
    ("searched move missing in moves", |story, wait| {
        let line = story.find(wait, is_deep_enter)?;
        let mv = story.lines[line + 1]["move"].clone();
        story.lines[line]["moves"].as_array_mut()?.retain(|name| *name != mv);
        Some((line, line + 1))
    }),
    ("moves in another order", |story, wait| {
        let line = story.find(wait, is_deep_enter)?;
        story.lines[line]["moves"].as_array_mut()?.reverse();
        Some((line, line + 1))
    }),
    ("lookup of other bounds than stored", |story, wait| {
        let is_chance = |story: &Story, line: usize| story.is(line, "lookup") && story.lines[line]["bounds"][0].is_i64();
        let line = story.find(wait, is_chance)?;
        story.lines[line]["bounds"][0] = json!(story.lines[line]["bounds"][0].as_i64()? - 1);
        Some((line, line))
    }),
    ("lookup of another depth than stored", |story, wait| {
        add(story, wait, "depth", 2, |story, line| story.is(line, "lookup") && story.lines[line]["result"] == "nothing")
    }),
    ("lookup that returned told as nothing", |story, wait| {
        set(story, wait, "result", &json!("nothing"), |story, line| story.is(line, "lookup") && story.lines[line]["result"] == "returned")
    }),
    ("lookup with nothing told as returned", |story, wait| {
        set(story, wait, "result", &json!("returned"), |story, line| story.is(line, "lookup") && story.lines[line]["result"] == "nothing")
    }),
    ("lookup after the first child", |story, wait| {
        let is_chance = |story: &Story, line: usize| {
            story.is(line, "lookup") && story.is(line + 1, "enter") && story.is(line + 2, "leave")
        };
        let line = story.find(wait, is_chance)?;
        let moved = story.lines.remove(line);
        story.lines.insert(line + 4, moved);
        Some((line, line + 4))
    }),
    ("store before the last child", |story, wait| {
        let is_chance = |story: &Story, line: usize| {
            story.is(line, "store") && story.is(line - 1, "update") && story.is(line - 3, "leave") && story.is(line - 4, "enter")
        };
        let line = story.find(wait, is_chance)?;
        let moved = story.lines.remove(line);
        story.lines.insert(line - 4, moved);
        Some((line - 4, line))
    }),
    ("update by itself that widens the window", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "update") && story.lines[line]["why"] == "mate-distance" && story.lines[line]["cut"].is_null())?;
        story.lines[line]["window"] = json!([-5_000, 5_000]);
        Some((line, line))
    }),
    ("cut by itself with an open window", |story, wait| {
        set(story, wait, "cut", &json!(true), |story, line| story.is(line, "update") && story.lines[line]["why"].is_string() && story.lines[line]["cut"].is_null())
    }),
];

/// Faults that are detectable only with known rules.
#[rustfmt::skip]
pub const OF_RULES: &[(&str, Rewriting)] = &[
    ("wrong player", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "enter") && story.parent(line).is_some())?;
        let above = story.parent(line)?;
        let mut depth = 1;
        let mut from = above;
        while let Some(parent) = story.parent(from) {
            (from, depth) = (parent, depth + 1);
        }
        let played = story.lines[0]["after"].as_str().map_or(0, |after| after.split(' ').count());
        let is_first = (played + depth).is_multiple_of(2);
        story.lines[line]["player"] = json!(if is_first { "min" } else { "max" });
        Some((line, line))
    }),
    ("pruned nodes counted as too many", |story, wait| {
        set(story, wait, "count", &json!(99_999_999), |story, line| story.is(line, "prune"))
            .map(|(line, _)| (line - 1, line))
    }),
    ("order said as another in all nodes", |story, wait| {
        let is_natural = wait == 0 && story.lines[0]["order"] == "natural";
        story.lines[0]["order"] = json!(if story.lines[0]["game"] == "eight" { "shuffled:7" } else { "reversed" });
        is_natural.then_some((1, 2))
    }),
    ("move that is not legal", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "enter") && story.parent(line).is_some())?;
        story.lines[line]["move"] = json!("z9");
        Some((line, line))
    }),
    ("move that is already played", |story, wait| {
        let line = story.find(wait, |story, line| story.is(line, "enter") && story.lines[0]["game"] == "tic-tac-toe" && story.parent(line).is_some())?;
        story.lines[line]["move"] = json!("b2");
        Some((line, line))
    }),
    ("moves with one that is not legal", |story, wait| {
        let line = story.find(wait, is_deep_enter)?;
        story.lines[line]["moves"].as_array_mut()?.push(json!("z9"));
        Some((line, line))
    }),
    ("moves without a legal one that is never tried", |story, wait| {
        let line = story.find(wait, is_cut)?;
        let entered = story.entered(line)?;
        let last = story.lines[entered]["moves"].as_array_mut()?.pop()?;
        story.lines[line + 1]["children"].as_array_mut()?.retain(|name| *name != last);
        if story.lines[line + 1]["children"].as_array()?.is_empty() {
            story.lines.remove(line + 1);
        }
        Some((entered, line + 1))
    }),
];
