//! The arrangement of runs and panels: tiles side by side, stacked or as tabs, and floating panels.

use std::collections::HashSet;

use egui_tiles::{Container, Linear, LinearDir, Tile as Node, TileId, Tiles, Tree};

use super::open_panels::{DockPosition, PANELS, entry_of};
use crate::viewer::commands::Action;
use crate::viewer::session::{RunId, Session};
use edagari_core::language::{Message, Text, reworded};

/// Contents of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) enum Tile {
    /// A run, by its id.
    Run(RunId),
    /// A panel, by its action.
    Panel(Action),
}

/// Layout of all runs and panels.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Arrangement {
    pub(crate) tree: Tree<Tile>,
    /// Panels that float above the tiles.
    pub(crate) floating: Vec<Action>,
    /// Tile that fills the window alone.
    #[serde(skip)]
    pub(crate) maximised: Option<Tile>,
    /// Total width of all tiles in the last redraw, in points.
    width: f32,
    /// Total width that the columns without runs have if there is room, in points; `None` before the first redraw.
    #[serde(default)]
    side_width: Option<f32>,
    /// Columns with runs in the last redraw.
    #[serde(skip)]
    mains: Vec<TileId>,
    /// Redraws during which the columns without runs keep their width: containers of one tile are dissolved only while drawing.
    #[serde(skip)]
    settling: u8,
}

/// Number of redraws after a change of the runs in which the columns without runs keep their width.
const SETTLING: u8 = 3;

/// Initial width of the column of panels, and assumed width of all tiles while it is unknown.
const SIDE_WIDTH: f32 = 352.0;
const USUAL_WIDTH: f32 = 1600.0;
/// Maximum share of the width for the columns without runs, when the window becomes narrower.
const MAX_SIDE: f32 = 0.5;
/// Share of the height that a panel gets below another one in its column.
const LOWER_SHARE: f32 = 0.5;
/// Maximum numbers of nodes and levels in an arrangement that is read from a text.
const MAX_NODES: usize = 400;
const MAX_LEVELS: usize = 40;
/// Number of runs in a row at first; a fourth makes two rows of two, and further runs are placed in rows below.
const RUNS_A_ROW: usize = 3;
/// Factor by which a key widens or heightens a tile.
const STEP: f32 = 1.2;

/// Returns the width at which columns without runs are drawn in tiles of `width` points: at most
/// half of the width, unless the user made them wider.
fn drawn_side(chosen: f32, width: f32) -> f32 {
    chosen.min(MAX_SIDE * width)
}

impl Arrangement {
    /// Places the first runs side by side; further runs and panels get their places later.
    pub(crate) fn side_by_side(session: &Session) -> Self {
        let mut tiles = Tiles::default();
        let first = session.runs.iter().take(RUNS_A_ROW);
        let runs = first.map(|run| tiles.insert_pane(Tile::Run(run.id))).collect();
        let root = tiles.insert_horizontal_tile(runs);
        Self::of(root, tiles)
    }

    /// Places the runs in rows, each as wide as the window; panels get their places when they open.
    pub(crate) fn in_rows(session: &Session) -> Self {
        let mut tiles = Tiles::default();
        let rows = session.runs.chunks(RUNS_A_ROW).map(|row| {
            let row = row.iter().map(|run| tiles.insert_pane(Tile::Run(run.id))).collect();
            tiles.insert_horizontal_tile(row)
        });
        let rows: Vec<TileId> = rows.collect();
        let root = tiles.insert_vertical_tile(rows);
        Self::of(root, tiles)
    }

    /// Creates an arrangement of these tiles, before the first redraw.
    fn of(root: TileId, tiles: Tiles<Tile>) -> Self {
        Self {
            tree: Tree::new(egui::Id::unique("tiles"), root, tiles),
            floating: Vec::new(),
            maximised: None,
            width: USUAL_WIDTH,
            side_width: None,
            mains: Vec::new(),
            settling: 0,
        }
    }

