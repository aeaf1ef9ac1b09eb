//! Texts beside boards: moves, scores, α and β along the path, and the caption: the lines beside the focus that describe the frame.
//! Font sizes come from `sizes.rs`, and the place of each text from the layout (`path_boards.rs` for the path).

use super::children::is_limit;
use super::drawing::Drawing;
use super::drawing::PieceKind;
use super::marks::{BADGE_SIZE, Note, folded_mark, layer_count, note_at, ring, score_so_far};
use super::node::Label;
use super::sizes::{Words, fitted, line, text_width};
use crate::scene::{Anchor, Color, Ink, Point, Rect, Shape};
use edagari_core::analysis::{
    final_window, next_step_at_child_texts, next_step_texts, short_score_text, stored_text, window_text,
};
use edagari_core::game::Player;
use edagari_core::language::Text;
use edagari_core::score::Window;
use edagari_core::trace::{Cut, FrameKind, NodeState, Step};

/// Draws the texts of a board in the room that is reserved for them.
pub(super) fn words(drawing: &mut Drawing<'_>, index: usize, [move_label, note_label]: [Option<Label>; 2]) {
    let layout = drawing.layout;
    let node = drawing.node(index);
    let state = drawing.states[index];
    let is_from_before = drawing.is_from_before(index);
    let is_unused = matches!(state, NodeState::Unvisited | NodeState::Pruned { .. } | NodeState::Skipped { .. });
    let is_quiet = is_unused || is_from_before;
    // A node whose label is its move does not repeat it.
    if let Some(label) = move_label.filter(|_| !node.names_itself()) {
        let color = if is_quiet { Color::SecondaryText } else { Color::Text };
        let text = node.fitted_move(label.size, label.rect.width());
        let is_strong = drawing.is_on_current_path(index) || drawing.is_child(index);
        let wide = text_width(&text, label.size);
        in_label(drawing, label, &text, color, is_strong);
        behind_move(drawing, index, label, wide);
    }
    let Some(label) = note_label else { return };
    if !layout.is_whole && index == layout.focus && !drawing.leaves {
        return;
    }
    if node.is_on_path && !layout.is_whole {
        bounds_of_path(drawing, index, label);
        return;
    }
    let words = note_at(drawing, index);
    // Without room for both, the score of an earlier visit is dropped.
    let is_next = drawing.next == Some(index);
    let next = drawing.look.language.text(Text::StageNext);
    let with_next = words.as_ref().filter(|_| is_next).map(|note| format!("{} · {next}", note.text));
    let with_next = with_next.filter(|text| text_width(text, label.size) <= label.rect.width() + 0.5);
    match words.filter(|_| !is_from_before || !is_next || with_next.is_some()) {
        Some(mut words) => {
            let small = layout.words.small;
            let label = if words.is_window { Label { size: small.min(label.size), ..label } } else { label };
            // Half of a window would mean nothing; a closed window is clear without the names of
            // its bounds.
            let fits = |text: &str| text_width(text, label.size) <= label.rect.width() + 0.5;
            if words.is_window && !fits(&words.text) {
                let short = words.text.replace(['α', 'β'], "").replace("  ", " ");
                if !words.text.starts_with('α') || !fits(short.trim()) {
                    return;
                }
                short.trim().clone_into(&mut words.text);
            }
            words.text = with_next.unwrap_or(words.text);
            if words.is_answered {
                ring(drawing, label, &words.text);
            }
            let color = if is_from_before { Color::SecondaryText } else { words.color };
            in_label(drawing, label, &words.text, color, !is_from_before);
            moved_bound(drawing, index, label, &words);
        }
        // Without windows, a node that is searched has the best score so far, as on the path of a strip.
        None if layout.is_whole && matches!(state, NodeState::Open { .. }) => {
            let Some(value) = value_by(drawing, index, drawing.look.frame) else { return };
            let words = drawing.look.language.fill(value_name(drawing, index), &[("score", &value)]);
            if text_width(&words, label.size) <= label.rect.width() + 0.5 {
                in_label(drawing, label, &words, Color::CurrentText, true);
            }
        }
        None if !layout.is_whole => {
            let mut small = Label { size: layout.words.small, ..label };
            // If the note is on the same line, there is no number of nodes.
            if let Some(mark) = node.mark.filter(|mark| mark.min.x > label.rect.min.x) {
                small.rect = small.rect.union(mark);
            }
            let (word, color) = match state {
                _ if is_next => (Text::StageNext, Color::SecondaryText),
                NodeState::Pruned { .. } => (Text::Pruned, Color::Cut),
                _ => return depth_limit(drawing, index),
            };
            let word = drawing.look.language.text(word);
            // The stroke across the board shows the same, so the word is not shortened.
            if text_width(word, small.size) <= small.rect.width() + 0.5 {
                in_label(drawing, small, word, color, false);
            }
        }
        None => {}
    }
    depth_limit(drawing, index);
}

