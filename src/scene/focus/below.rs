//! The levels below the children of the focus, as many as there is room for.

use super::across::FAMILY_GAP;
use super::along::{Area, BAR_LENGTH, ChildForm, ChildPlan, chip_width};
use super::apart::{MOST_ELSEWHERE, apart};
use super::families::{Path, kids};
use super::fold::{Fold, FoldSpot, MARK_GAP};
use super::kid::Kid;
use super::labels::LABEL_GAP;
use super::node::Form;
use super::request::FocusRequest;
use super::sizes::{CHIP_PITCH, Words, board_size, height_below, height_beside, line, text_width};
use crate::game::AnyPosition;
use crate::scene::Orientation;

/// Levels that unfold without being asked for.
const USUAL_LEVELS: i8 = 2;
/// Nodes of one level at most.
const MOST_NODES: usize = 240;
/// The thinnest bar that unfolds by itself.
const THINNEST: f32 = 2.5;
/// The thickest.
const THICKEST: f32 = 7.0;
/// The shorter side of the smallest board, and how much smaller it is than its parent's.
const SMALLEST_BOARD: f32 = 32.0;
const SHRINK: f32 = 0.8;

/// One level.
pub(super) struct Below {
    pub families: Vec<FamilyBelow>,
    pub form: Form,
    pub pitch: f32,
    pub thickness: f32,
    /// The part of the thickness that boards take for the numbers of nodes below them.
    pub room_for_marks: f32,
    /// The shorter side of boards.
    pub short: f32,
    /// Whether only what a person opened has room here.
    pub is_for_opened: bool,
}

/// The children of one node.
pub(super) struct FamilyBelow {
    /// The key of the node.
    pub parent: u64,
    pub kids: Vec<Kid>,
    pub position: AnyPosition,
}

pub(super) struct Request<'a> {
    pub view: &'a FocusRequest<'a>,
    pub area: &'a Area,
    pub words: &'a Words,
    pub shape: f32,
    pub path: &'a Path,
    pub children: &'a [Kid],
    pub plan: Option<ChildPlan>,
}

/// The levels below the children of the focus that there is room for; takes it from what is `left` along the tree.
pub(super) fn below(left: &mut f32, of: &Request<'_>) -> Vec<Below> {
    let Some(plan) = of.plan else { return Vec::new() };
    let focus = of.path.depth();
    let opens_child = |moves: &Vec<u32>| moves.len() == focus + 1 && moves.starts_with(&of.path.moves);
    let is_child_open = of.view.opened.iter().any(opens_child);
    let mut levels = Vec::new();
    let most = (USUAL_LEVELS + of.view.options.weight_below).clamp(0, 6);
    let mut short = match plan.form {
        ChildForm::Boards { short, .. } => short,
        _ => 0.0,
    };
    if plan.lens.is_none() {
        let mut parents: Vec<(u64, Kid, AnyPosition)> = of
            .path
            .positions
            .last()
            .into_iter()
            .flat_map(|focus| of.children.iter().filter_map(|kid| Some((kid, kid.position(focus)?))))
            .filter(|(kid, _)| kid.stands_for == 1)
            .map(|(kid, position)| (kid.part.key(kid.path_key(of.path.keys[focus])), kid.clone(), position))
            .collect();
        for _ in 0..most {
            let Some(level) = level(of, &parents, &mut short, *left) else { break };
            *left -= level.thickness + of.area.gap();
            parents = level
                .families
                .iter()
                .flat_map(|family| {
                    family.kids.iter().filter(|kid| kid.stands_for == 1).filter_map(|kid| {
                        let key = kid.part.key(kid.path_key(family.parent));
                        Some((key, kid.clone(), kid.position(&family.position)?))
                    })
                })
                .collect();
            levels.push(level);
        }
    }
    let chip = chip_width(of.words, 30.0);
    let thickness = match of.area.orientation {
        Orientation::LeftToRight => chip,
        Orientation::TopDown => CHIP_PITCH,
    };
    if levels.is_empty() && is_child_open && *left >= thickness + of.area.gap() {
        *left -= thickness + of.area.gap();
        let (form, pitch) = (Form::Chip, CHIP_PITCH);
        levels.push(Below {
            families: Vec::new(),
            form,
            pitch,
            thickness,
            room_for_marks: 0.0,
            short: 0.0,
            is_for_opened: true,
        });
    }
    levels
}

fn level(of: &Request<'_>, parents: &[(u64, Kid, AnyPosition)], short_above: &mut f32, left: f32) -> Option<Below> {
    // Listing moves costs time, so a level that cannot fit is given up early.
    let count: usize = parents.iter().map(|(_, _, position)| position.move_count()).sum();
    if count == 0 || count > MOST_NODES {
        return None;
    }
    let families: Vec<FamilyBelow> = parents
        .iter()
        .filter(|(_, _, position)| position.move_count() > 0)
        .map(|(key, kid, position)| {
            let mut kids = kids(of.view, kid.place, kid.part, position);
            apart(of.view, &mut kids, MOST_ELSEWHERE, None);
            FamilyBelow { parent: *key, kids, position: position.clone() }
        })
        .collect();
    let count: usize = families.iter().map(|family| family.kids.len()).sum();
    let room = (of.area.breadth() - families.len() as f32 * FAMILY_GAP) / count as f32;
    let all = || families.iter().flat_map(|family| &family.kids);
    let widest = all().map(|kid| text_width(&kid.text, of.words.small)).fold(0.0, f32::max);
    let label = widest.min(90.0).max(of.words.score);
    let chip = chip_width(of.words, widest);
    let left = left - of.area.gap();
    let mut short = (*short_above * SHRINK).min(match of.area.orientation {
        Orientation::LeftToRight => room - 8.0,
        Orientation::TopDown => (room - 8.0) * of.shape,
    });
    let (width, height) = board_size(short, of.shape);
    let boards = match of.area.orientation {
        Orientation::LeftToRight => (width + LABEL_GAP + label, height_beside(of.words) + 4.0),
        Orientation::TopDown => (height + height_below(of.words), label + 4.0),
    };
    let mark = all().filter_map(|kid| Fold::of(of.view.trace, kid.place, kid.part, FoldSpot::AfterMove));
    let mark = mark.map(|fold| MARK_GAP + fold.width(of.words)).fold(0.0, f32::max);
    let mut room_for_marks = match of.area.orientation {
        Orientation::LeftToRight => mark,
        Orientation::TopDown if mark > 0.0 => line(of.words.small),
        Orientation::TopDown => 0.0,
    };
    let boards = (boards.0 + room_for_marks, boards.1);
    let (form, pitch, thickness) = if short >= SMALLEST_BOARD && boards.0 <= left && boards.1 <= room {
        (Form::Board, room.min(boards.1.max(short * 1.4)), boards.0)
    } else {
        let (chip_along, chip_across) = match of.area.orientation {
            Orientation::LeftToRight => (chip, CHIP_PITCH),
            Orientation::TopDown => (CHIP_PITCH, chip + 4.0),
        };
        if chip_across <= room && chip_along <= left {
            (Form::Chip, chip_across, chip_along)
        } else if room >= THINNEST && BAR_LENGTH <= left {
            (Form::Bar, room.min(THICKEST), BAR_LENGTH)
        } else {
            return None;
        }
    };
    if form != Form::Board {
        (short, room_for_marks) = (0.0, 0.0);
    }
    *short_above = short;
    Some(Below { families, form, pitch, thickness, room_for_marks, short, is_for_opened: false })
}
