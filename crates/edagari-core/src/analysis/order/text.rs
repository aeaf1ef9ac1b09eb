//! Texts for the figures of the move ordering.

use super::counts::OrderDefinition;
use super::counts::WastingCut;
use super::counts::{DepthOrder, OrderCounts, SourceOrder};
use super::node_type::NodeType;
use super::node_type::VisitOrdered;
use super::report::{OrderReport, OrderUnknown};
use crate::analysis::explanation::reason::{name, name_of_child};
use crate::language::{Language, Text};
use crate::search::MoveSource;
use crate::trace::Trace;

/// Shown when the denominator is zero.
const NOTHING: &str = "–";

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| NOTHING.to_owned(), |share| format!("{:.1}%", 100.0 * share))
}

fn decimals(number: Option<f64>) -> String {
    number.map_or_else(|| NOTHING.to_owned(), |number| format!("{number:.2}"))
}

fn share_of((part, all): (u64, u64)) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

/// The name of a type, or the text for an unknown type.
fn type_name(found: Option<NodeType>, language: Language) -> &'static str {
    found.map_or_else(|| language.text(Text::OrderUnknownType), NodeType::name)
}

impl OrderReport {
    /// The total figures: names and values.
    #[must_use]
    pub fn rows(&self, language: Language) -> Vec<(&'static str, String)> {
        let total = &self.total;
        let number = |count: u64| language.number(count);
        let minimal = if total.measured > 0 { number(total.minimal) } else { NOTHING.to_owned() };
        let wasted = format!("{} ({})", number(total.wasted), percent(Some(total.wasted_share())));
        let first = format!("{} ({})", number(total.by_first), percent(total.first_share()));
        let mut rows = vec![
            (Text::OrderVisits, number(total.visits)),
            (Text::OrderMinimal, minimal),
            (Text::OrderOverMinimal, decimals(total.over_minimal())),
            (Text::OrderWasted, wasted),
            (Text::OrderCuts, number(total.cuts)),
            (Text::OrderByFirst, first),
            (Text::OrderMeanRank, decimals(total.mean_rank())),
            (Text::OrderAsExpected, percent(share_of(self.types.as_expected()))),
        ];
        if self.other_cuts > 0 {
            rows.insert(7, (Text::OrderOtherCuts, number(self.other_cuts)));
        }
        rows.into_iter().map(|(text, value)| (language.text(text), value)).collect()
    }

    /// The headings of the columns of depths and sources, after the name of the row.
    pub const HEADINGS: [Text; 7] = [
        Text::OrderVisitsColumn,
        Text::OrderMinimalColumn,
        Text::OrderOverColumn,
        Text::OrderWastedColumn,
        Text::OrderCutsColumn,
        Text::OrderFirstColumn,
        Text::OrderRankColumn,
    ];

    /// The rows of expected types, followed by the nodes without an expected type, if any: the name, and the number of visits for
    /// each actual type and without one.
    #[must_use]
    pub fn type_rows(&self, language: Language) -> Vec<(&'static str, [u64; 4])> {
        let came_to = |expected: Option<NodeType>| {
            let actual = NodeType::ALL.map(Some);
            [actual[0], actual[1], actual[2], None].map(|actual| self.types.of(expected, actual))
        };
        let rows = NodeType::ALL.map(Some).into_iter().chain([None]);
        let rows = rows.map(|expected| (type_name(expected, language), came_to(expected)));
        let is_shown = |&(place, (_, counts)): &(usize, (&str, [u64; 4]))| {
            place < NodeType::ALL.len() || counts.iter().any(|&count| count > 0)
        };
        rows.enumerate().filter(is_shown).map(|(_, row)| row).collect()
    }

    /// The column headings for [`Self::type_rows`].
    #[must_use]
    pub fn type_headings(language: Language) -> [String; 4] {
        let named = |found: NodeType| language.fill(Text::OrderCameTo, &[("type", found.name())]);
        let [pv, cut, all] = NodeType::ALL.map(named);
        [pv, cut, all, language.text(Text::OrderUnknownType).to_owned()]
    }
}

impl OrderCounts {
    /// The cells for the columns [`OrderReport::HEADINGS`].
    #[must_use]
    pub fn cells(&self, language: Language) -> [String; 7] {
        let minimal = if self.measured > 0 { language.number(self.minimal) } else { NOTHING.to_owned() };
        [
            language.number(self.visits),
            minimal,
            decimals(self.over_minimal()),
            language.number(self.wasted),
            language.number(self.cuts),
            percent(self.first_share()),
            decimals(self.mean_rank()),
        ]
    }
}