/// Underlines the bound in the window of a node that the update of the frame has moved.
fn moved_bound(drawing: &mut Drawing<'_>, index: usize, label: Label, note: &Note) {
    let (trace, frame) = (drawing.trace, drawing.look.frame);
    let is_own = drawing.current == Some(index) && note.is_window && note.text.starts_with('(');
    let step = trace.step(frame).filter(|step| is_own && step.kind == FrameKind::Update);
    let before = frame.checked_sub(1).and_then(|before| trace.step(before));
    let Some((step, before)) = step.zip(before) else { return };
    let Some((alpha, beta)) = note.text.split_once(", ") else { return };
    // The width that is reserved for a text is that of the widest digits.
    let width = |text: &str| 0.94 * text_width(text, label.size);
    let (from, moved, color) = match step.player {
        Player::Max => (width("("), alpha.trim_start_matches('('), Color::Max),
        Player::Min => (width(alpha) + width(", "), beta.trim_end_matches(')'), Color::Min),
    };
    if before.window == step.window {
        return;
    }
    let left = match label.anchor {
        Anchor::Left => label.rect.min.x,
        Anchor::Right => label.rect.max.x - width(&note.text),
        Anchor::Center | Anchor::Top => label.rect.center().x - width(&note.text) / 2.0,
    };
    let y = label.rect.center().y + label.size * 0.62;
    let line = Rect::new(left + from, y, left + from + width(moved), y + 2.0);
    drawing.shapes.push(Shape::Rect { rect: line, corner: 1.0, fill: Some(Ink::full(color)), stroke: None });
}

/// Draws the number of visits after the move.
fn behind_move(drawing: &mut Drawing<'_>, index: usize, label: Label, wide: f32) {
    if label.anchor == Anchor::Left
        && let Some((count, size)) = count_behind(drawing, index, label, wide)
    {
        let at = Point::new(label.rect.min.x + wide + 5.0, label.rect.center().y);
        text(drawing, at, size, &count, Ink::full(Color::SecondaryText), false);
    }
}

/// Returns the number of visits and its font size, if there is room after a move of width `wide`.
fn count_behind(drawing: &Drawing<'_>, index: usize, label: Label, wide: f32) -> Option<(String, f32)> {
    let size = BADGE_SIZE.max(label.size * 0.8);
    let room = label.rect.width() - wide - 5.0;
    layer_count(drawing, index).filter(|count| text_width(count, size) <= room).map(|count| (count, size))
}

/// Draws the player to move at the focus, after its move; fades with the other texts beside the focus.
pub(super) fn who_moves(drawing: &mut Drawing<'_>) {
    let (layout, index) = (drawing.layout, drawing.focus);
    let node = &layout.nodes[index];
    let Some((label, player)) = drawing.player_label.zip(node.player) else { return };
    let is_behind_move =
        !node.names_itself() && node.move_label.is_none_or(|of_move| label.rect.max.y > of_move.rect.min.y + 0.5);
    let mut left = label.rect.min.x;
    if is_behind_move {
        let wide = text_width(&node.fitted_move(label.size, label.rect.width()), label.size);
        let count = count_behind(drawing, index, label, wide);
        left += wide + 5.0 + count.map_or(0.0, |(count, size)| text_width(&count, size) + 5.0);
    }
    let language = drawing.look.language;
    let (name, color) = match player {
        _ if node.is_chance => (Text::ChanceMoves, Color::SecondaryText),
        Player::Max => (Text::Max, Color::Max),
        Player::Min => (Text::Min, Color::MinText),
    };
    let game = drawing.trace.rules().map_or(&drawing.trace.game, |(game, _)| game);
    let of_game = || game.player_name(player).filter(|name| !name.is_sign());
    let own = drawing.trace.player_name(player).or_else(|| Some(of_game()?.text(language).to_owned()));
    let name = own.filter(|_| !node.is_chance).unwrap_or_else(|| language.text(name).to_owned());
    let whole = if node.is_chance { name.clone() } else { language.fill(Text::ToMove, &[("player", &name)]) };
    let size = layout.words.small;
    let fits = |words: &String| text_width(words, size) <= label.rect.max.x - left;
    // The path may leave room only for the name.
    if let Some(words) = [whole, name].into_iter().find(fits) {
        drawing.begin_at_node(PieceKind::Player, index);
        text(drawing, Point::new(left, label.rect.center().y), size, &words, Ink::full(color), false);
    }
}

