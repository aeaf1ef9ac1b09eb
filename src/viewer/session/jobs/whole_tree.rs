//! Laying a whole tree out.

use std::sync::Arc;

use super::job::{Job, Tell, one_trace};
use crate::scene::WholeTree;
use crate::trace::parcel::parceled;
use crate::trace::{Progress, Trace};

/// Lays out all of a tree.
pub(crate) struct LayOut {
    /// Subtrees of fewer visits are collapsed.
    pub(crate) threshold: usize,
    /// Whether each visit is a node of its own.
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
