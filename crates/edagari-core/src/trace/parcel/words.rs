//! Implementations of `Parceled` for scores, windows, setups and similar types.

use super::packing::Packing;
use super::packing::Unpacking;
use super::parceled::{Parceled, parceled, parceled_as, parceled_as_text, parceled_enum};
use crate::game::GameSetup;
use crate::language::Language;
use crate::score::{Answer, BoundKind, Bounds, InUnit, Player, Score, Unit, Window};
use crate::search::{Algorithm, DepthLimit};

parceled_as! {
    Player => bool, |&player| player == Player::Max, |is_max| Some(if is_max { Self::Max } else { Self::Min });
    Score => i32,
        |&score| score.finite().unwrap_or(if score == Score::INFINITY { i32::MAX } else { i32::MIN }),
        |number| Some(match number { i32::MAX => Self::INFINITY, i32::MIN => Self::NEG_INFINITY, finite => Self::new(finite) });
}

impl<T: Parceled> Parceled for InUnit<T> {
    fn pack(&self, packing: &mut Packing) {
        self.value.pack(packing);
        self.unit.pack(packing);
    }

    fn unpack(unpacking: &mut Unpacking<'_>) -> Option<Self> {
        Some(Self { value: T::unpack(unpacking)?, unit: Parceled::unpack(unpacking)? })
    }
}

parceled! {
    Window { alpha, beta }
    Bounds { lower, upper }
}

parceled_enum! {
    BoundKind { 0 Upper, 1 Exact, 2 Lower }
}
parceled_as_text! { Algorithm, Answer, DepthLimit, GameSetup, Language, Unit }