/// Draws the mark of the depth limit, if there is room and no number of nodes.
fn depth_limit(drawing: &mut Drawing<'_>, index: usize) {
    if folded_mark(drawing, index, None).is_some() {
        return;
    }
    let node = drawing.node(index);
    let Some(mark) = node.mark.filter(|_| matches!(drawing.states[index], NodeState::Scored { .. })) else { return };
    let is_horizon =
        node.visit_at(drawing.trace, drawing.look.frame).is_some_and(|visit| drawing.trace.is_horizon(visit));
    let (words, size) = (drawing.look.language.text(Text::AtDepthLimit), drawing.layout.words.small);
    if is_horizon && text_width(words, size) <= mark.width() + 0.5 {
        let at = Point::new(mark.min.x, mark.center().y);
        text(drawing, at, size, words, Ink::full(Color::SecondaryText), false);
    }
}

/// Draws α and β of a node of the path; the side that changed since its parent is stronger.
fn bounds_of_path(drawing: &mut Drawing<'_>, index: usize, label: Label) {
    let window_of = |drawing: &Drawing<'_>, index: usize| match drawing.states[index] {
        NodeState::Open { window } if drawing.trace.has_windows() => Some(window),
        _ => None,
    };
    let Some(window) = window_of(drawing, index) else {
        let note = note_at(drawing, index);
        if let Some(note) = note {
            in_label(drawing, label, &note.text, note.color, true);
        } else if let Some(value) = value_by(drawing, index, drawing.look.frame) {
            best(drawing, label, index, &value);
        }
        return;
    };
    let parent = drawing.node(index).parent;
    let above = parent.and_then(|parent| window_of(drawing, parent)).unwrap_or(Window::FULL);
    window_line(drawing, label, window, above, false);
}

/// Draws a window in the colours of its sides, with their names if there is room; the side that differs from `before` is stronger. If `shows_before`,
/// its earlier value is shown too, if there is room. The font size never depends on the texts. Returns the width of the texts.
fn window_line(drawing: &mut Drawing<'_>, label: Label, window: Window, before: Window, shows_before: bool) -> f32 {
    let trace = drawing.trace;
    let Label { rect, size, .. } = label;
    if window.is_closed() {
        let words = window_text(trace, window);
        in_label(drawing, label, &words, Color::Cut, true);
        return text_width(&words, size);
    }
    let show = |score| short_score_text(trace, score);
    let moved = |old, new| if old == new { show(new) } else { format!("{} → {}", show(old), show(new)) };
    let [alpha, beta] = [show(window.alpha), show(window.beta)];
    let gap = size * 0.7;
    let long = [moved(before.alpha, window.alpha), moved(before.beta, window.beta)];
    let named = |[alpha, beta]: &[String; 2]| ([format!("α {alpha}"), format!("β {beta}")], gap);
    let short = [alpha, beta];
    let candidates = [shows_before.then(|| named(&long)), Some(named(&short)), Some((short.clone(), size))];
    let room = rect.width() + 0.5;
    let fits =
        |(texts, gap): &([String; 2], f32)| texts.iter().map(|text| text_width(text, size)).sum::<f32>() + gap <= room;
    let Some((texts, gap)) = candidates.into_iter().flatten().find(fits) else { return 0.0 };
    let sides = [(Color::Max, window.alpha != before.alpha), (Color::MinText, window.beta != before.beta)];
    let y = rect.center().y;
    let mut left = rect.min.x;
    for (words, (color, is_changed)) in texts.iter().zip(sides) {
        text(drawing, Point::new(left, y), size, words, Ink::full(color), is_changed);
        left += text_width(words, size) + gap;
    }
    if !texts[0].starts_with('α') {
        let x = rect.min.x + text_width(&texts[0], size) + gap / 2.0;
        let ink = Ink::full(Color::SecondaryText);
        let dot = Shape::Text {
            at: Point::new(x, y),
            anchor: Anchor::Center,
            size,
            text: "·".to_owned(),
            ink,
            strong: false,
        };
        drawing.shapes.push(dot);
    }
    left - gap - rect.min.x
}

