//! Texts for updates without a child.

use crate::language::{Language, Text};
use crate::search::RuleSetup;
use crate::trace::{OwnUpdate, Trace};

/// The sentence for an update without a child; `node` is the name of the updated node.
pub(in crate::analysis) fn own_text(trace: &Trace, own: &OwnUpdate, node: &str, language: Language) -> String {
    let why = own.why.as_deref().unwrap_or_default();
    let text = match why {
        "stand-pat" => Text::SayOwnStandPat,
        RuleSetup::BOUNDS if own.is_settled_by_rules() => Text::SayOwnRulesSettle,
        RuleSetup::BOUNDS => Text::SayOwnRules,
        RuleSetup::WIN_AT_ONCE => Text::SayOwnWinAtOnce,
        RuleSetup::LOSING_MOVES => Text::SayOwnLosing,
        "mate-distance" => Text::SayOwnMateDistance,
        _ => Text::SayOwnOther,
    };
    let value = own.value.unwrap_or_else(|| trace.value_at_start(own.visit()));
    let (value, searched) = (trace.in_unit(value).to_string(), trace.in_unit(own.searched).to_string());
    language.sentence(text, &[("node", node), ("value", &value), ("searched", &searched), ("why", why)])
}