    /// Parses an arrangement; run numbers in the text are indexes into the runs of the session.
    pub(crate) fn read(text: &str, session: &Session) -> Result<Self, Message> {
        let mut read: Self = ron::from_str(text).map_err(|error| {
            let place = Message::from(Text::ErrorPlaceLine)
                .with("line", &error.span.start.line)
                .with("column", &error.span.start.col);
            let message = Message::from(Text::ErrorAtPlace).with_message("place", place);
            message.with_message("message", reworded(&error.code.to_string()))
        })?;
        read.check()?;
        let ids: Vec<RunId> = session.runs.iter().map(|run| run.id).collect();
        let mut seen = HashSet::new();
        let mut gone = Vec::new();
        for (&id, node) in read.tree.tiles.iter_mut() {
            let Node::Pane(tile) = node else { continue };
            if let Tile::Run(place) = tile {
                match ids.get(place.0 as usize) {
                    Some(&run) => *place = run,
                    None => gone.push(id),
                }
            }
            if !seen.insert(*tile) && !gone.contains(&id) {
                return Err(Text::MalformedTileTwice.into());
            }
        }
        for id in gone {
            read.tree.remove_recursively(id);
        }
        read.floating.retain(|&panel| entry_of(panel).is_some());
        Ok(read)
    }

    /// Serializes the arrangement, with runs as their indexes in the session.
    pub(crate) fn text(&self, session: &Session) -> String {
        self.text_among(&session.runs.iter().map(|run| run.id).collect::<Vec<_>>())
    }

    /// Serializes the arrangement, with runs as their indexes in a list.
    pub(crate) fn text_among(&self, runs: &[RunId]) -> String {
        let mut written = self.clone();
        for node in written.tree.tiles.tiles_mut() {
            if let Node::Pane(Tile::Run(run)) = node {
                *run = RunId(runs.iter().position(|other| other == run).unwrap_or(0) as u32);
            }
        }
        ron::to_string(&written).unwrap_or_default()
    }

    /// Checks that every node is reachable from the root in exactly one way, and that all sizes are valid.
    fn check(&self) -> Result<(), Message> {
        let mut seen = HashSet::new();
        let mut open: Vec<(TileId, usize)> = self.tree.root().into_iter().map(|root| (root, 0)).collect();
        while let Some((id, level)) = open.pop() {
            if !seen.insert(id) || level > MAX_LEVELS || seen.len() > MAX_NODES {
                return Err(Text::MalformedTiles.into());
            }
            match self.tree.tiles.get(id) {
                None => return Err(Text::MalformedTileMissing.into()),
                Some(Node::Pane(Tile::Panel(panel))) if entry_of(*panel).is_none() => {
                    return Err(Text::MalformedPanel.into());
                }
                Some(Node::Pane(_)) => {}
                Some(Node::Container(container)) => {
                    if let Container::Linear(linear) = container
                        && linear.shares.iter().any(|(_, share)| !share.is_finite() || *share <= 0.0)
                    {
                        return Err(Text::MalformedTileSize.into());
                    }
                    open.extend(container.children().map(|&child| (child, level + 1)));
                }
            }
        }
        let widths = [Some(self.width), self.side_width].into_iter().flatten();
        if widths.into_iter().any(|width| !width.is_finite() || width <= 0.0) {
            return Err(Text::MalformedWidth.into());
        }
        Ok(())
    }