/// Draws the caption: the effect of the frame on the window or the best score, and whether it made a cut.
pub(super) fn caption(drawing: &mut Drawing<'_>) {
    let layout = drawing.layout;
    let Some(place) = drawing.caption else { return };
    let index = drawing.focus;
    drawing.begin_at_node(PieceKind::Caption, index);
    let (trace, frame, words) = (drawing.trace, drawing.look.frame, layout.words);
    let high = line(words.caption);
    if place.height() < high {
        only_line(drawing, place);
        return;
    }
    let first = Label {
        rect: Rect::new(place.min.x, place.min.y, place.max.x, place.min.y + high),
        anchor: Anchor::Left,
        size: words.caption,
    };
    let of_window = |label: Label| Label { size: words.bounds, ..label };
    let second = Label {
        rect: Rect::new(place.min.x, place.min.y + high, place.max.x, place.min.y + high + line(words.small)),
        anchor: Anchor::Left,
        size: words.small,
    };
    let node = &layout.nodes[index];
    let step = trace.step(frame).filter(|step| node.place.recorded() == Some(step.node));
    let update = step.filter(|step| step.kind == FrameKind::Update);
    let mut has_second = false;
    let has_numbers = trace.proofs().is_some() || (trace.samples().is_some() && node.visit_at(trace, frame).is_some());
    match (drawing.states[index], update) {
        _ if has_numbers => {
            if let Some(note) = note_at(drawing, index) {
                let (label, shown) = largest_that_fits(&words, first, &note.text);
                in_label(drawing, label, shown, note.color, true);
            }
        }
        (_, Some(step)) if trace.is_search() => {
            has_second = updated(drawing, [first, of_window(first), second], &step);
            let has_third = third_line(place, &words).is_some();
            if !has_second && (has_third || next_step_texts(trace, frame, drawing.look.language).is_none()) {
                has_second = improved(drawing, second, &step);
            }
        }
        (NodeState::Open { window }, _) if trace.has_windows() => {
            let before = step.and(node.parent).map(|parent| drawing.states[parent]);
            let before = match before {
                Some(NodeState::Open { window }) => window,
                _ => window,
            };
            window_line(drawing, of_window(first), window, before, false);
        }
        (NodeState::Open { .. }, _) if trace.is_search() => {
            if let Some(value) = value_by(drawing, index, frame) {
                best(drawing, first, index, &value);
            }
        }
        _ => {
            if let Some(note) = note_at(drawing, index) {
                if note.is_answered {
                    ring(drawing, first, &note.text);
                }
                in_label(drawing, first, &note.text, note.color, true);
            }
        }
    }
    let is_alone = !layout.nodes.iter().any(|node| node.parent == Some(index));
    if is_alone
        && node.position.as_ref().is_some_and(|at| at.score().is_none())
        && is_limit(trace, node.place, node.depth)
    {
        in_label(drawing, second, drawing.look.language.text(Text::AtDepthLimit), Color::SecondaryText, false);
        has_second = true;
    }
    if step.is_none() {
        if !has_second {
            at_child(drawing, second, third_line(place, &words));
        }
        return;
    }
    let mut used = None;
    if let Some(window) = final_window(trace, frame).filter(|_| !has_second) {
        used = Some(window_line(drawing, of_window(second), window, window, false));
        has_second = true;
    }
    let of_table = step.and_then(|step| table_texts(drawing, &step)).filter(|_| !has_second);
    let fits = |text: &String| text_width(text, second.size) <= second.rect.width() + 0.5;
    if let Some(text) = of_table.and_then(|texts| texts.into_iter().find(fits)) {
        in_label(drawing, second, &text, Color::TableText, true);
        used = Some(text_width(&text, second.size));
        has_second = true;
    }
    let texts = next_step_texts(trace, frame, drawing.look.language).filter(|_| drawing.look.tells_next);
    let place_left = match step.filter(|_| has_second) {
        Some(step) => third_line(place, &words).or_else(|| match used {
            Some(used) => rest_of(second, used),
            None => rest_of(second, text_width(cut_name(drawing, step.cut?), second.size)),
        }),
        None => Some(second),
    };
    if let Some((texts, label)) = texts.zip(place_left) {
        first_that_fits(drawing, label, &texts);
    }
}

