//! Sizes of tiles that do not follow from shares of the window: a column of panels keeps its width, and a panel with little content is
//! only as high as its content.

use egui_tiles::{Container, LinearDir, Tile, TileId, Tree};

/// Maximum share of the width for the columns without runs, in a window narrower than the one in which the user set their width.
const MAX_SIDE: f32 = 0.5;

/// Widths of the columns without runs. Only the user changes them, not the window and not the runs beside them.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub(super) struct ColumnWidths {
    /// Columns and the width of each if there is room, in points.
    wished: Vec<(TileId, f32)>,
    /// Width of the window at the last change by the user, in points.
    set_at: Option<f32>,
    /// Whether the user has moved or resized a tile since the last redraw.
    #[serde(skip)]
    pub(super) is_set: bool,
}

impl ColumnWidths {
    /// Whether all widths are possible.
    pub(super) fn is_valid(&self) -> bool {
        let widths = self.wished.iter().map(|&(_, width)| width).chain(self.set_at);
        widths.into_iter().all(|width| width.is_finite() && width > 0.0)
    }

    /// Passes the width of a column on to the node that takes its place.
    pub(super) fn replace(&mut self, old: TileId, new: TileId) {
        for (column, _) in self.wished.iter_mut().filter(|(column, _)| *column == old) {
            *column = new;
        }
    }

    /// Gives each column of the tree its width; the tree was drawn `before` points wide, and is to be drawn `width` points wide.
    pub(super) fn keep<P>(
        &mut self,
        tree: &mut Tree<P>,
        (before, width): (f32, f32),
        is_side: impl Fn(TileId) -> bool,
    ) {
        let is_set = std::mem::take(&mut self.is_set);
        let Some(Tile::Container(Container::Linear(linear))) = tree.root().and_then(|root| tree.tiles.get(root)) else {
            return;
        };
        let shown = linear.children.iter().copied().filter(|&id| tree.is_visible_in_layout(id));
        let (sides, mains): (Vec<TileId>, Vec<TileId>) = shown.partition(|&id| is_side(id));
        if linear.dir != LinearDir::Horizontal || sides.is_empty() || mains.is_empty() {
            return;
        }
        let sum = |ids: &[TileId]| ids.iter().map(|&id| linear.shares[id]).sum::<f32>();
        let main = sum(&mains);
        let whole = main + sum(&sides);
        let drawn: Vec<f32> = sides.iter().map(|&id| linear.shares[id] / whole * before).collect();
        self.wished.retain(|&(id, _)| tree.tiles.get(id).is_some());
        let mut widths: Vec<f32> = sides.iter().zip(&drawn).map(|(&id, &drawn)| self.of(id).unwrap_or(drawn)).collect();
        if is_set {
            let scale = self.scale(&widths, before);
            let is_changed = |(wished, drawn): (&f32, &f32)| (wished * scale - drawn).abs() >= 1.0;
            if widths.iter().zip(&drawn).any(is_changed) {
                self.set_at = Some(before);
                widths = drawn;
            }
        }
        for (&id, &width) in sides.iter().zip(&widths) {
            self.wished.retain(|&(other, _)| other != id);
            self.wished.push((id, width));
        }
        let scale = self.scale(&widths, width);
        let rest = width - widths.iter().sum::<f32>() * scale;
        if let Some(Tile::Container(Container::Linear(linear))) = tree.root().and_then(|root| tree.tiles.get_mut(root))
        {
            for (&id, own) in sides.iter().zip(widths) {
                linear.shares.set_share(id, own * scale * main / rest);
            }
        }
    }

    fn of(&self, column: TileId) -> Option<f32> {
        self.wished.iter().find(|(id, _)| *id == column).map(|&(_, width)| width)
    }

    /// Returns the factor by which columns are narrower in a window of this width.
    fn scale(&self, widths: &[f32], window: f32) -> f32 {
        let has_room = self.set_at.is_some_and(|at| window + 0.5 >= at);
        let scale = MAX_SIDE * window / widths.iter().sum::<f32>();
        if has_room { 1.0 } else { scale.min(1.0) }
    }
}

/// A tile that is drawn lower than its share, because its content is short.
pub(super) struct LoweredTile {
    column: TileId,
    tile: TileId,
    /// Its share in the arrangement, and the one with which it is drawn.
    own: f32,
    drawn: f32,
}

/// Lowers the tiles of each column to the height that `need` returns for them, until [`put_back`]. The other tiles of the column get
/// the room; a column in which all tiles are short stays unchanged.
pub(super) fn lower<P>(tree: &mut Tree<P>, need: impl Fn(TileId) -> Option<f32>) -> Vec<LoweredTile> {
    let mut lowered = Vec::new();
    for (&column, node) in tree.tiles.iter() {
        let Tile::Container(Container::Linear(linear)) = node else { continue };
        let Some(height) = tree.tiles.rect(column).map(|rect| rect.height()) else { continue };
        if linear.dir != LinearDir::Vertical {
            continue;
        }
        let shown: Vec<TileId> = linear.children.iter().copied().filter(|&id| tree.is_visible_in_layout(id)).collect();
        let whole: f32 = shown.iter().map(|&id| linear.shares[id]).sum();
        let short = |&id: &TileId| need(id).filter(|need| *need < linear.shares[id] / whole * height);
        let needs: Vec<(TileId, f32)> = shown.iter().filter_map(|id| Some((*id, short(id)?))).collect();
        if needs.is_empty() || needs.len() == shown.len() {
            continue;
        }
        let rest = height - needs.iter().map(|(_, need)| need).sum::<f32>();
        let others: f32 = whole - needs.iter().map(|&(id, _)| linear.shares[id]).sum::<f32>();
        let drawn = needs.into_iter().map(|(tile, need)| LoweredTile {
            column,
            tile,
            own: linear.shares[tile],
            drawn: need * others / rest,
        });
        lowered.extend(drawn);
    }
    for LoweredTile { column, tile, drawn, .. } in &lowered {
        if let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(*column) {
            linear.shares.set_share(*tile, *drawn);
        }
    }
    lowered
}

/// Gives lowered tiles their shares back, except those that the user has resized meanwhile; returns these.
pub(super) fn put_back<P>(tree: &mut Tree<P>, lowered: Vec<LoweredTile>) -> Vec<TileId> {
    let mut resized = Vec::new();
    for LoweredTile { column, tile, own, drawn } in lowered {
        let Some(Tile::Container(Container::Linear(linear))) = tree.tiles.get_mut(column) else { continue };
        if !linear.children.contains(&tile) {
            continue;
        }
        if (linear.shares[tile] - drawn).abs() < f32::EPSILON {
            linear.shares.set_share(tile, own);
        } else {
            resized.push(tile);
        }
    }
    resized
}