    /// Adds tiles for all runs and open panels, removes the tiles of closed runs, and hides tiles that are not to be shown.
    pub(crate) fn fit_to(&mut self, session: &Session, open: &[Action]) {
        let gone: Vec<TileId> = self
            .tree
            .tiles
            .iter()
            .filter(|(_, node)| matches!(node, Node::Pane(Tile::Run(run)) if session.run(*run).is_none()))
            .map(|(&id, _)| id)
            .collect();
        for id in gone {
            self.tree.remove_recursively(id);
        }
        // A closed panel that covers all runs is placed again when it opens, because the runs can have changed.
        let lies_over = |panel: Action| entry_of(panel).is_some_and(|entry| entry.home == DockPosition::Large);
        let closed = |node: &Node<Tile>| match node {
            Node::Pane(Tile::Panel(panel)) => lies_over(*panel) && !open.contains(panel),
            _ => false,
        };
        let closed: Vec<TileId> = self.tree.tiles.iter().filter(|(_, node)| closed(node)).map(|(&id, _)| id).collect();
        for id in closed {
            self.tree.remove_recursively(id);
        }
        for run in &session.runs {
            if self.find(Tile::Run(run.id)).is_none() {
                self.insert_run(run.id, session);
            }
        }
        self.floating.retain(|panel| open.contains(panel));
        for &panel in open {
            if !self.floating.contains(&panel) && self.find(Tile::Panel(panel)).is_none() {
                self.insert_panel(panel);
            }
        }
        if self.maximised.is_some_and(|tile| !Self::is_wanted(tile, session, open, &self.floating)) {
            self.maximised = None;
        }
        let maximised = self.maximised;
        let shown: Vec<(TileId, bool)> = self
            .tree
            .tiles
            .iter()
            .filter_map(|(&id, node)| match node {
                Node::Pane(tile) => {
                    let is_wanted = Self::is_wanted(*tile, session, open, &self.floating);
                    Some((id, is_wanted && maximised.is_none_or(|only| only == *tile)))
                }
                Node::Container(_) => None,
            })
            .collect();
        for (id, is_shown) in shown {
            self.tree.set_visible(id, is_shown);
        }
    }

    fn is_wanted(tile: Tile, session: &Session, open: &[Action], floating: &[Action]) -> bool {
        match tile {
            Tile::Run(run) => session.run(run).is_some() && session.is_shown(run),
            Tile::Panel(panel) => open.contains(&panel) && !floating.contains(&panel),
        }
    }

    /// Whether the visible tiles are in the same order, and the runs as wide as in another arrangement.
    pub(crate) fn has_places_of(&self, other: &Self) -> bool {
        let shape = |arrangement: &Self| {
            let root = arrangement.tree.root().map(|root| arrangement.shape_of(root)).unwrap_or_default();
            (root, arrangement.floating.clone())
        };
        self.maximised == other.maximised && shape(self) == shape(other)
    }

    /// Describes the visible tiles below a node by their places: nested containers, with the shares of runs in a row.
    fn shape_of(&self, id: TileId) -> String {
        let container = match self.tree.tiles.get(id) {
            Some(Node::Pane(tile)) if self.tree.is_visible(id) => return format!("{tile:?}"),
            Some(Node::Container(container)) => container,
            _ => return String::new(),
        };
        let parts = match container {
            Container::Linear(linear) => self.parts_of(linear, linear.dir, 1.0),
            container => container.children().map(|&child| (1.0, child)).collect(),
        };
        let shapes: Vec<(f32, TileId, String)> =
            parts.into_iter().map(|(share, child)| (share, child, self.shape_of(child))).collect();
        let shapes: Vec<_> = shapes.into_iter().filter(|(.., shape)| !shape.is_empty()).collect();
        if let [(.., only)] = &shapes[..] {
            return only.clone();
        }
        // The width of a column of panels follows the window.
        let of_runs = |child: TileId| self.holds_run(child);
        let whole: f32 = shapes.iter().filter(|(_, child, _)| of_runs(*child)).map(|(share, ..)| share).sum();
        let share = |share: f32, child: TileId| if of_runs(child) { (100.0 * share / whole).round() } else { 0.0 };
        let shapes: Vec<String> =
            shapes.iter().map(|(part, child, shape)| format!("{}:{shape}", share(*part, *child))).collect();
        if shapes.is_empty() { String::new() } else { format!("{:?}[{}]", container.kind(), shapes.join(" ")) }
    }

    /// Returns the children of a row or column with their shares of it; rows in a row count as one.
    fn parts_of(&self, linear: &Linear, dir: LinearDir, whole: f32) -> Vec<(f32, TileId)> {
        let sum: f32 = linear.children.iter().map(|&child| linear.shares[child]).sum();
        let part = |&child: &TileId| {
            let share = whole * linear.shares[child] / sum.max(f32::EPSILON);
            match self.tree.tiles.get(child) {
                Some(Node::Container(Container::Linear(inner))) if inner.dir == dir => self.parts_of(inner, dir, share),
                _ => vec![(share, child)],
            }
        };
        linear.children.iter().flat_map(part).collect()
    }

    /// Returns the node of a tile.
    pub(crate) fn find(&self, tile: Tile) -> Option<TileId> {
        self.tree.tiles.find_pane(&tile)
    }

