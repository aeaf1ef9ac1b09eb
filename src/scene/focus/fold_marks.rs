//! The place, if there is room, for the number of nodes below a folded node.

use super::along::ChildForm;
use super::fold::{Fold, FoldSpot, MARK_GAP, widest_note};
use super::kid::Kid;
use super::node::FocusNode;
use super::outline::Outline;
use super::part::Part;
use super::sizes::{CHIP_INDENT, CHIP_PADDING, high_chip, line, text_width};
use crate::scene::Orientation;
use crate::trace::Place;

/// Between a move and its score on one line, at least.
pub(super) const NOTE_GAP: f32 = 4.0;
/// The same below a board.
pub(super) const MOVE_GAP: f32 = 8.0;
/// The width of a move on a line with a mark, at most; a longer one is shortened.
pub(super) const WIDEST_MOVE: f32 = 60.0;

/// Move, score and mark of a folded node on one line.
#[derive(Clone, Copy)]
pub(super) struct MarkedLine {
    pub fold: Fold,
    /// The width of the score.
    pub note: f32,
    pub width: f32,
}

impl Outline<'_> {
    pub(super) fn fold_of_chip(&self, node: &FocusNode) -> Option<Fold> {
        if node.stands_for > 1 {
            return None;
        }
        let mv = self.width_of_move(&node.move_text);
        let line = self.marked_line((node.place, node.part), mv, FoldSpot::EndOfChip, NOTE_GAP)?;
        let room = node.rect.width() - CHIP_INDENT - CHIP_PADDING + 0.5;
        let in_second_line = Fold { spot: FoldSpot::SecondLineOfChip, ..line.fold };
        let is_high = node.rect.height() + 0.5 >= high_chip(&self.words);
        if line.width <= room {
            return Some(line.fold);
        }
        Some(in_second_line).filter(|fold| is_high && fold.width(&self.words) <= room)
    }

    /// The line below the board of a sibling of the path.
    pub(super) fn line_below(&self, shown: (Place, Part), mv: f32) -> Option<MarkedLine> {
        self.marked_line(shown, mv, FoldSpot::AfterNote, MOVE_GAP)
    }

    /// The width of a move on a line with a mark, and of what says which visit it is.
    pub(super) fn width_of_move(&self, text: &str) -> f32 {
        text_width(text, self.words.small).min(WIDEST_MOVE + self.words.tag)
    }

    pub(super) fn marked_line(
        &self,
        (place, part): (Place, Part),
        mv: f32,
        spot: FoldSpot,
        gap: f32,
    ) -> Option<MarkedLine> {
        let trace = self.request.trace;
        let fold = Fold::of(trace, place, part, spot)?;
        let note = widest_note(trace, place, part, self.words.small)?;
        Some(MarkedLine { fold, note, width: mv + gap + note + MARK_GAP + fold.width(&self.words) })
    }

    /// The mark of a board with its move and its score in two lines, whose column and cell are known.
    pub(super) fn fold_beside(&self, node: &FocusNode, span: (f32, f32), across: (f32, f32)) -> Option<Fold> {
        let fold = Fold::of(self.request.trace, node.place, node.part, FoldSpot::AfterMove)?;
        let (mv, score) = node.move_label.zip(node.note_label)?;
        let after_move = text_width(&node.move_text, mv.size) + MARK_GAP + fold.width(&self.words);
        let below = Fold { spot: FoldSpot::BelowNote, ..fold };
        let bottom = score.rect.max.y + line(self.words.small);
        match self.area.orientation {
            Orientation::LeftToRight => {
                let beyond = node.extent().max.y - across.1;
                if after_move <= mv.rect.width() + 0.5 {
                    return Some(fold);
                }
                Some(below).filter(|_| bottom + beyond.max(0.0) <= across.1)
            }
            Orientation::TopDown => {
                if self.fits_after_move(&node.move_text, fold, across.1 - across.0) {
                    return Some(fold);
                }
                Some(below).filter(|_| bottom <= span.1 + 0.5)
            }
        }
    }

    /// Whether a mark fits at the right of a move in the middle of so much breadth.
    fn fits_after_move(&self, mv: &str, fold: Fold, breadth: f32) -> bool {
        text_width(mv, self.words.small) / 2.0 + MARK_GAP + fold.width(&self.words) <= breadth / 2.0 - 2.0
    }

    /// The additional room along the tree for the marks of the focus's children, if they are boards.
    pub(super) fn room_for_marks(&self) -> f32 {
        let Some(ChildForm::Boards { pitch, .. }) = self.plan.children.map(|plan| plan.form) else { return 0.0 };
        let trace = self.request.trace;
        let of_kid = |kid: &Kid| {
            let fold = Fold::of(trace, kid.place, kid.part, FoldSpot::AfterMove).filter(|_| kid.stands_for == 1)?;
            Some(match self.area.orientation {
                Orientation::LeftToRight => {
                    let line = text_width(&kid.text, self.words.small) + MARK_GAP + fold.width(&self.words);
                    line - self.measures.child_label()
                }
                Orientation::TopDown if self.fits_after_move(&kid.text, fold, pitch) => 0.0,
                Orientation::TopDown => line(self.words.small),
            })
        };
        self.children.iter().filter_map(of_kid).fold(0.0, f32::max)
    }

    /// The width of the widest line with move, score and mark below a board of a family; 0 if nothing is folded.
    pub(super) fn widest_line_below(&self, kids: &[Kid]) -> f32 {
        let line_of = |kid: &Kid| self.line_below((kid.place, kid.part), self.width_of_move(&kid.text));
        kids.iter().filter(|kid| kid.stands_for == 1).filter_map(line_of).map(|line| line.width).fold(0.0, f32::max)
    }
}
