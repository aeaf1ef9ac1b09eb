//! Job: computes the layout of a whole tree.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use edagari_core::trace::parcel::parceled;
use edagari_core::trace::{Progress, Trace};
use edagari_draw::scene::WholeTree;

/// Layout of a whole tree.
pub(crate) struct LayOut {
    /// Minimum number of visits of a subtree that is not collapsed.
    pub(crate) threshold: usize,
    /// Whether each visit is a separate node.
    pub(crate) apart: bool,
}

parceled! {
    LayOut { threshold, apart }
}

impl Job for LayOut {
    const NAME: &'static str = "whole tree";

    type News = Option<WholeTree>;

    fn work(self, traces: &[Arc<Trace>], progress: &Arc<Progress>, _: Tell<'_, Self::News>) -> Self::News {
        let make = if self.apart { WholeTree::apart } else { WholeTree::new };
        make(one_trace(traces).ok()?, self.threshold, progress)
    }

    fn failed(_: String) -> Self::News {
        None
    }
}