/// Returns a label with the largest letters in which the numbers of a node fit, and the text: without room for the mean of a sampling, its
/// visits alone.
fn largest_that_fits<'a>(words: &Words, label: Label, text: &'a str) -> (Label, &'a str) {
    let sizes = [words.caption, words.large, words.small].map(|size| Label { size, ..label });
    let fits = |label: &Label| text_width(text, label.size) <= label.rect.width() + 0.5;
    match sizes.into_iter().find(fits) {
        Some(label) => (label, text),
        None => (sizes[2], text.split(" · ").next().unwrap_or(text)),
    }
}

/// Returns a long and a short text of the bounds that a frame finds in the table, or stores there; `None` at other frames.
fn table_texts(drawing: &Drawing<'_>, step: &Step) -> Option<[String; 2]> {
    let (trace, language) = (drawing.trace, drawing.look.language);
    let bounds_text = |bounds| stored_text(trace, bounds);
    match step.kind {
        FrameKind::Lookup => {
            let found = trace.table().lookup_of(step.visit)?;
            let bounds = bounds_text(found.bounds);
            let short = language.fill(Text::StageFoundShort, &[("bounds", &bounds)]);
            let stored = found.store.and_then(|store| trace.table().stored(store));
            let long = stored.map(|stored| {
                let frame = language.number(stored.frame as u64);
                language.fill(Text::StageFound, &[("bounds", &bounds), ("frame", &frame)])
            });
            Some([long.unwrap_or_else(|| short.clone()), short])
        }
        FrameKind::Store => {
            let stored = trace.table().stored(step.store?)?;
            let bounds = bounds_text(stored.bounds);
            Some([language.fill(Text::StageStored, &[("bounds", &bounds)]), bounds])
        }
        _ => None,
    }
}

/// Draws the only line beside the focus of a low view: the table's bounds, the window, the cut or the score. A text that does not fit is left out.
fn only_line(drawing: &mut Drawing<'_>, place: Rect) {
    let (trace, frame, index) = (drawing.trace, drawing.look.frame, drawing.focus);
    let words = &drawing.layout.words;
    let [label, small] = [words.large, words.small].map(|size| Label { rect: place, anchor: Anchor::Left, size });
    let fits = |text: &str, label: Label| text_width(text, label.size) <= label.rect.width() + 0.5;
    let label_for = |text: &str| [label, small].into_iter().find(|&label| fits(text, label));
    let of_window = Label { size: words.bounds, ..label };
    let node = &drawing.layout.nodes[index];
    let step = trace.step(frame).filter(|step| node.place.recorded() == Some(step.node));
    let of_table = step.and_then(|step| table_texts(drawing, &step));
    if let Some(text) = of_table.and_then(|texts| texts.into_iter().find(|text| fits(text, small))) {
        in_label(drawing, small, &text, Color::TableText, true);
        return;
    }
    let has_numbers = trace.proofs().is_some() || trace.samples().is_some();
    match drawing.states[index] {
        NodeState::Open { window } if trace.has_windows() && !has_numbers => {
            if window.is_closed() {
                // Without room for the names, numbers and sign are worth more than the name of the cut.
                let whole = window_text(trace, window);
                let [alpha, beta] = [window.alpha, window.beta].map(|bound| short_score_text(trace, bound));
                let short = format!("{alpha} ≥ {beta}");
                let name = step.and_then(|step| step.cut).map(|cut| cut_name(drawing, cut).to_owned());
                let mut forms = [Some(whole), Some(short), name].into_iter().flatten();
                if let Some(text) = forms.find(|text| fits(text, of_window)) {
                    in_label(drawing, of_window, &text, Color::Cut, true);
                }
            } else {
                window_line(drawing, of_window, window, window, false);
            }
        }
        NodeState::Open { .. } if trace.is_search() && !has_numbers => {
            let value = value_by(drawing, index, frame);
            let best = value.map(|value| drawing.look.language.fill(value_name(drawing, index), &[("score", &value)]));
            if let Some(best) = best.filter(|best| fits(best, small)) {
                in_label(drawing, small, &best, Color::Text, true);
            }
        }
        _ => {
            let found = note_at(drawing, index);
            if let Some((note, label)) = found.and_then(|note| label_for(&note.text).map(|label| (note, label))) {
                if note.is_answered {
                    ring(drawing, label, &note.text);
                }
                in_label(drawing, label, &note.text, note.color, true);
            }
        }
    }
}

