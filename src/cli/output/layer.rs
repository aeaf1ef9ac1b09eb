//! The visit of a node that a report describes, for nodes that are visited several times; a *layer* is one visit of a node.

use clap::Args;
use serde::Serialize;

use super::CliError;
use super::text::Rows;
use edagari_core::analysis::pass_name;
use edagari_core::language::Language;
use edagari_core::trace::{NodeId, Trace, VisitId};

/// Options that select one of the visits of a node.
#[derive(Debug, Args)]
pub(in crate::cli) struct LayerArgs {
    /// Number of the visit of the node, from 1, if it has several [default: the latest at the frame]
    #[arg(long, value_name = "N", conflicts_with = "pass")]
    visit: Option<usize>,

    /// Use the last visit of the node in pass N, from 1
    #[arg(long, value_name = "N")]
    pass: Option<usize>,
}

impl LayerArgs {
    /// Options with these values, of which at most one is given.
    #[cfg(feature = "mcp")]
    pub(in crate::cli) const fn new(visit: Option<usize>, pass: Option<usize>) -> Self {
        Self { visit, pass }
    }

    /// Returns the selected visit: `None` without an option, `Named(None)` if the pass does not enter the node.
    pub(in crate::cli) fn named(&self, trace: &Trace, node: Option<NodeId>) -> Result<Option<Named>, CliError> {
        let layers: Vec<VisitId> = node.map_or_else(Vec::new, |node| trace.layers(node).collect());
        let check = |what: &'static str, number: usize, count: usize| match number {
            number if (1..=count).contains(&number) => Ok(number - 1),
            number => Err(CliError::NoSuchLayer { what, number, count }),
        };
        if let Some(visit) = self.visit {
            return Ok(Some(Named(Some(layers[check("visit", visit, layers.len())?]))));
        }
        let Some(pass) = self.pass else { return Ok(None) };
        // A run without recorded passes counts as one pass.
        let place = check("pass", pass, trace.passes().len().max(1))?;
        let Some(first) = trace.passes().get(place).map(|pass| pass.visit) else {
            return Ok(Some(Named(layers.last().copied())));
        };
        Ok(Some(Named(layers.into_iter().rev().find(|&layer| trace.is_within(layer, first)))))
    }
}

/// Visit that the options select, if there is one.
pub(in crate::cli) struct Named(pub(in crate::cli) Option<VisitId>);

/// Number of a visit among the visits of its node, and its pass; empty for a run that enters each node once.
#[derive(Default, Serialize)]
pub(in crate::cli) struct Layer {
    /// Number of the visit, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    visit: Option<usize>,
    /// Number of visits of the node in the whole run.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<usize>,
    /// Number of the pass, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pass: Option<usize>,
    #[serde(skip)]
    pass_name: Option<String>,
}

impl Layer {
    pub(in crate::cli) fn of(trace: &Trace, visit: VisitId) -> Self {
        let pass = trace.pass_of(visit);
        let mut layer = Self {
            pass: pass.map(|place| place + 1),
            pass_name: pass.map(|place| pass_name(trace, place, Language::English)),
            ..Self::default()
        };
        if trace.has_layers() {
            layer.visit = Some(trace.layer_of(visit) + 1);
            layer.visits = Some(trace.layers(trace.node_of(visit)).len());
        }
        layer
    }

    /// Rows of the visit and the pass, if they are known.
    pub(in crate::cli) fn rows(&self) -> Rows<'_> {
        let visit = self.visit.zip(self.visits).map(|(visit, visits)| ("visit", format!("{visit} of {visits}")));
        let pass = self.pass_name.clone().map(|name| ("pass", name.trim_start_matches("pass ").to_owned()));
        visit.into_iter().chain(pass).collect()
    }
}