impl DepthOrder {
    /// The share of visits with the expected type, in percent.
    #[must_use]
    pub fn as_expected_text(&self) -> String {
        percent(share_of(self.types.as_expected()))
    }
}

impl SourceOrder {
    /// The name of the source in the user interface.
    #[must_use]
    pub fn name(&self, language: Language) -> String {
        match self.source.as_deref() {
            None => language.text(Text::OrderUntoldSource),
            Some(MoveSource::BASE) => language.text(Text::OrderBaseSource),
            Some(text) => text,
        }
        .to_owned()
    }
}

impl WastingCut {
    /// The node and the move of the cutoff, its rank, and the number of wasted visits, as a sentence.
    #[must_use]
    pub fn text(&self, trace: &Trace, language: Language) -> String {
        let values = [
            ("node", &*name(trace, self.visit, language)),
            ("move", &name_of_child(trace, self.by, language)),
            ("rank", &language.number(u64::from(self.rank))),
            ("count", &language.number(self.wasted)),
        ];
        language.begun(language.fill(Text::OrderLateCut, &values))
    }
}

impl OrderDefinition {
    /// The definition in one or two sentences.
    #[must_use]
    pub fn text(self, language: Language) -> String {
        let text = match self {
            Self::Types => Text::OrderDefTypes,
            Self::Minimal => Text::OrderDefMinimal,
            Self::Wasted => Text::OrderDefWasted,
            Self::FullWindows => Text::OrderDefFullWindows,
            Self::NullWindow => Text::OrderDefNullWindow,
            Self::Runs(_) => Text::OrderDefRuns,
            Self::ReSearches(_) => Text::OrderDefReSearches,
            Self::Table(_) => Text::OrderDefTable,
            Self::Speculative => Text::OrderDefAsked,
            Self::Guesses => Text::OrderDefGuesses,
            Self::Threads => Text::OrderDefThreads,
            Self::Unended(_) => Text::OrderDefUnended,
            Self::Trusted(_) => Text::OrderDefTrusted,
            Self::Windows(_) => Text::OrderDefWindows,
            Self::Sources => Text::OrderDefSources,
        };
        match self.count() {
            Some(count) => language.fill(text, &[("count", &language.number(count))]),
            None => language.text(text).to_owned(),
        }
    }
}

impl OrderUnknown {
    /// The reason as a sentence.
    #[must_use]
    pub fn text(self, language: Language) -> &'static str {
        language.text(match self {
            Self::Generated => Text::OrderGenerated,
            Self::NotMinimax => Text::OrderNotMinimax,
            Self::Cancelled => Text::WorkCancelled,
        })
    }
}

impl VisitOrdered {
    /// Whether the visit is known to be outside the minimal tree.
    #[must_use]
    pub fn is_outside(self) -> bool {
        self.is_wasted || self.is_minimal == Some(false)
    }

    /// The letters of the visit's types: the expected one, followed by an arrow and the actual one if they differ.
    #[must_use]
    pub fn letters(self) -> Option<String> {
        let of = |found: Option<NodeType>| found.map(NodeType::letter);
        Some(match (of(self.expected), of(self.actual)) {
            (Some(expected), Some(actual)) if expected != actual => format!("{expected}→{actual}"),
            (Some(one), _) | (None, Some(one)) => one.to_owned(),
            (None, None) => return None,
        })
    }

    /// The results as a short text.
    #[must_use]
    pub fn text(self, language: Language) -> String {
        let types = match (self.expected, self.actual) {
            (Some(expected), Some(actual)) if expected == actual => {
                Some(language.fill(Text::OrderNodeAs, &[("type", actual.name())]))
            }
            (Some(expected), Some(actual)) => {
                let values = [("expected", expected.name()), ("actual", actual.name())];
                Some(language.fill(Text::OrderNodeExpected, &values))
            }
            (None, Some(actual)) => Some(language.fill(Text::OrderNodeOnly, &[("actual", actual.name())])),
            (Some(expected), None) => Some(language.fill(Text::OrderNodeYet, &[("expected", expected.name())])),
            (None, None) => None,
        };
        let place = match (self.is_wasted, self.is_minimal) {
            (true, _) => Some(Text::OrderNodeWasted),
            (false, Some(false)) => Some(Text::OrderNodeOutside),
            _ => None,
        };
        let place = place.map(|text| language.text(text).to_owned());
        types.into_iter().chain(place).collect::<Vec<_>>().join(language.text(Text::Comma))
    }
}
