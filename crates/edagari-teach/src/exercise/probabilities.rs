//! Probabilities of siblings, and their weights.

use edagari_core::game::{TextbookNode, TreeError};
use edagari_core::language::{Message, Text};
use edagari_core::score::Probability;

/// Maximum sum of the weights of siblings: larger ones are not computed by hand.
const MAX_WEIGHTS: u64 = 1_000;

/// Checks that all siblings or none have a probability, and that the probabilities of siblings have
/// the sum 1.
///
/// # Errors
/// [`TreeError`] names the first parent whose children have other probabilities.
pub(super) fn check_probabilities(list: &[TextbookNode]) -> Result<(), TreeError> {
    let mut children: Vec<Vec<Option<Probability>>> = vec![Vec::new(); list.len()];
    for node in list {
        match node.parent.and_then(|parent| children.get_mut(parent)) {
            Some(siblings) => siblings.push(node.probability),
            None if node.probability.is_some() => {
                return Err(TreeError::new(Text::MalformedRootChance));
            }
            None => {}
        }
    }
    for (node, all) in list.iter().zip(&children) {
        let own: Vec<Probability> = all.iter().copied().flatten().collect();
        let fault = |text: Text| Message::from(text).with("name", &node.name.as_deref().unwrap_or_default());
        if own.is_empty() {
            continue;
        }
        if own.len() < all.len() {
            let message = fault(Text::MalformedSomeWeights).with("count", &own.len());
            return Err(TreeError::new(message.with("total", &all.len())));
        }
        if own.iter().any(|one| one.numerator() == 0) {
            return Err(TreeError::new(fault(Text::MalformedZeroChance)));
        }
        let Some(weights) = weights_of(&own) else {
            return Err(TreeError::new(fault(Text::MalformedLargeWeights).with("most", &MAX_WEIGHTS)));
        };
        let (sum, total) = (weights.iter().sum::<u64>(), common_denominator(&own).unwrap_or(1));
        if sum != total {
            return Err(TreeError::new(fault(Text::MalformedWeightSum).with("sum", &format!("{sum}/{total}"))));
        }
    }
    Ok(())
}

/// Returns the least common denominator; `None` above [`MAX_WEIGHTS`].
fn common_denominator(all: &[Probability]) -> Option<u64> {
    all.iter().try_fold(1, |common, one| {
        let common = least_common_multiple(common, one.denominator().into());
        (common <= MAX_WEIGHTS).then_some(common)
    })
}

/// Returns the probabilities as multiples of one part of their common denominator.
pub(super) fn weights_of(all: &[Probability]) -> Option<Vec<u64>> {
    let common = common_denominator(all)?;
    Some(all.iter().map(|one| u64::from(one.numerator()) * (common / u64::from(one.denominator()))).collect())
}

pub(super) fn least_common_multiple(one: u64, other: u64) -> u64 {
    let (mut common, mut rest) = (one, other);
    while rest > 0 {
        (common, rest) = (rest, common % rest);
    }
    one / common.max(1) * other
}