/// Draws the step of a frame at a child, which has no caption of its own: what the table gives or takes there, and the next step.
fn at_child(drawing: &mut Drawing<'_>, label: Label, below: Option<Label>) {
    let (trace, frame, layout) = (drawing.trace, drawing.look.frame, drawing.layout);
    let parent = layout.nodes[drawing.focus].place.recorded();
    let Some(step) = trace.step(frame).filter(|step| trace.parent(step.node) == parent) else { return };
    let child = layout.nodes.iter().find(|node| node.place.recorded() == Some(step.node));
    let of_table = table_texts(drawing, &step).zip(child).map(|(texts, child)| {
        let name = child.move_name();
        texts.map(|text| format!("{name} · {text}"))
    });
    let fits = |text: &String| text_width(text, label.size) <= label.rect.width() + 0.5;
    let mut left = Some(label);
    if let Some(text) = of_table.and_then(|texts| texts.into_iter().find(fits)) {
        in_label(drawing, label, &text, Color::TableText, true);
        left = below;
    }
    let texts = next_step_at_child_texts(trace, frame, drawing.look.language).filter(|_| drawing.look.tells_next);
    if let Some((texts, label)) = texts.zip(left) {
        first_that_fits(drawing, label, &texts);
    }
}

/// Draws the first text that fits into a label, if any.
fn first_that_fits(drawing: &mut Drawing<'_>, label: Label, texts: &[String; 2]) {
    let fits = |text: &&String| text_width(text, label.size) <= label.rect.width() + 0.5;
    if let Some(text) = texts.iter().find(fits) {
        in_label(drawing, label, text, Color::SecondaryText, false);
    }
}

/// Returns the third line beside the focus, if there is room for it.
fn third_line(place: Rect, words: &Words) -> Option<Label> {
    let high = line(words.small);
    let top = place.min.y + line(words.caption) + high;
    let rect = Rect::new(place.min.x, top, place.max.x, top + high);
    (rect.max.y <= place.max.y + 0.5).then_some(Label { rect, anchor: Anchor::Left, size: words.small })
}

/// Returns the rest of a line, of which texts of the width `used` fill the beginning.
fn rest_of(line: Label, used: f32) -> Option<Label> {
    let left = line.rect.min.x + used + line.size;
    let rect = Rect::new(left, line.rect.min.y, line.rect.max.x, line.rect.max.y);
    (left < rect.max.x).then_some(Label { rect, ..line })
}

