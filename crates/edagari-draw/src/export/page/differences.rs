//! Delta encoding of lists of numbers, frame by frame.

/// Change of a list: index, number of removed elements, and inserted elements.
pub(super) type Splice = (usize, usize, Vec<u32>);

/// Encodes numbers as differences: the first one unchanged, each other one as its difference from the previous one. New elements
/// have consecutive numbers, so the differences are small.
pub(super) fn steps(numbers: Vec<u32>) -> Vec<i64> {
    let mut before = 0;
    numbers.into_iter().map(|number| i64::from(number) - std::mem::replace(&mut before, i64::from(number))).collect()
}

/// Encodes changes in the form that the page contains.
pub(super) fn written(splices: Vec<Splice>) -> Vec<(usize, usize, Vec<i64>)> {
    splices.into_iter().map(|(at, gone, numbers)| (at, gone, steps(numbers))).collect()
}

/// Returns the changes that turn `before` into `after`, in order.
pub(super) fn splices(before: &[u32], after: &[u32]) -> Vec<Splice> {
    let start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let (before, after) = (&before[start..], &after[start..]);
    let end = before.iter().rev().zip(after.iter().rev()).take_while(|(one, other)| one == other).count();
    let (before, after) = (&before[..before.len() - end], &after[..after.len() - end]);
    if before.len() != after.len() {
        return vec![(start, before.len(), after.to_vec())];
    }
    let mut splices: Vec<Splice> = Vec::new();
    for (place, (one, &other)) in before.iter().zip(after).enumerate() {
        if *one == other {
            continue;
        }
        match splices.last_mut() {
            Some((at, gone, come)) if *at + *gone == start + place => {
                *gone += 1;
                come.push(other);
            }
            _ => splices.push((start + place, 1, vec![other])),
        }
    }
    splices
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn splices_turn_one_list_into_the_next(
            before in prop::collection::vec(0_u32..4, 0..20),
            after in prop::collection::vec(0_u32..4, 0..20),
        ) {
            let mut list = before.clone();
            for (at, gone, come) in splices(&before, &after) {
                list.splice(at..at + gone, come);
            }
            prop_assert_eq!(list, after);
        }
    }
}