    /// Returns the panels that have a tile or float.
    pub(crate) fn panels(&self) -> Vec<Action> {
        let tiles = self.tree.tiles.tiles().filter_map(|node| match node {
            Node::Pane(Tile::Panel(panel)) => Some(*panel),
            _ => None,
        });
        tiles.chain(self.floating.iter().copied()).collect()
    }

    /// Brings a tile to the front of its tabs.
    pub(crate) fn bring_to_front(&mut self, tile: Tile) {
        if let Some(id) = self.find(tile) {
            self.tree.make_active(|candidate, _| candidate == id);
        }
    }

    /// Returns the visible tiles, from left to right and from top to bottom.
    pub(crate) fn on_screen(&self) -> Vec<Tile> {
        let mut tiles: Vec<(egui::Rect, Tile)> = self
            .tree
            .active_tiles()
            .into_iter()
            .filter_map(|id| Some((self.tree.tiles.rect(id)?, *self.tree.tiles.get_pane(&id)?)))
            .collect();
        tiles.sort_by(|(one, _), (other, _)| {
            (one.left(), one.top()).partial_cmp(&(other.left(), other.top())).unwrap_or(std::cmp::Ordering::Equal)
        });
        tiles.into_iter().map(|(_, tile)| tile).collect()
    }

    /// Changes the width of a tile; its height if the tiles around it are stacked.
    pub(crate) fn resize(&mut self, tile: Tile, larger: bool) {
        let Some(mut child) = self.find(tile) else { return };
        while let Some(parent) = self.tree.tiles.parent_of(child) {
            let visible = |id: &TileId| self.tree.is_visible_in_layout(*id);
            if let Some(Node::Container(Container::Linear(linear))) = self.tree.tiles.get(parent)
                && linear.children.iter().filter(|id| visible(id)).count() > 1
            {
                let share = linear.shares[child];
                if let Some(Node::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(parent) {
                    linear.shares.set_share(child, (share * if larger { STEP } else { 1.0 / STEP }).clamp(0.02, 50.0));
                }
                return;
            }
            child = parent;
        }
    }

    /// Keeps the width of columns without runs when the window's width changes, or a run is hidden or closed. While the
    /// window has no room for them they are drawn narrower, but the width set by the user is kept.
    pub(crate) fn keep_side_width(&mut self, width: f32) {
        let before = self.width;
        let Some(root) = self.tree.root().filter(|_| width >= 1.0) else { return };
        let Some(Node::Container(Container::Linear(linear))) = self.tree.tiles.get(root) else { return };
        if linear.dir != LinearDir::Horizontal {
            self.width = width;
            return;
        }
        let shown = linear.children.iter().copied().filter(|&id| self.tree.is_visible_in_layout(id));
        let (mains, sides): (Vec<TileId>, Vec<TileId>) = shown.partition(|&id| self.holds_run(id));
        if mains.is_empty() || sides.is_empty() {
            return;
        }
        let sum = |ids: &[TileId]| ids.iter().map(|&id| linear.shares[id]).sum::<f32>();
        let (main, side) = (sum(&mains), sum(&sides));
        let drawn = side / (main + side) * before;
        // The share of a hidden or closed run is divided among all other tiles, but the user did not make the columns wider.
        let has_other_runs = !self.mains.is_empty() && self.mains != mains;
        let is_settling = has_other_runs || self.settling > 0;
        self.settling = if has_other_runs { SETTLING } else { self.settling.saturating_sub(1) };
        let is_unchanged = |chosen: &f32| is_settling || (drawn - drawn_side(*chosen, before)).abs() < 1.0;
        let chosen = self.side_width.filter(is_unchanged).unwrap_or(drawn);
        self.side_width = Some(chosen);
        self.width = width;
        self.mains = mains;
        if !is_settling && (width - before).abs() < 0.5 {
            return;
        }
        let points = drawn_side(chosen, width);
        let factor = points * main / (width - points) / side;
        if let Some(Node::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(root) {
            for id in sides {
                let share = linear.shares[id];
                linear.shares.set_share(id, share * factor);
            }
        }
    }

    fn holds_run(&self, id: TileId) -> bool {
        match self.tree.tiles.get(id) {
            Some(Node::Pane(tile)) => matches!(tile, Tile::Run(_)),
            Some(Node::Container(container)) => container.children().any(|&child| self.holds_run(child)),
            None => false,
        }
    }

    fn insert_run(&mut self, run: RunId, session: &Session) {
        let others: Vec<TileId> = session.runs.iter().filter_map(|run| self.find(Tile::Run(run.id))).collect();
        // A run that is reopened is placed before the runs that follow it in the list.
        let after = session.runs.iter().skip_while(|other| other.id != run).skip(1);
        let next = { after }.find_map(|run| self.find(Tile::Run(run.id)));
        let tile = self.tree.tiles.insert_pane(Tile::Run(run));
        match others.len() {
            0 => self.put_at_root(tile, LinearDir::Horizontal, false, None),
            count
                if count < RUNS_A_ROW
                    && let Some(next) = next =>
            {
                self.put_beside(self.without_tabs(next), tile, LinearDir::Horizontal, false, None);
            }
            count if count < RUNS_A_ROW => {
                self.put_beside(self.without_tabs(others[count - 1]), tile, LinearDir::Horizontal, true, None);
            }
            RUNS_A_ROW if self.halve_row(&others) => {
                self.put_beside(self.without_tabs(others[1]), tile, LinearDir::Vertical, true, None);
            }
            4 if let Some(column) = self.column_of(others[1]) => {
                self.put_beside(column, tile, LinearDir::Horizontal, true, None);
            }
            5 if self.column_of(others[2]).is_some() => {
                self.put_beside(self.without_tabs(others[4]), tile, LinearDir::Vertical, true, None);
            }
            count => {
                let above = others[count - RUNS_A_ROW];
                self.put_beside(self.without_tabs(above), tile, LinearDir::Vertical, true, None);
            }
        }
    }

    /// Moves the last of three runs in one row below the first. Returns whether the runs were in one row.
    fn halve_row(&mut self, runs: &[TileId]) -> bool {
        let places: Vec<TileId> = runs.iter().map(|&run| self.without_tabs(run)).collect();
        let rows: HashSet<Option<TileId>> = places.iter().map(|&place| self.tree.tiles.parent_of(place)).collect();
        let row = rows.iter().copied().flatten().next().filter(|_| rows.len() == 1);
        let Some(Node::Container(Container::Linear(linear))) = row.and_then(|row| self.tree.tiles.get_mut(row)) else {
            return false;
        };
        let (&[.., last], LinearDir::Horizontal) = (&*places, linear.dir) else { return false };
        let freed = linear.shares[last] / (places.len() - 1) as f32;
        linear.children.retain(|&child| child != last);
        for &place in &places[..places.len() - 1] {
            let share = linear.shares[place];
            linear.shares.set_share(place, share + freed);
        }
        self.put_beside(places[0], last, LinearDir::Vertical, true, None);
        true
    }

    /// Returns the column of several tiles that contains a tile.
    fn column_of(&self, tile: TileId) -> Option<TileId> {
        let column = self.tree.tiles.parent_of(self.without_tabs(tile))?;
        let is_column = |node: &Node<Tile>| matches!(node, Node::Container(Container::Linear(linear)) if linear.dir == LinearDir::Vertical);
        self.tree.tiles.get(column).is_some_and(is_column).then_some(column)
    }

    fn insert_panel(&mut self, panel: Action) {
        let (home, share) = entry_of(panel).map_or((DockPosition::Column, 0.5), |entry| (entry.home, entry.share));
        let tile = self.tree.tiles.insert_pane(Tile::Panel(panel));
        if let Some((neighbour, _)) = self.neighbour(home, panel) {
            self.put_into_tabs(neighbour, tile);
            return;
        }
        let tabs = self.tree.tiles.insert_tab_tile(vec![tile]);
        let beside = match home {
            DockPosition::Below => self.neighbour(DockPosition::Column, panel).map(|(id, _)| (id, true, share)),
            DockPosition::Column => {
                self.neighbour(DockPosition::Below, panel).map(|(id, below)| (id, false, 1.0 - below))
            }
            DockPosition::Wide | DockPosition::Large => None,
        };
        if let Some((beside, after, share)) = beside {
            self.put_beside(self.without_tabs(beside), tabs, LinearDir::Vertical, after, Some(share));
            return;
        }
        let runs = if matches!(home, DockPosition::Wide | DockPosition::Large) { self.runs() } else { None };
        match runs {
            Some(runs) if home == DockPosition::Wide => {
                self.put_beside(runs, tabs, LinearDir::Vertical, true, Some(share));
            }
            Some(runs) => self.put_over(runs, tile, tabs),
            None => self.put_at_side(tabs),
        }
    }

    /// Moves a panel that shares its tabs with another one into a tile of its own below them, so that both are visible.
    pub(crate) fn put_below(&mut self, panel: Action, other: Action) {
        let tiles = [panel, other].map(|panel| self.find(Tile::Panel(panel)));
        let [Some(tile), Some(above)] = tiles else { return };
        let column = self.without_tabs(above);
        if column == above || self.without_tabs(tile) != column {
            return;
        }
        if let Some(Node::Container(Container::Tabs(tabs))) = self.tree.tiles.get_mut(column) {
            tabs.children.retain(|&child| child != tile);
            tabs.set_active(above);
        }
        let tabs = self.tree.tiles.insert_tab_tile(vec![tile]);
        self.put_beside(column, tabs, LinearDir::Vertical, true, Some(LOWER_SHARE));
    }

    /// Returns the node of another panel with this home, and the first share of that panel.
    fn neighbour(&self, home: DockPosition, panel: Action) -> Option<(TileId, f32)> {
        let mut others = PANELS.iter().filter(|entry| entry.home == home && entry.action != panel);
        others.find_map(|entry| Some((self.find(Tile::Panel(entry.action))?, entry.share)))
    }

    /// Places a tile as a tab over the node of all runs, which becomes another tab.
    fn put_over(&mut self, runs: TileId, tile: TileId, tabs: TileId) {
        let parent = self.tree.tiles.parent_of(runs);
        if let Some(Node::Container(Container::Tabs(tabs))) = self.tree.tiles.get_mut(tabs) {
            tabs.children.insert(0, runs);
            tabs.set_active(tile);
        }
        self.put_in_place(parent, runs, tabs);
    }

    fn put_at_side(&mut self, node: TileId) {
        let share = (SIDE_WIDTH / self.width.max(2.0 * SIDE_WIDTH)).min(0.5);
        self.put_at_root(node, LinearDir::Horizontal, true, Some(share));
    }

    /// Returns the node that contains all runs and no panel; it is created if runs and panels share a container.
    fn runs(&mut self) -> Option<TileId> {
        let run = self.tree.tiles.iter().find(|(_, node)| matches!(node, Node::Pane(Tile::Run(_))));
        let mut node = run.map(|(&id, _)| id)?;
        let count = self.tree.tiles.tiles().filter(|node| matches!(node, Node::Pane(Tile::Run(_)))).count();
        let runs_in = |id: TileId| self.panes(id).iter().filter(|tile| matches!(tile, Tile::Run(_))).count();
        while runs_in(node) < count {
            node = self.tree.tiles.parent_of(node)?;
        }
        if self.panes(node).len() == count {
            // Tabs around the runs belong to this node.
            return Some(self.without_tabs(node)).filter(|&tabs| self.panes(tabs).len() == count).or(Some(node));
        }
        let Some(Node::Container(Container::Linear(linear))) = self.tree.tiles.get(node) else { return Some(node) };
        let (dir, children) = (linear.dir, linear.children.clone());
        let runs: Vec<TileId> = children.iter().copied().filter(|&child| self.holds_run(child)).collect();
        let shares: Vec<f32> = runs.iter().map(|&run| linear.shares[run]).collect();
        let mut gathered = Linear::new(dir, runs.clone());
        for (&run, &share) in runs.iter().zip(&shares) {
            gathered.shares.set_share(run, share);
        }
        let gathered = self.tree.tiles.insert_container(gathered);
        if let Some(Node::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(node) {
            let at = children.iter().position(|child| runs.contains(child)).unwrap_or(0);
            linear.children.retain(|child| !runs.contains(child));
            linear.children.insert(at, gathered);
            linear.shares.set_share(gathered, shares.iter().sum());
        }
        Some(gathered)
    }

    fn panes(&self, id: TileId) -> Vec<Tile> {
        match self.tree.tiles.get(id) {
            Some(Node::Pane(tile)) => vec![*tile],
            Some(Node::Container(container)) => container.children().flat_map(|&child| self.panes(child)).collect(),
            None => Vec::new(),
        }
    }

    /// Returns the tabs that contain a tile, or the tile itself.
    fn without_tabs(&self, id: TileId) -> TileId {
        let parent = self.tree.tiles.parent_of(id);
        let is_tabs =
            |parent: &TileId| matches!(self.tree.tiles.get(*parent), Some(Node::Container(Container::Tabs(_))));
        parent.filter(is_tabs).unwrap_or(id)
    }

    fn put_into_tabs(&mut self, neighbour: TileId, tile: TileId) {
        let parent = self.without_tabs(neighbour);
        if let Some(Node::Container(Container::Tabs(tabs))) = self.tree.tiles.get_mut(parent) {
            tabs.add_child(tile);
            tabs.set_active(tile);
        } else {
            self.put_beside(neighbour, tile, LinearDir::Vertical, true, None);
        }
    }

    fn put_at_root(&mut self, node: TileId, dir: LinearDir, after: bool, share: Option<f32>) {
        match self.tree.root() {
            Some(root) => self.put_beside(root, node, dir, after, share),
            None => self.tree.root = Some(node),
        }
    }

    /// Places a node beside another, which keeps the rest of the space; `share` is the new node's share.
    fn put_beside(&mut self, other: TileId, node: TileId, dir: LinearDir, after: bool, share: Option<f32>) {
        let parent = self.tree.tiles.parent_of(other);
        if share.is_none()
            && let Some(parent) = parent
            && let Some(Node::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(parent)
            && linear.dir == dir
        {
            let at = linear.children.iter().position(|&child| child == other).unwrap_or(0) + usize::from(after);
            linear.children.insert(at, node);
            self.share_evenly(parent, other, node);
            return;
        }
        let (children, fraction) = match (after, share.unwrap_or(0.5)) {
            (true, share) => ([other, node], 1.0 - share),
            (false, share) => ([node, other], share),
        };
        let both = self.tree.tiles.insert_container(Linear::new_binary(dir, children, fraction));
        self.put_in_place(parent, other, both);
    }

    /// Sets the share of a new child to that of its neighbour. A run takes the space from the other runs only, so that a column of
    /// panels keeps its width.
    fn share_evenly(&mut self, parent: TileId, neighbour: TileId, child: TileId) {
        let Some(Node::Container(Container::Linear(linear))) = self.tree.tiles.get(parent) else { return };
        let others: Vec<(TileId, f32)> = linear
            .children
            .iter()
            .filter(|&&other| other != child && self.holds_run(other) == self.holds_run(child))
            .map(|&other| (other, linear.shares[other]))
            .collect();
        let share = linear.shares[neighbour];
        let sum: f32 = others.iter().map(|(_, share)| share).sum();
        let Some(Node::Container(Container::Linear(linear))) = self.tree.tiles.get_mut(parent) else { return };
        if others.is_empty() {
            linear.shares.set_share(child, share);
            return;
        }
        let count = others.len() as f32;
        for (other, share) in &others {
            linear.shares.set_share(*other, share * count / (count + 1.0));
        }
        linear.shares.set_share(child, sum / (count + 1.0));
    }

    /// Replaces a child of a parent, or the root, by another node.
    fn put_in_place(&mut self, parent: Option<TileId>, other: TileId, node: TileId) {
        let Some(parent) = parent else {
            self.tree.root = Some(node);
            return;
        };
        if let Some(Node::Container(container)) = self.tree.tiles.get_mut(parent) {
            let share = match container {
                Container::Linear(linear) => Some(linear.shares[other]),
                _ => None,
            };
            let _ = container.replace_child(other, node);
            if let (Container::Linear(linear), Some(share)) = (container, share) {
                linear.shares.set_share(node, share);
            }
        }
    }
}
