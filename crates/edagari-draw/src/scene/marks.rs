//! Marks shared by all pictures of trees.

use super::{Color, Ink, Point, Rect, Shape};
use edagari_core::game::Player;

/// Returns ▲ at the corner of a max node, ▼ at the corner of a min node.
pub(super) fn player_mark(node: Rect, player: Player, opacity: f32) -> Shape {
    let (x, y) = (node.min.x, node.min.y);
    let (tip, base) = match player {
        Player::Max => (y - 5.0, y + 3.0),
        Player::Min => (y + 4.0, y - 4.0),
    };
    Shape::Triangle {
        corners: [Point::new(x, tip), Point::new(x - 4.5, base), Point::new(x + 4.5, base)],
        fill: Ink::faded(Color::from(player), opacity),
    }
}
