//! The names of the nodes on the path to the selected node.

use edagari_core::analysis::name_of;
use edagari_core::game::AnyPosition;
use edagari_core::language::visible;
use edagari_core::trace::Trace;

/// A node of the breadcrumb.
#[derive(Debug)]
pub struct Crumb {
    /// Length of the path to the node, in moves from the start of the run.
    pub length: usize,
    /// Text of the move that leads to the node, or the name that the game gives it; `None` for a nameless start.
    pub name: Option<String>,
}

/// Maximum number of nodes that the breadcrumb names.
const MAX_CRUMBS: usize = 14;

/// Returns the nodes on the path to a centre; the middle of a long path is omitted.
pub(in crate::viewer::session) fn breadcrumb(trace: &Trace, center: &[u32]) -> Vec<Crumb> {
    let depth = center.len();
    let is_named = |length: usize| depth < MAX_CRUMBS || length < MAX_CRUMBS / 2 || depth < length + MAX_CRUMBS / 2;
    let mut crumbs = Vec::new();
    let mut position = None;
    for length in (0..=depth).filter(|&length| is_named(length)) {
        // After an omitted middle, the position is computed from the start again.
        let follows_on = crumbs.last().is_some_and(|last: &Crumb| last.length + 1 == length);
        if !follows_on && length > 0 {
            position = trace.position(&center[..length - 1]);
        }
        let mv = length.checked_sub(1).map(|last| center[last]);
        let text = position.as_ref().zip(mv).map(|(here, mv): (&AnyPosition, u32)| here.move_text(mv as usize));
        position = match mv {
            None => trace.position(&[]),
            Some(mv) => position.as_ref().and_then(|here| here.play(mv)),
        };
        let label = position.as_ref().and_then(name_of);
        let name = label.or(text).map(|name| visible(&name).into_owned());
        crumbs.push(Crumb { length, name });
    }
    crumbs
}
