/// The order in which nodes are generated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub enum Traversal {
    /// Depth by depth.
    BreadthFirst,
    /// Each subtree whole before the next.
    DepthFirst,
}

impl Traversal {
    /// Both, in the order of menus and help.
    pub const ALL: [Self; 2] = [Self::BreadthFirst, Self::DepthFirst];
}