fn cut_name(drawing: &Drawing<'_>, cut: Cut) -> &'static str {
    drawing.look.language.text(match cut {
        Cut::Alpha => Text::ChoiceAlphaCut,
        Cut::Beta => Text::ChoiceBetaCut,
    })
}

fn value_by(drawing: &Drawing<'_>, index: usize, frame: usize) -> Option<String> {
    let visit = drawing.node(index).visit_at(drawing.trace, frame)?;
    score_so_far(drawing.trace, visit, frame)
}

/// The text for the score so far of a node: the best of the children, or their mean where chance moves.
fn value_name(drawing: &Drawing<'_>, index: usize) -> Text {
    let visit = drawing.node(index).visit_at(drawing.trace, drawing.look.frame);
    if visit.is_some_and(|visit| drawing.trace.is_chance(visit)) { Text::StageMean } else { Text::StageBest }
}

fn best(drawing: &mut Drawing<'_>, label: Label, index: usize, value: &str) {
    let words = drawing.look.language.fill(value_name(drawing, index), &[("score", value)]);
    in_label(drawing, label, &words, Color::Text, true);
}

/// Draws the effect of an update: the bound that moved with its old and new value, and the cut. Returns whether the second line is used.
fn updated(drawing: &mut Drawing<'_>, [first, of_window, second]: [Label; 3], step: &Step) -> bool {
    let (trace, frame) = (drawing.trace, drawing.look.frame);
    if !trace.has_windows() {
        let before = frame.checked_sub(1).and_then(|before| value_by(drawing, drawing.focus, before));
        let Some(now) = value_by(drawing, drawing.focus, frame) else { return false };
        let value = match before {
            Some(before) if before != now => format!("{before} → {now}"),
            Some(_) => now,
            // The first child has returned.
            None => format!("→ {now}"),
        };
        best(drawing, first, drawing.focus, &value);
        return false;
    }
    let before = frame.checked_sub(1).and_then(|before| trace.step(before)).filter(|before| before.visit == step.visit);
    let before = before.map_or(step.window, |before| before.window);
    let Some(cut) = step.cut else {
        window_line(drawing, of_window, step.window, before, true);
        return false;
    };
    let show = |score| short_score_text(trace, score);
    if let (true, Some(value)) = (trace.is_chance(step.visit), trace.value_at_update(frame)) {
        // The other children can still change the value of a chance node, but cannot bring it into the window.
        let (sign, name, bound) = match cut {
            Cut::Alpha => ("≤", "α", step.window.alpha),
            Cut::Beta => ("≥", "β", step.window.beta),
        };
        let text = format!("{sign} {} {sign} {name} {}", show(value), show(bound));
        in_label(drawing, of_window, &text, Color::Cut, true);
        in_label(drawing, second, cut_name(drawing, cut), Color::Text, false);
        return true;
    }
    let (name, other, sign) = match step.player {
        Player::Max => ("α", "β", "≥"),
        Player::Min => ("β", "α", "≤"),
    };
    let of = |window: Window| match step.player {
        Player::Max => (window.alpha, window.beta),
        Player::Min => (window.beta, window.alpha),
    };
    let ((old, _), (new, bound)) = (of(before), of(step.window));
    let with = |moved: String| format!("{name} {moved} {sign} {other} {}", show(bound));
    let (short, long) = (with(show(new)), with(format!("{} → {}", show(old), show(new))));
    let has_room = old != new && text_width(&long, of_window.size) <= of_window.rect.width() + 0.5;
    in_label(drawing, of_window, if has_room { &long } else { &short }, Color::Cut, true);
    let name = cut_name(drawing, cut);
    in_label(drawing, second, name, Color::Text, false);
    true
}

/// Draws the best score that an update improved without moving the window. Returns whether there is one.
fn improved(drawing: &mut Drawing<'_>, label: Label, step: &Step) -> bool {
    let (trace, frame) = (drawing.trace, drawing.look.frame);
    let Some(before) = frame.checked_sub(1) else { return false };
    let is_still = trace.step(before).is_some_and(|before| before.window == step.window);
    let [old, new] = [before, frame].map(|frame| value_by(drawing, drawing.focus, frame));
    let Some(now) = new.filter(|new| trace.has_windows() && is_still && old.as_ref() != Some(new)) else {
        return false;
    };
    let old = old.filter(|_| trace.value_by(step.visit, before as u32).is_some_and(|value| value.finite().is_some()));
    best(drawing, label, drawing.focus, &old.map_or_else(|| now.clone(), |old| format!("{old} → {now}")));
    true
}

fn text(drawing: &mut Drawing<'_>, at: Point, size: f32, words: &str, ink: Ink, strong: bool) {
    drawing.shapes.push(Shape::Text { at, anchor: Anchor::Left, size, text: words.to_owned(), ink, strong });
}

fn in_label(drawing: &mut Drawing<'_>, label: Label, text: &str, color: Color, strong: bool) {
    let Label { rect, anchor, size } = label;
    let text = fitted(text, size, rect.width());
    let at = match anchor {
        Anchor::Left => Point::new(rect.min.x, rect.center().y),
        Anchor::Right => Point::new(rect.max.x, rect.center().y),
        Anchor::Center | Anchor::Top => rect.center(),
    };
    let anchor = if anchor == Anchor::Top { Anchor::Center } else { anchor };
    drawing.shapes.push(Shape::Text { at, anchor, size, text, ink: Ink::full(color), strong });
}
